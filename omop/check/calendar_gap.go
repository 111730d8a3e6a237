package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeCalendarGap reports two dates of which only the years or the months are set against each other, where the
// question's time is in days.
//
// Example: of "within 365 days of the first", YEAR(d) - YEAR(first) <= 1, which reaches up to almost two years.
func (p *pass) judgeCalendarGap() {
	same := p.asks("same day", "same date", "that day", "on the day")
	span := p.asksSpanOfMonths()
	if !same && !p.asksDays() && !span || p.wordsFor("calendar parts") && !span {
		return
	}
	if same {
		p.judgeGroupedParts()
	}
	inDays := func(b bound) bool {
		parts, _ := p.partsCompared(b.test.expr)
		return b.fixed && (b.days != 0 || b.op == "=") && !parts
	}
	byDay := func(t *test) bool { return seesDays(t.expr) }
	if slices.ContainsFunc(p.deepBounds, inDays) || slices.ContainsFunc(p.tests, byDay) {
		return // year by year, and day by day
	}
	for _, t := range p.tests {
		parts, equal := p.partsCompared(t.expr)
		if span && !same && !p.asksDays() && equal {
			continue
		}
		if parts && t.clause.chooses() && (equal || !same || p.asksDays()) {
			p.report(t.expr, "only the years or months of two dates are set against each other, and the question's time is in %s",
				map[bool]string{true: "months or years from a day: add an INTERVAL", false: "days; subtract the dates"}[span && !p.asksDays()])
			if span {
				p.standBy()
			}
			return
		}
	}
}

// asksSpanOfMonths reports whether the question's time is a number of months or years before or after a day: "within 3
// months after", "the first two calendar years from". That of "in the calendar month after" is none.
func (p *pass) asksSpanOfMonths() bool {
	w := p.question.words
	if p.wordsFor("by the calendar") {
		return false
	}
	for i := 0; i+2 < len(w); i++ {
		n, ok := asNumber(w[i])
		at := i + 1
		if w[at] == "calendar" || w[at] == "full" || w[at] == "whole" || w[at] == "complete" {
			at++
		}
		if !ok || namesYear(n) || at+1 >= len(w) || !isWordFor("months or years", w[at]) {
			continue
		}
		if isWordFor("from a day", w[at+1]) || i > 0 && isWordFor("up to a time", w[i-1]) {
			return true
		}
	}
	return false
}

// judgeGroupedParts reports the records of a person's month or year that are put together, where the question is of one
// day.
func (p *pass) judgeGroupedParts() {
	for _, s := range p.Scopes {
		for _, e := range s.Tree.GroupBy.Exprs {
			part := p.calendarPart(p.Follow(numbered(e, s)))
			finer := slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(o sqltree.Expr) bool {
				return seesDays(numbered(o, s)) || slices.ContainsFunc(p.Origins(numbered(o, s)), hasDate)
			})
			if len(part) == 1 && !finer && p.groupedByPerson(s) && s.Tree.Having != nil &&
				all(p.Origins(sqltree.Bare(part[0])), isStart) {
				p.report(e, "the records of a whole month or year are put together here, and the question is of the same day; group by the date")
				return
			}
		}
	}
}

// seesDays reports whether an expression is of the day within a month or a year.
func seesDays(e sqltree.Expr) bool {
	found := false
	sqltree.Inspect(e, func(x sqltree.Expr) {
		switch x := x.(type) {
		case *sqltree.Extract:
			found = found || x.Field == "DAY" || x.Field == "DOY"
		case *sqltree.Func:
			found = found || isNamed(x, "day", "dayofyear", "dayofmonth")
		}
	})
	return found
}

// asksDays reports whether the question names a number of days, of two or more.
func (p *pass) asksDays() bool {
	w := p.question.words
	for i := range w[:max(0, len(w)-1)] {
		if n, ok := asNumber(w[i]); ok && n > 1 && (w[i+1] == "days" || w[i+1] == "day") {
			return true
		}
	}
	return false
}

// partsCompared reports whether a condition sets the years, months or weeks of two dates of events against each other,
// and nothing else of them; and whether these are to be the same.
func (p *pass) partsCompared(e sqltree.Expr) (are, equal bool) {
	var dates []sqltree.Expr
	whole := false
	var visit func(x sqltree.Expr)
	visit = func(x sqltree.Expr) {
		x = p.Follow(sqltree.Bare(x))
		if part := p.calendarPart(x); part != nil {
			for _, d := range part {
				if !slices.ContainsFunc(dates, func(o sqltree.Expr) bool { return sqltree.Equal(o, d) }) {
					dates = append(dates, d)
				}
			}
			return
		}
		if c, ok := x.(*sqltree.Column); ok {
			whole = whole || slices.ContainsFunc(p.Origins(c), hasDate)
		}
		for _, o := range operands(x) {
			visit(o)
		}
	}
	for _, o := range operands(e) {
		visit(o)
	}
	c, compares := e.(*sqltree.Compare)
	if what, _ := compared(e); what == nil || whole || len(dates) != 2 {
		return false, false
	}
	for _, d := range dates {
		if !all(p.Origins(sqltree.Bare(d)), func(o origin) bool { return isEvent(o.Relation.Table) && hasDate(o) }) {
			return false, false
		}
	}
	return true, compares && c.Op == "="
}

// calendarPart returns the dates of which an expression sees the year, the month or the week only; nil for others. Of
// two dates, DATE_DIFF in these units counts the turns of the calendar.
func (p *pass) calendarPart(e sqltree.Expr) []sqltree.Expr {
	switch e := e.(type) {
	case *sqltree.Extract:
		if isCoarse(e.Field) {
			return []sqltree.Expr{e.From}
		}
	case *sqltree.Func:
		switch {
		case len(e.Args) == 1 && isCoarse(e.Name):
			return e.Args
		case e.Name == "date_trunc" && len(e.Args) == 2, (e.Name == "date_diff" || e.Name == "datediff") && len(e.Args) == 3:
			if unit, ok := e.Args[0].(*sqltree.Constant); ok && isCoarse(unit.Text) {
				return e.Args[1:]
			}
		case isNamed(e, "left", "substr", "substring") && len(e.Args) > 1:
			text, ok := e.Args[0].(*sqltree.Cast)
			if n, fixed := number(e.Args[len(e.Args)-1]); ok && fixed && n < 10 && strings.EqualFold(text.Type, "VARCHAR") {
				return []sqltree.Expr{text.Expr}
			}
		case e.Name == "strftime" && len(e.Args) == 2:
			form, ok := e.Args[1].(*sqltree.Constant)
			if ok && !strings.Contains(form.Text, "%d") && !strings.Contains(form.Text, "%j") {
				return e.Args[:1]
			}
		}
	}
	return nil
}

// isCoarse reports whether a unit of time is longer than a day.
func isCoarse(unit string) bool {
	return slices.Contains(grains[:len(grains)-1], strings.TrimSuffix(strings.ToLower(unit), "s"))
}

// judgeYearsAsTime reports person-time that is made of calendar years: a period from December to January is one or two
// of them, and not a few weeks.
func (p *pass) judgeYearsAsTime() {
	if !p.wordsFor("person time") {
		return
	}
	for _, f := range p.Calls {
		parts := p.calendarPart(f)
		if f.Name == "-" && len(f.Args) == 2 {
			parts = append(p.calendarPart(sqltree.Bare(f.Args[0])), p.calendarPart(sqltree.Bare(f.Args[1]))...)
		}
		other := func(e sqltree.Expr) bool { return !all(p.Origins(sqltree.Bare(e)), isPeriod) }
		if len(parts) == 2 && !p.inTest(f) && !slices.ContainsFunc(parts, other) {
			p.report(f, "this counts the turns of the calendar as time under observation; add up days, and divide by 365.25")
			return
		}
	}
}

// judgeDateOfGroup reports a time that is asked of the last or first date of the records of one month of all years, or
// one week, all of which are counted.
//
// Example: GROUP BY MONTH(d), of which MAX(YEAR(d)) = 2010 chooses all Januaries up to the one of 2010.
func (p *pass) judgeDateOfGroup() {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !t.must || len(with) == 0 || !isConstant(with[0]) {
			continue
		}
		f, ok := p.Follow(sqltree.Bare(what)).(*sqltree.Func)
		if !ok || !takesExtreme(f) && f.Name != "any_value" && f.Name != "first" || len(f.Args) != 1 {
			continue
		}
		home := p.Homes[f]
		if home == nil || home.Tree.GroupBy.Empty() || p.rowsPerPerson(home) != no || !p.groupedByPart(home) {
			continue
		}
		dated := all(append(p.yearsIn(f.Args[0]), p.Origins(sqltree.Bare(f.Args[0]))...), isStart)
		_, counts := p.counted(p.last())
		if dated && counts != nil && p.Homes[counts] == home {
			p.report(t.expr, "this looks at one date of each group, and its records of other times are counted as well; choose the time in WHERE")
			return
		}
	}
}

// groupedByPart reports whether the groups of a SELECT are of the same part of a date, and not of one person each.
func (p *pass) groupedByPart(s *scope) bool {
	return !p.groupedByPerson(s) && slices.ContainsFunc(s.Tree.GroupBy.Exprs,
		func(e sqltree.Expr) bool { return p.calendarPart(p.Follow(numbered(e, s))) != nil })
}
