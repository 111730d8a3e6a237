package pipeline

import (
	"math"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study/interval"
	"github.com/askomop/askomop/pipeline/privacy"
)

const meanAge = `{"measure":{"kind":"number","stat":"mean","quantity":"age"},"population":{"entry":{"domain":"condition","which":"first"}}}`

// answered is a run whose SQL gave one row, in the order of the plan's columns and support.
func answered(t *testing.T, doc string, row ...any) *work {
	t.Helper()
	q, plan := compiled(t, doc)
	r := &work{Run: &Run{Study: q, Plan: plan}}
	table := &omop.Table{Columns: make([]omop.Column, len(row)), Rows: [][]any{row}}
	r.Table = r.takeSupport(table)
	if len(r.Table.Rows[0]) != len(plan.Columns) {
		t.Fatalf("%d columns are shown, %d have a role", len(r.Table.Rows[0]), len(plan.Columns))
	}
	return r
}

func TestAMeanHasTheIntervalOfItsUnroundedNumbers(t *testing.T) {
	r := answered(t, meanAge, 69.5, 12.3, int64(30), int64(30), 69.4666, 12.3456)
	r.addIntervals(Confidence{}, 0, 0)
	want := interval.Mean(69.4666, 12.3456, 30, .95)
	if len(r.Intervals) != 1 || r.Intervals[0].Low != want.Low || r.Intervals[0].High != want.High || r.Intervals[0].Level != .95 {
		t.Errorf("%+v, want %v", r.Intervals, want)
	}
	r.addIntervals(Confidence{Level: .9}, 0, 0)
	if narrow := interval.Mean(69.4666, 12.3456, 30, .9); r.Intervals[0].Low != narrow.Low {
		t.Errorf("of 90 %%: %+v, want %v", r.Intervals, narrow)
	}
}

func TestAHiddenNumberHasNoInterval(t *testing.T) {
	for what, r := range map[string]*work{
		"the estimate is hidden":       answered(t, meanAge, privacy.Hidden, 12.3, int64(30), int64(30), 69.4666, 12.3456),
		"the number of people":         answered(t, meanAge, 69.5, 12.3, "<5", int64(3), 69.4666, 12.3456),
		"several values of one person": answered(t, meanAge, 69.5, 12.3, int64(30), int64(45), 69.4666, 12.3456),
		"the events of a rate":         answered(t, rateByYear, int64(2008), 12.3, "<5", 300.1, int64(109612), int64(400)),
	} {
		if r.addIntervals(Confidence{}, 0, 0); len(r.Intervals) != 0 {
			t.Errorf("%s: %+v", what, r.Intervals)
		}
	}
}

// The exact days at risk would tell what rounding hides.
func TestOfRoundedCountsNothingExactIsTold(t *testing.T) {
	r := answered(t, rateByYear, int64(2008), 12.3, int64(20), 300.1, int64(109612), int64(400))
	if r.addIntervals(Confidence{}, 5, 0); len(r.Intervals) != 0 {
		t.Errorf("%+v", r.Intervals)
	}
	share := `{"measure":{"kind":"share"},"population":{},"outcome":{"has":{"event":{"domain":"drug"}}}}`
	r = answered(t, share, 20.0, int64(20), int64(100))
	r.addIntervals(Confidence{Exact: true}, 5, 0)
	want := interval.ExactShare(20, 100, .95)
	if len(r.Intervals) != 1 || math.Abs(r.Intervals[0].Low-100*want.Low) > 1e-9 {
		t.Errorf("%+v, want %v", r.Intervals, want)
	}
}
