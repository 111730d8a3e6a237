package privacy

import (
	"cmp"
	"slices"
)

// A total that stands beside groups may be one of some of the groups, and of some of the columns: the people of two
// states, of whom four columns leave out one year of birth. So the totals are set against each set of rows, of each set
// of columns.

// Up to so many rows, columns and totals are.
const (
	mostCrossedRows    = 16
	mostCrossedColumns = 8
	mostCrossedTotals  = 3
)

// hideCrossed hides the smallest numbers of those by which a total and some rows of some columns leave few.
func (s *sheet) hideCrossed(f frame, work *int) bool {
	totals := distinct(slices.DeleteFunc(slices.Clone(f.lone), s.isHidden))
	if len(totals) == 0 || len(f.rows) > mostCrossedRows {
		return false
	}
	totals = totals[:min(len(totals), mostCrossedTotals)]
	columns, cells := s.crossed(f)
	found := false
	for chosen := 1; chosen < 1<<min(len(columns), mostCrossedColumns) && *work > 0; chosen++ {
		var rows []item
		for _, row := range cells {
			sum := item{}
			for i, k := range columns[:min(len(columns), mostCrossedColumns)] {
				if x, ok := row[k]; ok && chosen>>i&1 == 1 {
					sum = sum.plus(x, 1)
				}
			}
			if len(sum.cells) > 0 {
				rows = append(rows, sum)
			}
		}
		found = s.hideOfRows(totals, rows, work) || found
	}
	return found
}

// hideUncertainTotals hides a total that stands beside more groups than it is set against, where some of them may be
// its people but for a few: what is not larger than all of them together, and is not sure to have all of them.
func (s *sheet) hideUncertainTotals(of []*tally, c class) {
	if len(s.table.Rows) <= mostCrossedRows {
		return
	}
	var totals, groups []*tally
	sum := int64(0)
	for _, t := range of {
		seen, all := map[[2]uint64]bool{}, int64(0)
		for r := range s.table.Rows {
			if x, ok := s.item(t, r, c); ok {
				seen[[2]uint64{uint64(x.n), x.print}] = true
				all += x.n
			}
		}
		if len(seen) == 1 {
			totals = append(totals, t)
		} else {
			groups, sum = append(groups, t), sum+all
		}
	}
	for _, t := range totals {
		covers := !slices.ContainsFunc(groups, func(g *tally) bool { return !t.chosen.covers(g.chosen) })
		for r := range s.table.Rows {
			if x, ok := s.item(t, r, c); ok && !covers && sum > x.n-s.n {
				s.hideItems([]item{x})
			}
		}
	}
}

// numberColumn tells the numbers of a row apart.
type numberColumn struct{ column, value int }

// crossed are the numbers of each row that are no totals, by their columns.
func (s *sheet) crossed(f frame) (columns []numberColumn, rows []map[numberColumn]item) {
	for _, row := range f.rows {
		of := map[numberColumn]item{}
		for _, x := range row {
			at := x.cells[0]
			isTotal := slices.ContainsFunc(f.lone, func(t item) bool { return slices.Contains(*t.cells[0].again, at) })
			if isTotal || s.isHidden(x) {
				continue
			}
			k := numberColumn{at.column, at.value}
			if of[k] = x; !slices.Contains(columns, k) {
				columns = append(columns, k)
			}
		}
		rows = append(rows, of)
	}
	return columns, rows
}

// hideOfRows sets totals against each set of rows: totals less some of the first half against some of the other half.
func (s *sheet) hideOfRows(totals, rows []item, work *int) bool {
	first, second := rows[:len(rows)/2], rows[len(rows)/2:]
	sums := combinations(totals, 1)
	found := false
	for _, sign := range []int64{1, -1} {
		var left []combination
		firsts := someOf(first)
		for i, x := range sums {
			for k, y := range firsts {
				left = append(left, combination{n: sign * (x.n - y.n), print: uint64(sign) * (x.print - y.print),
					rows: uint64(sign) * (x.rows - y.rows), of: i*len(firsts) + k, adds: x.adds || y.adds})
			}
		}
		right := someOf(second)
		*work -= sortingWork * (len(left) + len(right))
		for i := range right {
			y := &right[i]
			y.n, y.print, y.rows = sign*y.n, uint64(sign)*y.print, uint64(sign)*y.rows
		}
		byNumber := func(x, y combination) int { return cmp.Compare(x.n, y.n) }
		slices.SortFunc(left, byNumber)
		slices.SortFunc(right, byNumber)
		found = s.hideFewOfHalves(left, right, func(x, y combination) (item, item) {
			total, part := sumOf(totals, 1, sums[x.of/len(firsts)]), sumOfSome(first, x.of%len(firsts))
			return item{}.plus(total.plus(part, -1), sign), item{}.plus(sumOfSome(second, y.of), sign)
		}, work) || found
	}
	return found
}

// someOf are the sums of each set of items; of is the set, by bits.
func someOf(items []item) []combination {
	out := []combination{{}}
	for i, x := range items {
		for _, y := range out {
			out = append(out, combination{n: y.n + x.n, print: y.print + x.print, rows: y.rows + x.rows,
				of: y.of | 1<<i, adds: y.adds || x.adds})
		}
	}
	return out
}

// sumOfSome is the sum of the items of a set.
func sumOfSome(items []item, set int) item {
	out := item{}
	for i, x := range items {
		if set>>i&1 == 1 {
			out = out.plus(x, 1)
		}
	}
	return out
}
