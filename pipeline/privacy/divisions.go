package privacy

import "slices"

// Two divisions of the same people have the same total, and so have their parts: of states and of counties, of years
// two by two and of years three by three.
//
//	state  SD   15
//	county Minnehaha 7, Pennington 7, Lincoln <5   <- it is 1
//
// So both are shown beside each other only where nothing of them is hidden, and where all sums of some of them are
// compared (mostInAllWays). What each set of a ROLLUP divides is divided by the next one, too.

// dividesTwice reports whether one of some GROUPING SETS divides people in another way than another: neither has all
// keys of the other one.
func dividesTwice(sets [][]int) bool {
	holds := func(a, b []int) bool {
		return !slices.ContainsFunc(b, func(key int) bool { return !slices.Contains(a, key) })
	}
	for i, a := range sets {
		for _, b := range sets[:i] {
			if !holds(a, b) && !holds(b, a) {
				return true
			}
		}
	}
	return false
}

const dividedTwice = "All numbers are hidden: the GROUPING SETS divide the same people in several ways, and the numbers of one would tell those that are hidden, or too many to be compared, in another; each is shown by itself, and so is ROLLUP."

// hideDivisions hides all numbers of several divisions of which one is hidden, or that are more than are compared.
func (s *sheet) hideDivisions() {
	if !s.divided || len(s.table.Rows) <= mostInAllWays && !s.anyHidden() {
		return
	}
	for r := range s.cells {
		for c, col := range s.shown {
			if col.kind.aggregated() && s.cells[r][c] == visible {
				s.cells[r][c] = hidden
			}
		}
	}
	s.note(dividedTwice)
}
