package load

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// newReader makes the reader of a job, and what is to be called after its last file. The rows of one file are ordered
// as they are read; those of several are first put together in a database beside the target, because the order has to
// hold over all of them. The engine sorts in its memory limit and writes what is beyond to the working folder.
func (l *loader) newReader(ctx context.Context, conn *sql.Conn, j job) (*reader, func() error, error) {
	name := schema.Quote(j.table.Name)
	r := &reader{conn: conn, table: j.table, into: name, ordered: !l.Unordered, rejects: l.rejects, report: j.report,
		loseColumns: l.LoseColumns}
	names := make([]string, len(j.table.Columns))
	for i, c := range j.table.Columns {
		names[i] = c.Name
	}
	order := orderBy(j.table, names)
	if !r.ordered || len(j.members) == 1 || order == "" {
		return r, func() error { return nil }, nil
	}
	r.into, r.ordered = "parts."+name, false
	run := func(statements ...string) error {
		for _, stmt := range statements {
			if _, err := conn.ExecContext(ctx, stmt); err != nil {
				return fmt.Errorf("order %s: %w", j.table.Name, err)
			}
		}
		return nil
	}
	err := run("ATTACH IF NOT EXISTS "+literal(filepath.Join(l.dst.dir, "parts.duckdb"))+" AS parts",
		"CREATE TABLE "+r.into+" AS SELECT * FROM "+name+" LIMIT 0")
	return r, func() error {
		return run("INSERT INTO "+name+" SELECT * FROM "+r.into+order, "DROP TABLE "+r.into)
	}, err
}

// orderBy puts a piece's rows into the order of the table, by the places of its columns among those that are read.
func orderBy(t *schema.Table, names []string) string {
	var places []string
	for _, column := range t.Order() {
		if i := slices.Index(names, column); i >= 0 {
			places = append(places, strconv.Itoa(i+1))
		}
	}
	if len(places) == 0 {
		return ""
	}
	return " ORDER BY " + strings.Join(places, ", ")
}
