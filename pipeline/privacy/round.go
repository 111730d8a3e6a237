package privacy

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// round rounds every count in sight to a multiple of step, and computes shares of the rounded counts; other numbers
// that are made of counts are hidden. Then no difference of two results tells a small number: 23 people and 20 people
// are 25 and 20, or 20 and 20.
func (s *sheet) round(step int64) {
	bySum := map[int]bool{}
	for _, t := range s.tellsBySums() {
		bySum[t.column] = true
	}
	for _, counts := range []bool{false, true} { // shares first: of counts as they are
		for c, col := range s.shown {
			for r, row := range s.table.Rows {
				if col.kind.aggregated() && s.cells[r][c] == visible && row[c] != nil && col.kind.counts() == counts {
					row[c] = s.roundedCell(r, col, row[c], step)
					if bySum[c] {
						row[c] = Hidden
					}
				}
			}
		}
	}
}

func (s *sheet) roundedCell(r int, col shownColumn, v any, step int64) any {
	ofCounts := slices.ContainsFunc(col.reveals, func(x reveal) bool { return !x.sum }) || len(col.pairs) > 0
	switch {
	case col.unknown != "" || col.unaudited: // it may be any number of counts
		return Hidden
	case col.kind.counts():
		return rounded(v, step)
	case !ofCounts: // of values: an average
		return v
	case len(col.pairs) == 1:
		return s.roundedShare(r, v, col.pairs[0], step)
	}
	return Hidden
}

func rounded(v any, step int64) any {
	switch x := v.(type) {
	case int64:
		return int64(math.Round(float64(x)/float64(step))) * step
	case float64:
		return math.Round(x/float64(step)) * float64(step)
	}
	return Hidden
}

// shareUnits are what shares are counted in: parts of one, percent, and so many of a thousand and more.
var shareUnits = []float64{1, 100, 1000, 10_000, 100_000, 1_000_000}

// roundedShare is a share of rounded numbers, with as many decimals. What is no share of the two, such as a survival or
// a ratio of risks, is hidden.
func (s *sheet) roundedShare(r int, v any, p pair, step int64) any {
	share, isFloat := v.(float64)
	if n, ok := v.(int64); ok {
		share, isFloat = float64(n), true
	}
	part, ok1 := s.people(r, p.part)
	all, ok2 := s.people(r, p.whole)
	if !isFloat || !ok1 || !ok2 || all == 0 {
		return Hidden
	}
	digits := decimals(share)
	for _, unit := range shareUnits {
		if off := math.Abs(share - unit*float64(part)/float64(all)); off > max(0.5*math.Pow10(-digits),
			1e-9*share)*1.001 {
			continue
		}
		whole := rounded(all, step).(int64)
		if whole == 0 {
			return Hidden
		}
		scale := math.Pow10(min(digits, mostDecimals))
		return math.Round(unit*float64(rounded(part, step).(int64))/float64(whole)*scale) / scale
	}
	return Hidden
}

// mostDecimals are those of a share that was not rounded.
const mostDecimals = 4

// decimals is how many decimals a number is written with.
func decimals(x float64) int {
	_, after, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	return len(after)
}
