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
			madeFlag(),
			replaceFlag(),
		},
		Action: p.action(p.dbCopy),
	}
}

func (p *program) dbCopy(ctx context.Context, c *call) error {
	address, err := oneArgument(c, "postgres://USER@HOST:PORT/DATABASE")
	if err != nil {
		return err
	}
	target, err := databaseToMake(c, "cdm.duckdb")
	if err != nil {
		return err
	}
	report, err := c.app.CopyCDM(ctx, address, target, c.Bool("replace"))
	if err != nil {
		return err
	}
	return printMade(c, target, report, writeLoaded, "Every table has as many rows as the server sent. ")
}
