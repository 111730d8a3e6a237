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

// hideUncertainTotals hides a total of which it is not sure that it has all people of the groups beside it, and is not
// larger than these together. Beside more groups than it is set against, some may be its people but for a few; and
// where groups are hidden, what it has more than those in sight may be some of the hidden ones:
//
//	1975  8   79   <- those in sight are 71, so 1976 or 1977 are 8, or both are 4
//	1976  <5  79
//	1977  <5  79
func (s *sheet) hideUncertainTotals(of []*tally, c class) {
	totals := map[*tally][]totalOf{}
	for _, t := range of {
		totals[t] = s.totalsIn(t, c)
	}
	for _, t := range of {
		for _, total := range totals[t] {
			if s.isUncertain(total, t, c, slices.DeleteFunc(slices.Clone(of), func(g *tally) bool {
				return g == t && !total.isRow || g != t && len(totals[g]) > 0
			})) {
				s.hideItems([]item{total.item})
			}
		}
	}
}

// totalOf is a number that stands beside groups: in each of their rows, or in a row of its own.
type totalOf struct {
	item
	beside []int // the rows of the groups
	isRow  bool
}

// totalsIn are the totals in a column: the same of the same people in several rows, and those of inputs of a UNION with
// one row.
func (s *sheet) totalsIn(t *tally, c class) []totalOf {
	var out []totalOf
	known, inputs := map[[2]uint64]int{}, map[int64][]int{}
	for r := range s.table.Rows {
		if input, ok := s.people(r, s.input); ok {
			inputs[input] = append(inputs[input], r)
		}
		x, ok := s.number(t, r, c)
		if !ok {
			continue
		}
		key := [2]uint64{uint64(x.n), x.print}
		if i, again := known[key]; again {
			out[i].beside, out[i].cells = append(out[i].beside, r), append(out[i].cells, x.cells...)
			continue
		}
		known[key] = len(out)
		out = append(out, totalOf{item: x, beside: []int{r}})
	}
	isShown := func(at place) bool { return s.cells[at.row][at.column] == visible }
	out = slices.DeleteFunc(out, func(x totalOf) bool {
		return len(x.beside) < 2 || !slices.ContainsFunc(x.cells, isShown)
	})
	for _, rows := range inputs {
		if len(rows) > 1 {
			continue
		}
		if x, ok := s.item(t, rows[0], c); ok {
			for _, others := range inputs {
				if len(others) > 1 {
					out = append(out, totalOf{x, others, true})
				}
			}
		}
	}
	return out
}

// isUncertain reports whether a total beside groups has to be hidden. What is the sum of a column is sure to have all.
func (s *sheet) isUncertain(total totalOf, t *tally, c class, groups []*tally) bool {
	covers, inSight, all, isHidden := t.chosen.from != "", int64(0), int64(0), false
	var sums []item
	for _, g := range groups {
		covers = covers && t.chosen.covers(g.chosen)
		sum := item{}
		for _, r := range total.beside {
			if x, ok := s.number(g, r, c); ok {
				sum.n, sum.print = sum.n+x.n, sum.print+x.print
				if s.cells[r][g.column] == visible {
					inSight += x.n
				} else {
					isHidden = true
				}
			}
		}
		isSame := func(x item) bool { return x.n == sum.n && x.print == sum.print }
		if !slices.ContainsFunc(sums, isSame) {
			sums, all = append(sums, sum), all+sum.n
		}
	}
	if isColumn := func(x combination) bool {
		return x.n == total.n && (x.print-total.print)&(1<<printBits-1) == 0
	}; covers || slices.ContainsFunc(someOf(sums[:min(len(sums), mostCrossedColumns)]), isColumn) {
		return false
	}
	return isHidden && all > total.n-s.n || len(total.beside) > mostCrossedRows && inSight > total.n-s.n
}

// numberColumn tells the numbers of a row apart.
type numberColumn struct{ column, value int }

// crossed are the numbers of each row that are not totals, by their columns.
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
					rows: uint64(sign) * (x.rows - y.rows), records: x.records || y.records,
					of: i*len(firsts) + k, adds: x.adds || y.adds})
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
				records: x.records || y.records, of: y.of | 1<<i, adds: y.adds || x.adds})
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
