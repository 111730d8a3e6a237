package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

func (p *program) libraryImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "bring other people's questions and SQL to askomop",
		ArgsUsage: "FILE|FOLDER (" + app.ForeignForms + ")",
		Description: "Reads a set, brings its SQL to DuckDB and writes to a folder: all cases as " + app.CasesFile +
			", and each\n" +
			"that has a template and two paraphrases as a pair, to be reviewed and then added with library add.\n" +
			"What could not be brought over is listed with the reason.\n\n" +
			"   askomop library import set.xlsx --columns question=QUESTION,sql=QUERY --dialect snowflake --to set",
		Flags:  append(foreignFlags(), &cli.StringFlag{Name: "to", Usage: "the `DIR` to write to"}),
		Action: p.action(p.libraryImport),
	}
}

func (p *program) libraryImport(ctx context.Context, c *call) error {
	file, err := oneArgument(c, "FILE")
	if err != nil {
		return err
	}
	dir := c.String("to")
	if dir == "" {
		return usagef("library import needs --to DIR, the folder to write to")
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	done, err := c.app.Import(ctx, file, dir, c.foreignOptions())
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(done)
	}
	return printImported(c, done, dir)
}

func printImported(c *call, d app.Imported, dir string) error {
	for _, f := range d.Faults {
		fmt.Fprintf(c.Streams.Out, "not read: %s\n", f)
	}
	for _, ic := range d.Problems {
		fmt.Fprintf(c.Streams.Out, "not brought over: %s (%s): %s\n", ic.ID, ic.Source, strings.Join(ic.Problems, "; "))
	}
	_, err := fmt.Fprintf(
		c.Streams.Out,
		"%s: %d brought over, %d not, %d that must be refused; %s not read; %s written, all to %s\n",
		plural(d.Cases, "case", "cases"),
		d.Brought,
		len(d.Problems),
		d.Refusals,
		plural(len(d.Faults), "record", "records"),
		plural(d.Pairs, "pair", "pairs"),
		dir,
	)
	return err
}
