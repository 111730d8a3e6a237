package privacy

import (
	"math"
	"slices"
)

// interval is the values that a cell can have, as far as can be told.
type interval struct{ low, high float64 }

// linear is an equation of unknown cells with its known part.
type linear struct {
	coef map[int]float64
	sum  float64
}

// ranges narrows the values of the unknown cells by the equations.
func (a *audit) ranges(equations []linear) map[int]*interval {
	ranges := map[int]*interval{}
	for cell := range a.unknown {
		rng := &interval{float64(a.n), math.Inf(1)}
		switch v := a.value(cell); {
		case a.blurred[cell] && v > 0:
			rng.low = 1
		case a.isPrimary(cell):
			rng = &interval{1, float64(a.n - 1)}
		case v <= 0:
			rng = &interval{math.Inf(-1), math.Inf(1)}
		}
		ranges[cell] = rng
	}
	a.byOrder(ranges)
	for range 30 {
		changed := false
		for _, eq := range equations {
			changed = narrow(eq, ranges) || changed
		}
		if !changed {
			break
		}
	}
	return ranges
}

// leastPossible is how many values a hidden number must be able to have: of 1 or 2 that are left, one is likely to be
// guessed. A count that is shown as "<3" has no more than two.
func (a *audit) leastPossible(cell int) float64 {
	if a.isPrimary(cell) {
		return float64(min(3, a.n-1))
	}
	return 3
}

// narrow is one step of interval arithmetic: each cell lies between what is left of the
// sum when all others are as large, or as small, as they can be.
func narrow(eq linear, ranges map[int]*interval) bool {
	var least, most extent
	for cell, coef := range eq.coef {
		low, high := ends(coef, ranges[cell])
		least.add(low)
		most.add(high)
	}
	changed := false
	for cell, coef := range eq.coef {
		r := ranges[cell]
		ownLow, ownHigh := ends(coef, r)
		low, high := (eq.sum-most.without(ownHigh, 1))/coef, (eq.sum-least.without(ownLow, -1))/coef
		if coef < 0 {
			low, high = high, low
		}
		if low = math.Ceil(low - 1e-9); low > r.low {
			r.low, changed = low, true
		}
		if high = math.Floor(high + 1e-9); high < r.high {
			r.high, changed = high, true
		}
		newLow, newHigh := ends(coef, r)
		least.replace(ownLow, newLow)
		most.replace(ownHigh, newHigh)
	}
	return changed
}

// ends are the smallest and the largest that a cell can add to a sum.
func ends(coef float64, r *interval) (low, high float64) {
	if coef < 0 {
		return coef * r.high, coef * r.low
	}
	return coef * r.low, coef * r.high
}

// extent is a sum of which parts may be infinite.
type extent struct {
	finite   float64
	infinite int
}

func (e *extent) add(x float64) {
	if math.IsInf(x, 0) {
		e.infinite++
	} else {
		e.finite += x
	}
}

func (e *extent) replace(old, now float64) {
	if math.IsInf(old, 0) {
		e.infinite--
	} else {
		e.finite -= old
	}
	e.add(now)
}

// without is the sum without one of its parts; sign is that of its infinity.
func (e *extent) without(x float64, sign int) float64 {
	rest := *e
	if math.IsInf(x, 0) {
		rest.infinite--
	} else {
		rest.finite -= x
	}
	if rest.infinite > 0 {
		return math.Inf(sign)
	}
	return rest.finite
}

// byOrder narrows the cells of columns by which the rows are in order: a hidden count lies between its neighbours.
func (a *audit) byOrder(ranges map[int]*interval) {
	for c, col := range a.variables {
		up, down := slices.IsSorted(col.values),
			slices.IsSortedFunc(col.values, func(x, y int64) int { return int(min(1, max(-1, y-x))) })
		if !up && !down || a.rows < 3 {
			continue
		}
		a.between(c, up, ranges)
	}
}

// between narrows the cells of one column that rises, or falls.
func (a *audit) between(c int, up bool, ranges map[int]*interval) {
	values := a.variables[c].values
	low, high := math.Inf(-1), math.Inf(1)
	for i := range a.rows { // from the small end: what is in sight bounds what follows from below
		r := i
		if !up {
			r = a.rows - 1 - i
		}
		if rng, hiddenHere := ranges[a.cell(c, r)]; hiddenHere {
			rng.low = math.Max(rng.low, low)
		} else {
			low = float64(values[r])
		}
	}
	for i := range a.rows { // and from the large end, from above
		r := a.rows - 1 - i
		if !up {
			r = i
		}
		if rng, hiddenHere := ranges[a.cell(c, r)]; hiddenHere {
			rng.high = math.Min(rng.high, high)
		} else {
			high = float64(values[r])
		}
	}
}

// mostUnknown is the number of unknown cells up to which equations are solved; beyond it they are looked at one by one.
const mostUnknown = 150
