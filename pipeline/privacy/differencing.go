package privacy

import (
	"fmt"
	"math"
	"slices"
)

// suppressDifferences hides a number where what is left of those that it is counted among is small, or of a total of
// all rows in sight.
func (s *sheet) suppressDifferences() {
	for _, n := range s.nests {
		for r, row := range s.table.Rows {
			if !n.whole.label.fits(row) {
				continue
			}
			parts := s.partsOf(n, r)
			if n.left < 0 && !s.inOtherUnits(n, r, parts) {
				s.hideRest(r, n, parts, n.whole.people, n.part.people)
			} else if left, ok := s.people(r, n.left); ok && s.isSmall(left) && s.cells[r][n.part.column] == visible {
				s.cells[r][n.part.column] = hidden
			}
			s.hideRest(r, n, parts, n.whole.value, n.part.value)
			if n.sum && n.whole.label.text == "" {
				break // the total stands in every row
			}
		}
	}
	s.suppressCombinations()
	if s.sets || s.haveOverlap() || s.totals && s.ungrouped {
		s.suppressDifferencesOfRows()
	}
	s.suppressDifferencesOfInputs()
}

// inOtherUnits reports whether of a whole and its parts one counts the people of a table and the other the records of
// one, of which there are more: 5,000 people and 421,316 costs do not say that the costs are those of 4,998.
func (s *sheet) inOtherUnits(n nest, r int, parts []int) bool {
	whole, ok := s.recordsBeyondPeople(n.whole, r)
	for _, q := range parts {
		part, known := s.recordsBeyondPeople(n.part, q)
		ok = ok && known && (whole == 0 && part >= s.n || part == 0 && whole >= s.n)
	}
	return ok && n.whole.ofTable && n.part.ofTable
}

func (s *sheet) recordsBeyondPeople(t tally, r int) (int64, bool) {
	people, ok1 := s.people(r, t.people)
	value, ok2 := s.people(r, t.column)
	return value - people, ok1 && ok2 && s.shown[t.column].kind.counts()
}

// partsOf are the rows of the parts that the whole in row r has.
func (s *sheet) partsOf(n nest, r int) []int {
	if !n.sum && n.whole.label == n.part.label {
		return []int{r}
	}
	var rows []int
	for q, row := range s.table.Rows {
		if n.part.label.fits(row) && (n.sum || s.sameKeys(q, r, n.whole.label.column)) {
			rows = append(rows, q)
		}
	}
	return rows
}

// sameKeys reports whether two rows have the same keys but for one column.
func (s *sheet) sameKeys(q, r, but int) bool {
	for c, col := range s.shown {
		if c != but && !col.kind.aggregated() && fmt.Sprint(s.table.Rows[q][c]) != fmt.Sprint(s.table.Rows[r][c]) {
			return false
		}
	}
	return true
}

// hideRest hides the smallest of the parts where the whole, in row r, less their sum is small. Whole and part are the
// columns with the numbers.
func (s *sheet) hideRest(r int, n nest, rows []int, whole, part int) {
	all, ok := s.people(r, whole)
	if !ok {
		return
	}
	least, sum, smallest := -1, int64(0), int64(0)
	for _, q := range rows {
		x, ok := s.people(q, part)
		if !ok || s.cells[q][n.part.column] != visible {
			if ok && x != 0 && !n.row {
				return // one of them is hidden already
			}
			continue // what is left over is that of all that are hidden, or were left out
		}
		sum += x
		if x > 0 && (least < 0 || x < smallest) {
			least, smallest = q, x
		}
	}
	switch {
	case least < 0:
	case s.isSmall(all - sum):
		s.cells[least][n.part.column] = hidden
	case !n.certain && s.isSmall(sum-all) && s.cells[r][n.whole.column] == visible:
		s.cells[r][n.whole.column] = hidden
	}
}

// suppressDifferencesOfInputs does it for rows of different inputs of a UNION, which may count the same people by other
// keys. In a long table only those of the same keys are looked at.
func (s *sheet) suppressDifferencesOfInputs() {
	if s.input < 0 {
		return
	}
	for r := range s.table.Rows {
		for q := range s.table.Rows {
			a, ok1 := s.people(r, s.input)
			b, ok2 := s.people(q, s.input)
			if ok1 && ok2 && s.nested[[2]int64{a, b}] && (len(s.table.Rows) <= longTable || s.sameKeys(q, r, -1)) {
				s.hideRowsRest(r, []int{q})
				s.hideOtherValues(r, q)
			}
		}
	}
}

// hideOtherValues does it for what tells no sum, such as a median.
func (s *sheet) hideOtherValues(r, q int) {
	for c, col := range s.shown {
		if len(col.reveals) > 0 || !col.kind.aggregated() {
			continue
		}
		for _, k := range col.people {
			s.hideRest(r, nest{whole: tally{column: c}, part: tally{column: c}}, []int{q}, k, k)
		}
	}
}

// haveOverlap reports whether some people may be in several of the groups.
func (s *sheet) haveOverlap() bool {
	sum := int64(0)
	for r := range s.table.Rows {
		n, _ := s.people(r, s.group)
		sum += n
	}
	if !s.overlaps || len(s.table.Rows) == 0 {
		return false
	}
	all, ok := s.people(0, s.everybody)
	return !ok || all != sum
}

// suppressDifferencesOfRows does it for rows that are totals of others, of which some may have been left out: those of
// GROUPING SETS, in which the keys are NULL, and of a UNION of all with its groups.
func (s *sheet) suppressDifferencesOfRows() {
	if len(s.table.Rows) > longTable {
		return
	}
	g := s.grid()
	for r := range s.table.Rows {
		if !s.sets {
			var others []int
			for q := range s.table.Rows {
				if q != r {
					others = append(others, q)
					s.hideRowsRest(r, []int{q})
				}
			}
			s.hideRowsRest(r, others)
			continue
		}
		for _, set := range subsets(g.keyCount(), 6) {
			if slices.ContainsFunc(set, func(i int) bool { return !g.isTotal(r, i) }) || !g.spend(g.rows) {
				continue
			}
			s.hideRowsRest(r, g.otherwise(r, set))
		}
	}
}

// hideRowsRest hides the smallest of some rows where a total of them, in row r, less their sum is small.
func (s *sheet) hideRowsRest(r int, members []int) {
	if len(members) == 0 {
		return
	}
	for c, col := range s.shown {
		for _, x := range col.reveals {
			if x.unseen {
				continue
			}
			for _, source := range []int{x.column, x.behind} {
				s.hideRest(r, nest{whole: tally{column: c}, part: tally{column: c}, certain: s.sets, row: s.sets},
					members, source, source)
				if !s.sets {
					s.hideRestInSight(r, c, source, members)
				}
			}
			if x.sum && !s.sets {
				s.hideSumsRest(r, c, x, members)
			}
		}
	}
}

// hideRestInSight hides the smallest of the rows in sight where a total that may be one of others too differs from
// their sum by few.
func (s *sheet) hideRestInSight(r, c, source int, members []int) {
	rest, ok := s.people(r, source)
	least, smallest := -1, int64(0)
	for _, q := range members {
		x, isNumber := s.people(q, source)
		if !isNumber || s.cells[q][c] != visible {
			continue
		}
		if rest -= x; x > 0 && (least < 0 || x < smallest) {
			least, smallest = q, x
		}
	}
	if ok && least >= 0 && s.cells[r][c] == visible && (s.isSmall(rest) || s.isSmall(-rest)) {
		s.cells[least][c] = hidden
	}
}

// rounding is how far two sums of the same numbers may be apart for the order in which they were summed up.
const rounding = 1e-6

// hideSumsRest hides the smallest of the rows in sight where as many people, or nearly as many, have another sum: the
// difference is that of the few who are counted here and not there. Example: 22 people who live and 22 who are not
// Asian.
func (s *sheet) hideSumsRest(r, c int, x reveal, members []int) {
	s.hideSumsRestOf(r, c, x.column, x.behind, members)
	// those above a limit, say: GREATEST(0, year_of_birth - 1959) tells of nobody else
	for _, k := range s.shown[c].people {
		if k != x.behind {
			s.hideSumsRestOf(r, c, x.column, k, members)
		}
	}
}

// hideSumsRestOf does it by one of the columns with the people behind the sums.
func (s *sheet) hideSumsRestOf(r, c, column, behind int, members []int) {
	people, ok := s.people(r, behind)
	sum, isNumber := s.number(r, column)
	least, smallest := -1, int64(0)
	for _, q := range members {
		n, known := s.people(q, behind)
		v, hasSum := s.number(q, column)
		if s.cells[q][c] != visible || !known || !hasSum {
			continue
		}
		people, sum = people-n, sum-v
		if n > 0 && (least < 0 || n < smallest) {
			least, smallest = q, n
		}
	}
	few := people > -s.n && people < s.n
	if ok && isNumber && least >= 0 && s.cells[r][c] == visible && few && math.Abs(sum) > rounding {
		s.cells[least][c] = hidden
	}
}

// number is the number in a cell; ok is false where there is none.
func (s *sheet) number(row, column int) (x float64, ok bool) {
	switch v := s.table.Rows[row][column].(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
