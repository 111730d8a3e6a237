package check

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
)

// Stretches of time that a question names: without a break, the part of one that lies in some time, and single days.

// judgeUnbroken reports the time from a person's first record to the end of the last where the question's is one
// without a break: what lies between the records counts, too.
//
// Example: of "one drug era of at least 180 days", MAX(drug_era_end_date) - MIN(drug_era_start_date) of each person.
func (p *pass) judgeUnbroken() {
	if !p.wordsFor("unbroken") || p.looksAlong() {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 {
			continue
		}
		args := f.Args[len(f.Args)-2:]
		if isDateDiff(f) {
			args = []sqltree.Expr{args[1], args[0]}
		}
		if p.judgeFromFirst(f, args[0], args[1]) {
			return
		}
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			continue
		}
		later, ok := sqltree.Bare(c.Right).(*sqltree.Func)
		if ok && later.Name == "+" && len(later.Args) == 2 && p.judgeFromFirst(c, c.Left, later.Args[0]) {
			return
		}
		if f, ok := p.essence(c.Left).(*sqltree.Func); ok && f.Name == "sum" && len(f.Args) == 1 && isConstant(c.Right) && p.Homes[f] != nil &&
			p.groupedByPerson(p.Homes[f]) && p.lastsFromStart(f.Args[0]) {
			p.report(t.expr, "this is all the time of a person's records, and the question's is without a break: compare each record")
			return
		}
	}
}

// judgeFromFirst reports the time from the first start of a person's records to the last of their ends.
func (p *pass) judgeFromFirst(at sqltree.Node, to, from sqltree.Expr) bool {
	last, ends := p.extremeOfPerson(to, "max")
	first, starts := p.extremeOfPerson(from, "min")
	is := ends && starts && last.TableName() == first.TableName() && last.Column.Name == last.Relation.Table.EndDate &&
		first.Column.Name == first.Relation.Table.StartDate
	if is {
		p.report(at, "this is the time from the first %s to the end of the last, with the gaps between them; the question's is without a break: compare each record",
			last.Relation.Label())
	}
	return is
}

// lastsFromStart reports whether an expression is the time from the start of a record to its end.
func (p *pass) lastsFromStart(e sqltree.Expr) bool {
	d, ok := p.difference(unplussed(e))
	return ok && !d.absolute && all(p.Origins(d.first), isEndColumn) && all(p.Origins(d.second), func(o origin) bool {
		return o.Column.Name == o.Relation.Table.StartDate
	})
}

// judgeWithinSpan reports people all of whose records must lie within a time where the question's is any such time: who
// has others before or after is left out.
//
// Example: of "three visits within some 180-day span", MAX(visit_start_date) - MIN(visit_start_date) <= 180.
func (p *pass) judgeWithinSpan() {
	if !p.asksAnySpan() {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || sideOf(c.Op) >= 0 || !isConstant(c.Right) {
			continue
		}
		f, ok := p.essence(c.Left).(*sqltree.Func)
		if !ok || f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 {
			continue
		}
		args := f.Args[len(f.Args)-2:]
		if isDateDiff(f) {
			args = []sqltree.Expr{args[1], args[0]}
		}
		last, ends := p.extremeOfPerson(args[0], "max")
		first, starts := p.extremeOfPerson(args[1], "min")
		if ends && starts && last.String() == first.String() {
			p.report(t.expr, "all records of a person must lie within the time here, and the question's is any such time: look from each record")
			return
		}
	}
}

// asksAnySpan reports whether the question is of any time of a length: "within some 180-day span", "in any 30 days".
func (p *pass) asksAnySpan() bool {
	w := p.question.words
	for i := 0; i+2 < len(w); i++ {
		_, number := asNumber(w[i+1])
		if (w[i] == "some" || w[i] == "any" || w[i] == "a" || w[i] == "one" || w[i] == "single") && number && daysIn[w[i+2]] > 0 &&
			(w[i] == "any" || w[i] == "some" || i+3 < len(w) && isWordFor("stretch of time", w[i+3])) {
			return true
		}
	}
	return false
}

// extremeOfPerson is the date of which an expression is a person's smallest or largest.
func (p *pass) extremeOfPerson(e sqltree.Expr, name string) (origin, bool) {
	f, ok := p.essence(e).(*sqltree.Func)
	if w, window := p.essence(e).(*sqltree.Window); window && len(w.PartitionBy) == 1 && len(w.OrderBy) == 0 &&
		identityOf(p.Origins(sqltree.Bare(w.PartitionBy[0]))) == personKey {
		f, ok = w.Func, true
	} else if !ok || p.Homes[f] == nil || !p.ofEachPerson(p.Homes[f]) {
		return origin{}, false
	}
	if !ok || f.Name != name || len(f.Args) != 1 {
		return origin{}, false
	}
	from := p.Origins(sqltree.Bare(f.Args[0]))
	if len(from) != 1 {
		return origin{}, false
	}
	return from[0], true
}

// ofEachPerson reports whether an aggregate of a SELECT is of one person's rows: each group is a person, or the rows
// are those of the person of the row around it.
func (p *pass) ofEachPerson(s *scope) bool {
	if s.Tree.GroupBy.Empty() {
		return p.ofOnePerson(s)
	}
	return len(s.Tree.GroupBy.Exprs) == 1 && p.groupedByPerson(s)
}

// judgeWholeForPart reports whole lengths of time where the question's is only the part of them that lies in its time.
//
// Example: of "nights that fell in 2009", SUM(visit_end_date - visit_start_date) of the stays that began in 2009.
func (p *pass) judgeWholeForPart() {
	if !p.wordsFor("part in the time") || p.calls("greatest", "least", "generate_series", "range", "unnest") || p.cases() {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "sum" || len(f.Args) != 1 {
			continue
		}
		d, ok := p.difference(unplussed(f.Args[0]))
		if ok && !d.absolute && all(p.Origins(d.first), isEnd) && all(p.Origins(d.second), isStart) {
			p.report(f, "the whole of each is added up, and the question is of the part in its time: take the later of the starts and the earlier of the ends")
			return
		}
	}
}

// judgeDayNamed reports a day of the question of which there is no trace: neither a date of that month nor its parts.
//
// Example: of "under observation on 1 July 2008", whoever was under observation at some time in 2008.
func (p *pass) judgeDayNamed(held heldNumbers) {
	day, ok := p.dayNamed()
	if !ok || p.asks("year of birth", "years of birth", "birth year") || p.writesParameters() ||
		p.calls("current_date", "today", "now", "make_date", "strptime", "to_date", "date_from_parts") {
		return
	}
	turn := day.YearDay() == 1 || day.AddDate(0, 0, 1).YearDay() == 1 // a year can say as much
	if turn || !held.exact[day.Year()] || held.all[float64(day.Month())] || p.writesMonth(day) {
		return
	}
	p.report(p.main(), "the question names %s, and nothing here is of that day", day.Format("2 January 2006"))
}

// writesMonth reports whether a date or a text holds the month of a day, or of the day before or after.
func (p *pass) writesMonth(day time.Time) bool {
	var texts []string
	for _, off := range []int{-1, 0, 1} {
		d := day.AddDate(0, 0, off)
		texts = append(texts, d.Format("2006-01"), d.Format("200601"), d.Format("-01-02"), d.Format("01/02"), d.Format("02/01"))
	}
	found := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Constant); ok {
			found = found || slices.ContainsFunc(texts, func(m string) bool { return strings.Contains(c.Text, m) })
		}
		return !found
	})
	return found
}

// dayNamed is the one day that the question names, as 1 July 2008, July 1, 2008 or 2008-07-01.
func (p *pass) dayNamed() (time.Time, bool) {
	var days []time.Time
	w := p.question.words
	for i := 0; i+2 < len(w); i++ {
		month := slices.Index(months, w[i+1]) + 1
		parts := []string{w[i+2], w[i], strconv.Itoa(month)}
		switch {
		case month > 0:
		case slices.Contains(months, w[i]):
			parts = []string{w[i+2], w[i+1], strconv.Itoa(slices.Index(months, w[i]) + 1)}
		default:
			parts = []string{w[i], w[i+2], w[i+1]}
		}
		if len(parts[0]) != 4 {
			continue
		}
		ordinal := strings.TrimRight(parts[1], "sthndr")
		if d, err := time.Parse("2006-1-2", parts[0]+"-"+strings.TrimLeft(parts[2], "0")+"-"+strings.TrimLeft(ordinal, "0")); err == nil {
			days = append(days, d)
		}
	}
	if len(days) != 1 {
		return time.Time{}, false
	}
	return days[0], true
}
