package privacy

import (
	"fmt"
	"slices"
)

// mostItems is how many numbers of several rows are compared with each other.
const mostItems = 3000

const tooManyOverlap = "Numbers are hidden because a person may be in several of the groups, which are too many to be set against each other: up to 20 are shown, and so are groups of one limit (year_of_birth <= t.k) and spans that follow each other (>= m.d AND < m.d + INTERVAL 1 MONTH)."

const tooManyCompared = "Numbers are hidden because there are too many to be set against each other; fewer rows or columns are shown."

// frame is numbers in sight that may count the same people.
type frame struct {
	items []item   // of a row with what its columns come to, or of all rows, where some may be totals of others
	lists [][]item // that are taken off each other in all ways: of a row, and what the columns come to
	rows  [][]item // of the columns, without totals
	lone  []item   // totals that stand in a cell of their own, be it again in each row
}

// gathering is frames while they are put together.
type gathering struct {
	rows  [][]item
	with  [][]*item // the sums that a row is part of
	sums  map[string]*item
	order []*item
	all   []item
	first map[string]*[]place
}

// frames are the numbers of each row with what its columns come to; or all numbers, where some may be totals of others.
func (s *sheet) frames(of []*tally, c class) []frame {
	g := &gathering{rows: make([][]item, len(s.table.Rows)), with: make([][]*item, len(s.table.Rows)),
		sums: map[string]*item{}, first: map[string]*[]place{}}
	together := s.totals || s.overlaps
	for _, t := range of {
		together = together || t.foreign
		for r := range s.table.Rows {
			if x, ok := s.item(t, r, c); ok {
				g.add(x, fmt.Sprint(t.column, x.n, x.print), s.sumsOf(t, r, c))
			}
		}
	}
	alone := func(x *item) bool { return len(x.cells) < 2 }
	g.order = slices.DeleteFunc(g.order, alone)
	var out []frame
	tooMany := len(g.all)+len(g.order) > mostItems
	if tooMany || s.chained && max(len(g.all), len(s.table.Rows)) > mostInAllWays {
		if s.overlaps {
			s.hideItems(g.all)
			s.note(tooManyOverlap)
		}
		together, g.all = false, nil
	}
	if s.overlaps && len(g.all) > mostByFour { // what groups come to that overlap is a number of nobody
		g.order = nil
		return append(out, frame{items: g.all, lists: g.rows})
	}
	totals := g.totals()
	if together {
		return append(out, frame{items: slices.Concat(g.all, g.sumsOfColumns()), lists: append(g.rows, totals),
			rows: g.rows, lone: g.lone()})
	}
	for r, row := range g.rows {
		items := slices.Clone(row)
		for _, sum := range slices.DeleteFunc(g.with[r], alone) {
			items = append(items, *sum)
		}
		out = append(out, frame{items: items, lists: [][]item{row}})
	}
	return append(out, frame{lists: [][]item{totals}})
}

// add takes in the number of a row; the same number again in its column, which may be of the same people, is one.
func (g *gathering) add(x item, at string, sums []string) {
	r := x.cells[0].row
	again := g.first[at]
	if again == nil || x.apart != "" {
		again = &[]place{}
		g.first[at] = again
		g.all = append(g.all, x)
		g.all[len(g.all)-1].cells[0].again = again
	} else {
		sums = nil
	}
	x.cells[0].again = again
	*again = append(*again, x.cells[0])
	g.rows[r] = append(g.rows[r], x)
	for _, name := range sums {
		if g.sums[name] == nil {
			g.sums[name] = &item{}
			g.order = append(g.order, g.sums[name])
		}
		sum := g.sums[name]
		sum.n, sum.print, sum.rows = sum.n+x.n, sum.print+x.print, sum.rows+x.rows
		sum.records = x.records
		sum.cells, sum.adds, sum.sum = append(sum.cells, x.cells...), x.adds, sum.sum+x.sum
		g.with[r] = append(g.with[r], sum)
	}
}

func (g *gathering) sumsOfColumns() []item {
	var out []item
	for _, sum := range g.order {
		out = append(out, *sum)
	}
	return out
}

// lone are the numbers that are part of no sum.
func (g *gathering) lone() []item {
	var out []item
	for _, x := range g.all {
		isPart := func(sum *item) bool { return sum.holds(x.cells[0]) }
		if !slices.ContainsFunc(g.order, isPart) {
			out = append(out, x)
		}
	}
	return out
}

// totals are those numbers, and what columns come to, the largest parts of them first.
func (g *gathering) totals() []item {
	sums := g.sumsOfColumns()
	slices.SortStableFunc(sums, func(x, y item) int { return len(y.cells) - len(x.cells) })
	return append(g.lone(), sums...)
}

// holds reports whether a number is one of those that were added up.
func (x item) holds(at place) bool {
	return slices.ContainsFunc(x.cells, func(c place) bool { return c.row == at.row && c.column == at.column })
}

// sumsOf names the sums that a number is part of: of its column, and of the rows of the same key.
func (s *sheet) sumsOf(t *tally, r int, c class) []string {
	if c.over || len(s.table.Rows) > longTable {
		return nil
	}
	in, _ := s.people(r, s.input)
	name := fmt.Sprint(t.column, t.print, t.label.text, in)
	row := s.table.Rows[r]
	var out []string
	keys, totals := 0, ""
	for k, col := range s.shown {
		if col.kind.aggregated() {
			continue
		}
		if totals += fmt.Sprint(row[k] == nil); keys < 4 {
			out = append(out, fmt.Sprintf("%s %d %#v", name, k, row[k]))
		}
		keys++
	}
	out = append(out, name)
	if s.sets {
		for i := range out {
			out[i] += totals
		}
	}
	return out
}
