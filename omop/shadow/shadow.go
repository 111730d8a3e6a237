// Package shadow asks a CDM on a server through an empty copy of its tables in DuckDB: by the copy a statement is
// judged, and its names and types are bound, before anything is sent. Where the server has no vocabulary, the rows of
// one in the home folder that a statement can reach are sent with it.
package shadow

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Table is one of the server's tables.
type Table struct {
	Name    string
	Columns []Column
}

// Column has DuckDB's name of its type.
type Column struct{ Name, Type string }

// Copy is the empty copy. It implements sqltree.Serializer.
type Copy struct {
	CDM     *schema.Schema // the version that the tables are of
	engine  *duckdb.Engine
	standIn string // the file of the vocabulary that stands in, since the server has none; or ""
	dir     string
	has     map[string]bool // the server's tables, in lower case
}

// Make makes the copy in a folder of its own below temp ("" for the system's), which Close removes. standIn is a DuckDB
// file whose vocabulary stands in, "" for none.
func Make(ctx context.Context, tables []Table, standIn, temp string, log *slog.Logger) (c *Copy, err error) {
	c = &Copy{has: map[string]bool{}, standIn: standIn}
	for _, t := range tables {
		c.has[strings.ToLower(t.Name)] = true
	}
	if c.CDM, err = schema.For(version(tables)); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp(temp, "askomop-shadow-"); err != nil {
		return nil, err
	}
	file := filepath.Join(c.dir, "shadow.duckdb")
	if err = write(ctx, tables, file); err == nil {
		c.engine, err = duckdb.Open(ctx, file, duckdb.Options{
			TempDir: c.dir, MemoryLimit: 256 << 20, Threads: 1, Logger: log, Vocabulary: standIn,
		})
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	return c, nil
}

// Close removes the copy. A nil one is closed.
func (c *Copy) Close() error {
	if c == nil {
		return nil
	}
	return errors.Join(c.engine.Close(), os.RemoveAll(c.dir))
}

// Reader reads the copy, for what asks for the structure of the tables.
func (c *Copy) Reader() omop.Reader { return c.engine.Reader() }

// SerializeSQL implements sqltree.Serializer.
func (c *Copy) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	return c.engine.SerializeSQL(ctx, text)
}

// Admit judges a statement, binds it and returns its tree.
func (c *Copy) Admit(ctx context.Context, text string) (*sqltree.Statement, error) {
	if err := c.engine.Check(ctx, text); err != nil {
		return nil, err
	}
	s, err := sqltree.Parse(ctx, c.engine, text)
	if err != nil {
		return nil, err
	}
	return s, c.requireTables(s)
}

// requireTables refuses a statement that reads a table which the server lacks. DuckDB's engine holds an empty place for
// those of a vocabulary.
func (c *Copy) requireTables(s *sqltree.Statement) (err error) {
	ctes := sqltree.Resolve(s, c.CDM).CTENames
	sqltree.Walk(s, func(n sqltree.Node) bool {
		t, ok := n.(*sqltree.BaseTable)
		if name := ""; ok && err == nil {
			if name = strings.ToLower(t.Name); !c.has[name] && !c.lends(name) && !slices.Contains(ctes, name) {
				q := &omop.QueryError{SQL: s.Text,
					Err: fmt.Errorf("the server has no table %s: load the vocabulary's tables into it, or a vocabulary into the home folder "+
						"(askomop vocab load); until then ask for what needs no names of concepts, such as how many people have what you name", name)}
				q.Line, q.Column = sqltree.LineColumn(s.Text, max(0, t.Pos()))
				err = q
			}
		}
		return err == nil
	})
	return err
}

// write makes a DuckDB file with the tables, empty.
func write(ctx context.Context, tables []Table, file string) (err error) {
	db, err := sql.Open("duckdb", file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	for _, t := range tables {
		if len(t.Columns) == 0 {
			continue
		}
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = quote(c.Name) + " " + c.Type
		}
		if _, err := tx.ExecContext(ctx, "CREATE TABLE "+quote(t.Name)+" ("+strings.Join(columns,
			", ")+")"); err != nil {
			return fmt.Errorf("copy the structure of %s: %w", t.Name, err)
		}
	}
	return tx.Commit()
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// version is the CDM's version by its columns.
func version(tables []Table) string {
	best, most := "", -1
	for _, v := range schema.Versions() {
		s, err := schema.For(v)
		if err != nil {
			continue
		}
		n := 0
		for _, t := range tables {
			if have, ok := s.Table(strings.ToLower(t.Name)); ok {
				for _, c := range t.Columns {
					if _, ok := have.Column(strings.ToLower(c.Name)); ok {
						n++
					}
				}
			}
		}
		if n >= most {
			best, most = v, n
		}
	}
	return best
}
