package privacy

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// term is one cell of an equation.
type term struct {
	cell int
	coef int64
}

// equation is a sum of counts that is 0 whatever the people are: a total less its parts.
type equation []term

// equations finds how the numbers hang together: variables that are sums of others, totals and running totals of one,
// rows that are totals of other rows. They are read off the numbers: what always holds, holds here. ok is false where
// the table is too large to be searched.
func (g *grid) equations() (all []equation, ok bool) {
	all = append(all, g.sums()...)
	if g.rows > longTable {
		g.acrossLong()
		return all, g.work > 0
	}
	parts := g.partitions()
	for b := range g.variables {
		all = append(all, g.constant(b)...)
		for a := range g.variables {
			for _, part := range parts {
				if a != b && g.spend(8*g.rows) {
					all = append(all, g.across(b, a, part)...)
				}
			}
		}
	}
	if g.totals {
		all = append(all, g.totalRows()...)
	}
	return all, g.work > 0
}

// longTable is the number of rows beyond which counts are not looked at one by one
// across rows: a column that is computed over the rows is hidden as a whole.
const longTable = 400

// constant says that a number which is no column of the sheet is the same in all rows, as what all shares are divided
// by is.
func (g *grid) constant(b int) []equation {
	x := g.variables[b]
	if x.own || slices.ContainsFunc(x.values, func(n int64) bool { return n != x.values[0] }) {
		return nil
	}
	var all []equation
	for r := 1; r < g.rows; r++ {
		all = append(all, equation{{g.cell(b, 0), -1}, {g.cell(b, r), 1}})
	}
	return all
}

// acrossLong notes the variables of a long table that are totals or running totals of others.
func (g *grid) acrossLong() {
	for _, part := range g.partitions() {
		for b := range g.variables {
			for a := range g.variables {
				if a != b && g.spend(8*g.rows) && g.across(b, a, part) != nil {
					g.whole[b] = true
				}
			}
		}
	}
}

const tooLong = "Totals and what else is computed over the rows are hidden: of more than 400 rows, they are not set against each of them; without them, or of fewer rows, the numbers are shown."

// withoutRows hides what tells the variables of a long table that acrossLong has noted.
func (g *grid) withoutRows() {
	for b := range g.whole {
		for r := range g.cells {
			g.hideNumber(b, r)
		}
	}
	if g.totals { // rows may be totals of others
		g.hideAll()
	}
	if g.totals || len(g.whole) > 0 {
		g.note(tooLong)
	}
}

// mostColumns is how many variables are searched for sums of any of them.
const mostColumns = 8

// sums are the variables that are sums of others in every row.
func (g *grid) sums() []equation {
	var all []equation
	for target := range g.variables {
		var others []int
		for c := range g.variables {
			if c != target {
				others = append(others, c)
			}
		}
		for _, set := range subsets(len(others), mostColumns) {
			var chosen []int
			for _, i := range set {
				chosen = append(chosen, others[i])
			}
			if len(chosen) == 1 && (chosen[0] < target || g.rows < 2) || !g.spend(len(chosen)) ||
				!g.isSum(target, chosen) {
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

func (g *grid) link(variable int, others ...int) {
	for _, x := range append(others, variable) {
		g.variables[x].linked = true
	}
}

func (g *grid) isSum(target int, chosen []int) bool {
	for r := range g.rows {
		var sum int64
		for _, c := range chosen {
			sum += g.variables[c].values[r]
		}
		if !g.isSumOf(target, g.variables[target].values[r], sum, len(chosen)) {
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

// partitions are the ways in which the rows fall into parts by some of the keys, or by what windows put them together;
// the first is the whole.
func (g *grid) partitions() [][]int {
	out := [][]int{make([]int, g.rows)}
	for _, set := range subsets(g.keyCount(), 5) {
		if len(set) < g.keyCount() {
			out = append(out, g.partition(func(r int) string { return g.key(r, set) }))
		}
	}
	for _, columns := range g.sheet.partitions {
		out = append(out, g.partition(func(r int) string {
			text := ""
			for _, c := range columns {
				text += fmt.Sprintf("%#v ", g.table.Rows[r][c])
			}
			return text
		}))
	}
	return out
}

// partition puts rows together that have the same key.
func (g *grid) partition(key func(row int) string) []int {
	number := map[string]int{}
	part := make([]int, g.rows)
	for r := range g.rows {
		k := key(r)
		if _, ok := number[k]; !ok {
			number[k] = len(number)
		}
		part[r] = number[k]
	}
	return part
}

func (g *grid) key(row int, set []int) string {
	var b []byte
	for _, i := range set {
		b = binary.AppendVarint(b, int64(g.keys[row][i]))
	}
	return string(b)
}
