package app

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/eval/foreign"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/dialect"
	"github.com/askomop/askomop/omop/sqltree"
)

// ForeignForms are the files that a set made elsewhere can be.
const ForeignForms = ".csv, .tsv, .xlsx, .json, .jsonl, .md, .sql"

// ForeignOptions say how a set made elsewhere is laid out.
type ForeignOptions struct {
	Columns string // which "FIELD=COLUMN,…" holds what
	Dialect string // whose SQL it has [duckdb]
	Sheet   string // of a workbook [the first]
	Labels  string // a JSON file of id to SQL or null, in the set's folder
}

// foreignSet is a set as it was read.
type foreignSet struct {
	from   dialect.Dialect
	cases  []foreign.Case
	faults error // of records that could not be read, joined; each is a *foreign.Fault
}

// readForeign reads the set in a file or folder. Faults end it only where nothing else was found.
func readForeign(file string, o ForeignOptions) (foreignSet, error) {
	from, err := dialect.ParseDialect(cmp.Or(o.Dialect, string(dialect.DuckDB)))
	if err != nil {
		return foreignSet{}, usagef("%w", err)
	}
	columns, err := foreign.ParseColumns(o.Columns)
	if err != nil {
		return foreignSet{}, usagef("%w", err)
	}
	file = filepath.Clean(file)
	opt := foreign.Options{Columns: columns, Sheet: o.Sheet}
	if o.Labels != "" {
		if filepath.Dir(filepath.Clean(o.Labels)) != filepath.Dir(file) {
			return foreignSet{}, usagef("--labels names a file in the folder of %s; copy it there", file)
		}
		opt.Labels = filepath.Base(o.Labels)
	}
	cases, err := foreign.Read(os.DirFS(filepath.Dir(file)), filepath.Base(file), opt)
	if cases == nil {
		return foreignSet{}, err
	}
	return foreignSet{from, cases, err}, nil
}

// bring translates the SQL of a case and asks the engine whether it binds. What it finds is among the case's problems
// and doubts.
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
