package info

import (
	"context"
	"database/sql"
	"strings"

	"github.com/askomop/askomop/omop"
)

// asker runs this package's own statements on whatever engine the database is. They are written for DuckDB files, whose
// columns may hold anything and are read with TRY_CAST; a server's columns have the types of the CDM.
type asker struct {
	db       omop.Reader
	server   bool // the tables lie on a server
	postgres bool // which speaks PostgreSQL's SQL; any other is spoken to in DuckDB's
}

func ask(db omop.Reader) asker {
	on, server := db.(omop.ServerReader)
	return asker{db, server, server && on.Speaks() != "duckdb"}
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
	return a.db.QueryContext(ctx, a.own(query), args...)
}

// QueryRowContext runs a statement of this package's own that gives one row.
func (a asker) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return a.db.QueryRowContext(ctx, a.own(query), args...)
}

// visible is the condition on information_schema.columns for the tables that names without a schema find.
func (a asker) visible() string {
	if a.postgres {
		return "table_schema = ANY (current_schemas(false))"
	}
	// temp: a vocabulary that stands in
	return "table_catalog = current_database() AND table_schema = current_schema() OR table_catalog = 'temp'"
}
