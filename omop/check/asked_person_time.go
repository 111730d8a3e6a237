package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
)

// Time that runs further than the question's: from before the event, past the end of observation, past the year.

// judgeTimeFromEvent reports whole periods of observation where the question's time begins at an event.
//
// Example: of "person-days from their first digoxin to the end of observation", SUM(observation_period_end_date -
// observation_period_start_date).
func (p *pass) judgeTimeFromEvent() {
	if !p.wordsFor("from the event") || !p.wordsFor("own end of observation") {
		return
	}
	if f := p.wholePeriods(); f != nil && !p.cutsPeriods() {
		p.report(f, "the question's time begins at the event, and these are whole periods: subtract the event's date")
	}
}

// wholePeriods is the sum of the lengths of whole periods of observation, where no other time up to their ends is
// computed; or nil.
func (p *pass) wholePeriods() *sqltree.Func {
	var whole *sqltree.Func
	for _, f := range p.Calls {
		d, ok := p.difference(f)
		if !ok || d.absolute || p.inTest(f) {
			continue
		}
		end, start := p.Origins(d.first), p.Origins(d.second)
		switch {
		case all(end, isPeriodFinish) && all(start, isPeriodStart) && p.plainColumn(d.first) && p.plainColumn(d.second):
			whole = f
		case slices.ContainsFunc(end, isPeriodFinish):
			return nil
		}
	}
	summed := func(f *sqltree.Func) bool {
		return f.Name == "sum" && len(f.Args) == 1 && whole != nil &&
			p.Within(f.Args[0], func(x sqltree.Expr) bool { return x == sqltree.Expr(whole) })
	}
	if !slices.ContainsFunc(p.Calls, summed) {
		return nil
	}
	return whole
}

// judgeLastDayOfAll reports time up to the last day on which anybody is observed, where the question's ends with the
// person's own observation.
func (p *pass) judgeLastDayOfAll() {
	if !p.wordsFor("own end of observation") || p.wordsFor("end of the data") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 {
			continue
		}
		if slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool {
			return p.ofEveryone(a) && all(p.endsOfWindow(a), isPeriodFinish)
		}) {
			p.report(f, "this runs up to the last day on which anybody is observed; end it with the person's own observation_period_end_date")
			return
		}
	}
}

// endsOfWindow is where a date comes from, also one that a window function takes.
func (p *pass) endsOfWindow(e sqltree.Expr) []origin {
	if w, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Window); ok && len(w.Func.Args) == 1 {
		return p.Origins(sqltree.Bare(w.Func.Args[0]))
	}
	return p.Origins(sqltree.Bare(e))
}

// judgeAgeAtEnd reports an age at the end of observation, or of the data, where the question's is that at an event.
//
// Example: of "how many were under 65 at their first diagnosis", DATE_SUB('year', birth, observation_period_end_date).
func (p *pass) judgeAgeAtEnd() {
	if !p.wordsFor("age at an event") || p.wordsFor("end of the data") || p.wordsFor("own end of observation") ||
		!p.asks(ageWords...) {
		return
	}
	ends := func(x sqltree.Expr) bool {
		return all(p.Origins(x), isPeriodFinish) || p.ofEveryone(x) && all(p.endsOfWindow(x), isPeriodFinish)
	}
	for _, f := range p.Calls {
		if !p.seesBirth(f) || !isDateDiff(f) && f.Name != "-" && f.Name != "age" {
			continue
		}
		if slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool { return p.Within(a, ends) }) {
			p.report(f, "the question is of the age at an event, and this is the age at the end of observation; subtract from the event's date")
			return
		}
	}
}

var inBrackets = lazyregexp.New(`\([^()]*\)`)

// judgeTimeOfYear reports whole periods of observation where the question's time is that within a year.
//
// Example: of "the person-years accrued within 2009", the length of each period that reaches into 2009.
func (p *pass) judgeTimeOfYear() {
	if !p.wordsFor("person time") || !p.asksTimeOfYear() {
		return
	}
	if f := p.wholePeriods(); f != nil && !p.cutsPeriods() && !p.calls("greatest", "least") {
		p.report(f, "the question's time is that within the year, and these are whole periods: begin them with GREATEST, and end them with LEAST")
	}
}

// asksTimeOfYear reports whether a year stands behind the question's person-time, and no people between: "the
// person-years of observation in 2009".
func (p *pass) asksTimeOfYear() bool {
	w := words(inBrackets.ReplaceAllString(p.asked, " "))
	text := " " + strings.Join(w, " ")
	for _, phrase := range phrases()["person time"] {
		_, rest, ok := strings.Cut(text, " "+phrase+" ")
		if !ok {
			continue
		}
		next := strings.Fields(rest)
		for i, word := range next {
			if slices.Contains(people, word) ||
				slices.Contains([]string{"who", "whose", "with", "for", "had", "among"}, word) {
				break
			}
			n, number := asNumber(word)
			before := strings.Join(next[max(0, i-3):i], " ") + " "
			if number && namesYear(n) && (strings.Contains(before, "within ") || strings.HasSuffix(before, "in ") ||
				strings.Contains(before, "in calendar year ") || strings.Contains(before, "during ")) {
				return true
			}
		}
	}
	return false
}

// judgePastObservation reports days of records that run on behind the end of observation where the question's are those
// within it.
//
// Example: of "the era days that fall within the person's observation period", drug_era_end_date - drug_era_start_date.
func (p *pass) judgePastObservation() {
	if !p.wordsFor("within observation") || !p.asks("days", "person days", "person years", "time") ||
		p.wordsFor("whether observed or not") {
		return
	}
	ofEvent := func(o origin) bool { return !isPeriod(o) && isEvent(o.Relation.Table) }
	cut := func(b bound) bool {
		first, second := p.Origins(b.first), p.Origins(b.second)
		lasts := func(o origin) bool { return isEnd(o) && ofEvent(o) }
		return all(first, lasts) && all(second, isPeriodFinish) || all(second, lasts) && all(first, isPeriodFinish)
	}
	if p.cutsPeriods() || slices.ContainsFunc(p.deepBounds, cut) {
		return
	}
	for _, f := range p.Calls {
		d, ok := p.difference(f)
		if !ok || d.absolute || p.inTest(f) || !p.plainColumn(d.first) || !p.plainColumn(d.second) {
			continue
		}
		end, start := p.Origins(d.first), p.Origins(d.second)
		if len(end) == 1 && len(start) == 1 && end[0].Relation == start[0].Relation && ofEvent(end[0]) &&
			isEnd(end[0]) &&
			isStart(start[0]) {
			p.report(f, "the question's days are those under observation, and these run up to the end of the record: end them by LEAST with the end of observation")
			return
		}
	}
}

// judgePooled reports a mean of people's rates where the question's is all events over all time.
//
// Example: of "admissions per person-year", AVG(n / years) over people.
func (p *pass) judgePooled() {
	if !p.wordsFor("pooled") && (!p.wordsFor("person time") || p.wordsFor("mean") || !p.asks("rate", "per")) {
		return
	}
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || !isNamed(f, "avg", "mean") || len(f.Args) != 1 {
		return
	}
	each, ok := p.essence(f.Args[0]).(*sqltree.Func)
	if !ok || each.Name != "/" || len(each.Args) != 2 {
		return
	}
	timed := p.Within(each.Args[1], func(x sqltree.Expr) bool {
		d, ok := p.difference(x)
		return ok && slices.ContainsFunc(p.Origins(d.first), isPeriod)
	})
	if timed {
		p.report(f, "the question's rate is all events over all time, and this is the mean of each person's: divide the sums")
	}
}

// judgeMeanOverRecords reports a mean of people's means where each record of the question weighs the same.
func (p *pass) judgeMeanOverRecords() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || !isNamed(f, "avg", "mean") || len(f.Args) != 1 || !p.wordsFor("mean over records") ||
		p.asks("each person", "each patient", "per person", "per patient") {
		return
	}
	if each := p.ofEach(f); each != nil && isNamed(each, "avg", "mean", "median") {
		p.report(f, "the question's mean is over records, and this is one of each person's mean: take AVG of the records themselves")
	}
}
