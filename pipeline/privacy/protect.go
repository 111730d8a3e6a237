package privacy

import (
	"slices"
)

// protect hides further counts until no hidden one can be worked out from those in sight.
func (s *sheet) protect() {
	if !s.anyHidden() {
		return
	}
	g := s.grid()
	a := &audit{grid: g, equations: g.equations(), unknown: map[int]bool{}}
	if g.rows > longTable {
		g.withoutRows()
	}
	s.overRows(g)
	for c, col := range g.columns {
		for r := range g.rows {
			if col.shown >= 0 && s.cells[r][col.shown] != visible {
				a.unknown[g.cell(c, r)] = true
			}
		}
	}
	a.virtual()
	for {
		further := a.further(a.told())
		if len(further) == 0 {
			return
		}
		for _, cell := range further {
			a.hide(cell)
		}
	}
}

// further are the cells to hide for those that are told: the best one for each set of
// cells that hang together, because it may help all of them.
func (a *audit) further(told []int) []int {
	type help struct{ told, next int }
	var all []help
	for _, cell := range told {
		if next, ok := a.next(cell); ok {
			all = append(all, help{cell, next})
		}
	}
	slices.SortStableFunc(all, func(x, y help) int {
		switch {
		case x.next == y.next:
			return 0
		case a.before(x.next, y.next):
			return -1
		}
		return 1
	})
	var cells []int
	helped := map[int]bool{}
	for _, h := range all {
		if helped[h.told] {
			continue
		}
		cells = append(cells, h.next)
		a.reach(h.next, helped)
	}
	return cells
}

// reach marks the unknown cells that hang together with a cell by equations.
func (a *audit) reach(cell int, marked map[int]bool) {
	for next := []int{cell}; len(next) > 0; {
		c := next[0]
		next = next[1:]
		for _, i := range a.of(c) {
			for _, t := range a.equations[i] {
				if a.unknown[t.cell] && !marked[t.cell] {
					marked[t.cell] = true
					next = append(next, t.cell)
				}
			}
		}
	}
}

func (s *sheet) anyHidden() bool {
	for _, row := range s.cells {
		for c, st := range row {
			if st != visible && s.shown[c].kind >= People {
				return true
			}
		}
	}
	return false
}

// overRows hides the columns that are computed over several rows in a way that no equation says.
func (s *sheet) overRows(g *grid) {
	for c, col := range s.shown {
		if !col.window || col.kind < People || g.linked[c] {
			continue
		}
		if col.kind == Measure && len(col.pairs) > 0 && g.constantWhole(col) {
			continue
		}
		for r := range s.cells {
			if s.cells[r][c] == visible {
				s.cells[r][c] = hidden
			}
		}
	}
}

// constantWhole reports whether the shares of a column are all of the same number of people.
func (g *grid) constantWhole(col shownColumn) bool {
	for _, p := range col.pairs {
		for r := range g.rows {
			x, ok := g.people(r, p.whole)
			y, _ := g.people(0, p.whole)
			if !ok || x != y {
				return false
			}
		}
	}
	return true
}

// audit looks at the hidden counts as somebody would who knows all others and how they hang together.
type audit struct {
	*grid
	equations []equation
	unknown   map[int]bool // by cell
	byCell    map[int][]int
}

// virtual makes the numbers above and below shares unknown where no share of them is in sight.
func (a *audit) virtual() {
	for c, col := range a.columns {
		if col.shown >= 0 {
			continue
		}
		for r := range a.rows {
			if !a.shareInSight(col, r) {
				a.unknown[a.cell(c, r)] = true
			}
		}
	}
}

// shareInSight reports whether a share of or by the number can be seen in the row, or, of
// the number below, in one that has the same number.
func (a *audit) shareInSight(col gridColumn, row int) bool {
	want, _ := a.people(row, col.source)
	for r := range a.rows {
		if have, _ := a.people(r, col.source); r != row && (have != want || col.upper) {
			continue
		}
		for c := range a.shown {
			if a.shares(c, col) && a.cells[r][c] == visible && a.table.Rows[r][c] != nil && !a.rowHidden(r) {
				return true
			}
		}
	}
	return false
}

// shares reports whether a column of the sheet is a share with the number above or below.
func (a *audit) shares(c int, col gridColumn) bool {
	return slices.ContainsFunc(a.shown[c].pairs, func(p pair) bool {
		return col.upper && p.part == col.source || !col.upper && p.whole == col.source
	})
}

func (a *audit) rowHidden(r int) bool {
	for c, col := range a.shown {
		if col.kind.counts() && a.cells[r][c] != visible {
			return true
		}
	}
	return false
}

// told are the hidden cells that can be worked out, or that stand for fewer than n people together.
func (a *audit) told() []int {
	out := map[int]bool{}
	open := a.reduced()
	ranges := a.ranges(open)
	for cell, rng := range ranges {
		// A share is not hidden for its own sake where its numbers are large.
		if large := a.columns[cell/a.rows].shown < 0 && !a.isPrimary(cell); rng.low == rng.high && !large && !(a.n == 2 && a.isPrimary(cell)) {
			out[cell] = true
		}
	}
	for _, eq := range a.equations {
		if rest, cells := a.rest(eq); len(cells) > 0 && a.isSmall(rest) && len(cells) < len(eq) {
			for _, c := range cells {
				out[c] = true
			}
		}
	}
	var list []int
	for c := range out {
		list = append(list, c)
	}
	slices.Sort(list)
	return list
}

// rest is what the hidden parts of a total come to; no cells where they stand on both sides.
func (a *audit) rest(eq equation) (sum int64, cells []int) {
	var sign int64
	for _, t := range eq {
		if !a.unknown[t.cell] || a.value(t.cell) == 0 {
			continue
		}
		if sign != 0 && sign != t.coef {
			return 0, nil
		}
		sign = t.coef
		sum += a.value(t.cell)
		cells = append(cells, t.cell)
	}
	return sum, cells
}

func (a *audit) isPrimary(cell int) bool {
	return a.isSmall(a.value(cell))
}

// next is the cell to hide so that the one told is told no more: the smallest count that
// stands in an equation with it, a number below shares where nothing else is left.
func (a *audit) next(told int) (int, bool) {
	best, found := 0, false
	for _, eq := range a.connected(told) {
		for _, t := range eq {
			v := a.value(t.cell)
			if a.unknown[t.cell] || v == 0 {
				continue
			}
			if !found || a.before(t.cell, best) {
				best, found = t.cell, true
			}
		}
	}
	return best, found
}

// before reports whether a cell is hidden rather than another: counts and single
// shares before the number below all shares, small before large.
func (a *audit) before(x, y int) bool {
	below := func(col gridColumn) bool { return col.shown < 0 && !col.upper }
	vx, vy := below(a.columns[x/a.rows]), below(a.columns[y/a.rows])
	if vx != vy {
		return vy
	}
	if a.value(x) != a.value(y) {
		return a.value(x) < a.value(y)
	}
	if sx, sy := a.columns[x/a.rows].shown < 0, a.columns[y/a.rows].shown < 0; sx != sy {
		return sx // a share rather than the count
	}
	return x < y
}

// connected are the equations that a cell stands in; where they have nothing left to hide, those that hang together with them.
func (a *audit) connected(cell int) []equation {
	used := map[int]bool{}
	seen := map[int]bool{cell: true}
	for reach := []int{cell}; len(reach) > 0; {
		var out []equation
		var next []int
		hides := false
		for _, c := range reach {
			for _, i := range a.of(c) {
				if used[i] {
					continue
				}
				used[i] = true
				out = append(out, a.equations[i])
				for _, t := range a.equations[i] {
					switch {
					case !a.unknown[t.cell]:
						hides = hides || a.value(t.cell) != 0
					case !seen[t.cell]:
						seen[t.cell] = true
						next = append(next, t.cell)
					}
				}
			}
		}
		if hides {
			return out
		}
		reach = next
	}
	return nil
}

// of lists the equations that a cell stands in.
func (a *audit) of(cell int) []int {
	if a.byCell == nil {
		a.byCell = map[int][]int{}
		for i, eq := range a.equations {
			for _, t := range eq {
				a.byCell[t.cell] = append(a.byCell[t.cell], i)
			}
		}
	}
	return a.byCell[cell]
}

// hide hides a count, or all shares of a number.
func (a *audit) hide(cell int) {
	c, r := cell/a.rows, cell%a.rows
	col := a.columns[c]
	if col.shown >= 0 {
		a.unknown[cell] = true
		a.cells[r][col.shown] = hidden
		return
	}
	for k := range a.shown {
		for row := range a.cells {
			if a.shares(k, col) && (row == r || !col.upper) {
				a.cells[row][k] = hidden
			}
		}
	}
	for row := range a.rows {
		if row == r || !col.upper {
			a.unknown[a.cell(c, row)] = true
		}
	}
}
