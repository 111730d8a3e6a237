package read

import (
	"slices"
	"time"

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

// moreTimes makes of an event that happened at several times as many events: "in both 2008 and 2010", "in 2008 but not
// in 2010", "in 2008 or 2010".
func (p *parser) moreTimes(e *event) *predicate {
	if either, ok := e.orOtherwise(); ok {
		return either
	}
	one := &predicate{kind: leaf, ev: e}
	if e.Which != study.Any {
		return one
	}
	if other := p.soManyThen(e); other != nil {
		return all(one, other)
	}
	if e.times != nil {
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
	case p.try(func() bool { p.is("but"); return p.is("and") && p.againIn(e) }):
		if d, ok := p.calendar(); ok && apartInTime(e.During, d) {
			return all(one, atTimes(e, []*study.Period{d})[0])
		}
	case p.try(func() bool { p.is("but", "and"); return p.noneOfIt(e) }):
		if times := p.anyTimes(); len(times) > 0 {
			return all(one, not(grouped(anyKind, atTimes(e, times))))
		}
	case p.is("or"):
		if d, ok := p.calendar(); ok {
			return grouped(anyKind, append([]*predicate{one}, atTimes(e, []*study.Period{d})...))
		}
	}
	p.pos = at
	return one
}

// anyTimes reads the times of "not in 2009 or 2010", "not in 2009 nor in 2010".
func (p *parser) anyTimes() (times []*study.Period) {
	for {
		at := p.pos
		if len(times) > 0 && !p.is("or", "nor") {
			return times
		}
		d, ok := p.calendar()
		if !ok {
			p.pos = at
			return times
		}
		times = append(times, d)
	}
}

// againIn reads "again in", "another one in", "another stroke in", "in" before a second time.
func (p *parser) againIn(e *event) bool {
	p.is("againword")
	if other := p.is("otherword"); !other || !p.is("eventnoun") && !p.namesSame(e) {
		p.takeOne("one")
	}
	return slices.Contains([]string{"in", "during"}, p.at(0))
}

// noneOfIt reads "not", "none", "no diagnosis", and the name of the thing again before a time in which it did not
// happen.
func (p *parser) noneOfIt(e *event) bool {
	if p.word("none") {
		return true
	}
	if !p.is("neg") {
		return false
	}
	p.namesSame(e)
	return true
}

// namesSame reads the name of an event again.
func (p *parser) namesSame(e *event) bool {
	return p.try(func() bool {
		same, ok := p.bareEvent(nil)
		return ok && unplaced(same) && same.Which == study.Any && same.distinct == "" && sameEvent(same, e)
	})
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

// everyTime makes of an event that happened in every part of a time one in each of them: "had a visit in every quarter
// of 2009". Without that time it is open whether each part is asked for, or all of them.
func (p *parser) everyTime(q *predicate) *predicate {
	if q.kind != leaf || q.ev.During != nil || q.ev.Which != study.Any || q.ev.distinct != "" {
		return q
	}
	var parts []*study.Period
	unit := ""
	if !p.try(func() bool {
		p.word("in", "during", "over")
		if !p.word("every", "all") && !(p.atLeast(q.ev) && p.word("each", "per")) {
			return false
		}
		_, _ = p.number()
		isUnit := false
		if unit, isUnit = p.lex("unit"); !isUnit {
			unit, isUnit = p.lex("stratum")
		}
		return isUnit && slices.Contains([]string{"year", "quarter", "month"}, unit)
	}) {
		return q
	}
	if d, ok := p.period(); ok {
		parts = wholeParts(d, unit)
	}
	if len(parts) < 2 || len(parts) > 24 {
		p.unclear = "“in every " + unit + "” may mean in all of them, or the number of each; say “by " + unit +
			"”, or name the years"
		return q
	}
	return all(atTimes(q.ev, parts)...)
}

// atLeast reports whether a number of records was said, be it one: "at least one visit", "at least once".
func (p *parser) atLeast(e *event) bool { return e.times != nil || p.saidSince(e.from, "least") }

// wholeParts are the years, quarters or months of a period; nil where it does not consist of whole ones.
func wholeParts(d *study.Period, unit string) (parts []*study.Period) {
	months := map[string]int{"year": 12, "quarter": 3, "month": 1}[unit]
	from, err := time.Parse(time.DateOnly, d.From)
	to, errTo := time.Parse(time.DateOnly, d.To)
	if err != nil || errTo != nil || from.Day() != 1 || int(from.Month()-1)%months != 0 {
		return nil
	}
	for !from.After(to) {
		next := from.AddDate(0, months, 0)
		parts = append(parts,
			&study.Period{From: from.Format(time.DateOnly), To: next.AddDate(0, 0, -1).Format(time.DateOnly)})
		from = next
	}
	if parts[len(parts)-1].To != d.To {
		return nil
	}
	return parts
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

// eachTime reads several times in each of which it happened: "in both 2008 and 2010", "who had a visit in each of 2008,
// 2009 and 2010". Of what is counted itself, "in each of 2008 and 2009" asks for the number of each year.
func (p *parser) eachTime() (times []*study.Period, ok bool) {
	ok = p.try(func() bool {
		p.word("in", "during")
		ofThem := p.saidSince(0, "who") || p.saidSince(0, "whom") || p.saidSince(0, "that")
		if !p.word("both") && !p.try(func() bool { return p.word("all") && p.word("of") }) && !(ofThem && p.eachOf()) {
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

// onBothSides makes of an event one before and one after another: "had LDL measured both before and after starting X".
func (p *parser) onBothSides(q *predicate) *predicate {
	if q.kind != leaf || len(q.ev.rels) > 0 || q.ev.Which != study.Any || q.ev.times != nil {
		return q
	}
	p.try(func() bool {
		both := p.word("both") // else the number before and the one after may be asked for
		if !p.is("before") || !p.is("and") || !p.word("another", "again") && !both || !p.is("after") {
			return false
		}
		after, ok := p.anchored(&relation{Relation: study.Relation{From: p.chooseDay("after", 1)}})
		if !ok || after.anchor == nil || after.End {
			return false
		}
		before := *after
		before.From, before.To = nil, p.chooseDay("before", -1)
		earlier := q.ev.clone()
		q.ev.rels, earlier.rels = []*relation{after}, []*relation{&before}
		q = all(&predicate{kind: leaf, ev: earlier, v: q.v}, q)
		return true
	})
	return q
}
