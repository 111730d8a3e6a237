package privacy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// What several numbers leave of others is looked for by two halves of them: all sums of some of the one half, less
// others, are set against all of the other half whose sum is nearly the same.

// mostInAllWays is how many numbers are added up and taken off each other in all ways, if there are not too many that
// are nearly the same.
const (
	mostInAllWays    = 20
	mostOften        = 10     // that are taken up to three times
	mostTwice        = 13     // and up to twice
	mostCombinations = 60_000 // of a half
	mostPairs        = 20_000_000
	sortingWork      = 16 // that a combination takes, in additions
)

// combination is a sum of items, each times a factor.
type combination struct {
	n           int64
	print, rows uint64
	of          int // which factors: digits of a number in base 2 * most + 1, the first item's is the highest
	records     bool
	adds        bool
}

// combinations are all sums of items times -most to most.
func combinations(items []item, most int) []combination {
	out := []combination{{}}
	for _, x := range items {
		var next []combination
		for _, y := range out {
			for k := -most; k <= most; k++ {
				next = append(next, combination{n: y.n + int64(k)*x.n, print: y.print + uint64(k)*x.print,
					rows: y.rows + uint64(k)*x.rows, records: y.records || most == 1 && x.records,
					of: y.of*(2*most+1) + k + most, adds: y.adds || k != 0 && x.adds})
			}
		}
		out = next
	}
	return out
}

// sumOf is the item that a combination stands for.
func sumOf(items []item, most int, c combination) item {
	out := item{}
	for i := len(items) - 1; i >= 0; i-- {
		if k := c.of%(2*most+1) - most; k != 0 {
			out = out.plus(items[i], int64(k))
		}
		c.of /= 2*most + 1
	}
	return out
}

// hideInAllWays hides the smallest of some numbers that leave few when they are added up and taken off each other in
// any way, each up to three times: those who have one of two things but not both are those of the one and of the other
// less twice those of both. Of many numbers each is taken fewer times, unless records are set against people, and of
// sums of values once.
func (s *sheet) hideInAllWays(items []item, mixed bool, work *int) bool {
	items = distinct(slices.DeleteFunc(slices.Clone(items), s.isHidden))
	ofSums := slices.ContainsFunc(items, func(x item) bool { return x.adds })
	if len(items) > 0 && items[0].records && s.hideTimes(items, 1, work) {
		return true
	}
	if mixed || len(items) <= mostOften && !ofSums {
		return s.hideTimes(items, timesTaken, work)
	}
	return s.hideTimes(items, 1, work) || !ofSums && s.hideTimes(items[:min(len(items), mostTwice)], 2, work)
}

// hideTimes does it with each of them up to so many times.
func (s *sheet) hideTimes(items []item, most int, work *int) bool {
	for items = items[:min(len(items), mostInAllWays)]; len(items) > 1; items = items[:len(items)-1] {
		one, other := items[:len(items)/2], items[len(items)/2:]
		if math.Pow(float64(2*most+1), float64(len(other))) > mostCombinations {
			continue
		}
		left, right := combinations(one, most), combinations(other, most)
		*work -= sortingWork * (len(left) + len(right))
		byNumber := func(x, y combination) int { return cmp.Compare(x.n, y.n) }
		slices.SortFunc(left, byNumber)
		slices.SortFunc(right, byNumber)
		if s.countPairs(left, right) > min(mostPairs, *work) {
			continue
		}
		return s.hideFewOfHalves(left, right, func(x, y combination) (item, item) {
			return sumOf(one, most, x), sumOf(other, most, y)
		}, work)
	}
	return false
}

// distinct leaves one of the numbers that are the same and of the same people.
func distinct(items []item) []item {
	seen := map[string]bool{}
	return slices.DeleteFunc(items, func(x item) bool {
		key := fmt.Sprint(x.n, x.print, x.rows, x.adds, x.sum)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// ofRecordsAlone reports whether combinations are of numbers of records.
func ofRecordsAlone(of []combination) bool {
	return slices.ContainsFunc(of, func(x combination) bool { return x.records })
}

// countPairs is how many pairs hideFewOfHalves looks at.
func (s *sheet) countPairs(left, right []combination) int {
	window := s.window(s.reachOf(len(left)*len(right), ofRecordsAlone(left)))
	pairs, from, to := 0, 0, 0
	for _, x := range left {
		for ; from < len(right) && right[from].n < x.n-window; from++ {
		}
		for ; to < len(right) && right[to].n <= x.n; to++ {
		}
		pairs += to - from
	}
	return pairs
}

// hideFewOfHalves hides the smallest of the numbers of two combinations of which one less the other leaves few. Both
// are sorted by their number.
func (s *sheet) hideFewOfHalves(left, right []combination, items func(x, y combination) (item, item), work *int) bool {
	within := s.reachOf(len(left)*len(right), ofRecordsAlone(left))
	window, from, found := s.window(within), 0, false
	for _, x := range left {
		for ; from < len(right) && right[from].n < x.n-window; from++ {
		}
		for _, y := range right[from:] {
			if *work--; y.n > x.n {
				break
			}
			if !s.mayLeaveFew(x, y, within) {
				continue
			}
			a, b := items(x, y)
			if cells := slices.Concat(a.cells, b.cells); len(cells) > 0 && s.leavesFew(a, b, within) {
				found = s.hideSmallest(cells) || found
			}
		}
	}
	return found
}

// mayLeaveFew reports whether it is worth while to ask leavesFew.
func (s *sheet) mayLeaveFew(x, y combination, within reach) bool {
	n, print, adds := x.n-y.n, x.print-y.print, x.adds || y.adds
	if n <= 0 && !adds {
		return false
	}
	return (x.records || y.records) && s.isOfFewPeople(n, print, within) ||
		s.isPrintOf(n, print, 1) || s.isPrintOf(n, print, 2) ||
		adds && (print == 0 && x.rows == y.rows || s.isExchange(print))
}
