package duckdb_test

import (
	"testing"

	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/enginetest"
)

func TestContract(t *testing.T) {
	e, err := duckdb.Open(t.Context(), enginetest.Fixture(t), duckdb.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	enginetest.Run(t, e)
}
