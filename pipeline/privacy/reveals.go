package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// numbersOf are the numbers that an aggregate tells: itself, where it counts or sums up, and the sum, where it is an
// average of so many.
func (v *env) numbersOf(f *sqltree.Func, c column) []*headcount {
	own := sqltree.Clone(f)
	of := argument(f)
	switch name := strings.ToLower(f.Name); {
	case !c.kind.aggregated():
		return nil
	case c.kind.counts() || c.sum || kindOf(name) == summing:
	case name == "avg" || name == "mean" || name == "favg":
		own.Name = "sum"
	case of != nil && v.expr(of).kind.counts() && (kindOf(name) == extreme || givesOne(f) || isQuantile(f)):
	case len(c.headcounts) > 0:
		first := c.headcounts[0]
		at := &headcount{over: true, form: v.formOf(of), behind: first, of: first.of, people: first.people}
		if v.rows == personRows && !v.single {
			all := and(f.Filter, present(of))
			at.records = rowsWhere(all)
			at.records.print = v.rowPrint(all)
		}
		return slices.Concat([]*headcount{at}, v.numberBehind(f, c), v.spreadWays(f), v.spreadOfSome(f))
	default:
		return nil
	}
	if c.multiple {
		return v.countsBehindGroups(f)
	}
	at := &headcount{sum: c.kind != People, unit: v.unitOf(c, of),
		people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }}
	at.pairs = v.tellsPairs(f)
	if len(c.headcounts) > 0 {
		at.behind, at.of = c.headcounts[0], c.headcounts[0].of
	}
	if !c.kind.counts() && v.isSummable(argument(f)) { // of whom those who have 0 add nothing
		all := and(f.Filter, present(argument(f)))
		at.behind, at.of = v.peopleWhere(and(all, sign(argument(f), "<>"))), v.peopleWhere(all).of
	}
	if v.isCountOfPerson(of) {
		at.of = nil // of which of their records, the people do not tell
	}
	if (at.unit == noUnit || v.isScore(of)) && v.rows == personRows && !v.single {
		at.records, at.form, at.span = rowsWhere(and(f.Filter, present(of))), v.formOf(of), v.isTimeBetween(of)
		at.records.print = v.rowPrint(and(f.Filter, present(of)))
	}
	if len(c.ratios) == 1 { // a share of yes tells of how many it is one, too
		at.behind, at.of = c.ratios[0].part, c.ratios[0].part.of
		whole := aggregateOf("count", f.Filter, of)
		return []*headcount{at, {sum: true, unit: ofRecords, behind: c.ratios[0].whole, of: c.ratios[0].whole.of,
			people: func() (sqltree.Expr, error) { return sqltree.Clone(whole), nil }}}
	}
	return slices.Concat([]*headcount{at}, v.numberBehind(f, c), v.splitsOf(f), v.countBehindSum(f),
		v.countsBehindGroups(f))
}

// formOf is of what values numbers are made, as far as those of one column are known by another one: dates and years of
// one event are the same, a quantity and days of supply are not.
func (v *env) formOf(e sqltree.Expr) string {
	if e == nil {
		return ""
	}
	n := v.number(e)
	if n == nil {
		return v.form(e)
	}
	columns := kin(n.columns)
	for _, c := range strings.Fields(columns) {
		if c != "birth" && !strings.Contains(c, "_date") && !strings.Contains(c, "year") {
			return columns
		}
	}
	return ofTimes
}

// isTimeBetween reports whether an expression is a time between two dates: days of a stay, and no age.
func (v *env) isTimeBetween(e sqltree.Expr) bool {
	all, exact := v.summands(e)
	return exact && all.isSpan()
}

// ofTimes is the form of sums and averages of dates, years and ages.
const ofTimes = "times"

// apartSpans are numbers of which those that are made of spans are not set against the only one that is made of points
// in time, or ages: days of stays less ages are nobody's. Of two of these the difference may be the spans.
func apartSpans(all []tally) {
	points := 0
	for _, t := range all {
		if t.form == ofTimes && !t.number.span {
			points++
		}
	}
	for i, t := range all {
		if points < 2 && t.form == ofTimes && t.number.span {
			all[i].form = "spans"
		}
	}
}

// numberBehind is of how many records an aggregate is made, where it tells that: of 13 people the average year of birth
// is 1952.5385, which is a whole number and 7/13; and of kinds of what hardly anybody shares, of how many people.
func (v *env) numberBehind(f *sqltree.Func, c column) []*headcount {
	k := kindOf(f.Name)
	if !v.a.closed || c.kind.counts() || v.rows != personRows || v.single || f.Distinct &&
		!v.tellsApart(argument(f)) ||
		k != averaging && k != summing && k != counting {
		return nil
	}
	all := f.Filter
	for _, e := range f.Args {
		all = and(all, present(e))
	}
	n := v.number(argument(f))
	alone := k == summing && (n == nil || !n.shifted) // SUM(x + 1) - SUM(x) is how many have an x
	behind := v.peopleWhere(all)
	if k == counting || v.onePerPerson() {
		return []*headcount{{only: true, ofSum: alone, unit: ofPeople, behind: behind, of: behind.of,
			people: behind.people}}
	}
	rows := rowsWhere(all)
	rows.ofSum = alone
	rows.only, rows.unit, rows.sum, rows.behind, rows.of, rows.print = true, ofRecords, true, behind, behind.of,
		v.rowPrint(all)
	return []*headcount{rows}
}

// tellsApart reports whether hardly any two people have the same in an expression: a value of theirs, or several
// attributes together.
func (v *env) tellsApart(e sqltree.Expr) bool {
	return v.expr(e).kind != Key || len(v.expr(e).attributes) > 1
}

// isCountOfPerson reports whether an expression is how many records each person has, or which of them a record is.
func (v *env) isCountOfPerson(e sqltree.Expr) bool {
	n := v.number(e)
	return n != nil && len(n.columns) == 1 && isCountColumn(n.columns[0])
}

// isCountColumn reports whether a number is made of how many records somebody has.
func isCountColumn(column string) bool {
	return column == countColumn || column == "count_star" || isRank(column)
}

// unitOf is what the number of an aggregate counts, of which the argument may count groups of them.
func (v *env) unitOf(c column, of sqltree.Expr) unit {
	k := c.kind
	if v.isCountOfPerson(of) {
		k = Records
	}
	if of != nil && v.expr(of).kind.counts() {
		k = v.expr(of).kind
	}
	switch {
	case k == People:
		return ofPeople
	case k == Records || of != nil && (v.indicates(of) || v.isScore(of)):
		return ofRecords
	}
	return noUnit
}

// isSummable reports whether an expression is a number that can be compared with 0, which a date can't.
func (v *env) isSummable(e sqltree.Expr) bool {
	n := v.number(e)
	return n != nil && !n.date && !isTimed(n)
}
