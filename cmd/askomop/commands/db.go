package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/pipeline/cell"
)

func (p *program) dbCommand() *cli.Command {
	return &cli.Command{
		Name:  "db",
		Usage: "make and describe CDM databases",
		Subcommands: []*cli.Command{
			{
				Name:      "demo",
				Usage:     "make a synthetic CDM",
				ArgsUsage: "FILE",
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "persons", Usage: "`N` people", Value: app.DemoPersons},
					&cli.Uint64Flag{
						Name:  "seed",
						Usage: "the same `SEED` makes the same database",
						Value: app.DemoSeed,
					},
				},
				Action: p.action(p.dbDemo),
			},
			{
				Name:      "load",
				Usage:     "load a CDM from CSV, TSV or Parquet files",
				ArgsUsage: "DIR|ZIP",
				Flags: []cli.Flag{
					madeFlag(),
					&cli.StringFlag{
						Name:  "cdm-version",
						Usage: "`VERSION` of the CDM, 5.3 or 5.4 (default: the files tell)",
					},
					&cli.StringFlag{
						Name:  "dates",
						Usage: "how dates with slashes are written, `ORDER` day-first or month-first (default: all files together tell)",
					},
					&cli.BoolFlag{
						Name:  "lose-columns",
						Usage: "accept that a column none of whose values can be read is empty",
					},
					replaceFlag(),
				},
				Action: p.action(p.dbLoad),
			},
			p.dbSynpufCommand(),
			p.dbCopyCommand(),
			{
				Name:   "info",
				Usage:  "describe the database: version, people, dates, tables, vocabulary, what is missing",
				Action: p.action(p.dbInfo),
			},
		},
	}
}

func (p *program) dbDemo(ctx context.Context, c *call) error {
	file, err := oneArgument(c, "FILE")
	if err != nil {
		return err
	}
	persons := c.Int("persons")
	if err := c.app.MakeDemo(ctx, file, persons, c.Uint64("seed")); err != nil {
		return err
	}
	c.note("Made %s. Ask it: askomop --db %s ask \"…\"", file, file)
	return nil
}

func (p *program) dbLoad(ctx context.Context, c *call) error {
	source, err := oneArgument(c, "DIR or ZIP")
	if err != nil {
		return err
	}
	target, err := databaseToMake(c, "cdm.duckdb")
	if err != nil {
		return err
	}
	report, err := c.app.LoadCDM(ctx, load.Options{
		Source: source, Target: target, Version: c.String("cdm-version"), Replace: c.Bool("replace"),
		Dates: load.DateOrder(c.String("dates")), LoseColumns: c.Bool("lose-columns"),
	})
	if err != nil {
		return err
	}
	return printMade(c, target, report, writeLoaded, "")
}

// writeLoaded writes what a load did: the tables with rows, and everything that was not as the CDM wants it.
func writeLoaded(b *strings.Builder, c *call, r *load.Report) {
	w := newGrid([]string{"table", "rows", "files"})
	for _, t := range r.Tables {
		if t.Rows > 0 || len(t.Files) > 0 {
			w.AppendRow(gridRow([]string{t.Table, fmt.Sprint(t.Rows), strings.Join(t.Files, ", ")}))
		}
	}
	fmt.Fprintf(b, "%s\n", w.Render())
	for _, dir := range r.Removed {
		c.note("Removed %s, which a load that was killed had left.", dir)
	}
	fmt.Fprintf(b, "%d rows, CDM %s (%s), %s s: %s\n",
		r.Rows(), r.Version, r.VersionFrom, cell.Float(r.Took.Seconds()), r.Target)
	if findings := r.Findings(); len(findings) > 0 {
		b.WriteString("\nFound on the way, and kept as it is:\n")
		for _, f := range findings {
			fmt.Fprintf(b, "  - %s\n", f)
		}
	}
}

// fileSize is a file's size in megabytes, for people.
func fileSize(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
