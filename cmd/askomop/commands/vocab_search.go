package commands

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/vocab"
)

func (p *program) vocabSearchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find concepts by name, synonym, abbreviation or code",
		ArgsUsage: "TEXT",
		Description: "Words are read as hospitals write them, too: abbreviated, cut short, misspelt, in any order.\n" +
			"--used, --unused and --counts look at the records of the database that --db names.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "k", Usage: "at most `N` concepts", Value: app.DefaultHits},
			&cli.StringFlag{Name: "domain", Usage: "concepts of one domain_id, such as Drug"},
			&cli.StringSliceFlag{
				Name:  "vocabulary",
				Usage: "concepts of one vocabulary_id, such as SNOMED; may be given again",
			},
			&cli.BoolFlag{Name: "standard", Usage: "standard concepts only"},
			&cli.BoolFlag{Name: "source", Usage: "concepts that are not standard only"},
			&cli.BoolFlag{Name: "used", Usage: "concepts only that the database's records have"},
			&cli.BoolFlag{Name: "unused", Usage: "concepts only that no record has"},
			&cli.BoolFlag{Name: "counts", Usage: "show the records and people of each"},
		},
		Action: p.action(p.vocabSearch),
	}
}

func (p *program) vocabSearch(ctx context.Context, c *call) error {
	text, err := c.text("TEXT")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	opt, err := searchOptions(c)
	if err != nil {
		return err
	}
	found, err := c.app.Search(ctx, text, opt)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		docs := []app.Hit{}
		for _, h := range found.Hits {
			doc := app.Hit{
				VocabularyConcept: app.NewVocabularyConcept(h.Concept),
				Term:              h.Term,
				Kind:              h.Kind.String(),
				Score:             app.Float(h.Score),
			}
			if found.Counted {
				doc.Occurrence = app.NewOccurrence(found.Counts[h.Concept.ID], c.app.MinCell())
			}
			docs = append(docs, doc)
		}
		return out.json(docs)
	}
	if len(found.Hits) == 0 {
		c.note("Nothing in this vocabulary is like %q.", text)
		return nil
	}
	return printHits(c, found)
}

// searchOptions read the flags that narrow a search.
func searchOptions(c *call) (app.SearchOptions, error) {
	o := app.SearchOptions{
		K: c.Int(
			"k",
		), Domain: c.String("domain"), Used: c.Bool("used"), Unused: c.Bool("unused"), Counts: c.Bool("counts"),
		Filter: vocab.Filter{
			Vocabularies: c.StringSlice("vocabulary"),
			Standard:     c.Bool("standard"),
			Source:       c.Bool("source"),
		},
	}
	switch {
	case o.Filter.Standard && o.Filter.Source:
		return o, usagef("--standard and --source exclude each other")
	case o.Used && o.Unused:
		return o, usagef("--used and --unused exclude each other")
	}
	return o, nil
}

func printHits(c *call, found *app.SearchResult) error {
	head := []string{"concept", "name", "domain", "vocabulary", "code", "class", "", "found as", "score"}
	if found.Counted {
		head = append(head, "records", "people")
	}
	w := newGrid(head)
	for _, h := range found.Hits {
		k := h.Concept
		as := h.Kind.String()
		if h.Term != k.Name {
			as += " " + h.Term
		}
		row := []string{
			fmt.Sprint(k.ID),
			k.Name, k.Domain, k.Vocabulary, k.Code, k.Class, k.Standard, as,
			cell.Float(h.Score),
		}
		if found.Counted {
			records, people := shownOccurrence(found.Counts[k.ID], c.app.MinCell())
			row = append(row, records, people)
		}
		w.AppendRow(gridRow(row))
	}
	_, err := fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}
