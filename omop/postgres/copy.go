package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/shadow"
)

// CopyOptions configures Copy.
type CopyOptions struct {
	Dir     string // where the tables are put, as Parquet files; it has to be there
	Workers int    // tables at a time; 0 means 4
	// Progress, if set, is told what has come of a table, and how many bytes of all; total is 0 where the server does
	// not say.
	Progress func(table string, done, total int64)
}

// Copied is a table that was copied.
type Copied struct {
	Table string
	Rows  int64
}

const (
	copyWorkers = 4
	// longestLine bounds a row as text: a note is rarely above a megabyte.
	longestLine = 16 << 20
)

// Copy writes the tables of a CDM in PostgreSQL into Parquet files, all as they were at one moment, by the server's
// COPY. The rows that the server says it sent are those that lie in the files, or there is an error.
func Copy(ctx context.Context, address string, o CopyOptions) (copied []Copied, err error) {
	place, err := ParsePlace(address)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("copy %s: %w", place.Name, explainConnect(err))
		}
	}()
	config, err := pgx.ParseConfig(place.URL)
	if err != nil {
		return nil, errors.New("the address can't be read")
	}
	e := &Engine{place: place}
	found, err := e.find(ctx, config)
	if err != nil {
		return nil, err
	}
	setUp(config, found.path)
	c := &copying{CopyOptions: o, config: config}
	if c.Workers <= 0 {
		c.Workers = copyWorkers
	}
	return c.run(ctx, ofCDM(found.tables))
}

// ofCDM are the tables that some version of the CDM has.
func ofCDM(tables []shadow.Table) []shadow.Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t shadow.Table) bool {
		for _, v := range schema.Versions() {
			if s, err := schema.For(v); err == nil {
				if _, ok := s.Table(t.Name); ok {
					return false
				}
			}
		}
		return true
	})
}

// copying is one Copy under way.
type copying struct {
	CopyOptions
	config   *pgx.ConnConfig
	snapshot string // what every connection sees; "" where the server exports none, and one connection does it all
	done     atomic.Int64
	total    int64
}

func (c *copying) run(ctx context.Context, tables []shadow.Table) ([]Copied, error) {
	first, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer first.Close(context.WithoutCancel(ctx))
	if err := first.QueryRow(ctx, "SELECT pg_export_snapshot()").Scan(&c.snapshot); err != nil {
		return nil, err
	}
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.Name
	}
	const size = "SELECT COALESCE(SUM(pg_table_size(to_regclass(quote_ident(n)))), 0)::bigint FROM unnest($1::text[]) AS t (n)"
	if err := first.QueryRow(ctx, size, names).Scan(&c.total); err != nil {
		return nil, err
	}
	copied := make([]Copied, len(tables))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(c.Workers)
	for i, t := range tables {
		g.Go(func() error {
			n, err := c.table(ctx, t)
			if err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
			copied[i] = Copied{t.Name, n}
			return nil
		})
	}
	return copied, g.Wait()
}

// connect opens a connection that sees the moment of the snapshot, once there is one.
func (c *copying) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, c.config.Copy())
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
	if err == nil && c.snapshot != "" {
		_, err = conn.Exec(ctx, "SET TRANSACTION SNAPSHOT '"+strings.ReplaceAll(c.snapshot, "'", "")+"'")
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
	}
	return conn, nil
}

// table copies one table: as text into a file, and from that, with its types, into a Parquet file.
func (c *copying) table(ctx context.Context, t shadow.Table) (rows int64, err error) {
	conn, err := c.connect(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	text := filepath.Join(c.Dir, t.Name+".text")
	f, err := os.OpenFile(text, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.Remove(text)) }()
	list := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		list[i] = pgx.Identifier{col.Name}.Sanitize()
		switch col.Type {
		case "TIMESTAMPTZ":
			list[i] += " AT TIME ZONE 'UTC'"
		case "VARCHAR":
			list[i] += "::text"
		}
	}
	query := "COPY (SELECT " + strings.Join(list, ", ") + " FROM " + pgx.Identifier{t.Name}.Sanitize() +
		") TO STDOUT (FORMAT csv)"
	tag, err := conn.PgConn().CopyTo(ctx, counted{f, func(n int) { c.report(t.Name, n) }}, query)
	if err = errors.Join(err, f.Close()); err != nil {
		return 0, err
	}
	written, err := toParquet(ctx, t, text, filepath.Join(c.Dir, t.Name+".parquet"))
	if err != nil {
		return 0, err
	}
	if written != tag.RowsAffected() {
		return 0, fmt.Errorf("the server sent %d rows, and %d arrived: nothing is kept", tag.RowsAffected(), written)
	}
	return written, nil
}

func (c *copying) report(table string, n int) {
	done := c.done.Add(int64(n))
	if c.Progress != nil {
		c.Progress(table, min(done, max(c.total, 1)), c.total)
	}
}

// counted tells of every write.
type counted struct {
	io.Writer
	wrote func(n int)
}

func (w counted) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.wrote(n)
	return n, err
}

// toParquet turns COPY's text into a Parquet file. An empty text is quoted there, and NULL is nothing.
func toParquet(ctx context.Context, t shadow.Table, from, to string) (int64, error) {
	db, err := sql.Open("duckdb", "?memory_limit=2GB&threads=2")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		kind := c.Type
		if kind == "TIMESTAMPTZ" {
			kind = "TIMESTAMP"
		}
		columns[i] = text(c.Name) + ": " + text(kind)
	}
	result, err := db.ExecContext(ctx, fmt.Sprintf(`COPY (SELECT * FROM read_csv(%s, columns = {%s}, auto_detect = false, header = false, delim = ',', quote = '"',
		escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = %d, buffer_size = %d)) TO %s (FORMAT parquet)`, text(from), strings.Join(columns, ", "), longestLine, 2*longestLine, text(to)))
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func text(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
