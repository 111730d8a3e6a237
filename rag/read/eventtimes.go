package read

import (
	"reflect"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// timesMod reads "at least 3 times", "twice", "more than once", "on 2 occasions", "at least 30 days apart".
func (p *parser) timesMod(e *event) bool {
	if r, ok := p.lex("timesrange"); ok && e.times == nil {
		e.times = timesRange(r)
		if *e.times.Min == 1 && e.times.MinOpen { // "more than once": on two days
			two := 2.0
			e.times = &study.Range{Min: &two}
			if p.choose("repeated") == "days" {
				e.distinct = study.ByDay
			}
		}
		return true
	}
	if p.try(func() bool { return p.daysApart(e) }) {
		return true
	}
	return p.try(func() bool { return p.timesAfter(e) })
}

// daysApart reads "at least 30 days apart", "separated by 30 or more days", "with at least 30 days between them", and
// "twice" before it.
func (p *parser) daysApart(e *event) bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if e.times == nil && p.word("twice") {
		two := 2.0
		e.times = &study.Range{Min: &two}
		if p.daysApart(e) {
			return true
		}
		e.times = nil
		return false
	}
	led := p.word("separated") && p.word("by") ||
		p.word("with") && p.ahead(func() bool { _, _, ok := p.comparison("unit"); return ok })
	r, bare, ok := p.comparison()
	if !ok || r.Min == nil || r.MinOpen {
		return false
	}
	after := !bare // "30 or more days"
	unit, isUnit := p.lex("unit")
	days, whole := inDays(unit, *r.Min)
	if !isUnit || !whole || r.Max != nil && !bare {
		return false
	}
	if value, isAfter := p.lex("cmpafter"); isAfter && bare && value == "ge" {
		after = true
	}
	between := p.word("apart") || p.word("between") && p.takeOne("them", "these", "those") ||
		p.word("in") && p.word("between") || p.word("from") && p.word("each") && p.word("other")
	if !between && !(led && after && p.toks[p.pos-1].low != "with" && p.saidSince(max(0, p.pos-8), "separated")) {
		return false
	}
	e.apart = days
	return e.times != nil
}

// timesAfter reads "3 times", "twice", "on 2 days"; "twice daily" and "3 times a week" are doses.
func (p *parser) timesAfter(e *event) bool {
	if e.times == nil && p.takeOne("twice") {
		e.times, p.bareSaid = timesRange("eq 2"), true
		return !p.aDoseFollows()
	}
	on := p.word("on", "in") && p.toks[p.pos-1].low == "on"
	r, bare, ok := p.comparison()
	if on && ok && p.try(func() bool { return p.onDays(e, r, bare) }) {
		return true
	}
	if ok && p.is("timesword") {
		if said := p.lastPhrase(); bare && strings.Contains(said, "occasion") { // "on two occasions": at least
			r = study.Range{Min: r.Min}
		}
		p.bareSaid = p.bareSaid || bare
		e.times = &r
		return !p.aDoseFollows()
	}
	return false
}

// aDoseFollows reports whether "daily", "a day", "per week" or the like follows a number of times.
func (p *parser) aDoseFollows() bool {
	return p.ahead(func() bool {
		if p.takeOne("a", "an", "per", "each", "every") {
			return p.is("unit", "stratum")
		}
		return p.takeOne("daily", "weekly", "monthly", "yearly", "annually")
	})
}

// onDays reads the days of "on two or more different days", of which none is counted twice; where a number was said
// before, it is the same.
func (p *parser) onDays(e *event, r study.Range, bare bool) bool {
	p.is("distinctword")
	if unit, isUnit := p.lex("unit"); (!isUnit || unit != "day") && !p.word("dates", "days") {
		return false
	}
	if bare {
		r = study.Range{Min: r.Min}
	}
	if r.MinOpen {
		least := *r.Min + 1
		r.Min, r.MinOpen = &least, false
	}
	n := &r
	if e.times != nil && !reflect.DeepEqual(e.times, n) || e.distinct != "" && e.distinct != study.ByDay {
		return false
	}
	e.times, e.distinct = n, study.ByDay
	return true
}
