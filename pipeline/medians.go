package pipeline

import (
	"math"
	"slices"

	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

// A median survival is the day on which one person died, and so are the ends of its interval: of five people of whom
// one died, on day 339, the interval begins on day 339. So each is shown only where enough people died up to it and
// enough are followed on after it, as a median of ages is shown where enough are on either side. Between two days that
// are told, and between one and the day that was asked for, whose deaths are counted in sight, enough people died, too.

// median is a median survival with what stands behind it: who had the event up to the day that was asked for, and up to
// any day; and of each end who had it up to that day, and is followed on after it. NaN is a day that is not reached.
type median struct {
	asked, all      float64
	low, mid, high  told
	lowDay, highDay float64
}

// told is a day that is told, by the people up to it and after it.
type told struct{ events, left float64 }

// newMedian takes the numbers that compile.OfMedian names.
func newMedian(n []float64) median {
	return median{asked: n[0], lowDay: n[2], highDay: n[3], all: n[4], mid: told{n[5], n[6]}, low: told{n[7], n[8]},
		high: told{n[9], n[10]}}
}

// reached reports whether there is such a day.
func (d told) reached() bool { return !math.IsNaN(d.events) }

// rests reports whether enough people are up to a day and after it.
func (d told) rests(min float64) bool { return d.events >= min && d.left >= min }

// apart reports whether two days are told without telling of the few between them.
func (d told) apart(events, min float64) bool { return math.Abs(d.events-events) >= min }

// isShown reports whether the median may be seen. That none is reached is seen where nobody or enough people had the
// event.
func (m median) isShown(timed bool, least int) bool {
	min := float64(least)
	if !m.mid.reached() {
		return !(m.all > 0 && m.all < min)
	}
	return m.mid.rests(min) && m.besideAsked(m.mid, timed, min)
}

// besideAsked reports whether a day may be told beside the number of those with the event up to the one asked for; it
// may be where that number is hidden.
func (m median) besideAsked(d told, timed bool, min float64) bool {
	return !timed || math.IsInf(m.asked, 0) || d.apart(m.asked, min)
}

// showsEnds reports whether the interval may be seen: none of it, or all.
func (m median) showsEnds(timed bool, least int) bool {
	min := float64(least)
	if least <= 1 {
		return true
	}
	before := []told{}
	for _, d := range []told{m.low, m.mid, m.high} {
		if !d.reached() {
			continue
		}
		if !d.rests(min) || !m.besideAsked(d, timed, min) {
			return false
		}
		for _, other := range before { // the same number of people up to both is the same day
			if d.events != other.events && !d.apart(other.events, min) {
				return false
			}
		}
		before = append(before, d)
	}
	return m.isShown(timed, least)
}

// timed reports whether the events in sight are those up to a day that was asked for.
func (r *work) timed() bool { return len(r.Study.Measure.Times) > 0 }

// hideMedians hides medians that few people stand behind, and returns how many. Before are the rows as they were run. A
// median stands in each row of a curve, so it is hidden in all of them where it is in one.
func (r *work) hideMedians(before [][]any, min int) int {
	if r.Plan == nil || r.Study == nil || min <= 1 {
		return 0
	}
	hidden := 0
	for _, b := range r.Plan.Bounds {
		if b.Method != compile.OfMedian {
			continue
		}
		few := r.fewMedians(b, before, min)
		for _, row := range r.Table.Rows {
			if few[r.curveOf(row)] && row[b.Estimate] != privacy.Hidden {
				row[b.Estimate] = privacy.Hidden
				hidden++
			}
		}
	}
	return hidden
}

// leaveOutMedians takes off the curves whose median is hidden where only those with the first medians are put out: that
// they are among these tells of it.
func (r *work) leaveOutMedians() {
	if r.Plan == nil || r.Plan.Ranked == nil || r.Plan.Ranked.First == 0 {
		return
	}
	for _, b := range r.Plan.Bounds {
		if b.Method != compile.OfMedian || r.Plan.Ranked.By != r.Plan.Columns[b.Estimate].Name {
			continue
		}
		n := len(r.Table.Rows)
		r.Table.Rows = slices.DeleteFunc(slices.Clone(r.Table.Rows),
			func(row []any) bool { return row[b.Estimate] == privacy.Hidden })
		if len(r.Table.Rows) < n {
			r.LeftOut = 1
		}
	}
}

// fewMedians are the curves whose median may not be seen.
func (r *work) fewMedians(b compile.Bound, before [][]any, min int) map[string]bool {
	support := map[*any][]any{}
	for i, row := range before {
		if i < len(r.support) {
			support[&row[0]] = r.support[i]
		}
	}
	few := map[string]bool{}
	for _, row := range r.Table.Rows {
		m := newMedian(boundNumbers(row[:len(r.Plan.Columns)], support[&row[0]], b))
		if math.IsInf(m.all, 0) || !m.isShown(r.timed(), min) { // what is behind it is not at hand
			few[r.curveOf(row)] = true
		}
	}
	return few
}

// curveOf names the curve that a row is of: its strata, without the days of one with several times.
func (r *work) curveOf(row []any) string {
	if r.Plan.Steps {
		return r.stepsOf(row)
	}
	return r.strataOf(row)
}

// medianHiddenIn reports whether the same question at more times hides a median that an answer shows, or its interval:
// a day between two times near it.
func medianHiddenIn(answer, curve *Run) bool {
	there, here := medianCurves(answer), medianCurves(curve)
	for of, shown := range there {
		if now, ok := here[of]; ok && (shown.day && !now.day || shown.ends && !now.ends) {
			return true
		}
	}
	return false
}

// sight says what of a curve's median is in sight.
type sight struct{ day, ends bool }

// medianCurves says of each curve of a result what of its median is in sight in all rows.
func medianCurves(r *Run) map[string]sight {
	w, all := &work{Run: r}, map[string]sight{}
	for _, b := range r.Plan.Bounds {
		if b.Method != compile.OfMedian {
			continue
		}
		for i, row := range r.Table.Rows {
			is := sight{day: row[b.Estimate] != privacy.Hidden, ends: beside(r.Intervals, i, b.Estimate) != ""}
			if was, ok := all[w.curveOf(row)]; ok {
				is = sight{is.day && was.day, is.ends && was.ends}
			}
			all[w.curveOf(row)] = is
		}
	}
	return all
}
