package info

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// asker runs this package's own statements on whatever engine the database is. They are written for DuckDB files, whose
// columns may hold anything and are read with TRY_CAST; a server's columns have the types of the CDM.
type asker struct {
	*sql.DB
	server   bool // the tables lie on a server
	postgres bool // which speaks PostgreSQL's SQL; any other is spoken to in DuckDB's
}

func ask(db *sql.DB) asker {
	driver := db.Driver()
	_, translated := driver.(interface{ SpeaksDuckDB() bool })
	file := strings.Contains(fmt.Sprintf("%T", driver), "duckdb")
	return asker{db, !file, !file && !translated}
}

var forPostgres = strings.NewReplacer("TRY_CAST(", "CAST(", " AS DOUBLE)", " AS double precision)")

func (a asker) own(query string) string {
	if a.postgres {
		return forPostgres.Replace(query)
	}
	return query
}

// QueryContext runs a statement of this package's own.
func (a asker) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return a.DB.QueryContext(ctx, a.own(query), args...)
}

// QueryRowContext runs a statement of this package's own that gives one row.
func (a asker) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return a.DB.QueryRowContext(ctx, a.own(query), args...)
}

// visible is the condition on information_schema.columns for the tables that names without a schema find.
func (a asker) visible() string {
	if a.postgres {
		return "table_schema = ANY (current_schemas(false))"
	}
	return "table_catalog = current_database() AND table_schema = current_schema() OR table_catalog = 'temp'" // temp: a vocabulary that stands in
}
