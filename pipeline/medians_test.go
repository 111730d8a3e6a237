package pipeline

import (
	"math"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
)

const survivalAtNinety = `{"measure":{"kind":"survival","times":[{"days":90}]},"population":{"entry":{"domain":"condition","which":"first"}}}`

// curveRow is a row of a survival: its deaths up to the day asked for, and in all; and of the median, its lower and its
// upper end the day, the deaths up to it and the people followed on after it.
func curveRow(deaths, all int64, mid, low, high [3]int64) []any {
	day := func(d [3]int64, i int) any {
		if d[0] == 0 {
			return nil
		}
		return d[i]
	}
	return []any{97.5, day(mid, 0), deaths, int64(20), int64(300), int64(400), .975, .001, day(low, 0), day(high, 0),
		all, day(mid, 1), day(mid, 2), day(low, 1), day(low, 2), day(high, 1), day(high, 2)}
}

// shownMedian hides a row as a result is hidden.
func shownMedian(t *testing.T, row []any) (median any, intervals int) {
	t.Helper()
	r := answered(t, survivalAtNinety, row...)
	r.hideMedians(r.Table.Rows, 5)
	r.addIntervals(Confidence{}, 0, 5)
	for _, i := range r.Intervals {
		if i.Column == 1 {
			intervals++
		}
	}
	return r.Table.Rows[0][1], intervals
}

func TestAMedianOfFewDeathsIsHidden(t *testing.T) {
	none := [3]int64{}
	for _, c := range []struct {
		what      string
		row       []any
		shown     bool
		intervals int
	}{
		{"enough everywhere", curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{600, 180, 170}, [3]int64{800, 220, 130}), true, 1},
		{"one death in all", curveRow(0, 1, [3]int64{412, 1, 3}, [3]int64{412, 1, 3}, none), false, 0},
		{"four deaths up to it", curveRow(0, 30, [3]int64{412, 4, 40}, none, none), false, 0},
		{"four people after it", curveRow(20, 30, [3]int64{412, 30, 4}, none, none), false, 0},
		{"three deaths between it and the day asked for", curveRow(20, 90, [3]int64{93, 23, 60}, none, none), false, 0},
		{"the low end of two deaths", curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{50, 2, 350}, none), true, 0},
		{"the low end three deaths before it", curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{690, 197, 153}, none), true, 0},
		{"the high end three deaths after it", curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{600, 180, 170}, [3]int64{710, 203, 147}), true, 0},
		{"few after the high end", curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{600, 180, 170}, [3]int64{990, 300, 2}), true, 0},
		{"an end that is not reached", curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{600, 180, 170}, none), true, 1},
		{"not reached, nobody died", curveRow(0, 0, none, none, none), true, 0},
		{"not reached, many died", curveRow(20, 60, none, [3]int64{600, 58, 30}, none), true, 1},
		{"not reached, two died", curveRow(0, 2, none, [3]int64{600, 1, 30}, none), false, 0},
	} {
		median, intervals := shownMedian(t, c.row)
		if shown := median != privacy.Hidden; shown != c.shown || intervals != c.intervals {
			t.Errorf("%s: the median is %v, with %d intervals", c.what, median, intervals)
		}
	}
}

func TestAHiddenMedianHasNoInterval(t *testing.T) {
	row := curveRow(20, 300, [3]int64{700, 200, 150}, [3]int64{600, 180, 170}, [3]int64{800, 220, 130})
	row[1] = privacy.Hidden
	if _, n := shownMedian(t, row); n != 0 {
		t.Errorf("%d intervals stand beside a hidden median", n)
	}
}

// TestAMedianIsHiddenAtAllTimes is of a curve at two times, at one of which few deaths lie between it and the median.
func TestAMedianIsHiddenAtAllTimes(t *testing.T) {
	q, plan := compiled(t, `{"measure":{"kind":"survival","times":[{"days":30},{"days":90}]},"population":{"entry":{"domain":"condition","which":"first"}}}`)
	r := &work{Run: &Run{Study: q, Plan: plan}}
	mid := [3]int64{93, 23, 60}
	rows := [][]any{append([]any{int64(30)}, curveRow(9, 90, mid, mid, mid)...), append([]any{int64(90)}, curveRow(20, 90, mid, mid, mid)...)}
	r.Table = r.takeSupport(&omop.Table{Columns: make([]omop.Column, len(rows[0])), Rows: rows})
	if n := r.hideMedians(r.Table.Rows, 5); n != 2 {
		t.Errorf("%d medians are hidden: %v", n, r.Table.Rows)
	}
}

func TestWithoutATimeTheDeathsInAllTellOfNoDay(t *testing.T) {
	m := newMedian([]float64{22, 400, math.NaN(), math.NaN(), 22, 20, 200, math.NaN(), math.NaN(), math.NaN(), math.NaN()})
	if !m.isShown(false, 5) || m.isShown(true, 5) {
		t.Error("two deaths after the median, which no day parts from it, hide it")
	}
}

// TestACurveThatHidesTheMedianDoesNotStandBesideIt is of a median on day 93, shown beside the deaths up to day 365; at
// more times, three deaths lie between day 90 and it.
func TestACurveThatHidesTheMedianDoesNotStandBesideIt(t *testing.T) {
	mid := [3]int64{93, 23, 60}
	run := func(times string, rows ...[]any) *Run {
		q, plan := compiled(t, `{"measure":{"kind":"survival","times":[`+times+`]},"population":{"entry":{"domain":"condition","which":"first"}}}`)
		r := &work{Run: &Run{Study: q, Plan: plan}}
		r.Table = r.takeSupport(&omop.Table{Columns: make([]omop.Column, len(rows[0])), Rows: rows})
		r.hideMedians(r.Table.Rows, 5)
		r.addIntervals(Confidence{}, 0, 5)
		return r.Run
	}
	later := curveRow(80, 90, mid, mid, mid)
	answer := run(`{"days":365}`, later)
	near := run(`{"days":90},{"days":365}`, append([]any{int64(90)}, curveRow(20, 90, mid, mid, mid)...), append([]any{int64(365)}, later...))
	far := run(`{"days":60},{"days":365}`, append([]any{int64(60)}, curveRow(9, 90, mid, mid, mid)...), append([]any{int64(365)}, later...))
	if !medianHiddenIn(answer, near) || medianHiddenIn(answer, far) {
		t.Errorf("near: %v, far: %v", near.Table.Rows, far.Table.Rows)
	}
}

// TestThePlaceOfAHiddenMedianIsNotTold is of the three states of the highest median, one of which is hidden.
func TestThePlaceOfAHiddenMedianIsNotTold(t *testing.T) {
	q, plan := compiled(t, `{"measure":{"kind":"survival"},"population":{"entry":{"domain":"condition","which":"first"}},"strata":[{"kind":"state"}],"top":{"n":3}}`)
	if plan.Ranked == nil || plan.Ranked.By != "median_days" {
		t.Fatalf("ranked by %+v", plan.Ranked)
	}
	r := &work{Run: &Run{Study: q, Plan: plan, Table: &omop.Table{}}}
	for i, name := range []string{"OH", "TX", "NY"} {
		var median any = int64(900 - i)
		if name == "TX" {
			median = privacy.Hidden
		}
		r.Table.Rows = append(r.Table.Rows, []any{name, median, int64(30), int64(20), int64(50)})
	}
	if r.leaveOutMedians(); len(r.Table.Rows) != 2 || r.LeftOut == 0 {
		t.Errorf("shows %v", r.Table.Rows)
	}
}
