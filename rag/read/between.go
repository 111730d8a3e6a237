package read

import (
	"github.com/askomop/askomop/omop/study"
)

// between2 reads two events with the time between them: "the first X to the first Y", "X and Y".
func (p *parser) between2(s *sentence) bool {
	if p.tryOn(s, p.firstToSecond) {
		return true
	}
	from, ok := p.timedEvent()
	if !ok {
		return false
	}
	if !p.word("to", "and", "until", "till", "until") && !p.is("before", "and") {
		return false
	}
	at := p.pos
	to, ok := p.timedEvent()
	if !ok {
		return false
	}
	ever := to.Which == study.First && p.saidSince(at, "ever")
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	switch {
	case p.is("thenword"): // "the first admission afterwards": of those that come later
		if s.measure.Relation.From.Days = 1; !ever { // but the first ever one may have been before
			to.Which = study.FirstOfThese
		}
	case p.try(func() bool { return p.onOrAfter(from) }):
		to.Which = study.FirstOfThese
	}
	return len(to.rels) == 0 && len(from.rels) == 0
}

// onOrAfter reads "on or after it", "on or after the diagnosis", and the first event by its own name.
func (p *parser) onOrAfter(from *event) bool {
	if !p.word("on") || !p.is("or") || !p.is("after") {
		return false
	}
	if p.word("it", "that") || from.Domain == study.Condition && p.word("diagnosis") {
		return true
	}
	again, ok := p.bareEvent(nil)
	return ok && len(again.rels) == 0 && sameEvent(again, from)
}

// timedEvent reads an event as an end of a stretch of time: its first record unless another is said.
func (p *parser) timedEvent() (*event, bool) {
	p.is("subjpron")
	if p.is("deathverb") {
		return &event{Event: study.Event{Domain: study.Death}}, true
	}
	v := verb{}
	p.try(func() bool { // "starting warfarin", but "the start of warfarin" is a noun
		value, isVerb := p.lex("verb")
		v = verbOf(value)
		return isVerb && p.at(0) != "of"
	})
	e, ok := p.bareEvent(v.domains)
	if ok && len(e.Concepts) == 0 && e.Domain != study.Death && e.Domain != study.Visit {
		return nil, false // "at diagnosis": of what the people have
	}
	if ok && e.again && e.Which == study.Any {
		return nil, false // "to readmission", "to another stroke": not the first ever
	}
	if ok {
		p.anchorMods(e)
	}
	if ok && e.Which == study.Any && e.Domain != study.Death {
		e.Which = firstOf(&e.Event)
	}
	return e, ok
}

// daysTo reads "time to Y after X", "days until death after a diagnosis of X", "time from diagnosis to Y in
// patients with X".
func (p *parser) daysTo(s *sentence) bool {
	return p.is("daysto") && p.timeTo(s)
}

// timeTo reads "Y after X".
func (p *parser) timeTo(s *sentence) bool {
	to, ok := p.timedEvent()
	if !ok {
		return false
	}
	if !p.is("after", "from") {
		return false
	}
	from, ok := p.timedEvent()
	if !ok {
		return false
	}
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	return true
}

// firstToSecond reads "the first and the second diagnosis of X", "first to second X".
func (p *parser) firstToSecond(s *sentence) bool {
	if w, ok := p.lex("whichrec"); !ok || w != "first" || !p.is("and") && !p.word("to") {
		return false
	}
	if !p.ahead(func() bool { w, _ := p.lex("whichrec"); return w == "second" }) {
		return false
	}
	to, ok := p.bareEvent(nil)
	if !ok || len(to.Concepts) == 0 || to.Which != study.Second || to.times != nil || len(to.rels) > 0 {
		return false
	}
	from := to.clone()
	from.Which, from.again = study.First, false
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	return true
}
