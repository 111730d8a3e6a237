package enginetest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// postgresTypes are PostgreSQL's types in OHDSI's DDL for those of a DuckDB file of ours.
var postgresTypes = map[string]string{"DOUBLE": "numeric", "VARCHAR": "text", "TIMESTAMP": "timestamp",
	"BIGINT": "bigint", "INTEGER": "integer", "DATE": "date"}

// Vocabulary are the tables that a vocabulary's download fills.
var Vocabulary = []string{"concept", "concept_ancestor", "concept_relationship", "concept_synonym", "vocabulary",
	"domain", "concept_class", "relationship", "drug_strength"}

// FillPostgres copies every table of a DuckDB file, but for those of without, into a schema of its own, which goes when
// the test ends.
func FillPostgres(t testing.TB, address, schemaName, file string, without ...string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	run := func(stmt string) {
		t.Helper()
		if _, err := conn.Exec(ctx, stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	quoted := pgx.Identifier{schemaName}.Sanitize()
	run("DROP SCHEMA IF EXISTS " + quoted + " CASCADE")
	run("CREATE SCHEMA " + quoted)
	t.Cleanup(func() {
		run("DROP SCHEMA " + quoted + " CASCADE")
		if err := conn.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	db, err := sql.Open("duckdb", file+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	columns, err := db.QueryContext(ctx,
		"SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index")
	if err != nil {
		t.Fatal(err)
	}
	defer columns.Close()
	var tables []string
	names, ddl := map[string][]string{}, map[string][]string{}
	for columns.Next() {
		var table, name, kind string
		if err := columns.Scan(&table, &name, &kind); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(without, table) {
			continue
		}
		if names[table] == nil {
			tables = append(tables, table)
		}
		names[table] = append(names[table], name)
		ddl[table] = append(ddl[table], pgx.Identifier{name}.Sanitize()+" "+postgresTypes[kind])
	}
	if err := columns.Err(); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		run(fmt.Sprintf("CREATE TABLE %s.%s (%s)", quoted, pgx.Identifier{table}.Sanitize(),
			strings.Join(ddl[table], ", ")))
		rows, err := db.QueryContext(ctx, `SELECT * FROM "`+table+`"`)
		if err != nil {
			t.Fatal(err)
		}
		_, err = conn.CopyFrom(ctx, pgx.Identifier{schemaName, table}, names[table],
			&source{rows: rows, values: make([]any, len(names[table]))})
		rows.Close()
		if err != nil {
			t.Fatalf("copy %s: %v", table, err)
		}
	}
	for _, at := range []string{"person (person_id)", "condition_occurrence (condition_concept_id)",
		"drug_exposure (drug_concept_id)", "measurement (measurement_concept_id)",
		"concept (concept_id)", "condition_occurrence (person_id)", "drug_exposure (person_id)", "measurement (person_id)", "visit_occurrence (person_id)", "observation_period (person_id)"} {
		if table, _, _ := strings.Cut(at, " "); names[table] != nil {
			run("CREATE INDEX ON " + quoted + "." + at)
		}
	}
	run("ANALYZE")
}

// source hands a result's rows to COPY.
type source struct {
	rows   *sql.Rows
	values []any
}

func (s *source) Next() bool { return s.rows.Next() }
func (s *source) Err() error { return s.rows.Err() }
func (s *source) Values() ([]any, error) {
	into := make([]any, len(s.values))
	for i := range into {
		into[i] = &s.values[i]
	}
	err := s.rows.Scan(into...)
	return s.values, err
}

// NewDatabase makes a database of its own on a server, which goes when the test ends, and returns its address.
func NewDatabase(t testing.TB, address, name string) string {
	t.Helper()
	ctx := context.Background()
	run := func(stmt string) {
		t.Helper()
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	quoted := pgx.Identifier{name}.Sanitize()
	run("DROP DATABASE IF EXISTS " + quoted + " WITH (FORCE)")
	run("CREATE DATABASE " + quoted)
	t.Cleanup(func() { run("DROP DATABASE " + quoted + " WITH (FORCE)") })
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}
