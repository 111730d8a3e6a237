package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Times that a question names, and how a statement holds them.

// judgeSubtraction reports a difference that is the other way round than the question's "A minus B": its years, first
// and last, or start and end.
func (p *pass) judgeSubtraction() {
	w := p.question.words
	for i, word := range w {
		if word != "minus" || i == 0 || i+1 >= len(w) {
			continue
		}
		for _, f := range p.Calls {
			if f.Name == "-" && len(f.Args) == 2 && p.takesAway(f, w[i+1], w[i-1]) && !p.takesAway(f, w[i-1], w[i+1]) {
				p.report(f, "the question is %s minus %s, and this is the other way round", w[i-1], w[i+1])
				return
			}
		}
	}
}

// takesAway reports whether a difference is of what two words name.
func (p *pass) takesAway(f *sqltree.Func, from, less string) bool {
	return p.isOf(f.Args[0], from) && p.isOf(f.Args[1], less)
}

// isOf reports whether a number is that of a year, of the last or first record, or the start or the end of one.
func (p *pass) isOf(e sqltree.Expr, word string) bool {
	if n, err := strconv.Atoi(word); err == nil && namesYear(n) {
		return p.Within(e, func(x sqltree.Expr) bool { m, ok := number(x); return ok && int(m) == n })
	}
	of := p.essence(e)
	f, ok := of.(*sqltree.Func)
	switch word {
	case "last", "latest", "first", "earliest":
		last := word == "last" || word == "latest"
		return ok && slices.Contains(map[bool][]string{true: {"arg_max", "max_by", "last"}, false: {"arg_min", "min_by", "first"}}[last], f.Name)
	case "end", "start":
		return all(p.Origins(of), map[string]func(origin) bool{"end": isEnd, "start": isStart}[word])
	}
	return false
}

// weekdays are the numbers of the days of a week by the functions that give them.
var weekdays = map[string]map[string]int{
	"dow":    {"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6},
	"isodow": {"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7},
}

// judgeWeekdays reports days of the week by other numbers than those of the days that the question names.
func (p *pass) judgeWeekdays() {
	var named []string
	for day := range weekdays["dow"] {
		if p.asks(day, day+"s") || (day == "saturday" || day == "sunday") && p.asks("weekend", "weekends") {
			named = append(named, day)
		}
	}
	if len(named) == 0 || p.asksForAbsence() || p.asks("weekday", "weekdays", "not", "other", "before", "after") {
		return
	}
	for _, t := range p.tests {
		what, with := compared(t.expr)
		numbers := weekdays[weekdayBy(what)]
		if numbers == nil || t.not || !isEquality(t.expr) {
			continue
		}
		for _, e := range with {
			n, ok := number(e)
			if ok && !slices.ContainsFunc(named, func(day string) bool { return numbers[day] == int(n) }) {
				p.report(t.expr, "%g is another day of the week than the question names: Sunday is %d, Monday is %d here", n,
					numbers["sunday"], numbers["monday"])
				return
			}
		}
	}
}

// weekdayBy names the function by which an expression is the number of a day of the week, or "".
func weekdayBy(e sqltree.Expr) string {
	switch e := sqltree.Bare(e).(type) {
	case *sqltree.Extract:
		return map[string]string{"DOW": "dow", "DAYOFWEEK": "dow", "WEEKDAY": "dow", "ISODOW": "isodow"}[e.Field]
	case *sqltree.Func:
		if e.Name == "date_part" && len(e.Args) == 2 {
			if c, ok := e.Args[0].(*sqltree.Constant); ok {
				return map[string]string{"dow": "dow", "dayofweek": "dow", "weekday": "dow", "isodow": "isodow"}[c.Text]
			}
		}
		return map[string]string{"dayofweek": "dow", "weekday": "dow", "isodow": "isodow"}[e.Name]
	}
	return ""
}

// isEquality reports whether a condition is = or IN.
func isEquality(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Compare:
		return e.Op == "="
	case *sqltree.In:
		return !e.Not
	}
	return false
}

// judgeEachYear reports people with a record in any of some years where the question wants one in each of them.
//
// Example: of "in both 2008 and 2009", EXTRACT(YEAR FROM visit_start_date) IN (2008, 2009) alone.
func (p *pass) judgeEachYear() {
	each := p.bothYears() || p.wordsFor("each of the years") && p.yearsNamed() > 1 || p.wantsEachOfYears()
	if !each || !p.countsPeopleByQuestion() || p.asks("either") {
		return
	}
	p.judgeYearsCounted()
	var events []*relation
	for _, b := range p.Bases {
		if isEvent(b.Table) && !isPeriod(origin{Relation: b}) {
			events = append(events, b)
		}
	}
	if len(events) == 1 && p.oneRecordServes(events[0]) && p.writesYear() && !p.countsUpTo(p.yearsNamed()) {
		p.report(events[0].Node, "the question wants a record in each of the years, and one record is enough here; count the years by HAVING, or read %s once for each",
			events[0].Table.Name)
	}
}

// countsUpTo reports whether a number of what was counted is to be one, or more.
//
// Example: 3 = (SELECT COUNT(*) FROM (VALUES (2008), (2009), (2010)) v(y) WHERE EXISTS (…)).
func (p *pass) countsUpTo(n int) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			return false
		}
		for _, side := range [][2]sqltree.Expr{{c.Left, c.Right}, {c.Right, c.Left}} {
			if m, fixed := number(side[0]); fixed && int(m) == n {
				_, f := p.counted(p.Follow(sqltree.Bare(side[1])))
				return f != nil
			}
		}
		return false
	})
}

// judgeYearsCounted reports records that are counted where the question wants one in each of some years: so many of one
// year are enough.
//
// Example: of "in each of 2008, 2009 and 2010", HAVING COUNT(*) >= 3.
func (p *pass) judgeYearsCounted() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !t.must || t.not || sideOf(c.Op) < 0 || c.Op == "<>" {
			continue
		}
		n, fixed := number(c.Right)
		if c.Op == ">" {
			n++
		}
		f, counts := sqltree.Bare(p.Follow(sqltree.Bare(c.Left))).(*sqltree.Func)
		if counts && isNamed(f, "len", "length", "array_length", "list_count", "array_size") && len(f.Args) == 1 {
			f, counts = sqltree.Bare(p.Follow(sqltree.Bare(f.Args[0]))).(*sqltree.Func)
		}
		if !fixed || !counts || int(n) != p.yearsNamed() ||
			!isNamed(f, "count", "count_star", "list", "array_agg") || f.Distinct || f.Filter != nil {
			continue
		}
		home := p.Homes[f]
		if home == nil || home.Tree == nil || home.Tree.Distinct || !p.groupedByPerson(home) {
			continue
		}
		if slices.ContainsFunc(home.Relations, func(r *relation) bool { return r.Table != nil && isEvent(r.Table) }) {
			p.report(t.expr, "the question wants a record in each of the years, and %g records of one year are enough here; count the different years",
				n)
			return
		}
	}
}

// yearsNamed is how many different years the question names.
func (p *pass) yearsNamed() int {
	years := map[int]bool{}
	for _, w := range p.question.words {
		if n, ok := asNumber(w); ok && namesYear(n) {
			years[n] = true
		}
	}
	return len(years)
}

// bothYears reports whether "both" stands before a year.
func (p *pass) bothYears() bool {
	i := slices.Index(p.question.words, "both")
	if i < 0 || i+1 >= len(p.question.words) {
		return false
	}
	n, ok := asNumber(p.question.words[i+1])
	return ok && namesYear(n)
}

// judgeMonthsOfYears reports months of all years put together where the question names months with their year.
func (p *pass) judgeMonthsOfYears() {
	if !p.wordsFor("months of one year") && !p.namesMonthsOfYears() {
		return
	}
	var month sqltree.Expr
	for _, s := range p.Scopes {
		for _, e := range s.Tree.GroupBy.Exprs {
			switch by := p.Follow(numbered(e, s)); {
			case isPartOfDate(by, "month") && !isTruncated(by), isMonthText(by):
				month = e
			case p.Within(by, func(x sqltree.Expr) bool { return slices.ContainsFunc(p.Origins(x), hasDate) }):
				return
			}
		}
	}
	if month != nil && p.yearsWritten() != 1 {
		p.report(month, "the same month of all years is one here; group by the year as well, or by DATE_TRUNC('month', …)")
	}
}

// isMonthText reports whether an expression writes the month of a date without its year: STRFTIME(d, '%m').
func isMonthText(e sqltree.Expr) bool {
	f, ok := sqltree.Bare(e).(*sqltree.Func)
	if ok && f.Name == "monthname" {
		return true
	}
	if !ok || f.Name != "strftime" || len(f.Args) != 2 {
		return false
	}
	form, ok := f.Args[1].(*sqltree.Constant)
	return ok && slices.Contains([]string{"%m", "%-m", "%b", "%B"}, form.Text)
}

// namesMonthsOfYears reports whether the question names two months with their year: "January 2008, February 2008, …".
func (p *pass) namesMonthsOfYears() bool {
	named := 0
	for i, w := range p.question.words[:max(0, len(p.question.words)-1)] {
		n, ok := asNumber(p.question.words[i+1])
		if slices.Contains(months, w) && ok && namesYear(n) {
			named++
		}
	}
	return named > 1 && p.asks("each", "every", "per")
}

// judgeUnitOfYears reports days of observation that are called years.
func (p *pass) judgeUnitOfYears() {
	if !p.wordsFor("days of observed years") || p.asks("days", "per") {
		return
	}
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "sum" || len(f.Args) != 1 {
		return
	}
	d, ok := p.difference(unplussed(f.Args[0]))
	days := ok && !d.absolute && p.countsDays(unplussed(f.Args[0]))
	for n := range p.held().all {
		if n == 12 || n > 365 && n < 366 || n == 365 || n == 366 || n == 3652.5 || n == 36525 {
			return
		}
	}
	if days && all(p.Origins(d.first), isPeriodEndColumn) {
		p.report(f, "the question is of years, and these are days: divide by 365.25")
	}
}

func isPeriodEndColumn(o origin) bool { return isPeriodEnd([]origin{o}) }

// countsDays reports whether a difference of dates is in days.
func (p *pass) countsDays(e sqltree.Expr) bool {
	f, ok := sqltree.Bare(p.Follow(sqltree.Bare(e))).(*sqltree.Func)
	if !ok || !isDateDiff(f) {
		return ok
	}
	c, ok := f.Args[0].(*sqltree.Constant)
	return ok && (c.Text == "day" || c.Text == "days" || c.Text == "DAY")
}

// judgeOutside reports values within two limits where the question is of those outside of them.
func (p *pass) judgeOutside() {
	if !p.wordsFor("outside") && !(p.asks("below") && p.asks("or above")) {
		return
	}
	for _, t := range p.tests {
		b, ok := t.expr.(*sqltree.Between)
		if !ok || b.Not != t.not || !t.must || p.isNegative(t.scope) {
			continue
		}
		if all(p.Origins(sqltree.Bare(b.Expr)), isStart) && all(p.Origins(sqltree.Bare(b.Low)), isPeriod) &&
			!p.leavesAnythingOut() && p.asks("outside", "outside of") {
			p.report(b, "the question is of what lies outside of the period, and this keeps what lies within; write NOT EXISTS")
			return
		}
		if !all(p.Origins(sqltree.Bare(b.Expr)), isValue) {
			continue
		}
		low, one := number(b.Low)
		high, two := number(b.High)
		if one && two && p.namesNumber(low) && p.namesNumber(high) {
			p.report(b, "the question is of values outside of these limits, and this keeps those within; write NOT BETWEEN")
			return
		}
	}
}

// namesNumber reports whether the question writes a number.
func (p *pass) namesNumber(n float64) bool {
	return strings.Contains(" "+p.asked, " "+strconv.FormatFloat(n, 'f', -1, 64)) ||
		p.asks(strings.ReplaceAll(strconv.FormatFloat(n, 'f', -1, 64), ".", " "))
}

// judgeDecade reports eleven years for a decade: BETWEEN 1930 AND 1940 for "the 1930s".
func (p *pass) judgeDecade() {
	for _, w := range p.question.words {
		digits, plural := strings.CutSuffix(w, "s")
		n, err := strconv.Atoi(digits)
		if !plural || err != nil || !namesYear(n) || n%10 != 0 {
			continue
		}
		for _, t := range p.tests {
			b, ok := t.expr.(*sqltree.Between)
			if !ok || b.Not || t.not {
				continue
			}
			low, one := number(b.Low)
			high, two := number(b.High)
			if one && two && int(low) == n && int(high) == n+10 {
				p.report(b, "these are eleven years, and a decade has ten: BETWEEN %d AND %d", n, n+9)
				return
			}
		}
	}
}

// judgeQuarter reports months that are no quarter, or another than the question's.
func (p *pass) judgeQuarter() {
	for i, name := range []string{"first", "second", "third", "fourth"} {
		n := i + 1
		if !p.asks(name+" quarter", "q"+strconv.Itoa(n)) || p.asks("each quarter", "per quarter", "by quarter") {
			continue
		}
		for _, t := range p.tests {
			b, ok := t.expr.(*sqltree.Between)
			if !ok || b.Not || t.not || !t.must || !isPartOfDate(sqltree.Bare(b.Expr), "month") {
				continue
			}
			low, one := number(b.Low)
			high, two := number(b.High)
			if one && two && (int(low) != 3*n-2 || int(high) != 3*n) {
				p.report(b, "the months of the %s quarter are %d to %d", name, 3*n-2, 3*n)
				return
			}
		}
	}
}
