package plausible

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study/compile"
)

func TestAMedianThatSurvivalDoesNotReachIsNotOdd(t *testing.T) {
	columns := func(names ...string) (all []omop.Column) {
		for _, n := range names {
			all = append(all, omop.Column{Name: n})
		}
		return all
	}
	for name, tt := range map[string]struct {
		table *omop.Table
		odd   bool
	}{
		"a median of survival": {&omop.Table{Columns: columns("days", "median_days", "censored"), Rows: [][]any{{int64(30), nil, int64(7)}}}, false},
		"a median of days":     {&omop.Table{Columns: columns("patients", "median_days"), Rows: [][]any{{int64(30), nil}}}, true},
	} {
		if got := allNull(Result{Plan: &compile.Plan{}, Table: tt.table}); len(got) > 0 != tt.odd {
			t.Errorf("%s: %v", name, got)
		}
	}
}
