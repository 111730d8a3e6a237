package privacy

import (
	"math"
	"slices"
)

// round rounds every count in sight to a multiple of step, and shares and rates to those of the rounded counts; other numbers that are made of
// counts are hidden. Then no difference of two results tells a small number: 23 people and 20 people are 25 and 20, or 20 and 20.
func (s *sheet) round(step int64) {
	for c, col := range s.shown {
		for r, row := range s.table.Rows {
			if !col.kind.aggregated() || s.cells[r][c] != visible || row[c] == nil {
				continue
			}
			switch {
			case col.kind.counts():
				row[c] = rounded(row[c], step)
			case len(col.reveals) == 0 || !slices.ContainsFunc(col.reveals, func(x reveal) bool { return !x.sum }) && len(col.pairs) == 0:
				// of values: an average
			case len(col.pairs) == 1:
				row[c] = s.roundedShare(r, row[c], col.pairs[0], step)
			default:
				row[c] = Hidden
			}
		}
	}
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

// roundedShare is a share in the same units, of rounded numbers.
func (s *sheet) roundedShare(r int, v any, p pair, step int64) any {
	share, isFloat := v.(float64)
	if n, ok := v.(int64); ok {
		share, isFloat = float64(n), true
	}
	part, ok1 := s.people(r, p.part)
	all, ok2 := s.people(r, p.whole)
	if !isFloat || !ok1 || !ok2 {
		return Hidden
	}
	if part == 0 || all == 0 {
		return v
	}
	unit := share / (float64(part) / float64(all))
	part, all = rounded(part, step).(int64), rounded(all, step).(int64)
	if all == 0 {
		return Hidden
	}
	return math.Round(unit*float64(part)/float64(all)*10_000) / 10_000
}
