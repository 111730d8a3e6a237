package pipeline

import (
	"cmp"
	"math"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/interval"
)

// Interval is the uncertainty of one cell of the result, on the cell's scale.
type Interval struct {
	Row, Column int
	interval.Interval
	Level float64
}

// confidence is the level of intervals.
const confidence = 0.95

// hasInterval are the measures whose estimate is its numerator over its denominator and nothing else.
var hasInterval = map[study.Kind]bool{study.Share: true, study.Prevalence: true, study.Proportion: true, study.Rate: true}

// addIntervals computes the intervals of the shares and rates of a compiled question from the numerators, denominators and
// person-time beside them. Where one of these is hidden there is none, so that nothing hidden can be computed from it.
func (r *Run) addIntervals() {
	r.Intervals = nil
	if r.Plan == nil || r.Table == nil {
		return
	}
	estimate, over, below := r.Plan.Fraction()
	if estimate < 0 || !hasInterval[r.Study.Measure.Kind] || r.Study.Measure.Standard != "" {
		return
	}
	time := r.Plan.Columns[below].Role == compile.PersonTime
	unit := 100.0 // shares are in percent
	if time {
		unit = cmp.Or(r.Study.Measure.Per, 1000)
	}
	for i, row := range r.Table.Rows {
		_, ok := number(row[estimate])
		events, okOver := number(row[over])
		size, okBelow := number(row[below])
		if !ok || !okOver || !okBelow || size <= 0 {
			continue
		}
		between := interval.Share(events, size, confidence)
		if time {
			between = interval.Rate(events, size, confidence)
		}
		if !math.IsNaN(between.Low) {
			between.Low, between.High = unit*between.Low, unit*between.High
			r.Intervals = append(r.Intervals, Interval{i, estimate, between, confidence})
		}
	}
}
