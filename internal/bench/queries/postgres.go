package main

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
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// postgres is the comparison with PostgreSQL at one size. Ratios are PostgreSQL's time over DuckDB's.
type postgres struct {
	People  int                `json:"people"`
	Ratios  map[string]float64 `json:"ratios"`
	Refused map[string]string  `json:"refused,omitempty"` // statements that PostgreSQL does not run, with its reason
	Slow    []string           `json:"slow,omitempty"`    // those that it did not end in time, counted at the limit
}

const (
	largestForPostgres = 100_000
	patience           = time.Second
	schemaName         = "askomop_bench"
	queryCanceled      = "57014" // PostgreSQL's code of what hit statement_timeout
)

// comparePostgres loads the largest database of at most 100,000 people into PostgreSQL and runs the same statements.
func comparePostgres(ctx context.Context, o options, r *report, statements []statement) (*postgres, error) {
	at := -1
	for i, s := range r.Sizes {
		if s.People <= largestForPostgres {
			at = i
		}
	}
	if at < 0 {
		return nil, nil
	}
	s := r.Sizes[at]
	conn, err := pgx.Connect(ctx, o.postgres)
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	file := filepath.Join(o.folder, fmt.Sprintf("demo-%d.duckdb", s.People))
	if err := preparePostgres(ctx, conn, o, file, s.People); err != nil {
		return nil, fmt.Errorf("load PostgreSQL: %w", err)
	}
	db, err := openReadOnly(file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	out := &postgres{People: s.People, Ratios: map[string]float64{}, Refused: map[string]string{}}
	for i, st := range statements {
		fmt.Fprintf(os.Stderr, "\rPostgreSQL: %d of %d ", i+1, len(statements))
		if err := out.compare(ctx, conn, db, st, o); err != nil {
			return nil, fmt.Errorf("%s: %w", st.id, err)
		}
	}
	fmt.Fprintln(os.Stderr)
	if o.keep {
		return out, nil
	}
	_, err = conn.Exec(ctx, "DROP SCHEMA "+schemaName+" CASCADE")
	return out, err
}

// compare runs a statement in PostgreSQL and in DuckDB in turn, so that what else the machine does slows both, and
// notes the ratio of their medians. The first run of each does not count, unless PostgreSQL takes longer than patience:
// then its first is its only one.
func (p *postgres) compare(ctx context.Context, conn *pgx.Conn, db *sql.DB, st statement, o options) error {
	var theirs, ours []float64
	patient := true
	for i := range o.runs + 1 {
		if patient {
			took, err := p.time(ctx, conn, st, o)
			if err != nil || took == 0 {
				return err
			}
			if patient = took <= patience; !patient {
				theirs = nil
			}
			if i > 0 || !patient {
				theirs = append(theirs, milliseconds(took))
			}
		}
		began := time.Now()
		if _, err := drain(ctx, db, st.sql); err != nil {
			return err
		}
		if i > 0 {
			ours = append(ours, milliseconds(time.Since(began)))
		}
	}
	p.Ratios[st.id] = o.of(theirs) / o.of(ours)
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// time runs a statement in PostgreSQL once. It is 0 where the statement is refused, and the limit where it is not done
// by then.
func (p *postgres) time(ctx context.Context, conn *pgx.Conn, st statement, o options) (time.Duration, error) {
	began := time.Now()
	_, err := conn.Exec(ctx, st.sql)
	took := time.Since(began)
	var refused *pgconn.PgError
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.As(err, &refused) && refused.Code == queryCanceled:
		p.Slow = append(p.Slow, st.id)
		return o.limit, nil
	case errors.As(err, &refused):
		p.Refused[st.id] = err.Error()
		return 0, nil
	}
	return took, err
}

// preparePostgres fills the server, unless an earlier run has, and sets how long a statement may take.
func preparePostgres(ctx context.Context, conn *pgx.Conn, o options, file string, people int) error {
	var there int
	err := conn.QueryRow(ctx, "SELECT people FROM "+schemaName+".ready").Scan(&there)
	if !o.keep || err != nil || there != people {
		if err := fillPostgres(ctx, conn, file); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, fmt.Sprintf("CREATE TABLE ready AS SELECT %d AS people", people)); err != nil {
			return err
		}
	}
	_, err = conn.Exec(ctx, fmt.Sprintf("SET search_path = %s; SET statement_timeout = %d", schemaName,
		o.limit.Milliseconds()))
	return err
}

// fillPostgres copies the data and makes the keys and indexes of OHDSI's DDL: a primary key a table, an index each on
// the person, the concept and the visit, both columns of concept_ancestor, and statistics.
func fillPostgres(ctx context.Context, conn *pgx.Conn, file string) error {
	db, err := openReadOnly(file)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, stmt := range []string{"DROP SCHEMA IF EXISTS " + schemaName + " CASCADE", "CREATE SCHEMA " + schemaName,
		"SET search_path = " + schemaName} {
		if _, err := conn.Exec(ctx, stmt); err != nil {
			return err
		}
	}
	tables, err := texts(ctx, db,
		"SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' AND estimated_size > 0 OR table_name IN ('note', 'episode', 'specimen', 'visit_detail') ORDER BY 1")
	if err != nil {
		return err
	}
	for _, t := range tables {
		fmt.Fprintf(os.Stderr, "\rPostgreSQL: loading %s …            ", t)
		if err := copyToPostgres(ctx, db, conn, t); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	_, err = conn.Exec(ctx, "ANALYZE")
	return err
}

var postgresTypes = map[string]string{"DOUBLE": "numeric", "FLOAT": "numeric", "VARCHAR": "text",
	"TIMESTAMP": "timestamp"}

func copyToPostgres(ctx context.Context, db *sql.DB, conn *pgx.Conn, table string) error {
	names, err := texts(ctx, db,
		"SELECT column_name FROM duckdb_columns() WHERE table_name = '"+table+"' ORDER BY column_index")
	if err != nil {
		return err
	}
	types, err := texts(ctx, db,
		"SELECT data_type FROM duckdb_columns() WHERE table_name = '"+table+"' ORDER BY column_index")
	if err != nil {
		return err
	}
	columns := make([]string, len(names))
	for i, n := range names {
		kind, ok := postgresTypes[types[i]]
		if !ok {
			kind = strings.ToLower(types[i])
		}
		columns[i] = pgx.Identifier{n}.Sanitize() + " " + kind
	}
	if _, err := conn.Exec(ctx, fmt.Sprintf("CREATE TABLE %s (%s)", table, strings.Join(columns, ", "))); err != nil {
		return err
	}
	rows, err := db.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{table}, names,
		&rowSource{rows: rows, values: make([]any, len(names))}); err != nil {
		return err
	}
	return indexPostgres(ctx, conn, table, names)
}

func indexPostgres(ctx context.Context, conn *pgx.Conn, table string, names []string) error {
	if slices.Contains(names, table+"_id") {
		if _, err := conn.Exec(ctx, fmt.Sprintf("ALTER TABLE %s ADD PRIMARY KEY (%s_id)", table, table)); err != nil {
			return err
		}
	}
	concept := strings.NewReplacer("_occurrence", "", "_exposure", "", "_era", "").Replace(table) + "_concept_id"
	for _, c := range []string{"person_id", concept, "visit_occurrence_id", "ancestor_concept_id",
		"descendant_concept_id", "concept_id_1", "concept_id_2", "concept_id"} {
		if slices.Contains(names, c) && c != table+"_id" {
			if _, err := conn.Exec(ctx, fmt.Sprintf("CREATE INDEX ON %s (%s)", table, c)); err != nil {
				return err
			}
		}
	}
	if !slices.Contains(names, "person_id") || table == "person" {
		return nil
	}
	// OHDSI's DDL orders the clinical tables by person.
	_, err := conn.Exec(ctx, fmt.Sprintf("CLUSTER %s USING %s_person_id_idx", table, table))
	return err
}

// rowSource hands a result's rows to COPY.
type rowSource struct {
	rows   *sql.Rows
	values []any
}

func (s *rowSource) Next() bool { return s.rows.Next() }
func (s *rowSource) Err() error { return s.rows.Err() }
func (s *rowSource) Values() ([]any, error) {
	into := make([]any, len(s.values))
	for i := range into {
		into[i] = &s.values[i]
	}
	err := s.rows.Scan(into...)
	return s.values, err
}

func printPostgres(w io.Writer, p *postgres) {
	if p == nil {
		return
	}
	var ratios []float64
	slowest, least := "", 0.0
	for id, r := range p.Ratios {
		ratios = append(ratios, r)
		if slowest == "" || r < least {
			slowest, least = id, r
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer t.Flush()
	fmt.Fprintf(t, "\nagainst PostgreSQL, %d people, %d queries\tmedian\t10 %%\tleast\n", p.People, len(ratios))
	fmt.Fprintf(t, "times faster\t%.1f\t%.1f\t%.2f (%s)\n", middle(ratios), quantile(ratios, 0.1), least, slowest)
	fmt.Fprintf(t, "not run by PostgreSQL: %d; not ended in time: %d\n", len(p.Refused), len(p.Slow))
}
