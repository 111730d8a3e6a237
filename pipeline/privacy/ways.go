package privacy

import (
	"cmp"
	"math"
	"slices"
)

// Up to so many numbers are taken off each other four at a time; of more, two are, and three of those whose people are
// in several rows.
const (
	mostByFour  = 64
	mostByThree = 1200
)

// hideFew hides the smallest numbers of those that leave few, and reports whether there were any.
func (s *sheet) hideFew(items []item, work *int) bool {
	if s.hideFewOf(items, items, work) || s.hideOthers(items) {
		return true
	}
	if len(items) > mostByFour {
		return s.overlaps && s.hideOfThree(items, work)
	}
	two := slices.Clone(items)
	for i, x := range items {
		for k, y := range items {
			if i <= k { // also twice: of running totals
				two = append(two, x.plus(y, 1))
			}
			if i != k {
				two = append(two, x.plus(y, -1))
			}
		}
	}
	return s.hideFewOf(two, two, work)
}

// hideOfThree hides the smallest of three numbers of which one is that of two others and few more, as that of a disease
// is of two of its kinds, or few less: who has both kinds is in both.
func (s *sheet) hideOfThree(items []item, work *int) bool {
	alone := slices.DeleteFunc(slices.Clone(items), func(x item) bool { return len(x.cells) > 1 || s.isHidden(x) })
	if len(alone) > mostByThree {
		*work = -1
		return true
	}
	var two []combination
	for i, x := range alone {
		for k, y := range alone[:i] {
			two = append(two, combination{n: x.n + y.n, print: x.print + y.print, rows: x.rows + y.rows,
				records: x.records, of: i*len(alone) + k, adds: x.adds || y.adds})
		}
	}
	*work -= sortingWork * len(two)
	one := make([]combination, len(alone))
	for i, x := range alone {
		one[i] = combination{n: x.n, print: x.print, rows: x.rows, records: x.records, of: i, adds: x.adds}
	}
	byNumber := func(x, y combination) int { return cmp.Compare(x.n, y.n) }
	slices.SortFunc(one, byNumber)
	slices.SortFunc(two, byNumber)
	pair := func(x combination) item { return alone[x.of/len(alone)].plus(alone[x.of%len(alone)], 1) }
	found := s.hideFewOfHalves(one, two, func(x, y combination) (item, item) { return alone[x.of], pair(y) }, work)
	less := func(x, y combination) (item, item) { return pair(x), alone[y.of] }
	return s.hideFewOfHalves(two, one, less, work) || found
}

// hideOthers hides one of several numbers that each leave out one of as many groups: their sum is that of all people,
// as often as there are groups less one.
func (s *sheet) hideOthers(items []item) bool {
	found := false
	for _, sum := range items {
		times := int64(len(sum.cells) - 1)
		if times < 3 || s.isHidden(sum) {
			continue
		}
		for _, x := range items {
			if x.apart != "" || len(x.cells) != 1 || !slices.Contains(sum.cells, x.cells[0]) {
				continue
			}
			n := sum.n - times*x.n
			if n > 0 && n%times == 0 && n/times < s.n && s.isTimes(sum.print-uint64(times)*x.print, n/times, times, 0) {
				found = s.hideSmallest(sum.cells) || found
			}
		}
	}
	return found
}

// hideFewOf looks at each of the left less each of the right.
func (s *sheet) hideFewOf(left, right []item, work *int) bool {
	right = slices.Clone(right)
	slices.SortStableFunc(right, func(x, y item) int { return cmp.Compare(x.n, y.n) })
	found := false
	isOfRecords := len(left) > 0 && left[0].records
	within := s.reachOf(len(left)*len(right), isOfRecords)
	for _, x := range left {
		from, _ := slices.BinarySearchFunc(right, x.n-s.window(within),
			func(y item, n int64) int { return cmp.Compare(y.n, n) })
		for _, y := range right[from:] {
			if *work--; y.n > x.n || *work < 0 {
				break
			}
			if s.leavesFew(x, y, within) && s.hideSmallest(slices.Concat(x.cells, y.cells)) {
				found = true
			}
		}
	}
	return found
}

// leavesFew reports whether one number less another is that of few people, or twice that, or of few people's records.
func (s *sheet) leavesFew(x, y item, within reach) bool {
	if x.apart != "" && x.apart == y.apart {
		return false
	}
	n, print, few := x.n-y.n, x.print-y.print, len(x.cells)+len(y.cells) <= 3
	exchanges := !x.isSplit && !y.isSplit &&
		(x.adds || y.adds || x.ofValues && len(x.cells) == 1 && len(y.cells) == 1)
	switch {
	case exchanges && s.isExchange(print),
		print == 0 && x.rows == y.rows && ofOneNumber(x, y) && differ(x.sum, y.sum): // of others with the same digits
		return true
	case (x.records || y.records) && s.isOfFewPeople(n, print, within) && isOfEachOnce(x, y):
		return true
	case !s.isPrintOf(n, print, 1) && !(few && s.isPrintOf(n, print, 2)):
		return false
	}
	return s.isOfFew(x.rows - y.rows)
}

// isOfEachOnce reports whether something is taken off a larger number, and none is taken twice: what is left of others
// taken twice is often a few records in a few digits, whoever has them.
func isOfEachOnce(x, y item) bool {
	cells := slices.Concat(x.cells, y.cells)
	if !slices.ContainsFunc(cells, func(at place) bool { return at.n > x.n-y.n }) {
		return false
	}
	isSame := func(a, b place) bool {
		return a.row == b.row && a.value == b.value && (a.value >= 0 || a.column == b.column)
	}
	for i, a := range cells {
		if slices.ContainsFunc(cells[:i], func(b place) bool { return isSame(a, b) }) {
			return false
		}
	}
	return true
}

// ofOneNumber reports whether two sums are the same number of other people: a quotient of two sums has both in one
// cell.
func ofOneNumber(x, y item) bool {
	return x.adds && y.adds && len(x.cells) > 0 && !slices.ContainsFunc(slices.Concat(x.cells, y.cells),
		func(at place) bool { return at.value != x.cells[0].value })
}

// float is a cell as a number.
func float(v any) (float64, bool) {
	if x, ok := v.(float64); ok {
		return x, true
	}
	n, ok := whole(v)
	return float64(n), ok
}

// differ reports whether two sums are not the same but for what is rounded.
func differ(x, y float64) bool { return math.Abs(x-y) > 1e-6*max(math.Abs(x), math.Abs(y), 1) }

// hideSmallest hides the smallest of some numbers if all are in sight; of many, one that is so large that what is left
// may be any small number.
func (s *sheet) hideSmallest(cells []place) bool {
	before := func(x, y place) bool {
		if large := x.n >= 2*s.n; len(cells) > 4 && large != (y.n >= 2*s.n) {
			return large
		}
		return x.n < y.n
	}
	least := cells[0]
	for _, at := range cells {
		if s.cells[at.row][at.column] != visible {
			return false
		}
		if before(at, least) {
			least = at
		}
	}
	s.cells[least.row][least.column] = hidden
	if least.again != nil {
		s.hideItems([]item{{cells: *least.again}})
	}
	return true
}
