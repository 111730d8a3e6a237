package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/omop/shadow"
)

// found is where the tables of a CDM lie on a server, and what they are like.
type found struct {
	path   []string       // schemas in the order in which names are looked for
	tables []shadow.Table // each as that order finds it
}

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
	if len(people) == 0 {
		if err := refuseCapitals(ctx, conn); err != nil {
			return nil, err
		}
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
		return "", fmt.Errorf("no schema %q has %s that this role may read (%s=%s; one is in: %s): GRANT USAGE on the schema and SELECT on its tables to the role, or name another", asked, what, key, asked, strings.Join(append(have, map[bool]string{true: "none"}[len(have) == 0]), " "))
	case asked != "":
		return asked, nil
	case len(have) == 0:
		return "", fmt.Errorf("no schema has %s that this role may read: name the database, and grant the role USAGE on the schema and SELECT on its tables", what)
	case len(have) > 1:
		return "", fmt.Errorf("several schemas have %s (%s): say which is meant, such as ?%s=%s", what,
			strings.Join(have, ", "), key, have[0])
	}
	return have[0], nil
}

// refuseCapitals says what to do where the names of the tables were made in capitals: PostgreSQL then wants them quoted
// wherever they stand.
func refuseCapitals(ctx context.Context, conn *pgx.Conn) error {
	found, err := texts(ctx, conn, `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE lower(c.relname) = 'person' AND c.relname <> 'person' AND c.relkind IN ('r', 'v', 'm', 'p', 'f') ORDER BY 1 LIMIT 1`)
	if err != nil || len(found) == 0 {
		return err
	}
	return fmt.Errorf("the names of its tables are in capitals (%s), by which SQL without quotes does not find them: rename them (ALTER TABLE %s RENAME TO person; and its "+
		"columns), or have a schema of views made (CREATE VIEW cdm.person AS SELECT \"PERSON_ID\" AS person_id, … FROM %s)", found[0], found[0], found[0])
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
	at, from := map[string]int{}, map[string]string{}
	for rows.Next() {
		var in, name, column, kind string
		if err := rows.Scan(&in, &name, &column, &kind); err != nil {
			return err
		}
		if _, seen := at[name]; !seen {
			at[name], from[name] = len(f.tables), in
			f.tables = append(f.tables, shadow.Table{Name: name})
		}
		if lower := strings.ToLower(column); lower != column && name == "person" && lower == "person_id" {
			return fmt.Errorf("the names of the columns of %s.%s are in capitals (%q), by which SQL without quotes does not find them: rename them, or have a schema of views "+
				"made (CREATE VIEW cdm.person AS SELECT %q AS person_id, … FROM %s.%s)", in, name, column, column, in, name)
		}
		if from[name] == in {
			t := &f.tables[at[name]]
			t.Columns = append(t.Columns, shadow.Column{Name: column, Type: cmp.Or(shadowTypes[kind], "VARCHAR")})
		}
	}
	return rows.Err()
}

// shadowTypes are DuckDB's types for those of the server; what is not here is a text to it.
var shadowTypes = map[string]string{
	"bigint": "BIGINT", "integer": "INTEGER", "smallint": "SMALLINT", "numeric": "DOUBLE", "double precision": "DOUBLE",
	"real": "DOUBLE",
	"date": "DATE", "timestamp without time zone": "TIMESTAMP", "timestamp with time zone": "TIMESTAMPTZ",
	"boolean": "BOOLEAN", "time without time zone": "TIME",
}

func texts(ctx context.Context, conn *pgx.Conn, query string, args ...any) ([]string, error) {
	rows, err := conn.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
