package privacy

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// Rows in the order of a number tell of one that is hidden what stands before and after it: of the causes of death
//
//	cause   deaths
//	gout         9
//	asthma  hidden   ← 7, 8 or 9
//	polio        7
//	sepsis      <5
//	stroke      <5   ← as many as of sepsis
//	angina      <5   ← fewer, since the names begin anew
//
// so rows of which the ordering number is hidden stand behind the others, in the order of their names.

// hideOrder moves them there. Where rows are ordered by something else before, each of its parts is ordered by itself.
func (s *sheet) hideOrder() {
	rows := make([]int, len(s.table.Rows))
	for i := range rows {
		rows[i] = i
	}
	for _, part := range s.parts(rows) {
		by := s.byNumbers
		if s.compiled {
			by = s.numbersThatSort(part)
		}
		if len(by) == 0 {
			continue
		}
		isHidden := func(r int) bool { return s.hidesOrder(r, by) }
		slices.SortStableFunc(part, func(a, b int) int {
			switch x, y := isHidden(a), isHidden(b); {
			case x && y:
				return s.compareKeys(a, b)
			case x:
				return 1
			case y:
				return -1
			}
			return 0
		})
	}
	table, cells := slices.Clone(s.table.Rows), slices.Clone(s.cells)
	for i, r := range rows {
		s.table.Rows[i], s.cells[i] = table[r], cells[r]
	}
}

// hidesOrder reports whether a number of a row is hidden by which it is ordered.
func (s *sheet) hidesOrder(r int, by []int) bool {
	for c, col := range s.shown {
		if col.kind.aggregated() && s.cells[r][c] != visible && (slices.Contains(by, c) || slices.Contains(by, everyColumn)) {
			return true
		}
	}
	return false
}

// parts are rows that have the same in what they are ordered by before they are by numbers; of a compiled query, that is
// the first column where it has parts.
func (s *sheet) parts(rows []int) [][]int {
	before := s.before
	if s.compiled {
		before = []int{0}
	}
	var out [][]int
	seen := map[string]bool{}
	for from := 0; from < len(rows); {
		name, to := s.names(rows[from], before), from+1
		for to < len(rows) && s.names(rows[to], before) == name {
			to++
		}
		if seen[name] {
			return [][]int{rows}
		}
		seen[name] = true
		out = append(out, rows[from:to])
		from = to
	}
	if s.compiled && len(out) == len(rows) {
		return [][]int{rows}
	}
	return out
}

func (s *sheet) names(r int, columns []int) string {
	var out []any
	for _, c := range columns {
		out = append(out, s.table.Rows[r][c])
	}
	return fmt.Sprintf("%q", out)
}

// numbersThatSort are the columns of numbers by which some rows are ordered, as far as that can be seen of them; none,
// where they are in the order of their names.
func (s *sheet) numbersThatSort(rows []int) []int {
	if slices.IsSortedFunc(rows, s.compareKeys) || slices.IsSortedFunc(rows, func(a, b int) int { return s.compareKeys(b, a) }) {
		return nil
	}
	var out []int
	for c, col := range s.shown {
		compare := func(a, b int) int {
			x, _ := float(s.table.Rows[a][c])
			y, _ := float(s.table.Rows[b][c])
			return cmp.Compare(x, y)
		}
		if col.kind.aggregated() && (slices.IsSortedFunc(rows, compare) ||
			slices.IsSortedFunc(rows, func(a, b int) int { return compare(b, a) })) {
			out = append(out, c)
		}
	}
	return out
}

// compareKeys compares the names of two rows.
func (s *sheet) compareKeys(a, b int) int {
	for c, col := range s.shown {
		if col.kind.aggregated() || col.place {
			continue
		}
		if n := compareNames(s.nameIn(a, c), s.nameIn(b, c)); n != 0 {
			return n
		}
	}
	return 0
}

// nameIn is a name in sight.
func (s *sheet) nameIn(r, c int) string {
	if s.cells[r][c] != visible {
		return ""
	}
	return fmt.Sprint(s.table.Rows[r][c])
}

var firstNumber = regexp.MustCompile(`\d+`)

// compareNames compares names by their first numbers where both have one, as ages and years do, and else as texts.
func compareNames(a, b string) int {
	x, err1 := strconv.Atoi(firstNumber.FindString(a))
	y, err2 := strconv.Atoi(firstNumber.FindString(b))
	if err1 == nil && err2 == nil && x != y {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}
