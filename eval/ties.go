package eval

import (
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

var asksForTop = lazyregexp.New(`(?i)\b(top|most|common(est)?|frequent|highest|largest|greatest|leading|least|lowest|fewest|rarest|smallest)\b`)

// withoutTies leaves out, at the end of two lists of the most or least of something, the rows that share the last one's
// number: which of them a list shows, and whether it shows one more, is chance.
func withoutTies(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	if len(want.Rows) < 2 || len(got.Rows) < 2 || !asksForTop.MatchString(question) {
		return want, got
	}
	others := columnsOf(got)
	for _, w := range columnsOf(want) {
		if w.naming || !holdsNumbers(w) || direction(w.cells) == 0 {
			continue
		}
		head, last := headOf(w)
		for _, g := range others {
			if g.naming || !holdsNumbers(g) || direction(g.cells) != direction(w.cells) {
				continue
			}
			if n, value := headOf(g); n == head && value == last {
				return &omop.Table{Columns: want.Columns, Rows: want.Rows[:head]},
					&omop.Table{Columns: got.Columns, Rows: got.Rows[:head]}
			}
		}
	}
	return want, got
}

// headOf is how many cells stand before those that are equal to the last one, and that one.
func headOf(c column) (int, cell) {
	last := c.cells[len(c.cells)-1]
	n := len(c.cells)
	for n > 0 && c.cells[n-1] == last {
		n--
	}
	return n, last
}
