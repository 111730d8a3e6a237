package pipeline

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// What has the same number as the first is named, whatever follows it.
func TestTiesWithTheFirstAreNamed(t *testing.T) {
	rows := [][]any{{"Creatinine", int64(701)}, {"Sodium", int64(701)}, {"Urea nitrogen", int64(701)}, {"Glucose", int64(699)},
		{"Other", "<5"}}
	if got, want := tiedWith(rows[0], rows, 701, 1), []string{"Sodium", "Urea nitrogen"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := tiedWith(rows[3], rows, 699, 1); len(got) > 0 {
		t.Errorf("%q are tied with what stands alone", got)
	}
}

// Two rankings, by people and by records, differ where their order does; their numbers always do.
func TestRankingsDifferByTheirOrder(t *testing.T) {
	run := func(of study.Unit, rows ...[]any) *Run {
		return &Run{Study: &study.Question{Measure: study.Measure{Kind: study.Count, Of: of}, Top: &study.Top{N: 2}},
			Plan: &compile.Plan{Columns: []compile.Column{{Name: "condition", Role: compile.Stratum},
				{Name: "n", Role: compile.Count}}}, Table: &omop.Table{Rows: rows}}
	}
	people := run(study.Persons, []any{"stress", int64(20)}, []any{"fall", int64(10)})
	if differs(people, run(study.Records, []any{"stress", int64(200)}, []any{"fall", int64(100)}), false) {
		t.Error("the same order differs")
	}
	if !differs(people, run(study.Records, []any{"fall", int64(200)}, []any{"stress", int64(100)}), false) {
		t.Error("another order does not differ")
	}
}
