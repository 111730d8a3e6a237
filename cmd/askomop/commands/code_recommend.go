package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
)

// recommend prints what the records have that sets may be missing.
func (c *call) recommend(ctx context.Context, out *printer, sets []coding.ConceptSet) error {
	if len(sets) != 1 {
		return usagef("--recommend looks at one set; say which is meant with --domain")
	}
	found, err := c.app.Recommend(ctx, sets[0])
	if err != nil {
		return err
	}
	orphans, counts := found.Concepts, found.Counts
	if out.format == formatJSON {
		docs := []app.Orphan{}
		for _, o := range orphans {
			docs = append(docs, app.Orphan{
				VocabularyConcept: app.NewVocabularyConcept(
					o.Concept,
				), Why: o.Why, Occurrence: app.NewOccurrence(counts[o.Concept.ID], c.app.MinCell()),
			})
		}
		return out.json(docs)
	}
	if len(orphans) == 0 {
		c.note(
			"The records have nothing near %s that is not in it already (%s looked at).",
			app.Placeholder(sets[0].Entity),
			plural(found.Looked, "concept", "concepts"),
		)
		return nil
	}
	w := newGrid([]string{"concept", "name", "vocabulary", "code", "", "records", "people", "why"})
	for _, o := range orphans {
		k := o.Concept
		records, people := shownOccurrence(counts[k.ID], c.app.MinCell())
		w.AppendRow(
			gridRow([]string{fmt.Sprint(k.ID), k.Name, k.Vocabulary, k.Code, k.Standard, records, people, o.Why}),
		)
	}
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%s, %s. The records also have:\n%s\n",
		app.Placeholder(sets[0].Entity),
		plural(len(sets[0].Concepts), "concept", "concepts"),
		w.Render(),
	)
	return out.flush(&b)
}
