package eval

import (
	"slices"
	"strings"
)

// rowsAgree reports whether, under an assignment of columns, every wanted row has a counterpart of its own.
func (m *matcher) rowsAgree(required []int, chosen []pairing) bool {
	wantOrder, gotOrder := m.sortRows(required, chosen)
	if m.pairInOrder(required, chosen, wantOrder, gotOrder) || m.pairFreely(required, chosen) {
		return !m.rule.Ordered || m.orderAgrees(required, chosen)
	}
	return false
}

// sortRows returns the rows of both results in the order of the chosen columns, those with exact values first.
func (m *matcher) sortRows(required []int, chosen []pairing) (want, got []int) {
	keys := make([]int, len(required))
	for i := range keys {
		keys[i] = i
	}
	slices.SortStableFunc(keys, func(a, b int) int { return m.looseness(required[a]) - m.looseness(required[b]) })
	want, got = make([]int, m.rows), make([]int, m.rows)
	for i := range want {
		want[i], got[i] = i, i
	}
	slices.SortStableFunc(want, func(a, b int) int {
		for _, k := range keys {
			if c := compareCells(m.want[required[k]].cells[a], m.want[required[k]].cells[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	slices.SortStableFunc(got, func(a, b int) int {
		for _, k := range keys {
			if c := compareCells(m.got[chosen[k].got].cells[a], m.got[chosen[k].got].cells[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	return want, got
}

// looseness is 0 for columns that are compared exactly.
func (m *matcher) looseness(w int) int {
	if m.want[w].naming || !holdsNumbers(m.want[w]) {
		return 0
	}
	return 1
}

func (m *matcher) rowEqual(required []int, chosen []pairing, w, g int) bool {
	for i, col := range required {
		if !equal(m.want[col].cells[w], m.got[chosen[i].got].cells[g], chosen[i].factor, m.tolerance(col)) {
			return false
		}
	}
	return true
}

// pairInOrder pairs the rows as they are sorted: enough wherever the exact columns tell the rows apart.
func (m *matcher) pairInOrder(required []int, chosen []pairing, want, got []int) bool {
	for i := range want {
		if !m.rowEqual(required, chosen, want[i], got[i]) {
			return false
		}
	}
	return true
}

// mostFree bounds the rows that are paired freely, which takes time with their square.
const mostFree = 500

// pairFreely looks for any pairing of the rows, by augmenting paths.
func (m *matcher) pairFreely(required []int, chosen []pairing) bool {
	if m.rows > mostFree {
		return false
	}
	partner := make([]int, m.rows) // of a row of got
	for i := range partner {
		partner[i] = -1
	}
	var augment func(w int, visited []bool) bool
	augment = func(w int, visited []bool) bool {
		for g := range partner {
			if visited[g] || !m.rowEqual(required, chosen, w, g) {
				continue
			}
			visited[g] = true
			if partner[g] < 0 || augment(partner[g], visited) {
				partner[g] = w
				return true
			}
		}
		return false
	}
	for w := range m.rows {
		if !augment(w, make([]bool, m.rows)) {
			return false
		}
	}
	return true
}

// orderAgrees compares the order of rows. Where a wanted column rises or falls, its
// counterpart has to do the same, so that rows with equal values may change places;
// else the rows have to stand as they do in the reference.
func (m *matcher) orderAgrees(required []int, chosen []pairing) bool {
	for i := len(required) - 1; i >= 0; i-- { // measures stand behind what they measure
		if d := direction(m.want[required[i]].cells); d != 0 {
			return direction(m.got[chosen[i].got].cells) == d
		}
	}
	for r := range m.rows {
		if !m.rowEqual(required, chosen, r, r) {
			return false
		}
	}
	return true
}

// direction is 1 for cells that never fall, -1 for cells that never rise, 0 for all others and for constant ones.
func direction(cells []cell) int {
	up, down := false, false
	for i := 1; i < len(cells); i++ {
		switch c := compareCells(cells[i-1], cells[i]); {
		case c < 0:
			up = true
		case c > 0:
			down = true
		}
	}
	switch {
	case up && !down:
		return 1
	case down && !up:
		return -1
	}
	return 0
}

// orderWords are how questions ask for an order of the rows.
var orderWords = []string{
	"sorted", "sort by", "ordered by", "order by", "in order of", "in descending", "in ascending", "descending order",
	"ascending order",
	"ranked by", "rank the", "from most", "from highest", "from the most", "from the highest", "from oldest",
	"from lowest", "most frequent first", "most common first", "highest first", "largest first", "lowest first",
}

// AsksForOrder reports whether a question asks for an order of the rows of its answer.
func AsksForOrder(question string) bool {
	q := strings.ToLower(question)
	return slices.ContainsFunc(orderWords, func(w string) bool { return strings.Contains(q, w) })
}
