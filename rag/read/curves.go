package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// timedMortality reads "one-year mortality after hip fracture", "30-day case fatality among patients with X",
// "mortality at 30 days and 1 year after X": with the outcome by then, by Kaplan-Meier.
func (p *parser) timedMortality(s *sentence) bool {
	return p.curve(s, study.CumulativeIncidence, "mortality", "fatality")
}

// survivalAt reads "1-year survival after a first diagnosis of stroke", "Kaplan-Meier survival of patients with X at 30
// and 365 days", "median survival after X".
func (p *parser) survivalAt(s *sentence) bool {
	p.is("bykm")
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.is("howhigh")
	p.is("aux")
	if p.tryOn(s, p.freeOf) {
		return true
	}
	median := p.is("medianof")
	if !p.curve(s, study.Survival, "survival") {
		return false
	}
	return median == (len(s.measure.Times) == 0)
}

// curve reads an estimate at times after an index event: the times before or behind its name, the index behind "after"
// or as what people have.
func (p *parser) curve(s *sentence, kind study.Kind, names ...category) bool {
	before, timed := p.duration()
	if !p.is(names...) {
		return false
	}
	p.is("bykm")
	var times []study.Offset
	if timed {
		times = append(times, before)
	}
	return p.curveAt(s, kind, times)
}

// curveAt reads the times of an estimate, where they are not known yet, and its index.
func (p *parser) curveAt(s *sentence, kind study.Kind, times []study.Offset) bool {
	var index *event
	for range 4 {
		switch {
		case len(times) == 0 && p.try(func() bool { list, ok := p.timesAt(); times = list; return ok }):
		case index == nil && s.people == nil && p.try(func() bool {
			if !p.is("after", "from") && !p.word("following", "since") {
				return false
			}
			e, ok := p.anchorEvent()
			index = e
			return ok && e != nil
		}):
		case s.people == nil && p.try(func() bool {
			if !p.word("of", "in", "among", "for") {
				return false
			}
			g, ok := p.people()
			if ok && !g.only {
				s.people = g
			}
			return ok && !g.only
		}):
		case s.people != nil && index == nil && len(times) == 0 &&
			p.try(func() bool { t, ok := p.timesInPeople(s.people); times = t; return ok }):
		case s.people != nil && index == nil && p.try(func() bool { return p.is("after", "from") && p.sinceIndex() }):
		}
	}
	if index == nil && s.people == nil || len(times) == 0 && kind != study.Survival {
		return false
	}
	s.records, s.measure.Kind, s.measure.Times = index, kind, times
	return true
}

// timesAt reads "at 30, 90 and 365 days", "within 1 year", "after 30 days and 1 year".
func (p *parser) timesAt() ([]study.Offset, bool) {
	named := p.word("at", "within", "in", "after", "by")
	list, ok := p.durations()
	return list, ok && (named || p.sees("after", "from")) // "365 days after diagnosis"
}

// durations reads a list of lengths of time, of which the last may name the unit of all: "30, 90 and 365 days".
func (p *parser) durations() ([]study.Offset, bool) {
	var all []study.Offset
	var bare []float64 // numbers whose unit follows
	for {
		at := p.pos
		if d, ok := p.duration(); ok {
			for _, n := range bare {
				all = append(all, scaled(d, int(n)))
			}
			all, bare = append(all, d), nil
		} else if n, ok := p.number(); ok {
			bare = append(bare, n)
		} else {
			p.pos = at
			break
		}
		p.try(func() bool { return p.at(0) == "," && p.take() })
		p.word("and")
	}
	return all, len(all) > 0 && len(bare) == 0
}

// scaled is n of the unit of d.
func scaled(d study.Offset, n int) study.Offset {
	switch {
	case d.Years != 0:
		return study.Offset{Years: n}
	case d.Months != 0:
		return study.Offset{Months: n}
	}
	return study.Offset{Days: n}
}

// timesInPeople takes the time that was read as a relation of what people have: "of patients with X 365 days after
// diagnosis".
func (p *parser) timesInPeople(g *people) ([]study.Offset, bool) {
	for _, k := range g.preds {
		for _, e := range k.events() {
			if n := len(e.rels); n > 0 && e.rels[n-1].anchor == nil && e.rels[n-1].From != nil &&
				e.rels[n-1].From == e.rels[n-1].To {
				times := []study.Offset{*e.rels[n-1].From}
				e.rels = e.rels[:n-1]
				return times, true
			}
		}
	}
	return nil, false
}

// sinceIndex reads what the index date is called: "after diagnosis", "from the index date", "after starting it".
func (p *parser) sinceIndex() bool {
	e, ana, ok := p.anchor()
	return ok && e == nil && ana != ""
}

// cumulativeAt reads the times of a cumulative incidence: "at 1 year", "at 30, 90 and 365 days".
func (p *parser) cumulativeAt(s *sentence) bool {
	return s.measure.Kind == study.Proportion && len(s.measure.Times) == 0 && p.try(func() bool {
		list, ok := p.timesAt()
		s.measure.Times = list
		return ok
	})
}

// takeCompeting takes "with death as competing event" off the question, which a cumulative incidence has anyway.
func (p *parser) takeCompeting() {
	for i := range p.toks {
		if _, n := p.longest(i, "competing"); n > 0 {
			p.competing = true
			p.takeAside(i, i+n, "competing")
			return
		}
	}
}

// curveOf resolves an estimate over time after an index event.
func (b *builder) curveOf() {
	s := b.s
	b.survivalOf()
	if s.measure.Kind != study.CumulativeIncidence {
		return
	}
	death := study.Event{Domain: study.Death}
	b.q.Outcome = &study.Criterion{Has: &study.Has{Event: death}}
	if len(s.measure.Times) != 1 {
		return
	}
	to := s.measure.Times[0]
	s.later = append(s.later, func(whole *study.Question) {
		other := whole.Clone()
		other.Measure.Kind, other.Measure.Times = study.Share, nil
		other.Outcome.Has.Relation = &study.Relation{From: &study.Offset{}, To: &to}
		s.others = append(s.others, Other{What: "Of everybody, whatever the follow-up", Question: other})
	})
}

// cumulative makes an incidence proportion after an index event a cumulative incidence.
func (b *builder) cumulative() {
	q := b.q
	if q.Measure.Kind != study.Proportion {
		return
	}
	if r := q.AtRisk; r != nil && r.To != nil && len(q.Measure.Times) == 0 && // "one year after it" is by then
		(r.From == nil || *r.From == *r.To || r.From.Days <= 1 && r.From.Months == 0 && r.From.Years == 0) {
		q.Measure.Times = []study.Offset{*r.To}
		q.AtRisk = nil
	}
	switch {
	case len(q.Measure.Times) > 0 && q.Population.Entry != nil:
		q.Measure.Kind = study.CumulativeIncidence
	case len(q.Measure.Times) > 0:
		b.refuse(NoEvent, "it does not say after which event the incidence is counted")
	}
}

// freeOf reads "Kaplan-Meier estimate of the percentage still free of stroke five years after first warfarin use", and
// "1-year stroke-free survival after X", "survival free of stroke at 90 days", which death ends, too.
func (p *parser) freeOf(s *sentence) bool {
	p.is("bykm")
	p.is("estimateof")
	p.word("of")
	var times []study.Offset
	if d, ok := p.duration(); ok {
		times = append(times, d)
	}
	e, ok := p.freeSurvival()
	if !ok {
		e, ok = p.freeEvent()
	}
	if !ok || len(e.Concepts) == 0 || e.times != nil || e.During != nil || !p.curveAt(s, study.Survival, times) ||
		len(s.measure.Times) == 0 {
		return false
	}
	e.Which = study.Any
	s.free = e
	return true
}

// freeSurvival reads "stroke-free survival", "survival free of stroke": without the one and without death.
func (p *parser) freeSurvival() (e *event, ok bool) {
	ok = p.try(func() bool {
		before := p.try(func() bool { e, ok = p.bareEvent(nil); return ok && p.word("free") && p.is("survival") })
		if !before {
			if !p.is("survival") || !p.word("free") || !p.word("of", "from") {
				return false
			}
			q, ok := p.eventList(nil, false)
			if !ok {
				return false
			}
			if e, ok = q.merged(); !ok {
				return false
			}
		}
		if !slices.ContainsFunc(e.Or, func(o study.Event) bool { return o.Domain == study.Death }) {
			e.Or = append(e.Or, study.Event{Domain: study.Death})
		}
		return e.Domain != study.Death
	})
	return e, ok
}

// freeEvent reads what people are still free of: "percentage still free of stroke", "probability of remaining free of
// stroke".
func (p *parser) freeEvent() (*event, bool) {
	likely := p.is("freeprob")
	if !likely && !p.is("share") && !p.is("survival") {
		return nil, false
	}
	p.word("of", "who", "are")
	p.is("people")
	for p.is("relpron", "aux") || p.word("still", "remaining", "remain", "being") {
	}
	if !p.is("freeof") || !likely && !p.said("bykm") {
		return nil, false
	}
	q, ok := p.eventList(nil, false)
	if !ok {
		return nil, false
	}
	return q.merged()
}
