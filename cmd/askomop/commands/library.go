package commands

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/rag"
)

func (p *program) libraryCommand() *cli.Command {
	return &cli.Command{
		Name:  "library",
		Usage: "the pairs of questions and SQL that answers follow",
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "list the pairs",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "topic", Usage: "those of one `TOPIC`"}},
				Action: p.action(p.libraryList),
			},
			{Name: "show", Usage: "show a pair", ArgsUsage: "ID", Action: p.action(p.libraryShow)},
			{
				Name:      "verify",
				Usage:     "run pairs on the database: rules, codes, result, and whether their wordings find them",
				ArgsUsage: "[ID…] (default: all)",
				Action:    p.action(p.libraryVerify),
			},
			p.libraryPromoteCommand(),
			p.libraryImportCommand(),
			p.libraryIndexCommand(),
			{
				Name:      "add",
				Usage:     "verify a pair and add it to your library",
				ArgsUsage: "FILE",
				Flags:     []cli.Flag{&cli.BoolFlag{Name: "replace", Usage: "a pair of this id may be there already"}},
				Action:    p.action(p.libraryAdd),
			},
		},
	}
}

func (p *program) libraryList(ctx context.Context, c *call) error {
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return err
	}
	if topic := c.String("topic"); topic != "" {
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p rag.Pair) bool { return p.Topic != topic })
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		docs := []app.PairDocument{}
		for _, p := range pairs {
			docs = append(docs, app.NewPairDocument(p))
		}
		return out.json(docs)
	}
	w := newGrid([]string{"id", "topic", "question"})
	for _, p := range pairs {
		w.AppendRow(gridRow([]string{p.ID, p.Topic, clipped(p.Question)}))
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

func (p *program) libraryShow(ctx context.Context, c *call) error {
	id, err := oneArgument(c, "pair ID")
	if err != nil {
		return err
	}
	pair, err := c.app.Pair(ctx, id)
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(app.NewPairDocument(pair))
	}
	_, err = fmt.Fprint(c.Streams.Out, app.PairText(pair))
	return err
}

func (p *program) libraryVerify(ctx context.Context, c *call) error {
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		pairs = nil
		for _, id := range c.Args().Slice() {
			pair, err := c.app.Pair(ctx, id)
			if err != nil {
				return err
			}
			pairs = append(pairs, pair)
		}
	}
	v, err := c.app.Verifier(ctx)
	if err != nil {
		return err
	}
	bar := c.begin(fmt.Sprintf("Verifying %s", plural(len(pairs), "pair", "pairs")))
	bad := 0
	for i, pair := range pairs {
		bar.At(pair.ID, int64(i), int64(len(pairs)))
		if faults := v.Faults(ctx, pair, true); len(faults) > 0 {
			bad++
			fmt.Fprintf(c.Streams.Out, "%s: %s\n", pair.ID, strings.Join(faults, "; "))
		}
		if ctx.Err() != nil {
			bar.End()
			return ctx.Err()
		}
	}
	bar.End()
	fmt.Fprintf(c.Streams.Out, "%s verified, %d with faults\n", plural(len(pairs), "pair", "pairs"), bad)
	if bad > 0 {
		return errReported
	}
	return nil
}

func (p *program) libraryAdd(ctx context.Context, c *call) error {
	file, err := oneArgument(c, "FILE")
	if err != nil {
		return err
	}
	text, err := bounded.ReadFile(file, maxInput)
	if err != nil {
		return fmt.Errorf("adding a pair: %w", err)
	}
	pair, path, err := c.app.AddPair(ctx, filepath.Base(file), string(text), c.Bool("replace"))
	if err != nil {
		return err
	}
	c.note("Added %s as %s.", pair.ID, path)
	if !c.settings.Retrieval.InMemory() {
		c.note("Before questions find it: askomop library index")
	}
	return nil
}
