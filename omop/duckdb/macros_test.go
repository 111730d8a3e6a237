package duckdb

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"github.com/askomop/askomop/omop"
)

func TestAFunctionThatTheFileDefinesAnewIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hostile.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		"CREATE TABLE person AS SELECT 1 AS person_id, 1950 AS year_of_birth",
		"CREATE MACRO round(x) AS (SELECT string_agg(person_id::VARCHAR, ',') FROM person)",
	} {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	e, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Query(t.Context(), "SELECT round(1.5) AS x", omop.Limit{}); !errors.Is(err, omop.ErrForbidden) {
		t.Errorf("a macro of the file was called: %v", err)
	}
	if _, err := e.Query(t.Context(), "SELECT floor(1.5) AS x", omop.Limit{}); err != nil {
		t.Errorf("floor: %v", err)
	}
}
