package privacy

import (
	"math"
	"slices"
)

// grid is the counts of a sheet, columns by rows, with the numbers above and below
// shares as columns of their own: who knows a share and one of them knows the other.
type grid struct {
	*sheet
	columns []gridColumn
	rows    int
	linked  map[int]bool // columns of the sheet whose way of being computed is in an equation
	whole   map[int]bool // columns of the grid to be hidden as a whole
}

type gridColumn struct {
	shown  int  // the sheet's column; -1 for one that is not shown
	source int  // the table's column
	upper  bool // the number above a share
	values []int64
}

func (s *sheet) grid() *grid {
	g := &grid{sheet: s, rows: len(s.table.Rows), linked: map[int]bool{}, whole: map[int]bool{}}
	for c, col := range s.shown {
		if col.kind.counts() || col.sum {
			g.add(gridColumn{shown: c, source: c})
		}
	}
	for _, col := range s.shown {
		for _, p := range col.pairs {
			g.add(gridColumn{shown: -1, source: p.whole})
		}
	}
	for _, col := range s.shown {
		for _, p := range col.pairs {
			g.add(gridColumn{shown: -1, source: p.part, upper: true})
		}
	}
	return g
}

// add takes a column in whose cells are all whole numbers or NULL, once.
func (g *grid) add(col gridColumn) {
	if slices.ContainsFunc(g.columns, func(x gridColumn) bool { return x.source == col.source }) {
		return
	}
	for _, scale := range []float64{1, fractions} {
		if col.values = g.numbers(col.source, scale); col.values != nil {
			g.columns = append(g.columns, col)
			return
		}
	}
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

func (g *grid) cell(column, row int) int { return column*g.rows + row }

func (g *grid) value(cell int) int64 { return g.columns[cell/g.rows].values[cell%g.rows] }
