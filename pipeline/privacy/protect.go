package privacy

import (
	"slices"
)

// suppressComplementary hides further counts until no hidden one can be worked out from those in sight: complementary
// suppression. In the example of the package 100 and 60 are told by pct and visits, so that 31 is hidden for the 9.
func (s *sheet) suppressComplementary() {
	if !s.anyHidden() && !s.anyUnseen() {
		return
	}
	g := s.grid()
	equations, ok := g.equations()
	if !ok {
		g.hideAll()
		s.note(tooMany)
		return
	}
	a := &audit{grid: g, equations: equations, unknown: map[int]bool{}, blurred: map[int]bool{}}
	if g.rows > longTable {
		g.withoutRows()
	}
	s.hideUnaudited(g)
	a.note()
	for rounds := 0; ; rounds++ {
		told := a.told()
		further := a.further(told)
		if len(further) == 0 && !a.blur(told) {
			return
		}
		if rounds > mostRounds || !g.spend(len(a.unknown)*30) {
			g.hideAll()
			s.note(tooMany)
			return
		}
		for _, cell := range further {
			a.hideNumber(cell/a.rows, cell%a.rows)
		}
		a.note()
	}
}

const tooMany = "All numbers are hidden: the result has too many to be searched for those that would give a hidden one away; fewer columns or rows are shown."

// mostRounds is how often further cells are hidden before all are.
const mostRounds = 1000

// note marks as unknown every number that no visible cell tells.
func (a *audit) note() {
	for x := range a.variables {
		for r := range a.rows {
			if !a.inSight(x, r) {
				a.unknown[a.cell(x, r)] = true
			}
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

// blur handles hidden cells that can still be worked out when nothing is left to hide, from the "<5" of the others.
// Example: two cells shown as "<5" add up to a hidden cell, which is 5 or more; if one of them is 3 at most, the other
// cannot be 1. So all cells that equations tie together are shown as "hidden". It reports whether there were any.
func (a *audit) blur(told []int) bool {
	more := false
	for _, cell := range told {
		if a.blurred[cell] {
			continue
		}
		more, a.blurred[cell] = true, true
		a.reach(cell, a.blurred)
	}
	for cell := range a.blurred {
		for _, c := range a.variables[cell/a.rows].shown {
			if st := &a.cells[cell%a.rows][c]; *st == small {
				*st = hidden
			}
		}
	}
	return more
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

// anyUnseen reports whether a number of few people stands in no cell, and is told by those of several rows.
func (s *sheet) anyUnseen() bool {
	for _, col := range s.shown {
		for _, x := range col.reveals {
			for r := range s.table.Rows {
				n, _ := s.people(r, x.column)
				people, _ := s.people(r, x.behind)
				if x.unseen && (s.isSmall(n) || s.isSmall(people)) {
					return true
				}
			}
		}
	}
	return false
}

// hideUnaudited hides the columns that tell numbers which no equation knows: computed over several rows in another way,
// or standing in no column.
func (s *sheet) hideUnaudited(g *grid) {
	for c, col := range s.shown {
		known := !col.unaudited && !g.unread[c]
		for _, x := range g.variables {
			known = known && (!slices.Contains(x.shown, c) || !x.window || x.linked)
		}
		if len(col.reveals) == 0 {
			known = known && !col.window
		}
		if known || !col.kind.aggregated() {
			continue
		}
		for r := range s.cells {
			if s.cells[r][c] == visible {
				s.cells[r][c] = hidden
			}
		}
	}
}

// audit looks at the hidden counts as somebody would who knows all others and how they hang together.
type audit struct {
	*grid
	equations []equation
	unknown   map[int]bool // by cell
	blurred   map[int]bool // by cell: nobody sees whether it is small
	byCell    map[int][]int
}

// told are the hidden cells that can be worked out, all but a value or two, or that stand for fewer than n people
// together.
func (a *audit) told() []int {
	out := map[int]bool{}
	open := a.reduced()
	ranges := a.ranges(open)
	for cell, rng := range ranges {
		// A share is not hidden for its own sake where its numbers are large.
		large := !a.variables[cell/a.rows].own && !a.isPrimary(cell) && !a.ofFew(cell)
		if !large && rng.high-rng.low+1 < a.leastPossible(cell) {
			out[cell] = true
		}
	}
	for _, eq := range a.equations {
		if rest, cells := a.rest(eq); len(cells) > 0 && (a.isSmall(rest) || a.isSmall(a.peopleBehind(cells))) &&
			len(cells) < len(eq) {
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

// peopleBehind is how many people are behind cells at the most, 0 where that is not known.
func (a *audit) peopleBehind(cells []int) (sum int64) {
	for _, cell := range cells {
		n, ok := a.people(cell%a.rows, a.variables[cell/a.rows].behind)
		if !ok {
			return 0
		}
		sum += n
	}
	return sum
}

// ofFew reports whether a number is one of few people, however large it is: a sum.
func (a *audit) ofFew(cell int) bool {
	x := a.variables[cell/a.rows]
	return x.sum && slices.ContainsFunc(x.shown, func(c int) bool { return a.small[cell%a.rows][c] })
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

// before reports whether a cell is hidden rather than another: counts and single shares before what all shares are
// divided by, totals of the last rows before what they are made of, small before large.
func (a *audit) before(x, y int) bool {
	vx, vy := a.variables[x/a.rows], a.variables[y/a.rows]
	switch {
	case vx.below != vy.below:
		return vy.below
	case vx.moving != vy.moving:
		return vx.moving
	case a.value(x) != a.value(y):
		return a.value(x) < a.value(y)
	case vx.own != vy.own:
		return vy.own // a share rather than the count
	}
	return x < y
}

// connected are the equations that a cell stands in; where they have nothing left to hide, those that hang together
// with them.
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
