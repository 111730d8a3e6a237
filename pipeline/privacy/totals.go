package privacy

import (
	"slices"
)

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
		for _, form := range [][]equation{g.total(b, a, rows), g.running(b, a, rows), g.running(b, a, backward),
			g.shifted(b, a, rows), g.shifted(b, a, backward), g.changes(b, a, rows), g.moving(b, a, rows)} {
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
		sum += g.variables[a].values[r]
	}
	for _, r := range rows {
		if !g.isSumOf(b, g.variables[b].values[r], sum, len(rows)) {
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
		sum += g.variables[a].values[r]
		if !g.isSumOf(b, g.variables[b].values[r], sum, i+1) {
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

// mostMoving is how many rows a moving total has at the most, as those of the last 12 months are.
const mostMoving = 12

// moving is b as the sum of a over the last rows, always as many.
func (g *grid) moving(b, a int, rows []int) []equation {
	if !g.variables[b].window {
		return nil
	}
	for width := 2; width <= mostMoving && width < len(rows) && g.spend(len(rows)); width++ {
		var sum int64
		var all []equation
		for i, r := range rows {
			if sum += g.variables[a].values[r]; i >= width {
				sum -= g.variables[a].values[rows[i-width]]
			}
			if !g.isSumOf(b, g.variables[b].values[r], sum, width) {
				all = nil
				break
			}
			eq := equation{{g.cell(b, r), -1}}
			for _, of := range rows[max(0, i-width+1) : i+1] {
				eq = append(eq, term{g.cell(a, of), 1})
			}
			all = append(all, eq)
		}
		if all != nil {
			g.variables[b].moving = true
			return all
		}
	}
	return nil
}

// shifted is b as a of the row before.
func (g *grid) shifted(b, a int, rows []int) []equation {
	if !g.variables[b].window || g.table.Rows[rows[0]][g.variables[b].source] != nil {
		return nil // the first row has none before it
	}
	var all []equation
	for i, r := range rows[1:] {
		if g.variables[b].values[r] != g.variables[a].values[rows[i]] {
			return nil
		}
		all = append(all, equation{{g.cell(b, r), -1}, {g.cell(a, rows[i]), 1}})
	}
	return all
}

// changes is b as the difference of a from the row before.
func (g *grid) changes(b, a int, rows []int) []equation {
	if !g.variables[b].window || g.table.Rows[rows[0]][g.variables[b].source] != nil {
		return nil // the first row has none before it
	}
	var all []equation
	for i, r := range rows[1:] {
		if !g.isSumOf(b, g.variables[b].values[r], g.variables[a].values[r]-g.variables[a].values[rows[i]], 2) {
			return nil
		}
		all = append(all, equation{{g.cell(b, r), -1}, {g.cell(a, r), 1}, {g.cell(a, rows[i]), -1}})
	}
	return all
}

// totalRows are the rows that are sums of others, as ROLLUP and UNION make them.
func (g *grid) totalRows() []equation {
	var all []equation
	for r := range g.rows {
		for x := range g.variables {
			if g.original[r] != r {
				all = append(all, equation{{g.cell(x, g.original[r]), -1}, {g.cell(x, r), 1}})
			}
		}
		for _, set := range subsets(g.keyCount(), 6) {
			if !g.spend(g.rows) {
				return nil
			}
			if members := g.otherwise(r, set); len(members) > 0 {
				all = append(all, g.rowSum(r, members)...)
			}
		}
		all = append(all, g.totalOfNext(r, 1)...)
		all = append(all, g.totalOfNext(r, -1)...)
	}
	return all
}

// totalOfNext are the variables of a row that are the sums of those of the rows right after it, or right before.
func (g *grid) totalOfNext(r, step int) []equation {
	var all []equation
	for x, v := range g.variables {
		var sum int64
		for q := r + step; q >= 0 && q < g.rows && g.spend(1); q += step {
			if sum += v.values[q]; !g.isSumOf(x, v.values[r], sum, (q-r)*step) || sum == 0 || q == r+step {
				continue
			}
			eq := equation{{g.cell(x, r), -1}}
			for k := r + step; k != q+step; k += step {
				eq = append(eq, term{g.cell(x, k), 1})
			}
			g.spend(len(eq))
			all = append(all, eq)
		}
	}
	return all
}

// otherwise are the rows that differ from r in every key of the set and in no other.
func (g *grid) otherwise(r int, set []int) []int {
	var out []int
	for q := range g.rows {
		fits := q != r && g.original[q] == q
		for k, v := range g.keys[q] {
			fits = fits && (v == g.keys[r][k]) != slices.Contains(set, k)
		}
		if fits {
			out = append(out, q)
		}
	}
	return out
}

func (g *grid) rowSum(r int, members []int) []equation {
	var all []equation
	for c, col := range g.variables {
		var sum int64
		for _, q := range members {
			sum += col.values[q]
		}
		if !g.isSumOf(c, col.values[r], sum, len(members)) || sum == 0 {
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
