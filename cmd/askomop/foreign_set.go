package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/dialect"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag/foreign"
)

// foreignForms are the files that a set made elsewhere can be.
const foreignForms = ".csv, .tsv, .xlsx, .json, .jsonl, .md, .sql"

// foreignFlags say how a set made elsewhere is laid out.
func foreignFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "columns", Usage: "which `FIELD=COLUMN,…` of the set holds what: id, question, paraphrase (may be repeated), masked, sql, template, answerable, topic"},
		&cli.StringFlag{Name: "dialect", Value: string(dialect.DuckDB), Usage: "whose SQL the set has: `NAME` of duckdb, snowflake, bigquery, postgres or sqlserver"},
		&cli.StringFlag{Name: "sheet", Usage: "of a workbook, the sheet `NAME` (default: the first)"},
		&cli.StringFlag{Name: "labels", Usage: "a JSON `FILE` of id to SQL or null, in the set's folder"},
	}
}

// foreignSet is a set as it was read.
type foreignSet struct {
	from   dialect.Dialect
	cases  []foreign.Case
	faults error // of records that could not be read, joined; each is a *foreign.Fault
}

// readForeign reads the set in a file or folder as the flags say. Faults end it only where nothing else was found.
func (c *call) readForeign(file string) (foreignSet, error) {
	from, err := dialect.ParseDialect(c.String("dialect"))
	if err != nil {
		return foreignSet{}, usagef("%w", err)
	}
	columns, err := foreign.ParseColumns(c.String("columns"))
	if err != nil {
		return foreignSet{}, usagef("%w", err)
	}
	file = filepath.Clean(file)
	opt := foreign.Options{Columns: columns, Sheet: c.String("sheet")}
	if labels := c.String("labels"); labels != "" {
		if filepath.Dir(filepath.Clean(labels)) != filepath.Dir(file) {
			return foreignSet{}, usagef("--labels names a file in the folder of %s; copy it there", file)
		}
		opt.Labels = filepath.Base(labels)
	}
	cases, err := foreign.Read(os.DirFS(filepath.Dir(file)), filepath.Base(file), opt)
	if cases == nil {
		return foreignSet{}, err
	}
	return foreignSet{from, cases, err}, nil
}

// bring translates the SQL of a case and asks the engine whether it binds. What it finds is among the case's problems and doubts.
func bring(ctx context.Context, c foreign.Case, from dialect.Dialect, engine omop.Engine) foreign.Case {
	if !c.Answerable || len(c.Problems) > 0 {
		return c
	}
	for _, sql := range []*string{&c.SQL, &c.Template} {
		if *sql == "" {
			continue
		}
		tr := dialect.Translate(*sql, from)
		*sql = tr.SQL
		for _, n := range tr.Problems {
			c.Problems = append(c.Problems, n.String())
		}
		for _, n := range tr.Doubts {
			c.Doubts = append(c.Doubts, n.String())
		}
		if tr.OK() {
			if err := binds(ctx, tr.SQL, engine); err != nil {
				c.Problems = append(c.Problems, firstLine(err.Error()))
			}
		}
	}
	return c
}

// binds asks the engine; a placeholder's concepts stand for themselves as an id that no concept has.
func binds(ctx context.Context, template string, engine omop.Engine) error {
	sql, err := sqltree.Render(template, func(sqltree.Placeholder) (string, error) { return "-1", nil })
	if err != nil {
		return err
	}
	return engine.Check(ctx, sql)
}

// faultsOf takes joined errors apart.
func faultsOf(err error) []error {
	var many interface{ Unwrap() []error }
	switch {
	case err == nil:
		return nil
	case errors.As(err, &many):
		return many.Unwrap()
	}
	return []error{err}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
