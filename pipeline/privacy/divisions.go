package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Two divisions of the same people have the same total, and so have their parts: of states and of counties, of years
// two by two and of years three by three.
//
//	state  SD   15
//	county Minnehaha 7, Pennington 7, Lincoln <5   <- it is 1
//
// So both are shown beside each other only where nothing of them is hidden, and where all sums of some of them are
// compared (mostInAllWays). Otherwise one division is: of CUBE (sex, race) the rows of sex and race, of sex, and that
// of all, as ROLLUP (sex, race) has them. What each set of a ROLLUP divides is divided by the next one, too.

// dividesTwice reports whether one of some GROUPING SETS divides people in another way than another: neither has all
// keys of the other one.
func dividesTwice(sets [][]int) bool {
	return len(chain(sets)) < len(sets)
}

// chain are the sets of one division, each of which has all keys of the next: with the most keys first.
func chain(sets [][]int) [][]int {
	byKeys := slices.Clone(sets)
	slices.SortStableFunc(byKeys, func(a, b []int) int { return len(b) - len(a) })
	var out [][]int
	for _, set := range byKeys {
		isApart := func(key int) bool { return len(out) > 0 && !slices.Contains(out[len(out)-1], key) }
		if !slices.ContainsFunc(set, isApart) {
			out = append(out, set)
		}
	}
	return out
}

// division is a column with a number of the set that a row is of, and the numbers of the sets that are shown where not
// all are; a column of -1 where it can't be told.
type division struct {
	column int
	kept   map[int64]bool
}

// divisionOf is that of a statement whose GROUPING SETS stand in the outermost SELECT.
func (w *widening) divisionOf(p *Plan) division {
	v, isWindow := w.q.env, func(c shownColumn) bool { return c.window }
	if !p.divided || v == nil || v.sel.GroupBy.Sets == nil || len(w.q.a.counting) > 1 ||
		slices.ContainsFunc(p.shown, isWindow) {
		return division{column: -1}
	}
	number := sqltree.Expr(sqltree.NewInt(0))
	for i, key := range v.sel.GroupBy.Exprs {
		is := call("grouping", sqltree.Clone(v.groupedExpr(key)))
		number = calc("+", number, calc("*", is, sqltree.NewInt(1<<i)))
	}
	out := division{kept: map[int64]bool{}}
	for _, set := range chain(v.sel.GroupBy.Sets) {
		n := int64(0)
		for i := range v.sel.GroupBy.Exprs {
			if !slices.Contains(set, i) {
				n += 1 << i
			}
		}
		out.kept[n] = true
	}
	out.column = w.optional(&headcount{people: func() (sqltree.Expr, error) { return number, nil }})
	return out
}

const (
	dividedTwice = "All numbers are hidden: the GROUPING SETS divide the same people in several ways, and the numbers of one would tell those that are hidden, or too many to be compared, in another; each is shown by itself, and so is ROLLUP."
	oneDivision  = "Rows are left out: the GROUPING SETS divide the same people in several ways, and the numbers of one would tell those that are hidden, or too many to be compared, in another. Those are shown that ROLLUP has; the others are by themselves."
)

// hideDivisions leaves out all but one of several divisions of which something is hidden, or that are more than are
// compared.
func (s *sheet) hideDivisions() (leftOut bool) {
	if !s.divided || len(s.table.Rows) <= mostInAllWays && !s.anyHidden() {
		return false
	}
	if s.division.column < 0 || s.division.column >= len(s.table.Columns) {
		s.hideAllNumbers()
		s.note(dividedTwice)
		return false
	}
	kept := 0
	for r, row := range s.table.Rows {
		if set, ok := s.people(r, s.division.column); ok && s.division.kept[set] {
			s.table.Rows[kept], s.cells[kept], s.small[kept] = row, s.cells[r], s.small[r]
			kept++
		}
	}
	s.table.Rows, s.cells, s.small = s.table.Rows[:kept], s.cells[:kept], s.small[:kept]
	s.note(oneDivision)
	return true
}

func (s *sheet) hideAllNumbers() {
	for r := range s.cells {
		for c, col := range s.shown {
			if col.kind.aggregated() && s.cells[r][c] == visible {
				s.cells[r][c] = hidden
			}
		}
	}
}
