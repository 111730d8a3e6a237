package commands

import (
	"context"

	"github.com/urfave/cli/v2"
)

func (p *program) dbCopyCommand() *cli.Command {
	return &cli.Command{
		Name:      "copy",
		Usage:     "copy a CDM out of PostgreSQL into a DuckDB file, which answers several times as fast",
		ArgsUsage: "postgres://USER@HOST:PORT/DATABASE?cdm=SCHEMA",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "the DuckDB `FILE` to make (needed)"},
			&cli.BoolFlag{Name: "replace", Usage: "the file may exist and is replaced"},
		},
		Action: p.action(p.dbCopy),
	}
}

func (p *program) dbCopy(ctx context.Context, c *call) error {
	address, err := oneArgument(c, "postgres://USER@HOST:PORT/DATABASE")
	if err != nil {
		return err
	}
	target := c.String("to")
	if target == "" {
		return usagef("--to FILE is needed: the database to make, such as --to cdm.duckdb")
	}
	report, err := c.app.CopyCDM(ctx, address, target, c.Bool("replace"))
	if err != nil {
		return err
	}
	if err := printReport(c, report); err != nil {
		return err
	}
	c.note("Every table has as many rows as the server sent. Ask it: askomop --db %s ask \"…\"", target)
	return nil
}
