package info

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/load"
)

func TestDescribeAPublicSample(t *testing.T) {
	target := filepath.Join(t.TempDir(), "cdm.duckdb")
	if _, err := load.Load(context.Background(), load.Options{Source: needs.Sample(t, needs.GiBleed), Target: target}); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("duckdb", target+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	i := describe(t, db)
	if i.Version != "5.3" || i.DeclaredVersion != "v5.3.1" || i.Persons != 2694 || i.Concepts != 444 || len(i.Tables) != 38 ||
		i.VocabularyVersion != "v5.0 18-JAN-19" || i.Source != "Synthea synthetic health database" {
		t.Errorf("%+v", i)
	}
	for _, code := range []string{"no_death", "no_measurement_values", "unknown_persons"} {
		if !slices.Contains(i.codes(), code) {
			t.Errorf("finding %s is missing from %v", code, i.codes())
		}
	}
	for _, d := range i.Domains {
		if d.Table == "condition_occurrence" && (d.Rows != 65332 || d.Unmapped != 0) {
			t.Errorf("conditions: %+v", d)
		}
	}
}
