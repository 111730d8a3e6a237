package check

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func lastDay() Rule {
	return Rule{
		ID: "last-day", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "A period loses its last or first day, or gains one: < the last day, <= the first of the next, or a time of day compared with a date, a computed one too.",
		Instead: "Write >= the first day AND < the first day after the period; cast a datetime to DATE.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date >= DATE '2009-01-01' AND condition_start_date < DATE '2009-12-31'`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date >= DATE '2009-01-01' AND condition_start_date < DATE '2010-01-01'`,
		check: func(p *pass) {
			p.judgeTurns()
			p.judgeLastMidnight()
			periods := map[cell][]limit{}
			for _, t := range p.tests {
				for _, l := range p.limits(t) {
					if t.not {
						l.op = opposite(l.op)
					}
					if l.timed && l.op != "<" && l.op != ">=" {
						p.judgeTimed(l)
						continue
					}
					periods[l.at] = append(periods[l.at], l)
				}
			}
			for _, found := range periods {
				p.judgePeriod(found)
			}
		},
	}
}

// limit is one bound of a date by a literal.
type limit struct {
	at    cell
	test  *test
	op    string
	day   time.Time
	timed bool // the column is a datetime
}

// limits reads a comparison of a date with literals.
func (p *pass) limits(t *test) []limit {
	var out []limit
	add := func(what sqltree.Expr, op string, with sqltree.Expr) {
		if text, ok := what.(*sqltree.Cast); ok && strings.EqualFold(text.Type, "VARCHAR") {
			what = text.Expr
		}
		with, years := withoutYears(sqltree.Bare(p.Follow(sqltree.Bare(with))))
		c, ok := with.(*sqltree.Constant)
		if !ok || c.Kind != sqltree.Date && c.Kind != sqltree.String && c.Kind != sqltree.Timestamp {
			return
		}
		text, midnight := strings.CutSuffix(c.Text, " 00:00:00")
		day, err := time.Parse(time.DateOnly, text)
		if midnight && op[0] == '<' && !endsMonth(day) {
			return // a time that is written out is meant, but for the last midnight of a period
		}
		day = day.AddDate(years, 0, 0)
		at, found := p.cellOf(t.scope, what)
		if err == nil && found {
			typ := p.TypeOf(what)
			if (typ == schema.Date || typ == schema.Datetime) && all(p.Origins(what), hasDate) {
				out = append(out, limit{at, t, op, day, typ == schema.Datetime})
			}
		}
	}
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		if isConstant(p.Follow(sqltree.Bare(e.Left))) {
			add(e.Right, flipped(e.Op), e.Left)
		} else {
			add(e.Left, e.Op, e.Right)
		}
	case *sqltree.Between:
		if !e.Not {
			add(e.Expr, ">=", e.Low)
			add(e.Expr, "<=", e.High)
		}
	}
	return out
}

// withoutYears takes years that are added off a day: DATE '2008-01-01' + INTERVAL 1 YEAR.
func withoutYears(e sqltree.Expr) (day sqltree.Expr, years int) {
	f, ok := e.(*sqltree.Func)
	if !ok || f.Name != "+" || len(f.Args) != 2 {
		return e, 0
	}
	i, ok := sqltree.Bare(f.Args[1]).(*sqltree.Interval)
	if !ok || !strings.HasPrefix(strings.ToUpper(i.Unit), "YEAR") {
		return e, 0
	}
	n, err := strconv.Atoi(i.Value)
	if k, ok := number(i.Expr); ok && i.Expr != nil {
		n, err = int(k), nil
	}
	if err != nil || n < 1 {
		return e, 0
	}
	return sqltree.Bare(f.Args[0]), n
}

// judgeTimed reports a datetime that is to equal, or to lie up to, a day: what comes after midnight is lost. In the CDM
// people are born at midnight where nobody knows the time.
func (p *pass) judgeTimed(l limit) {
	if strings.HasSuffix(l.at.column, "birth_datetime") {
		return
	}
	if l.op == "=" || l.op == "<=" || l.op == ">" {
		p.report(l.test.expr,
			"%s has a time of day: compared with %s, what comes after midnight of that day falls on the wrong side; cast it to DATE", l.at.column, l.day.Format(time.DateOnly))
	}
}

func (p *pass) judgePeriod(found []limit) {
	for _, high := range found {
		if high.op[0] != '<' || high.op == "<>" {
			continue
		}
		var low *limit
		for i := range found {
			if found[i].op[0] == '>' && found[i].test.scope == high.test.scope {
				low = &found[i]
			}
		}
		whole := low != nil && (low.day.Day() == 1 || low.op == ">" && endsMonth(low.day))
		switch {
		case high.op == "<" && endsMonth(high.day) && (whole || low == nil && high.day.Month() == time.December):
			p.report(high.test.expr, "%s itself is left out; write <=, or < the day after",
				high.day.Format(time.DateOnly))
			p.mend(high.test.expr.Pos(), lessThan, "<=")
		case high.op == "<=" && high.day.Day() == 1 && whole && low.op == ">=" &&
			(high.day.Month() == low.day.Month() || high.day.Month() == time.January ||
				p.question.text != "" && p.asks(nameOf(low.day)) && !p.asks(nameOf(high.day))):
			p.report(high.test.expr, "%s, the first day after the period, is let in; write <",
				high.day.Format(time.DateOnly))
			p.standWhere(p.asks(strconv.Itoa(low.day.Year())) && !p.asks(strconv.Itoa(high.day.Year())) &&
				high.day.Year() == low.day.Year()+1)
		case low != nil && low.op == ">" && low.day.Day() == 1 && (endsMonth(high.day) || high.day.Day() == 1):
			p.report(low.test.expr, "%s itself is left out; write >=", low.day.Format(time.DateOnly))
		}
	}
}

// nameOf is the name of a day's month, in lower case.
func nameOf(day time.Time) string { return strings.ToLower(day.Month().String()) }

func endsMonth(day time.Time) bool { return day.AddDate(0, 0, 1).Day() == 1 }

// judgeTurns reports windows of time counted by DATE_DIFF in years or months, which counts the turns of the year or
// month in between: from 31 December to 1 January it is one year.
func (p *pass) judgeTurns() {
	if p.wordsFor("calendar years") || p.wordsFor("calendar parts") && !p.asksSpanOfMonths() {
		return
	}
	for _, t := range p.tests {
		if p.judgeYears(t) {
			continue
		}
		what, with := compared(t.expr)
		f, ok := sqltree.Bare(p.Follow(sqltree.Bare(what))).(*sqltree.Func)
		if !ok || !t.clause.chooses() || !isDateDiff(f) || strings.HasSuffix(f.Name, "sub") || len(with) == 0 {
			continue
		}
		unit, ok := f.Args[0].(*sqltree.Constant)
		if !ok || !slices.Contains([]string{"year", "years", "month", "months", "yy", "mm", "yyyy"},
			strings.ToLower(unit.Text)) {
			continue
		}
		event := func(e sqltree.Expr) bool {
			return all(p.Origins(sqltree.Bare(e)),
				func(o origin) bool { return o.TableName() != "person" && hasDate(o) })
		}
		n, number := number(with[len(with)-1])
		if number && n > 0 && event(f.Args[1]) && event(f.Args[2]) {
			p.report(t.expr, "this counts the turns of the %s in between, not time that has passed; compare with + INTERVAL", strings.TrimSuffix(strings.ToLower(unit.Text), "s"))
		}
	}
}

// judgeYears reports the same of years that are compared: YEAR(b) - YEAR(a) <= 1, YEAR(b) <= YEAR(a) + 1. That two
// years are the same, or one is that after the other, may be meant, and where the question speaks of calendar years.
func (p *pass) judgeYears(t *test) bool {
	if !t.clause.chooses() || t.not ||
		p.asks("calendar year", "calendar years", "same year", "following year", "next year") {
		return false
	}
	var bounds []sqltree.Expr
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		if e.Op[0] == '<' && e.Op != "<>" {
			bounds = []sqltree.Expr{e.Left, e.Right}
		} else if e.Op[0] == '>' {
			bounds = []sqltree.Expr{e.Right, e.Left}
		}
	case *sqltree.Between:
		bounds = []sqltree.Expr{e.Expr, e.High}
	}
	if len(bounds) == 0 {
		return false
	}
	seen := map[*relation]bool{}
	for _, b := range bounds {
		p.Within(b, func(x sqltree.Expr) bool {
			if isYear(x) {
				for _, o := range p.yearsIn(x) {
					seen[o.Relation] = o.TableName() != "person" && hasDate(o)
				}
			}
			return false
		})
	}
	moved := slices.ContainsFunc(bounds, func(b sqltree.Expr) bool {
		return p.Within(b, func(x sqltree.Expr) bool { n, ok := number(x); return ok && n >= 1 && n < 20 })
	})
	for _, event := range seen {
		if !event {
			return false
		}
	}
	if len(seen) != 2 || !moved {
		return false
	}
	p.report(t.expr, "this compares the years of two dates, not the time between them: from 31 December to 1 January it is one year; compare with + INTERVAL")
	return true
}

// yearsIn are the dates of which an expression takes the year.
func (st *statement) yearsIn(e sqltree.Expr) []origin {
	switch e := e.(type) {
	case *sqltree.Extract:
		return st.Origins(sqltree.Bare(e.From))
	case *sqltree.Func:
		if len(e.Args) > 0 && (e.Name == "year" || e.Name == "date_part") {
			return st.Origins(sqltree.Bare(e.Args[len(e.Args)-1]))
		}
	}
	return nil
}
