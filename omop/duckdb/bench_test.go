package duckdb

import (
	"database/sql"
	"testing"

	"github.com/askomop/askomop/omop"
)

const benchSQL = `SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN death AS d ON d.person_id = p.person_id WHERE p.gender_concept_id = 8532`

// BenchmarkOpenAndQuery is what a question pays; BenchmarkBare is what the driver alone costs.
func BenchmarkOpenAndQuery(b *testing.B) {
	path, temp := newFile(b), b.TempDir()
	for b.Loop() {
		e, err := Open(b.Context(), path, Options{TempDir: temp})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.Query(b.Context(), benchSQL, omop.Limit{}); err != nil {
			b.Fatal(err)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBare(b *testing.B) {
	path := newFile(b)
	for b.Loop() {
		db, err := sql.Open("duckdb", path+"?access_mode=read_only")
		if err != nil {
			b.Fatal(err)
		}
		var n int64
		if err := db.QueryRowContext(b.Context(), benchSQL).Scan(&n); err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGate is the part of a query that is the engine's own.
func BenchmarkGate(b *testing.B) {
	e := open(b, newFile(b), Options{})
	for b.Loop() {
		if _, err := e.admit(b.Context(), benchSQL); err != nil {
			b.Fatal(err)
		}
	}
}
