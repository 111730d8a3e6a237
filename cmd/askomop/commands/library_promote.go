package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

func (p *program) libraryPromoteCommand() *cli.Command {
	return &cli.Command{
		Name:      "promote",
		Usage:     "review an answer that was kept with ask --save, and make a pair of it",
		ArgsUsage: "[ID] (default: list what waits for a review)",
		Description: "With an ID alone it shows the question, the SQL and its result. With --by NAME it becomes a verified pair of your library:\n" +
			"questions that are worded like it, with other drugs, diseases, years or numbers, are answered by it without asking a model.\n\n" +
			"   askomop library promote my-answer --by \"A. Smith\"",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "by", Usage: "`NAME` of who has reviewed it"},
			&cli.StringSliceFlag{
				Name:  "paraphrase",
				Usage: "another `WORDING` of the question; may be given several times",
			},
		},
		Action: p.action(p.libraryPromote),
	}
}

func (p *program) libraryPromote(ctx context.Context, c *call) error {
	if c.NArg() == 0 {
		return c.listDrafts()
	}
	id, err := oneArgument(c, "ID")
	if err != nil {
		return err
	}
	if c.IsSet("by") {
		path, err := c.app.Promote(ctx, id, c.String("by"), c.StringSlice("paraphrase"))
		if err != nil {
			return err
		}
		c.note("%s is a pair of your library now: %s.", id, path)
		if !c.settings.Retrieval.InMemory() {
			c.note("Before questions find it: askomop library index")
		}
		return nil
	}
	d, err := c.app.Draft(id)
	if err != nil {
		return err
	}
	fmt.Fprint(c.Streams.Out, visible(app.PairText(d.Pair))+"\n")
	if len(d.Fixed) > 0 {
		c.note(
			"The question does not word %s: a question that is worded alike gets the same there.",
			strings.Join(d.Fixed, ", "),
		)
	}
	if _, err = c.query(ctx, func() (*app.Answer, error) {
		return c.app.SQL(ctx, d.Pair.SQL, app.QueryOptions{Command: "library promote"})
	}); err != nil {
		return err
	}
	c.note("If this is right: askomop library promote %s --by NAME. If not, mend %s.", id, d.Path)
	return nil
}

// listDrafts prints the answers that wait for a review.
func (c *call) listDrafts() error {
	drafts, err := c.app.Drafts()
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		docs := []app.PairDocument{}
		for _, d := range drafts {
			docs = append(docs, app.NewPairDocument(d.Pair))
		}
		return out.json(docs)
	}
	if len(drafts) == 0 {
		c.note("Nothing waits for a review; askomop ask … --save ID keeps an answer.")
		return nil
	}
	w := newGrid([]string{"id", "question"})
	for _, d := range drafts {
		w.AppendRow(gridRow([]string{d.Pair.ID, d.Pair.Question}))
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}
