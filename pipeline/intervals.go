package pipeline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/interval"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// Interval is the uncertainty of one cell of the result, on the cell's scale.
type Interval struct {
	Row, Column int
	interval.Interval
	Level float64
}

// usualLevel is the level of intervals that nobody asked otherwise for.
const usualLevel = 0.95

// Confidence says how intervals are computed.
type Confidence struct {
	Level float64 // 0 takes that of the question, and 0.95 where it has none
	Exact bool    // shares by Clopper and Pearson, not by Wilson
}

// takeSupport takes the columns off a result that only its intervals are computed from.
func (r *work) takeSupport(t *omop.Table) *omop.Table {
	r.support = nil
	if r.Plan == nil || t == nil || len(r.Plan.Support) == 0 ||
		len(t.Columns) != len(r.Plan.Columns)+len(r.Plan.Support) {
		return t
	}
	n := len(r.Plan.Columns)
	shown := &omop.Table{Columns: slices.Clip(t.Columns[:n]), Truncated: t.Truncated}
	for _, row := range t.Rows {
		shown.Rows = append(shown.Rows, slices.Clone(row[:n]))
		r.support = append(r.support, row[n:])
	}
	return shown
}

// addIntervals computes the intervals that the plan of a compiled question names. A number that is hidden has none,
// nor has one that is computed from a hidden number, so that nothing hidden can be worked out from an interval.
// Where counts are rounded, only what is computed from the rounded ones has one.
func (r *work) addIntervals(want Confidence, round, min int) {
	r.Intervals = nil
	if r.Plan == nil || r.Table == nil {
		return
	}
	level := cmp.Or(want.Level, r.Study.Measure.Level, usualLevel)
	exact := want.Exact || r.Study.Measure.Exact
	for i, row := range r.Table.Rows {
		for _, b := range r.Plan.Bounds {
			numbers, ok := r.behindBound(i, row, b, round > 1)
			if !ok || b.Method == compile.OfMedian && !newMedian(numbers).showsEnds(r.timed(), min) {
				continue
			}
			if b.Method == compile.OfMean && !r.showsDeviation(row, numbers[0], min) {
				continue
			}
			between := between(b.Method, numbers, level, exact)
			if math.IsNaN(between.Low) && math.IsNaN(between.High) {
				continue
			}
			between.Low, between.High = b.Unit*between.Low, b.Unit*between.High
			r.Intervals = append(r.Intervals, Interval{i, b.Estimate, between, level})
		}
	}
}

// showsDeviation reports whether the deviation of a row may be seen, as the interval of its mean tells it: that of the
// result, or else that of so many people.
func (r *work) showsDeviation(row []any, people float64, min int) bool {
	for i, c := range r.Plan.Columns {
		if isDeviation(c) && i < len(row) {
			_, ok := cell.Number(row[i])
			return ok || row[i] == nil
		}
	}
	return min <= 1 || people >= float64(privacy.TimesForClose*min)
}

// behindBound are the numbers of one row that an interval is computed from. A median that is not reached has an
// interval, a hidden one has none.
func (r *work) behindBound(i int, row []any, b compile.Bound, shownOnly bool) ([]float64, bool) {
	if b.Estimate >= len(row) {
		return nil, false
	}
	v := row[b.Estimate]
	if _, ok := cell.Number(v); !ok && !(b.Method == compile.OfMedian && v == nil) {
		return nil, false
	}
	var support []any
	if !shownOnly && i < len(r.support) {
		support = r.support[i]
	}
	numbers := boundNumbers(row, support, b)
	return numbers, !slices.ContainsFunc(numbers, func(n float64) bool { return math.IsInf(n, 0) })
}

// boundNumbers are the numbers that a bound names, of the columns in sight and of those behind them: NaN for NULL, and
// an infinity for what is not at hand or hidden.
func boundNumbers(row, support []any, b compile.Bound) []float64 {
	all := slices.Concat(row, support)
	numbers := make([]float64, len(b.From))
	for k, column := range b.From {
		numbers[k] = math.Inf(1)
		if column >= len(all) {
			continue
		}
		if n, ok := cell.Number(all[column]); ok {
			numbers[k] = n
		} else if all[column] == nil {
			numbers[k] = math.NaN()
		}
	}
	return numbers
}

// between computes an interval of the numbers that its method asks for.
func between(m compile.Method, n []float64, level float64, exact bool) interval.Interval {
	switch m {
	case compile.OfShare:
		if exact {
			return interval.ExactShare(n[0], n[1], level)
		}
		return interval.Share(n[0], n[1], level)
	case compile.OfRate:
		return interval.Rate(n[0], n[1], level)
	case compile.OfMean:
		if n[0] != n[1] { // several values of one person are not independent
			return interval.Interval{Low: math.NaN(), High: math.NaN()}
		}
		return interval.Mean(n[2], n[3], n[1], level)
	case compile.OfSurvival:
		return interval.Survival(n[2], n[3], level)
	case compile.OfMortality:
		s := interval.Survival(n[2], n[3], level)
		return interval.Interval{Low: 1 - s.High, High: 1 - s.Low, Method: s.Method}
	case compile.OfIncidence:
		return interval.Incidence(n[2], n[3], level)
	case compile.OfMedian:
		return interval.Interval{Low: n[2], High: n[3], Method: "Brookmeyer-Crowley, log-log"}
	case compile.OfStandardised:
		return interval.Standardised(n[1], n[2], n[3], level).Interval
	case compile.OfRiskRatio:
		return interval.RiskRatio(n[0], n[1], n[2], n[3], level).Interval
	case compile.OfRiskDiff:
		return interval.RiskDifference(n[0], n[1], n[2], n[3], level).Interval
	case compile.OfOddsRatio:
		return interval.OddsRatio(n[0], n[1], n[2], n[3], level).Interval
	case compile.OfRateRatio:
		return interval.RateRatio(n[0], n[1], n[2], n[3], level).Interval
	case compile.OfRateDiff:
		return interval.RateDifference(n[0], n[1], n[2], n[3], level).Interval
	case compile.OfPooledRatio:
		return interval.OnLogScale(n[0], n[1], level, "Mantel-Haenszel").Interval
	case compile.OfOdds:
		return interval.RateRatio(n[0], 1, n[1], 1, level).Interval
	}
	return interval.Interval{Low: math.NaN(), High: math.NaN()}
}

// Text writes an interval as people print it beside its estimate: 11.02–20.73.
func (i Interval) Text() string {
	low, high := boundText(i.Low), boundText(i.High)
	if i.Low < 0 {
		return low + " to " + high
	}
	return low + "–" + high
}

// Percent is the level as people write it: "95 %".
func (i Interval) Percent() string { return decimals(100*i.Level) + " %" }

// boundText rounds an end of an interval to two decimals, a small one to three digits; one without an end is as far as
// the data go.
func boundText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "not reached"
	case x != 0 && math.Abs(x) < 0.1:
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

func decimals(x float64) string {
	text := strconv.FormatFloat(x, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// beside is the interval of a cell in brackets, " (95 % CI 11.02–20.73)"; "" where it has none.
func beside(all []Interval, row, column int) string {
	for _, i := range all {
		if i.Row == row && i.Column == column {
			return fmt.Sprintf(" (%s CI %s)", i.Percent(), i.Text())
		}
	}
	return ""
}
