package commands

import (
	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/dialect"
)

// foreignFlags say how a set made elsewhere is laid out.
func foreignFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "columns",
			Usage: "which `FIELD=COLUMN,…` of the set holds what: id, question, paraphrase (may be repeated), masked, sql, template, answerable, topic",
		},
		&cli.StringFlag{
			Name:  "dialect",
			Value: string(dialect.DuckDB),
			Usage: "whose SQL the set has: `NAME` of duckdb, snowflake, bigquery, postgres or sqlserver",
		},
		&cli.StringFlag{Name: "sheet", Usage: "of a workbook, the sheet `NAME` (default: the first)"},
		&cli.StringFlag{Name: "labels", Usage: "a JSON `FILE` of id to SQL or null, in the set's folder"},
	}
}

// foreignOptions say how the set is laid out that a command reads.
func (c *call) foreignOptions() app.ForeignOptions {
	return app.ForeignOptions{
		Columns: c.String("columns"),
		Dialect: c.String("dialect"),
		Sheet:   c.String("sheet"),
		Labels:  c.String("labels"),
	}
}
