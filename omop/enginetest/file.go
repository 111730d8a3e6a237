package enginetest

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// Change runs a statement on a DuckDB file.
func Change(t testing.TB, file, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("duckdb", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Rows writes what a query of a DuckDB file gives, a line a row.
func Rows(t testing.TB, file, query string) string {
	t.Helper()
	db, err := sql.Open("duckdb", file+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for rows.Next() {
		cells, into := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, c := range cells {
			fmt.Fprintf(&b, "%s=%q ", names[i], fmt.Sprint(c))
		}
		b.WriteByte('\n')
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
