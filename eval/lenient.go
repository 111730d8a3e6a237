package eval

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// A reference is one way to answer a question, and what a person would take for the same answer can look otherwise. The
// rules below name what may differ. Scores are reported twice, strictly and with these rules, and each acceptance says
// by which.

// acceptance is a rule by which two results that differ can be the same answer: it changes what is compared.
type acceptance struct {
	name  string
	apply func(want, got *omop.Table, question string) (*omop.Table, *omop.Table)
}

func acceptances(names map[int64]string) []acceptance {
	return []acceptance{
		{"an id of the vocabulary and its name are the same", byName(names)},
		{"another word for the same group", onBoth(wordsAlike)},
		{"a range is written otherwise", onBoth(bandsAlike)},
		{"those who have something and those who lack it are named otherwise", onBoth(flagsAlike)},
		{"a quarter or a month is written otherwise", periodsAlike},
		{"counts of narrow bands add up to those of wide ones", inWiderBands},
		{"a band is named by its first number", bandsAsNumbers},
		{"rows that repeat count once", rowsOnce},
		{"an id or a constant beside a name is not required", withoutIDs},
		{"attributes of a concept that the question does not name are not required", withoutAttributes},
		{"a label beside the number that is asked for is not required", withoutLabel},
		{"statistics that the question does not name are not required", withoutUnnamed},
		{"numbers beside the one that is asked for are not required", withoutBeside},
		{"what is not known can be left out", withoutUnknown},
		{"rows that share the last one's number can stand in for each other", withoutTies},
		{"the question names no number of rows", sameLength},
		{"a share by another hundred", inPercent},
	}
}

// EquivalentWithRules compares as Equivalent does, and where that fails once more after each of the rules in turn. It
// returns the names of the rules that were needed, none for what is the same strictly.
func EquivalentWithRules(want, got *omop.Table, rule Rule, question string) (Verdict, []string) {
	strict := Equivalent(want, got, rule)
	if strict.Same || got == nil || want.Truncated || got.Truncated {
		return strict, nil
	}
	used, same := acceptedAfter(acceptances(rule.Names), want, got, rule, question)
	if !same {
		return strict, nil
	}
	for i := len(used) - 1; i >= 0; i-- { // a rule that changed something may not have been needed
		fewer := slices.Delete(slices.Clone(used), i, i+1)
		if _, same := acceptedAfter(fewer, want, got, rule, question); same {
			used = fewer
		}
	}
	var by []string
	for _, a := range used {
		by = append(by, a.name)
	}
	return Verdict{Same: true}, by
}

// acceptedAfter applies rules one after the other until the results are the same, and returns those that changed
// something.
func acceptedAfter(rules []acceptance, want, got *omop.Table, rule Rule,
	question string) (used []acceptance, same bool) {
	for _, a := range rules {
		w, g := a.apply(want, got, question)
		if w == want && g == got {
			continue
		}
		want, got, used = w, g, append(used, a)
		if Equivalent(want, got, rule).Same {
			return used, true
		}
	}
	return nil, false
}

// pinnedRule is the name of the acceptance of what a reference gives that takes the last day of the data for today.
const pinnedRule = "CURRENT_DATE is the last day of the data"

// acceptedBy are the rules by which an answer that differs from its reference is the same all the same; nil for none.
func acceptedBy(ref Reference, got *omop.Table, rule Rule, question string) []string {
	if v, by := EquivalentWithRules(ref.Result.Table(), got, rule, question); v.Same {
		return by
	}
	if ref.Pinned == nil {
		return nil
	}
	if v, by := EquivalentWithRules(ref.Pinned.Table(), got, rule, question); v.Same {
		return append([]string{pinnedRule}, by...)
	}
	return nil
}

// columnsWhere is a table of some of the columns.
func columnsWhere(t *omop.Table, keep func(i int) bool) *omop.Table {
	out := &omop.Table{}
	for i, c := range t.Columns {
		if keep(i) {
			out.Columns = append(out.Columns, c)
		}
	}
	if len(out.Columns) == len(t.Columns) || len(out.Columns) == 0 {
		return t
	}
	for _, row := range t.Rows {
		var short []any
		for i, v := range row {
			if keep(i) {
				short = append(short, v)
			}
		}
		out.Rows = append(out.Rows, short)
	}
	return out
}

var band = lazyregexp.New(`^(\d+)\s*(?:-|–|to)\s*\d+$|^(\d+)\s*(?:\+|and older|or older)$`)

func bandsAsNumbers(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	return bandless(want), bandless(got)
}

func bandless(t *omop.Table) *omop.Table {
	changed := false
	out := &omop.Table{Columns: t.Columns}
	for _, row := range t.Rows {
		row = slices.Clone(row)
		for i, v := range row {
			if s, ok := v.(string); ok {
				if m := band.FindStringSubmatch(strings.TrimSpace(s)); m != nil {
					row[i], changed = m[1]+m[2], true
				}
			}
		}
		out.Rows = append(out.Rows, row)
	}
	if !changed {
		return t
	}
	return out
}

func rowsOnce(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	return distinctRows(want), distinctRows(got)
}

func distinctRows(t *omop.Table) *omop.Table {
	out := &omop.Table{Columns: t.Columns}
	for _, row := range t.Rows {
		if !slices.ContainsFunc(out.Rows, func(o []any) bool { return sameRow(o, row) }) {
			out.Rows = append(out.Rows, row)
		}
	}
	if len(out.Rows) == len(t.Rows) {
		return t
	}
	return out
}

func sameRow(a, b []any) bool {
	return slices.EqualFunc(a, b, func(x, y any) bool { return newCell(x) == newCell(y) })
}

var idName = lazyregexp.New(`(?i)(^|_)(id|code|vocabulary)$`)

// withoutIDs leaves out of the reference, beside a column of names, ids and what is the same in every row.
func withoutIDs(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	cols := columnsOf(want)
	names := slices.ContainsFunc(cols, func(c column) bool {
		return slices.ContainsFunc(c.cells, func(v cell) bool {
			return v.kind == textCell
		}) && !idName.MatchString(c.name)
	})
	if !names {
		return want, got
	}
	return columnsWhere(want, func(i int) bool {
		c := cols[i]
		same := len(c.cells) > 1 && !slices.ContainsFunc(c.cells, func(v cell) bool { return v != c.cells[0] })
		return !idName.MatchString(c.name) && !same
	}), got
}

// statistics are the names of statistics, with the words by which questions ask for them.
var statistics = map[string]*lazyregexp.Regexp{
	"min": lazyregexp.New(`(?i)minim|lowest|youngest|smallest|shortest|least|earliest|range`),
	"max": lazyregexp.New(`(?i)maxim|highest|oldest|largest|longest|most|latest|range`),
	"avg": lazyregexp.New(`(?i)average|mean`), "mean": lazyregexp.New(`(?i)average|mean`),
	"average": lazyregexp.New(`(?i)average|mean`),
	"median":  lazyregexp.New(`(?i)median`), "stddev": lazyregexp.New(`(?i)standard deviation|spread|sd\b`),
	"std":        lazyregexp.New(`(?i)standard deviation|spread|sd\b`),
	"sd":         lazyregexp.New(`(?i)standard deviation|spread|sd\b`),
	"p25":        lazyregexp.New(`(?i)quartile|percentile|quantile`),
	"p75":        lazyregexp.New(`(?i)quartile|percentile|quantile`),
	"total":      lazyregexp.New(`(?i)total|overall|denominator|out of`),
	"percent":    lazyregexp.New(`(?i)percent|share|proportion|fraction|rate|%`),
	"percentage": lazyregexp.New(`(?i)percent|share|proportion|fraction|rate|%`),
}

// withoutUnnamed leaves statistics out of the reference that the question does not ask for, as long as a number is
// left.
func withoutUnnamed(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	cols := columnsOf(want)
	unnamed := func(i int) bool {
		for word := range strings.SplitSeq(strings.ToLower(cols[i].name), "_") {
			if asks, is := statistics[word]; is {
				return !asks.MatchString(question)
			}
		}
		return false
	}
	out := columnsWhere(want, func(i int) bool { return !unnamed(i) })
	left := slices.ContainsFunc(columnsOf(out), func(c column) bool { return !c.naming && holdsNumbers(c) })
	if out == want || !left {
		return want, got
	}
	return out, got
}

var (
	namesNumber = lazyregexp.New(`(?i)\d|\b(two|three|four|five|six|seven|eight|nine|ten|twenty)\b`)
	calendar    = lazyregexp.New(`\b(19|20)\d\d\b`)
)

// leastAlike is the length from which on the shorter of two lists is enough by itself to tell that both are sorted
// alike.
const leastAlike = 3

// sameLength cuts the longer of two lists to the shorter, where the question names no number of rows: lists that are
// sorted alike, and shorter ones where the question asks for the most or least and the row after the cut has less.
func sameLength(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	n := min(len(want.Rows), len(got.Rows))
	if n == 0 || len(want.Rows) == len(got.Rows) || namesNumber.MatchString(calendar.ReplaceAllString(question, "")) {
		return want, got
	}
	longer := want
	if len(got.Rows) > n {
		longer = got
	}
	if n < leastAlike && !(asksForTop.MatchString(question) && fallsAt(longer, n)) {
		return want, got
	}
	return &omop.Table{Columns: want.Columns, Rows: want.Rows[:n]},
		&omop.Table{Columns: got.Columns, Rows: got.Rows[:n]}
}

// fallsAt reports whether the rows are sorted by one of their numbers, and row n has another than the one before it.
func fallsAt(t *omop.Table, n int) bool {
	return slices.ContainsFunc(columnsOf(t), func(c column) bool {
		return !c.naming && holdsNumbers(c) && direction(c.cells) != 0 && compareCells(c.cells[n-1], c.cells[n]) != 0
	})
}

// inPercent brings rates for 1,000 or 100,000 people to what the reference has.
func inPercent(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	if len(want.Rows) == 0 || len(want.Rows) != len(got.Rows) || !slices.ContainsFunc(columnsOf(want), isShare) {
		return want, got
	}
	for _, factor := range []float64{1000, 0.001, 100_000, 0.00001, 10, 0.1} {
		out := mapColumns(got, func(c column) []any {
			if c.naming || !holdsNumbers(c) || !isShare(c) && !meanName.MatchString(c.name) {
				return nil
			}
			scaled := make([]any, len(c.cells))
			for i, v := range c.cells {
				if v.kind == numberCell {
					scaled[i] = v.num * factor
				}
			}
			return scaled
		})
		if out != got && Equivalent(want, out, Rule{Tolerance: DefaultTolerance}).Same {
			return want, out
		}
	}
	return want, got
}
