package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// alternatives reads more of what was just read, joined by "or": "California, Texas or Ohio", "Black or Asian".
func (p *parser) alternatives(first *predicate, next func() (*predicate, bool)) *predicate {
	kids, at := []*predicate{first}, p.pos
	for {
		comma := p.at(0) == "," && p.take()
		or := p.is("or")
		q, ok := (*predicate)(nil), false
		if comma || or {
			q, ok = next()
		}
		if !ok {
			break
		}
		if kids = append(kids, q); or {
			return grouped(anyKind, kids)
		}
	}
	p.pos = at // a comma alone joins no alternatives
	return first
}

// moreTimes makes of an event that happened at several times as many events: "in both 2008 and 2010", "in 2008 but not in 2010",
// "in 2008 or 2010".
func (p *parser) moreTimes(e *event) *predicate {
	one := &predicate{kind: leaf, ev: e}
	if e.Which != study.Any || e.times != nil {
		return one
	}
	if e.During == nil {
		if times, ok := p.eachTime(); ok {
			return all(atTimes(e, times)...)
		}
		return one
	}
	at := p.pos
	p.try(func() bool { return p.at(0) == "," && p.take() })
	switch {
	case p.try(func() bool { p.is("but"); return p.is("and") && p.againIn() }):
		if d, ok := p.calendar(); ok {
			return all(one, atTimes(e, []*study.Period{d})[0])
		}
	case p.try(func() bool { p.is("but", "and"); return p.noneOfIt(e) }):
		if d, ok := p.calendar(); ok {
			return all(one, not(atTimes(e, []*study.Period{d})[0]))
		}
	case p.is("or"):
		if d, ok := p.calendar(); ok {
			return grouped(anyKind, append([]*predicate{one}, atTimes(e, []*study.Period{d})...))
		}
	}
	p.pos = at
	return one
}

// againIn reads "again in", "another in", "in" before a second time.
func (p *parser) againIn() bool {
	p.is("againword")
	if p.is("otherword") {
		p.is("eventnoun")
	}
	return slices.Contains([]string{"in", "during"}, p.at(0))
}

// noneOfIt reads "not", "none", "no diagnosis", and the name of the thing again before a time in which it did not happen.
func (p *parser) noneOfIt(e *event) bool {
	if p.word("none") {
		return true
	}
	if !p.is("neg") {
		return false
	}
	p.try(func() bool {
		same, ok := p.bareEvent(nil)
		return ok && unplaced(same) && same.Which == study.Any && same.distinct == "" && sameEvent(same, e)
	})
	return true
}

// atTimes are copies of an event in other times.
func atTimes(e *event, times []*study.Period) []*predicate {
	var all []*predicate
	for _, d := range times {
		c := e.clone()
		c.During = d
		all = append(all, &predicate{kind: leaf, ev: c})
	}
	return all
}

// calendar reads a day, month or year with or without its preposition.
func (p *parser) calendar() (*study.Period, bool) {
	p.word("in", "during")
	d, ok := p.date()
	if !ok || d.year == 0 || slices.Contains([]string{"-", "to", "through"}, p.at(0)) {
		return nil, false
	}
	return &study.Period{From: d.from(), To: d.to()}, true
}

// eachTime reads several times in each of which it happened: "in both 2008 and 2010", "in each of 2008, 2009 and 2010".
func (p *parser) eachTime() (times []*study.Period, ok bool) {
	ok = p.try(func() bool {
		p.word("in", "during")
		if !p.word("both") && !p.try(func() bool { return (p.is("each") || p.word("all")) && p.word("of") }) {
			return false
		}
		for p.word("years", "in") {
		}
		for {
			d, isDate := p.calendar()
			if !isDate {
				return false
			}
			times = append(times, d)
			comma := p.at(0) == "," && p.take()
			if and := p.is("and"); !and && !comma {
				return len(times) > 1
			}
		}
	})
	return times, ok
}
