package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
)

// DefaultTolerance is how far a number may be from the reference's, relative to it.
const DefaultTolerance = 0.10

// Rule says how two results are compared.
type Rule struct {
	Tolerance float64          // relative to the reference
	Ordered   bool             // the question asks for an order of the rows
	Names     map[int64]string // of concepts by their ids, for the rules
}

// Verdict says whether a result answers as the reference does, and where not, why.
type Verdict struct {
	Same   bool   `json:"same"`
	Reason string `json:"reason,omitempty"`
	Person string `json:"person,omitempty"` // what a person says of an answer that is not the same: a Verdict constant
	Note   string `json:"note,omitempty"`   // of the person
}

// Equivalent compares a result with the reference's:
//
//   - Columns are matched by their content, neither by name nor by place. Columns
//     beyond those of the reference are allowed, missing ones are not. Only numerator and
//     denominator beside the number that was asked for may be missing: whole numbers behind a
//     share, an average or the like.
//   - Measures may differ by the tolerance, relative to the reference; so zero is zero
//     only. Texts, dates and numbers that name something (years, ages, ids, ranks) have to be the same.
//   - A share and its percentage are the same: 0.42, 42 and "42 %".
//   - Every row needs its counterpart and none may be left over: a missing category, or
//     a year without its zero, is a difference. The order counts only with Rule.Ordered,
//     and there among different values only.
//   - NULL is NULL only; texts are compared without regard to case, blanks and the form of dashes.
//   - Two results without rows are the same.
//
// What counts as right follows the evaluation of the Text-to-SQL system for
// epidemiological questions over OMOP by Ziletti and D'Ambrosi (2024), where people judged
// whether the numbers agree to 10 %; here the judgement is written down.
func Equivalent(want, got *omop.Table, rule Rule) Verdict {
	switch {
	case got == nil:
		return Verdict{Reason: "there is no result"}
	case want.Truncated || got.Truncated:
		return Verdict{Reason: "a result was cut and cannot be compared"}
	case len(want.Rows) != len(got.Rows):
		return Verdict{Reason: fmt.Sprintf("%s instead of %d", rowCount(len(got.Rows)), len(want.Rows))}
	case len(want.Rows) == 0:
		return Verdict{Same: true}
	}
	m := &matcher{rule: rule, want: columnsOf(want), got: columnsOf(got), rows: len(want.Rows)}
	support := supporting(m.want)
	required := make([]int, 0, len(m.want))
	for i := range m.want {
		if !support[i] {
			required = append(required, i)
		}
	}
	return m.match(required)
}

func rowCount(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// matcher looks for an assignment of got's columns to the wanted ones under which the rows agree.
type matcher struct {
	rule      Rule
	want, got []column
	rows      int
	tried     int // complete assignments
}

// pairing is a column of got that may stand for a wanted one.
type pairing struct {
	got    int
	factor float64 // what got's numbers are multiplied by: 1, or 100 and 0.01 for shares
}

// mostTried bounds the assignments that are tried in full. Columns with the same content are interchangeable, so more
// are of no use.
const mostTried = 2000

func (m *matcher) match(required []int) Verdict {
	candidates := make([][]pairing, len(required))
	for i, w := range required {
		for g := range m.got {
			for _, factor := range factors(m.want[w], m.got[g]) {
				if m.sameContent(w, pairing{g, factor}) {
					candidates[i] = append(candidates[i], pairing{g, factor})
				}
			}
		}
		if len(candidates[i]) == 0 {
			return Verdict{Reason: m.missing(w)}
		}
	}
	chosen := make([]pairing, len(required))
	if m.assign(required, candidates, chosen, 0) {
		return Verdict{Same: true}
	}
	if m.tried == 0 {
		return Verdict{Reason: "fewer columns than the reference has"}
	}
	if m.rule.Ordered {
		return Verdict{Reason: "the rows differ, or stand in another order"}
	}
	return Verdict{Reason: "the values agree column by column, but not row by row"}
}

func (m *matcher) assign(required []int, candidates [][]pairing, chosen []pairing, i int) bool {
	if i == len(required) {
		m.tried++
		return m.rowsAgree(required, chosen)
	}
	for _, c := range candidates[i] {
		if m.tried >= mostTried {
			return false
		}
		if slices.ContainsFunc(chosen[:i], func(p pairing) bool { return p.got == c.got }) {
			continue
		}
		chosen[i] = c
		if m.assign(required, candidates, chosen, i+1) {
			return true
		}
	}
	return false
}

// tolerance of a wanted column: none for texts and for numbers that name something.
func (m *matcher) tolerance(w int) float64 {
	if m.want[w].naming {
		return 0
	}
	return m.rule.Tolerance
}

// sameContent reports whether two columns hold the same values in any order.
func (m *matcher) sameContent(w int, p pairing) bool {
	want, got := m.want[w].sorted(), m.got[p.got].sorted()
	for i := range want {
		if !equal(want[i], got[i], p.factor, m.tolerance(w)) {
			return false
		}
	}
	return true
}

// missing says what of a wanted column was not found.
func (m *matcher) missing(w int) string {
	name := m.want[w].name
	if m.rows == 1 {
		var others []string
		for _, g := range m.got {
			others = append(others, g.cells[0].String())
		}
		return fmt.Sprintf("%s is not %s: the result has %s", name, m.want[w].cells[0], strings.Join(others, ", "))
	}
	return fmt.Sprintf("no column holds the values of %s", name)
}

func (c cell) String() string {
	switch c.kind {
	case numberCell:
		return fmt.Sprintf("%g", c.num)
	case textCell:
		return fmt.Sprintf("%q", c.text)
	}
	return "NULL"
}
