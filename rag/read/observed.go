package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// underObservation reads "were under observation in 2009": an observation period shares a day with it.
func (p *parser) underObservation() (*predicate, bool) {
	_, n := p.longest(p.pos, "observedverb")
	if _, m := p.longest(p.pos, "verb"); m > n || !p.is("observedverb") { // "registered with asthma"
		return nil, false
	}
	e := &event{Event: study.Event{Domain: study.Observed}}
	p.try(p.onSomeDayOf)
	if d, ok := p.period(); ok {
		e.Touching = d
	} else if d, ok := p.dayHeld(); ok {
		e.Touching = d
	}
	if e.Touching == nil {
		return &predicate{kind: leaf, ev: e}, true // "women under observation aged 18 to 44": the age is the women's
	}
	if r, ok := p.ageOfEvent(e); ok {
		e.Age = &r
	}
	return &predicate{kind: leaf, ev: e}, true
}

// onSomeDayOf reads "on at least one day of", "for one day or more in", "on any day of" before a calendar time, with
// which an observation period shares a day.
func (p *parser) onSomeDayOf() bool {
	if !p.takeOne("on", "for") {
		return false
	}
	if !p.takeOne("any", "some") {
		r, bare, ok := p.comparison()
		if !ok || r.Min == nil || *r.Min != 1 || r.MinOpen || r.Max != nil && !bare {
			return false
		}
		if unit, isUnit := p.lex("unit"); !isUnit || unit != "day" || bare && !p.is("cmpafter") {
			return false
		}
	} else if !p.takeOne("day") {
		return false
	}
	of := p.takeOne("of", "during")
	return p.ahead(func() bool { _, ok := p.period(); return ok }) && (of || p.at(0) == "in")
}

// andObserved reads the "and" of "people aged 60 or over and still under observation".
func (p *parser) andObserved() bool {
	return p.try(func() bool { return p.is("and") && p.ahead(func() bool { p.is("aux"); return p.is("observedverb") }) })
}

// dayHeld reads the day that an observation period holds: "covering 1 July 2010", "that includes 2010-07-01", "at 1
// July 2010".
func (p *parser) dayHeld() (held *study.Period, ok bool) {
	ok = p.try(func() bool {
		p.is("relpron")
		if !p.word("covering", "containing", "including", "spanning", "covers", "covered", "contains", "contained",
			"includes", "included", "spans", "at") {
			return false
		}
		d, ok := p.date()
		held = &study.Period{From: d.from(), To: d.to()}
		return ok && d.year > 0 && d.day > 0
	})
	return held, ok
}

// observedFor reads "observed for at least 90 days after diagnosis", "with at least 365 days of observation
// before and 180 after".
func (p *parser) observedFor() (*predicate, bool) {
	if q, ok := p.throughout(); ok {
		return q, true
	}
	start := p.pos
	said := p.is("observedverb")
	f, of := study.FollowUp{}, (*event)(nil)
	less := false
	for range 2 {
		if less || !p.try(func() bool { return p.observedSpan(&f, &said, &of, &less) }) {
			break
		}
	}
	if less && f.Before > 0 {
		f.After, f.For = 0, nil // two lengths, of which it is not clear what is less
		p.pos = start
		return nil, false
	}
	if f.Before == 0 && f.After == 0 && f.For == nil {
		p.pos = start
		return nil, false
	}
	q := &predicate{kind: trait, crit: &study.Criterion{Observed: &f}, dated: of == nil && p.saidSince(start, "after")}
	if less {
		q = not(q)
	}
	if of != nil {
		if of.Which == study.Any && of.Domain != study.Visit {
			of.Which = study.First
		}
		q.anchored = true
		return all(&predicate{kind: leaf, ev: of}, q), true
	}
	return q, true
}

// observedSpan reads "for at least 90 days after it"; said tells whether observation was named, and is set
// where it is. less is set where it is less than that.
func (p *parser) observedSpan(f *study.FollowUp, said *bool, of **event, less *bool) bool {
	p.word("for", "with", "and", "of", "a")
	p.is("and")
	r, bare, ok := p.comparison("unit")
	if !ok && p.ahead(func() bool { return p.word("full", "whole", "complete") && p.sees("unit") }) {
		one := 1.0
		r, bare, ok = study.Range{Min: &one}, true, true
	}
	p.word("full", "whole", "complete")
	if ok && r.Min == nil && r.Max != nil && r.MaxOpen {
		r, *less = study.Range{Min: r.Max}, true
	}
	if !ok || r.Min == nil || r.Max != nil && !bare {
		return false
	}
	unit, isUnit := p.lex("unit")
	if !isUnit { // "one year or more"
		at := p.pos - 1
		for at > 0 && p.role[at] == "cmpafter" {
			at--
		}
		ph, n := p.longest(at, "unit")
		if unit = ph.value; n == 0 || at == p.pos-1 {
			return false
		}
	}
	p.is("cmpafter")
	p.word("of")
	prior := p.is("priorword")
	if !p.is("followupnoun") && !*said {
		return false
	}
	phrase := ""
	p.word("left", "remaining")
	if p.pos > 0 && p.role[p.pos-1] == "followupnoun" {
		phrase = p.lastPhrase()
	}
	*said = true
	days, ok := inDays(unit, *r.Min)
	if ok && r.MinOpen && !*less { // "more than 90 days" of them
		days++
	}
	before := prior || hasWord(phrase, "prior") || strings.Contains(phrase, "look") ||
		strings.HasPrefix(phrase, "history") || p.is("priorly") || p.is("before")
	after := !before && p.is("after")
	if before || after {
		p.observedAnchor(of)
	}
	switch {
	case before && ok:
		f.Before = days
	case before:
		return false
	case unit == "month" || unit == "year":
		o, _ := offset(unit, int(*r.Min))
		f.For = &o
	default:
		f.After = days
	}
	return ok || f.For != nil
}

// observedAnchor reads from what observation is counted: "it", "their first diagnosis", or an event of its own.
func (p *parser) observedAnchor(of **event) {
	if p.try(func() bool {
		e, ok := p.anchorEvent()
		if ok {
			*of = e
		}
		return ok
	}) {
		return
	}
	for range 2 {
		if _, ok := p.theRecord(); ok {
			return
		}
		p.is("whichrec")
		if !p.is("dxana") && !p.is("startana") && !p.is("it") {
			return
		}
	}
}

func inDays(unit string, n float64) (int, bool) {
	switch unit {
	case "day":
		return int(n), true
	case "week":
		return int(7 * n), true
	case "month":
		return int(30 * n), n == 0
	case "year":
		return int(365 * n), true
	}
	return 0, false
}

// rangeAhead reports whether two dates are next, of which the second is an end.
func (p *parser) rangeAhead() bool {
	return p.ahead(func() bool {
		d, ok := p.date()
		if !ok {
			return false
		}
		_, ok = p.dateRange(d, "from")
		return ok
	})
}

// throughout reads "were observed throughout 2009", "with continuous enrollment in 2009", "observed from 1 January 2008
// to 31 December 2010".
func (p *parser) throughout() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		p.word("with")
		lead, ok := p.lex("observedverb", "followupnoun")
		if !ok {
			return false
		}
		covering := p.word("covering", "spanning") && p.is("allof")
		allDays := p.try(func() bool { p.word("on"); return p.is("allof") && p.is("unit") && p.word("in", "on", "between") })
		ofAll := func() bool { return p.word("during", "for", "over", "in") && p.is("allof", "everywhere") }
		from := p.try(func() bool { p.word("fully", "continuously"); return p.word("from") && p.rangeAhead() })
		if !from && !covering && !allDays && !p.try(p.wholeTime) && !p.word("throughout") && !p.is("throughoutlead") &&
			!p.try(ofAll) && !p.is("allof") && (lead != "throughout" || !p.is("in")) {
			return false
		}
		p.word("of")
		at := p.pos
		d, ok := p.date()
		if !ok {
			return false
		}
		prep := "in" // "2008 and 2009"
		if from {
			prep = "from"
		}
		all, ok := p.dateRange(d, prep)
		if !ok && d.year == 0 {
			return false
		} else if !ok {
			all = &study.Period{From: d.from(), To: d.to()}
		}
		p.remember(at, all) // "that year" behind it
		q = &predicate{kind: trait, crit: &study.Criterion{Observed: &study.FollowUp{In: all}}}
		return true
	})
	return q, ok
}

// wholeTime reads "for the whole three years,", "during the full period from", "throughout the entire year": what
// leads in a time all of which is meant. What stands for it is a date.
func (p *parser) wholeTime() bool {
	if p.try(p.startToEnd) {
		return true
	}
	p.takeOne("during", "for", "over", "in", "throughout", "through", "across")
	p.takeOne("the")
	if !p.takeOne("whole", "entire", "full", "complete", "all") {
		return false
	}
	p.takeOne("of")
	p.takeOne("the")
	n, counted := p.number()
	if !p.takeOne("year", "years", "month", "months", "period", "time", "interval", "span") {
		return false
	}
	for p.takeOne(",", ":", "(", "from", "of", "between") {
	}
	return !counted || p.lastsYears(int(n))
}

// startToEnd reads "from the start to the end of".
func (p *parser) startToEnd() bool {
	p.takeOne("from")
	p.takeOne("the")
	if !p.takeOne("start", "beginning") || !p.takeOne("to", "until", "till", "through") {
		return false
	}
	p.takeOne("the")
	return p.takeOne("end") && p.takeOne("of")
}

// lastsYears reports whether what stands here is a time of so many years: "three years, 2008 to 2010".
func (p *parser) lastsYears(n int) bool {
	return p.ahead(func() bool {
		d, ok := p.date()
		if !ok {
			return false
		}
		last, ok := p.dateRange(d, "in")
		if !ok {
			last = &study.Period{From: d.from(), To: d.to()}
		}
		return len(last.From) >= 4 && len(last.To) >= 4 && atof(last.To[:4])-atof(last.From[:4])+1 == float64(n)
	})
}
