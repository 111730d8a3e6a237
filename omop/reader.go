package omop

import (
	"context"
	"database/sql"
)

// Reader runs the statements that askomop itself makes, such as reads of the vocabulary. Nothing checks them: no text
// of a question or a model may become part of one. *sql.DB over a DuckDB file is one.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ServerReader is a Reader whose tables lie on a server.
type ServerReader interface {
	Reader
	// Speaks names the SQL that its statements are to be written in: "duckdb", which it translates, or the server's
	// own.
	Speaks() string
}
