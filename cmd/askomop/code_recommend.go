package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop/info"
)

// jsonOrphan is a concept that records have and that a set may be missing.
type jsonOrphan struct {
	jsonVocabConcept
	Why string `json:"why"`
	*app.Occurrence
}

// recommend prints what the records have that sets may be missing.
func (c *call) recommend(ctx context.Context, out *printer, sets []coding.ConceptSet) error {
	if len(sets) != 1 {
		return usagef("--recommend looks at one set; say which is meant with --domain")
	}
	v, err := c.app.Vocabulary(ctx)
	if err != nil {
		return err
	}
	found, err := conceptset.Neighbours(ctx, v, sets[0])
	if err != nil {
		return err
	}
	ids := make([]int64, len(found))
	for i, n := range found {
		ids[i] = n.Concept.ID
	}
	counts, err := c.outside(ctx, ids, sets[0].IDs())
	if err != nil {
		return err
	}
	orphans := conceptset.MostUsed(found, func(id int64) int { return counts[id].People })
	if out.format == formatJSON {
		docs := []jsonOrphan{}
		for _, o := range orphans {
			docs = append(docs, jsonOrphan{conceptDocument(o.Concept), o.Why, app.NewOccurrence(counts[o.Concept.ID], c.app.MinCell())})
		}
		return out.json(docs)
	}
	if len(orphans) == 0 {
		c.note("The records have nothing near %s that is not in it already (%s looked at).", app.Placeholder(sets[0].Entity), plural(len(found), "concept", "concepts"))
		return nil
	}
	w := newGrid([]string{"concept", "name", "vocabulary", "code", "", "records", "people", "why"})
	for _, o := range orphans {
		k := o.Concept
		records, people := shownOccurrence(counts[k.ID], c.app.MinCell())
		w.AppendRow(gridRow([]string{fmt.Sprint(k.ID), k.Name, k.Vocabulary, k.Code, k.Standard, records, people, o.Why}))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s. The records also have:\n%s\n", app.Placeholder(sets[0].Entity), plural(len(sets[0].Concepts), "concept", "concepts"), w.Render())
	return out.flush(&b)
}

// outside counts the records of concepts whose standard concept is not in the set: those that it does not count already.
func (c *call) outside(ctx context.Context, ids, set []int64) (map[int64]info.Occurrence, error) {
	engine, err := c.app.Engine(ctx)
	if err != nil {
		return nil, err
	}
	return info.NewUsage(engine.DB()).Outside(ctx, ids, set)
}
