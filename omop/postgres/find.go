package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/omop/schema"
)

// found is where the tables of a CDM lie on a server, and what they are like.
type found struct {
	path   []string // schemas in the order in which names are looked for
	tables []*table // each as that order finds it
}

type table struct {
	name    string
	columns []column
}

type column struct{ name, kind string }

// find looks for the schemas: those that are told, else the one that has a person table, and the one that has concepts.
func (e *Engine) find(ctx context.Context, config *pgx.ConnConfig) (*found, error) {
	config = config.Copy()
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connecting
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	holding := func(name string) ([]string, error) {
		return texts(ctx, conn, `SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE c.relname = $1 AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
			  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') ORDER BY n.nspname <> 'public', 1`, name)
	}
	people, err := holding("person")
	if err != nil {
		return nil, err
	}
	concepts, err := holding("concept")
	if err != nil {
		return nil, err
	}
	in := e.place.Schemas
	cdm, err := one(in.CDM, people, "cdm", "a person table")
	if err != nil {
		return nil, err
	}
	f := &found{path: []string{cdm}}
	if in.Vocabulary != "" || !slices.Contains(concepts, cdm) && len(concepts) > 0 {
		vocab, err := one(in.Vocabulary, concepts, "vocab", "a concept table")
		if err != nil {
			return nil, err
		}
		if vocab != cdm {
			f.path = append(f.path, vocab)
		}
	}
	if r := in.Results; r != "" {
		f.path = append(f.path, r)
	}
	return f, f.describe(ctx, conn)
}

// one is the schema that was asked for, or the only one that has what is needed.
func one(asked string, have []string, key, what string) (string, error) {
	switch {
	case asked != "" && !slices.Contains(have, asked):
		return "", fmt.Errorf("no schema %q has %s that this role may read (%s=%s); one is in: %s", asked, what, key, asked, strings.Join(append(have, map[bool]string{true: "none"}[len(have) == 0]), " "))
	case asked != "":
		return asked, nil
	case len(have) == 0:
		return "", fmt.Errorf("no schema has %s that this role may read: name the database, and grant the role USAGE on the schema and SELECT on its tables", what)
	case len(have) > 1:
		return "", fmt.Errorf("several schemas have %s (%s): say which is meant, such as ?%s=%s", what, strings.Join(have, ", "), key, have[0])
	}
	return have[0], nil
}

// describe reads the columns of every table that names without a schema find.
func (f *found) describe(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, NULL)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND a.attnum > 0 AND NOT a.attisdropped AND has_table_privilege(c.oid, 'SELECT')
		ORDER BY array_position($1, n.nspname::text), c.relname, a.attnum`, f.path)
	if err != nil {
		return err
	}
	defer rows.Close()
	byName, from := map[string]*table{}, map[string]string{}
	for rows.Next() {
		var in, name string
		var c column
		if err := rows.Scan(&in, &name, &c.name, &c.kind); err != nil {
			return err
		}
		if byName[name] == nil {
			byName[name], from[name] = &table{name: name}, in
			f.tables = append(f.tables, byName[name])
		}
		if from[name] == in {
			byName[name].columns = append(byName[name].columns, c)
		}
	}
	return rows.Err()
}

// shadowTypes are DuckDB's types for those of the server; what is not here is a text to it.
var shadowTypes = map[string]string{
	"bigint": "BIGINT", "integer": "INTEGER", "smallint": "SMALLINT", "numeric": "DOUBLE", "double precision": "DOUBLE", "real": "DOUBLE",
	"date": "DATE", "timestamp without time zone": "TIMESTAMP", "timestamp with time zone": "TIMESTAMPTZ", "boolean": "BOOLEAN", "time without time zone": "TIME",
}

// write makes a DuckDB file with the tables, empty.
func (f *found) write(ctx context.Context, file string) (err error) {
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
	for _, t := range f.tables {
		columns := make([]string, len(t.columns))
		for i, c := range t.columns {
			kind, ok := shadowTypes[c.kind]
			if !ok {
				kind = "VARCHAR"
			}
			columns[i] = pgx.Identifier{c.name}.Sanitize() + " " + kind
		}
		if len(columns) == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, "CREATE TABLE "+pgx.Identifier{t.name}.Sanitize()+" ("+strings.Join(columns, ", ")+")"); err != nil {
			return fmt.Errorf("copy the structure of %s: %w", t.name, err)
		}
	}
	return tx.Commit()
}

// version is the CDM's version by its columns.
func (f *found) version() string {
	best, most := "", -1
	for _, v := range schema.Versions() {
		s, err := schema.For(v)
		if err != nil {
			continue
		}
		n := 0
		for _, t := range f.tables {
			if have, ok := s.Table(t.name); ok {
				for _, c := range t.columns {
					if _, ok := have.Column(c.name); ok {
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

func texts(ctx context.Context, conn *pgx.Conn, query string, args ...any) ([]string, error) {
	rows, err := conn.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
