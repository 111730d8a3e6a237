package privacy

import (
	"fmt"
	"math"
	"slices"
)

// grid is the numbers that the cells of a sheet tell, variables by rows. A cell may tell several, as a share does, in
// whatever form: 100 * n / d, LN(n) and n || ' people' tell n as n itself does.
type grid struct {
	*sheet
	variables []variable
	rows      int
	keys      [][]int      // of each row, the key columns' values as numbers; 0 for NULL
	original  []int        // of each row, the first one that is the same
	whole     map[int]bool // variables to be hidden as a whole
	unread    map[int]bool // columns of the sheet that tell what could not be read as numbers
	work      int          // steps that may be taken yet
}

// variable is a number that each row has.
type variable struct {
	source int   // the table's column
	shown  []int // the sheet's columns that tell it
	own    bool  // it is itself a column of the sheet
	below  bool  // it is what shares are divided by, and not a column of the sheet
	window bool  // it is computed over several rows
	linked bool  // an equation says how
	moving bool  // it is a total of the last rows
	sum    bool  // of values of people
	values []int64
	scaled bool // values are rounded parts of one
	behind int  // the table's column with the people whom it counts or sums up; -1 where there is none
}

// mostWork bounds the search for relations, in additions: about a second.
const mostWork = 200_000_000

func (s *sheet) grid() *grid {
	g := &grid{sheet: s, rows: len(s.table.Rows), whole: map[int]bool{}, unread: map[int]bool{}, work: mostWork}
	for c, col := range s.shown {
		for _, r := range col.reveals {
			g.add(c, r)
		}
	}
	for _, t := range s.tellsBySums() {
		g.add(t.column, reveal{column: t.value, behind: t.people})
	}
	for i := range g.variables {
		x := &g.variables[i]
		x.below = !x.own && slices.ContainsFunc(s.shown, func(c shownColumn) bool {
			return slices.ContainsFunc(c.pairs, func(p pair) bool { return p.whole == x.source }) &&
				!slices.ContainsFunc(c.pairs, func(p pair) bool { return p.part == x.source })
		})
	}
	g.readKeys()
	g.readCopies()
	return g
}

// add notes that a column of the sheet tells a number. One that is not a number in every row is noted as unread.
func (g *grid) add(shown int, r reveal) {
	i := slices.IndexFunc(g.variables, func(x variable) bool { return x.source == r.column })
	if i < 0 {
		x := variable{source: r.column, behind: -1}
		for _, scale := range []float64{1, fractions} {
			if x.values == nil {
				x.values, x.scaled = g.numbers(r.column, scale), scale > 1
			}
		}
		if x.values == nil {
			g.unread[shown] = true
			return
		}
		g.variables = append(g.variables, x)
		i = len(g.variables) - 1
	}
	x := &g.variables[i]
	if !r.unseen {
		x.shown = append(x.shown, shown)
	}
	x.behind = max(x.behind, r.behind)
	x.own, x.window, x.sum = x.own || r.column == shown, x.window || r.window, x.sum || r.sum
}

// fractions are the parts of one in which sums that are no whole numbers, such as costs, are compared.
const fractions = 10_000

// numbers are the cells of a column as whole numbers, times a scale, nil where they are none.
func (g *grid) numbers(source int, scale float64) []int64 {
	values := make([]int64, g.rows)
	for r := range g.rows {
		if source >= len(g.table.Rows[r]) {
			return nil
		}
		v := g.table.Rows[r][source]
		if x, ok := v.(float64); ok && scale > 1 {
			v = math.Round(x * scale)
		} else if n, ok := v.(int64); ok {
			v = n * int64(scale)
		}
		n, ok := whole(v)
		if !ok && v != nil {
			return nil
		}
		values[r] = n
	}
	return values
}

// isSumOf reports whether so many values that come to sum are the parts of a variable's value; rounded ones are as far
// as rounding tells.
func (g *grid) isSumOf(variable int, value, sum int64, parts int) bool {
	if !g.variables[variable].scaled {
		return sum == value
	}
	off := sum - value
	return off <= int64(parts+1) && -off <= int64(parts+1)
}

// readCopies finds the rows that are the same as one before, as GROUPING SETS gives them where a set is named twice.
func (g *grid) readCopies() {
	first := map[string]int{}
	for r, row := range g.table.Rows {
		text := rowText(row)
		if _, ok := first[text]; !ok {
			first[text] = r
		}
		g.original = append(g.original, first[text])
	}
}

// readKeys numbers the values of the key columns.
func (g *grid) readKeys() {
	var columns []int
	for c, col := range g.shown {
		if !col.kind.aggregated() && len(columns) < 6 {
			columns = append(columns, c)
		}
	}
	g.keys = make([][]int, g.rows)
	for _, c := range columns {
		number := map[string]int{fmt.Sprint(nil): 0}
		for r, row := range g.table.Rows {
			text := fmt.Sprint(row[c])
			if _, ok := number[text]; !ok {
				number[text] = len(number)
			}
			g.keys[r] = append(g.keys[r], number[text])
		}
	}
}

func (g *grid) keyCount() int {
	if g.rows == 0 {
		return 0
	}
	return len(g.keys[0])
}

func (g *grid) cell(variable, row int) int { return variable*g.rows + row }

func (g *grid) value(cell int) int64 { return g.variables[cell/g.rows].values[cell%g.rows] }

// inSight reports whether a number can be worked out from a cell of its row.
func (g *grid) inSight(variable, row int) bool {
	return slices.ContainsFunc(g.variables[variable].shown, func(c int) bool { return g.cells[row][c] == visible })
}

// hideNumber hides all cells that tell a number.
func (g *grid) hideNumber(variable, row int) {
	for _, c := range g.variables[variable].shown {
		if g.cells[row][c] == visible {
			g.cells[row][c] = hidden
		}
	}
}

// hideAll hides all that is aggregated: what can't be searched for relations may have any.
func (g *grid) hideAll() {
	for r := range g.cells {
		for c, col := range g.shown {
			if col.kind.aggregated() && g.cells[r][c] == visible {
				g.cells[r][c] = hidden
			}
		}
	}
}

// spend counts steps of the search, and reports whether it may go on.
func (g *grid) spend(steps int) bool {
	g.work -= steps
	return g.work > 0
}
