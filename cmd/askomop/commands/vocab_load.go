package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

func (p *program) vocabLoadCommand() *cli.Command {
	return &cli.Command{
		Name:      "load",
		Usage:     "load a vocabulary downloaded from Athena",
		ArgsUsage: "DIR|ZIP",
		Description: "The vocabulary is kept in the home folder. It serves databases that have none of their own,\n" +
			"and vocab search and vocab show without --db. A newer one replaces it, with a report of what has changed.",
		Action: p.action(p.vocabLoad),
	}
}

func (p *program) vocabLoad(ctx context.Context, c *call) error {
	source, err := oneArgument(c, "DIR or ZIP")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	done, err := c.app.LoadVocabulary(ctx, source)
	if err != nil {
		return err
	}
	return out.loadedVocabulary(done)
}

// loadedVocabulary prints what vocab load has done.
func (p *printer) loadedVocabulary(done *app.LoadedVocabulary) error {
	if p.format == formatJSON {
		return p.json(done)
	}
	var b strings.Builder
	if done.Unchanged {
		b.WriteString("These are the files that the vocabulary was loaded from: nothing was done.\n")
	}
	w := newGrid([]string{"table", "rows", ""})
	for _, t := range done.Tables {
		kept := ""
		if t.Kept && !done.Unchanged {
			kept = "as before"
		}
		w.AppendRow(gridRow([]string{t.Table, grouped(t.Rows), kept}))
	}
	fmt.Fprintf(&b, "%s\n", w.Render())
	if done.Version != "" {
		fmt.Fprintf(&b, "%s, ", done.Version)
	}
	fmt.Fprintf(&b, "loaded in %.1f s: %s\n", done.Took.Seconds(), done.Target)
	fmt.Fprintf(
		&b,
		"%s names indexed, %.1f MB: %s\n",
		grouped(int64(done.Index.Names)),
		float64(done.Index.Bytes)/1e6,
		done.Index.File,
	)
	for i, n := range done.Notes {
		if i == 0 {
			b.WriteString("\nKeep in mind:\n")
		}
		fmt.Fprintf(&b, "  - %s\n", n)
	}
	if done.Changes != nil {
		b.WriteByte('\n')
		writeChanges(&b, done.Changes)
	}
	return p.flush(&b)
}
