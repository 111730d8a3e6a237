package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/vocab"
)

func (p *program) vocabCommand() *cli.Command {
	return &cli.Command{
		Name:  "vocab",
		Usage: "load and search the OMOP vocabulary",
		Subcommands: []*cli.Command{
			p.vocabLoadCommand(),
			p.vocabDiffCommand(),
			p.vocabSearchCommand(),
			p.vocabIndexCommand(),
			{
				Name:      "show",
				Usage:     "show a concept: what it maps to, what lies below it",
				ArgsUsage: "ID",
				Action:    p.action(p.vocabShow),
			},
		},
	}
}

func (p *program) vocabShow(ctx context.Context, c *call) error {
	arg, err := oneArgument(c, "concept ID")
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil {
		return usagef("%q is not a concept id; find one with: askomop vocab search %q", arg, arg)
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	v, err := c.app.SearchedVocabulary(ctx)
	if err != nil {
		return err
	}
	concept, err := v.Concept(id)
	if errors.Is(err, vocab.ErrNotFound) {
		return fmt.Errorf("concept %d: %w; find one with: askomop vocab search TEXT", id, err)
	} else if err != nil {
		return fmt.Errorf("reading concept %d: %w", id, err)
	}
	below, err := v.Descendants(ctx, []int64{id})
	if err != nil {
		return fmt.Errorf("reading what lies below concept %d: %w", id, err)
	}
	return out.concept(concept, v.MapsTo(id), below)
}

// shownDescendants is how many descendants vocab show lists on paper; JSON has all.
const shownDescendants = 20

func (p *printer) concept(c vocab.Concept, targets []vocab.Concept, below vocab.Closure) error {
	if p.format == formatJSON {
		doc := struct {
			app.VocabularyConcept
			MapsTo      []app.VocabularyConcept `json:"maps_to"`
			Descendants []app.VocabularyConcept `json:"descendants"`
		}{app.NewVocabularyConcept(c), []app.VocabularyConcept{}, []app.VocabularyConcept{}}
		for _, t := range targets {
			doc.MapsTo = append(doc.MapsTo, app.NewVocabularyConcept(t))
		}
		for _, d := range below.Descendants {
			doc.Descendants = append(doc.Descendants, app.NewVocabularyConcept(d.Concept))
		}
		return p.json(doc)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d  %s\n", c.ID, c.Name)
	fmt.Fprintf(&b, "  %s %s, %s, %s, %s\n", c.Vocabulary, c.Code, c.Domain, c.Class, standing(c))
	for _, t := range targets {
		fmt.Fprintf(&b, "  maps to %d  %s (%s %s)\n", t.ID, t.Name, t.Vocabulary, t.Code)
	}
	if n := len(below.Descendants); n > 0 {
		fmt.Fprintf(&b, "  %s:\n", plural(n, "descendant", "descendants"))
	} else if len(below.Unknown) > 0 {
		b.WriteString("  the vocabulary has no hierarchy for this concept\n")
	}
	for i, d := range below.Descendants {
		if i == shownDescendants {
			fmt.Fprintf(&b, "    … %d more (--json lists all)\n", len(below.Descendants)-i)
			break
		}
		fmt.Fprintf(&b, "    %d  %s\n", d.Concept.ID, d.Concept.Name)
	}
	return p.flush(&b)
}

func standing(c vocab.Concept) string {
	switch {
	case c.Invalid != "":
		return "no longer valid"
	case c.Standard == "S":
		return "standard"
	case c.Standard == "C":
		return "classification"
	default:
		return "source concept"
	}
}
