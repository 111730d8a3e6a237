package pipeline

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

func TestFewDeathsBetweenTwoTimesAreHidden(t *testing.T) {
	q, plan := compiled(t, `{"measure":{"kind":"survival","times":[{"days":30},{"days":31},{"days":365}]},"population":{"entry":{"domain":"condition","which":"first"}}}`)
	r := &work{Run: &Run{Study: q, Plan: plan, Table: &omop.Table{}}}
	row := func(days, deaths, censored, left int64) []any {
		of := map[string]any{"days": days, "percentage": 90.5, "median_days": nil, "deaths": deaths, "censored": censored, "still_at_risk": left, "patients": int64(500)}
		var cells []any
		for _, c := range plan.Columns {
			cells = append(cells, of[c.Name])
		}
		return cells
	}
	r.Table.Rows = [][]any{row(30, 20, 10, 470), row(31, 22, 10, 468), row(365, 40, 60, 400)}
	if n := r.hideSteps(5); n != 4 {
		t.Errorf("%d cells are hidden: %v", n, r.Table.Rows)
	}
	for i, want := range []bool{false, true, false} {
		if got := r.Table.Rows[i][1] == privacy.Hidden; got != want {
			t.Errorf("row %d: %v", i, r.Table.Rows[i])
		}
	}
	if r.Table.Rows[1][0] != int64(31) || r.Table.Rows[1][len(plan.Columns)-1] != int64(500) {
		t.Errorf("what names the row is hidden: %v", r.Table.Rows[1])
	}
}

// TestAChangeFromAHiddenStepIsHidden is of 60 people, 58 after the first criterion and 28 men of them: with the 30 who
// were not men, the 28 tell of the 58.
func TestAChangeFromAHiddenStepIsHidden(t *testing.T) {
	q, plan := compiled(t, `{"measure":{"kind":"attrition"},"population":{"criteria":[{"has":{"event":{"domain":"condition"}}},{"is":{"sex":"male"}}]}}`)
	r := &work{Run: &Run{Study: q, Plan: plan, Table: &omop.Table{}}}
	r.Table.Rows = [][]any{
		{int64(1), "everybody", int64(60), nil, 100.0},
		{int64(2), "with a condition", int64(58), int64(2), 96.67},
		{int64(3), "men", int64(28), int64(30), 46.67},
	}
	r.hideSteps(5)
	excluded := slices.IndexFunc(plan.Columns, func(c compile.Column) bool { return c.Name == "excluded" })
	if last := r.Table.Rows[2]; last[excluded] != privacy.Hidden || last[excluded-1] != int64(28) {
		t.Errorf("shows %v", last)
	}
}
