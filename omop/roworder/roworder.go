// Package roworder puts the rows of a CDM database into the order on disk in which questions are answered fastest:
// events by concept, then person, then date, and the vocabulary by concept (see docs/performance.md).
//
// A database that grew batch by batch, or sample by sample, has its rows in order within each batch only, and the
// engine finds every concept in every batch. Copy merges them, some concepts at a time, so that the memory it takes
// does not grow with the database.
package roworder

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// rowGroup is how many rows the engine keeps the least and the greatest value of each column for, and skips as one. A
// fourth of its own default: a question about a few concepts then reads half as much, and the file grows by little.
const rowGroup = 32_768

// Attach is the statement that attaches the file at path as a database whose tables have their rows in groups of the
// size that suits their order. It makes a file that is not there.
func Attach(path, name string) string {
	return fmt.Sprintf("ATTACH IF NOT EXISTS '%s' AS %s (ROW_GROUP_SIZE %d)", strings.ReplaceAll(path, "'", "''"), name,
		rowGroup)
}

// sliceRows is about how many rows are sorted at once: a gigabyte at most. A concept with more rows is one slice, and
// what of it does not fit into the engine's memory goes to its temporary folder.
const sliceRows = 4_000_000

// Copy fills tables of the database to, which are there and empty, with the rows of those of the database from; both
// are attached to the connection. A table that has an order gets its rows by it and its primary key, any other one as
// they are. Tell, if not nil, is told what begins: the table, and done of total rows.
func Copy(ctx context.Context, conn *sql.Conn, from, to string, tables []*schema.Table,
	tell func(table string, done, total int64)) error {
	return copySlices(ctx, conn, from, to, tables, tell, sliceRows)
}

func copySlices(ctx context.Context, conn *sql.Conn, from, to string, tables []*schema.Table,
	tell func(string, int64, int64), size int64) error {
	rows := make([]int64, len(tables))
	var done, total int64
	for i, t := range tables {
		if err := conn.QueryRowContext(ctx,
			"SELECT count(*) FROM "+from+"."+schema.Quote(t.Name)).Scan(&rows[i]); err != nil {
			return fmt.Errorf("order %s: %w", t.Name, err)
		}
		total += rows[i]
	}
	for i, t := range tables {
		if rows[i] == 0 {
			continue
		}
		if tell != nil {
			tell(t.Name, done, total)
		}
		parts, err := slices(ctx, conn, from, t, rows[i], size)
		if err != nil {
			return fmt.Errorf("order %s: %w", t.Name, err)
		}
		for _, part := range parts {
			stmt := fmt.Sprintf("INSERT INTO %s.%s SELECT * FROM %s.%s%s%s", to, schema.Quote(t.Name), from,
				schema.Quote(t.Name), part, orderBy(t))
			if _, err := conn.ExecContext(ctx, stmt); err != nil {
				return fmt.Errorf("order %s: %w", t.Name, err)
			}
		}
		done += rows[i]
	}
	return nil
}

// slices returns the WHERE clauses that divide a table of events by ranges of concepts, in their order; a small table,
// and one of the vocabulary, is one slice without any.
func slices(ctx context.Context, conn *sql.Conn, from string, t *schema.Table, rows, size int64) ([]string, error) {
	order := t.Order()
	if len(order) == 0 || rows <= size || !t.IsEvent() {
		return []string{""}, nil
	}
	column := schema.Quote(order[0])
	found, err := conn.QueryContext(ctx,
		fmt.Sprintf("SELECT %s, count(*) FROM %s.%s WHERE %s IS NOT NULL GROUP BY 1 ORDER BY 1", column, from,
			schema.Quote(t.Name), column))
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var out []string
	above := ""
	var held, concept, n int64
	for found.Next() {
		if err := found.Scan(&concept, &n); err != nil {
			return nil, err
		}
		if held += n; held >= size {
			out = append(out, fmt.Sprintf(" WHERE %s%s <= %d", above, column, concept))
			above, held = fmt.Sprintf("%s > %d AND ", column, concept), 0
		}
	}
	// The last slice has what is above the last bound, which may be nothing; the engine puts NULL last.
	out = append(out, " WHERE "+strings.TrimSuffix(above, " AND "), " WHERE "+column+" IS NULL")
	if above == "" {
		out[0] = " WHERE " + column + " IS NOT NULL"
	}
	return out, found.Err()
}

// orderBy is the table's order, and its primary key, so that the same rows always lie in the same order.
func orderBy(t *schema.Table) string {
	columns := t.Order()
	if len(columns) == 0 {
		return ""
	}
	for _, c := range t.Columns {
		if c.Primary {
			columns = append(columns, c.Name)
		}
	}
	for i, c := range columns {
		columns[i] = schema.Quote(c)
	}
	return " ORDER BY " + strings.Join(columns, ", ")
}
