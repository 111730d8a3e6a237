// Package sqltreetest parses SQL in tests, with an empty DuckDB.
package sqltreetest

import (
	"context"
	"database/sql"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // the driver that NewParser opens
)

// Parser is a sqltree.Serializer.
type Parser struct{ DB *sql.DB } // empty

// NewParser returns one that is closed at the end of the test.
func NewParser(t testing.TB) Parser {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return Parser{db}
}

// SerializeSQL implements sqltree.Serializer.
func (p Parser) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	var tree string
	err := p.DB.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", text).Scan(&tree)
	return []byte(tree), err
}
