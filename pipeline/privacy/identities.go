package privacy

import (
	"fmt"
	"slices"
	"strings"
)

// term is one cell of an equation.
type term struct {
	cell int
	coef int64
}

// equation is a sum of counts that is 0 whatever the people are: a total less its parts.
type equation []term

// equations finds how the counts hang together: columns that are sums of others, totals and
// running totals of a column, rows that are totals of other rows. They are read off the numbers: what always holds, holds here.
func (g *grid) equations() []equation {
	var all []equation
	all = append(all, g.sums()...)
	if g.rows > longTable {
		g.acrossLong()
		return all
	}
	parts := g.partitions()
	for b := range g.columns {
		for a := range g.columns {
			if a != b {
				for _, part := range parts {
					all = append(all, g.across(b, a, part)...)
				}
			}
		}
	}
	if g.totals {
		all = append(all, g.totalRows()...)
	}
	return all
}

// longTable is the number of rows beyond which counts are not looked at one by one
// across rows: a column that is computed over the rows is hidden as a whole.
const longTable = 400

// acrossLong notes the columns of a long table that are totals or running totals of others.
func (g *grid) acrossLong() {
	for _, part := range g.partitions() {
		for b := range g.columns {
			for a := range g.columns {
				if a != b && g.across(b, a, part) != nil {
					g.whole[b] = true
				}
			}
		}
	}
}

// withoutRows hides the columns of a long table that acrossLong has noted: the counts, or the
// shares of them.
func (g *grid) withoutRows() {
	for b := range g.whole {
		col := g.columns[b]
		for c, shown := range g.shown {
			share := slices.ContainsFunc(shown.pairs, func(p pair) bool { return p.whole == col.source })
			if c != col.shown && !share {
				continue
			}
			for r := range g.cells {
				if g.cells[r][c] == visible {
					g.cells[r][c] = hidden
				}
			}
		}
	}
	if !g.totals {
		return
	}
	for r := range g.cells { // rows may be totals of others
		for c, shown := range g.shown {
			if shown.kind >= People && g.cells[r][c] == visible {
				g.cells[r][c] = hidden
			}
		}
	}
}

// mostColumns is how many columns are searched for sums of any of them.
const mostColumns = 8

// sums are the columns that are sums of others in every row.
func (g *grid) sums() []equation {
	var all []equation
	for target := range g.columns {
		var others []int
		for c := range g.columns {
			if c != target {
				others = append(others, c)
			}
		}
		for _, set := range subsets(len(others), mostColumns) {
			var chosen []int
			for _, i := range set {
				chosen = append(chosen, others[i])
			}
			if len(chosen) == 1 && (chosen[0] < target || g.rows < 2) || !g.isSum(target, chosen) {
				continue
			}
			for r := range g.rows {
				eq := equation{{g.cell(target, r), -1}}
				for _, c := range chosen {
					eq = append(eq, term{g.cell(c, r), 1})
				}
				all = append(all, eq)
			}
			g.link(target, chosen...)
		}
	}
	return all
}

func (g *grid) link(column int, others ...int) {
	for _, c := range append(others, column) {
		if shown := g.columns[c].shown; shown >= 0 {
			g.linked[shown] = true
		}
	}
}

func (g *grid) isSum(target int, chosen []int) bool {
	for r := range g.rows {
		var sum int64
		for _, c := range chosen {
			sum += g.columns[c].values[r]
		}
		if sum != g.columns[target].values[r] {
			return false
		}
	}
	return true
}

// subsets are the non-empty sets of 0…n-1; where n is large, those of up to three, and all of them.
func subsets(n, most int) [][]int {
	var all [][]int
	if n < most {
		for bits := 1; bits < 1<<n; bits++ {
			var set []int
			for i := range n {
				if bits>>i&1 == 1 {
					set = append(set, i)
				}
			}
			all = append(all, set)
		}
		return all
	}
	whole := make([]int, n)
	for i := range n {
		whole[i] = i
		all = append(all, []int{i})
		for j := range i {
			all = append(all, []int{j, i})
			for k := range j {
				all = append(all, []int{k, j, i})
			}
		}
	}
	return append(all, whole)
}

// partitions are the ways in which the rows fall into parts by some of the keys; the first is the whole.
func (g *grid) partitions() [][]int {
	keys := g.keyColumns()
	out := [][]int{make([]int, g.rows)}
	for _, set := range subsets(len(keys), 5) {
		if len(set) == len(keys) {
			continue
		}
		number := map[string]int{}
		part := make([]int, g.rows)
		for r := range g.rows {
			k := g.key(r, keys, set)
			if _, ok := number[k]; !ok {
				number[k] = len(number)
			}
			part[r] = number[k]
		}
		out = append(out, part)
	}
	return out
}

func (g *grid) keyColumns() []int {
	var keys []int
	for c, col := range g.shown {
		if col.kind < People && len(keys) < 6 {
			keys = append(keys, c)
		}
	}
	return keys
}

func (g *grid) key(row int, keys, set []int) string {
	var b strings.Builder
	for _, i := range set {
		fmt.Fprintf(&b, "%v\x00", g.table.Rows[row][keys[i]])
	}
	return b.String()
}

// across are the equations of a column b that is computed over the rows of column a, part by part.
func (g *grid) across(b, a int, part []int) []equation {
	members := map[int][]int{}
	var order []int
	for r, p := range part {
		if members[p] == nil {
			order = append(order, p)
		}
		members[p] = append(members[p], r)
	}
	var all []equation
	for _, p := range order {
		rows := members[p]
		if len(rows) < 2 {
			continue
		}
		backward := slices.Clone(rows)
		slices.Reverse(backward)
		for _, form := range [][]equation{g.total(b, a, rows), g.running(b, a, rows), g.running(b, a, backward), g.shifted(b, a, rows), g.shifted(b, a, backward), g.changes(b, a, rows)} {
			if form != nil {
				all = append(all, form...)
				g.link(b)
			}
		}
	}
	return all
}

// total is b as the sum of a over the rows, the same in each of them.
func (g *grid) total(b, a int, rows []int) []equation {
	var sum int64
	for _, r := range rows {
		sum += g.columns[a].values[r]
	}
	for _, r := range rows {
		if g.columns[b].values[r] != sum {
			return nil
		}
	}
	first := equation{{g.cell(b, rows[0]), -1}}
	for _, r := range rows {
		first = append(first, term{g.cell(a, r), 1})
	}
	all := []equation{first}
	for _, r := range rows[1:] {
		all = append(all, equation{{g.cell(b, rows[0]), -1}, {g.cell(b, r), 1}})
	}
	return all
}

// running is b as the sum of a so far.
func (g *grid) running(b, a int, rows []int) []equation {
	var sum int64
	var all []equation
	for i, r := range rows {
		sum += g.columns[a].values[r]
		if g.columns[b].values[r] != sum {
			return nil
		}
		eq := equation{{g.cell(b, r), -1}, {g.cell(a, r), 1}}
		if i > 0 {
			eq = append(eq, term{g.cell(b, rows[i-1]), 1})
		}
		all = append(all, eq)
	}
	return all
}

// shifted is b as a of the row before.
func (g *grid) shifted(b, a int, rows []int) []equation {
	if shown := g.columns[b].shown; shown < 0 || !g.shown[shown].window {
		return nil
	}
	var all []equation
	for i, r := range rows[1:] {
		if g.columns[b].values[r] != g.columns[a].values[rows[i]] {
			return nil
		}
		all = append(all, equation{{g.cell(b, r), -1}, {g.cell(a, rows[i]), 1}})
	}
	return all
}

// changes is b as the difference of a from the row before.
func (g *grid) changes(b, a int, rows []int) []equation {
	if shown := g.columns[b].shown; shown < 0 || !g.shown[shown].window {
		return nil
	}
	var all []equation
	for i, r := range rows[1:] {
		if g.columns[b].values[r] != g.columns[a].values[r]-g.columns[a].values[rows[i]] {
			return nil
		}
		all = append(all, equation{{g.cell(b, r), -1}, {g.cell(a, r), 1}, {g.cell(a, rows[i]), -1}})
	}
	return all
}

// totalRows are the rows that are sums of others, as ROLLUP and UNION make them.
func (g *grid) totalRows() []equation {
	keys := g.keyColumns()
	var all []equation
	for r := range g.rows {
		for _, set := range subsets(len(keys), 6) {
			if members := g.otherwise(r, keys, set); len(members) > 0 {
				all = append(all, g.rowSum(r, members)...)
			}
		}
		for _, step := range []int{1, -1} { // the rows right after it, or right before
			var members []int
			for q := r + step; q >= 0 && q < g.rows; q += step {
				if members = append(members, q); len(members) > 1 {
					all = append(all, g.rowSum(r, members)...)
				}
			}
		}
	}
	return all
}

// otherwise are the rows that differ from r in every key of the set and in no other.
func (g *grid) otherwise(r int, keys, set []int) []int {
	var out []int
	for q := range g.rows {
		fits := q != r
		for i, k := range keys {
			same := fmt.Sprint(g.table.Rows[q][k]) == fmt.Sprint(g.table.Rows[r][k])
			fits = fits && same != slices.Contains(set, i)
		}
		if fits {
			out = append(out, q)
		}
	}
	return out
}

func (g *grid) rowSum(r int, members []int) []equation {
	var all []equation
	for c, col := range g.columns {
		var sum int64
		for _, q := range members {
			sum += col.values[q]
		}
		if sum != col.values[r] || sum == 0 {
			continue
		}
		eq := equation{{g.cell(c, r), -1}}
		for _, q := range members {
			eq = append(eq, term{g.cell(c, q), 1})
		}
		all = append(all, eq)
	}
	return all
}
