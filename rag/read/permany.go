package read

import (
	"math"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// perMany reads records, or days in hospital, of so many people: "hospital days per 1,000 people in 2010", "admissions
// per 1,000 members", "rate of emergency visits per 100 patients with COPD".
func (p *parser) perMany(s *sentence) bool {
	if !p.saysPerMany() {
		return false
	}
	if kind, ok := p.lex("howmany"); ok && kind == "distinct" {
		return false
	}
	p.try(func() bool { p.skip(); return p.takeOne("rate", "rates") && p.takeOne("of") })
	if !p.manyOf(s) {
		return false
	}
	p.takeOne("rate", "rates")
	for p.is("aux") || p.is("passive") || p.takeOne("there") || p.takeOne(",") {
	}
	d, dated := p.period()
	p.takeOne(",")
	n, ok := p.perNumber()
	if !ok || p.sees("personyears", "unit") {
		return false
	}
	g, ok := p.people()
	if !ok {
		return false
	}
	if s.period == nil && g.period != nil {
		s.period, g.period = g.period, nil
		g.only = g.bare()
	} else if s.period == nil && len(g.ageOn) == len("2009") { // "people over 65 in 2009"
		s.period, g.ageOn = wholeYear(g.ageOn), ""
	}
	switch {
	case s.people == nil || s.people.only:
		s.people = g
	case !g.only:
		return false
	}
	if dated && s.period == nil {
		s.period = d
	}
	s.measure.Kind, s.measure.Stat, s.measure.Per = study.Number, study.Mean, n
	s.per, s.noneToo = true, true
	return true
}

// manyOf reads what is counted or added up: "hospital days", "prescriptions of metformin".
func (p *parser) manyOf(s *sentence) bool {
	if p.try(func() bool { v, ok := p.lex("quantity"); return ok && v == "stay" && p.inDays() }) {
		s.records, s.totals, s.measure.Quantity = inpatientStays(), true, study.Duration
		return true
	}
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	if q.namesRecords() {
		q.kind = anyKind
	}
	e, ok := q.merged()
	if !ok || !e.record && e.Domain != study.Death || e.distinct != "" || e.Which != study.Any || e.times != nil || len(e.rels)+len(e.judged) > 0 ||
		e.Age != nil {
		return false
	}
	s.measure.Quantity, s.measure.Event = study.Occurrences, &e.Event
	return true
}

// perNumber reads "per 1,000", "for every 100", "/1000".
func (p *parser) perNumber() (float64, bool) {
	if !p.is("per") && !(p.at(0) == "/" && p.take()) {
		return 0, false
	}
	n, ok := p.number()
	return n, ok && n > 1 && n == math.Trunc(n)
}

// saysPerMany reports whether "per 1,000" stands anywhere.
func (p *parser) saysPerMany() bool {
	return slices.ContainsFunc(p.toks[p.pos:], func(t token) bool { return t.low == "per" || t.low == "/" || t.low == "every" }) &&
		p.ahead(func() bool {
			for ; p.pos < len(p.toks); p.pos++ {
				if p.ahead(func() bool { _, ok := p.perNumber(); return ok }) {
					return true
				}
			}
			return false
		})
}

// agesOfMany takes an age of so many people for that in the time in which their records are added up.
func (s *sentence) agesOfMany() {
	if s.measure.Per == 0 {
		return
	}
	if s.records.During == nil {
		s.records.During, s.period = s.period, nil
	}
	s.agesOfThatYear(&s.records.Event)
}

// perMany settles of whom there are so many: people who are observed in the time, or those who are named. Of the
// latter, those who are observed then are another reading.
func (b *builder) perMany() {
	m := &b.q.Measure
	if m.Per == 0 || m.Kind != study.Number {
		return
	}
	if slices.ContainsFunc(b.q.Strata, func(t study.Stratum) bool { return t.Kind.IsTime() }) {
		b.refuse(Unsupported, "so many people of each of the times; ask for one of them, “in 2009”, or per person-years")
		return
	}
	m.Zeros = true
	during := study.Period{}
	if m.Event != nil && m.Event.During != nil {
		during = *m.Event.During
	}
	for i := range b.q.Strata {
		if t := &b.q.Strata[i]; t.Kind == study.AgeGroup && t.Of == "" && t.On == "" {
			if t.On = b.s.ageTime(&during); len(t.On) != len("2009") {
				b.refuse(Unsupported, "so many people of each age, in no one year; ask for a calendar year")
			}
		}
	}
	if during == (study.Period{}) {
		return
	}
	observed := study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Observed, Touching: &during}}}
	p := &b.q.Population
	if e := p.Entry; e != nil && e.Domain == study.Observed && e.Touching != nil && *e.Touching == during {
		p.Entry = nil // "who were under observation in 2009", as it is said back
	}
	if p.Entry == nil && !slices.ContainsFunc(p.Criteria, func(c study.Criterion) bool { return c.Is == nil }) {
		p.Criteria = append(p.Criteria, observed)
		return
	}
	b.s.later = append(b.s.later, func(q *study.Question) {
		other := q.Clone()
		other.Population.Criteria = append(other.Population.Criteria, observed)
		b.s.others = append(b.s.others, Other{What: "Of those under observation in that time", Question: other})
	})
}
