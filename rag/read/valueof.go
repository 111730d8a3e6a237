package read

import (
	"github.com/askomop/askomop/omop/study"
)

// valueOf reads "HbA1c in percent", "creatinine value", "last HbA1c of each patient".
func (p *parser) valueOf(s *sentence) bool {
	if v, ok := p.lex("whichvalue"); ok {
		_ = v
		return false
	}
	p.try(func() bool { return p.pos > 0 && p.toks[p.pos-1].low == "of" && p.word("all", "any") })
	e, ok := p.bareEvent([]string{"measurement", "observation"})
	if !ok || e.Domain != study.Measurement && e.Domain != study.Observation {
		return false
	}
	if e.both || len(e.Or) > 0 {
		s.refusal = &Refusal{Ambiguous, "it does not say which blood pressure; say systolic or diastolic"}
	}
	p.is("quantity")
	p.inUnit(s)
	p.eventMods(e)
	p.valueAside(e)
	s.records = e
	s.measure.Quantity = study.Value
	for p.is("passive") || p.word("ever") {
	}
	if p.perPerson(s) || p.try(func() bool { return p.word("of") && p.perPerson(s) }) {
		g := &people{}
		if p.postmods(g); len(g.preds) > 0 || g.age != nil || g.period != nil || len(g.versus) > 0 {
			s.people = g
		}
	}
	p.ofPeople(s)
	p.inUnit(s)
	p.amongValues(s)
	return true
}

// valueAside reads which of each person's values counts, between commas behind the test: ", last value per patient,",
// ", most recent reading per patient with X".
func (p *parser) valueAside(e *event) {
	p.try(func() bool {
		if e.Which != study.Any || e.times != nil || len(e.rels) > 0 || p.at(0) != "," || !p.take() {
			return false
		}
		p.word("using", "taking", "the")
		w, ok := p.lex("whichrec")
		noun, isNoun := p.lex("eventnoun")
		if !ok || w != "first" && w != "last" || !p.is("quantity") && !(isNoun && noun == "measurement") {
			return false
		}
		if ok = p.at(0) == "," && p.take() || p.sees("perperson"); ok {
			e.which(w)
		}
		return ok
	})
}

// amongValues reads the range of values that count: "among values between 10 and 500", "counting only values
// below 20".
func (p *parser) amongValues(s *sentence) {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		p.word("among", "of", "for", "counting", "using", "with", "limited", "restricted")
		p.word("to", "only")
		if !p.is("quantity") {
			return false
		}
		p.is("aux")
		r, bare, ok := p.comparison()
		if !ok || bare {
			return false
		}
		s.measure.Within = &r
		return true
	})
}

// inUnit reads the unit of a value: "in mg/dL", "(mmol/L)".
func (p *parser) inUnit(s *sentence) bool {
	return p.try(func() bool {
		p.try(func() bool { return (p.at(0) == "(" || p.at(0) == ",") && p.take() })
		p.word("in")
		u, ok := p.lex("munit")
		if !ok {
			return false
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		s.measure.Unit = u
		return true
	})
}

func (p *parser) howHigh(s *sentence) bool {
	p.is("aux")
	if p.ahead(func() bool { return p.is("share", "prevalence", "rate", "survival") }) {
		return false
	}
	if !p.valueOf(s) && !p.namedQuantity(s) {
		return false
	}
	p.onAverage(s)
	p.ofPeople(s)
	p.onAverage(s)
	p.inUnit(s)
	return s.measure.Stat != ""
}

// valueChange reads "change in LDL cholesterol in mg/dL after starting atorvastatin": from the last value before to the
// first after.
func (p *parser) valueChange(s *sentence) bool {
	if !p.is("changeof") && !p.is("change") {
		return false
	}
	m, ok := p.changeFromLast()
	if !ok {
		p.word("in", "of")
		m, ok = p.bareEvent([]string{"measurement"})
		p.is("quantity")
		p.inUnit(s)
		p.try(func() bool { return ok && p.lastToFirst(m) })
	}
	if !ok || m.Domain != study.Measurement || m.Where != nil || m.times != nil || m.both {
		return false
	}
	e, ok := (*event)(nil), false
	if !p.try(func() bool { e, ok = p.changeAround(m); return ok }) {
		for p.is("beforetoafter") || p.is("aux") {
		}
		p.onAverage(s)
		if !p.is("after", "from") {
			p.is("it")
		}
		e, ok = p.timedEvent()
	}
	if !ok && s.people != nil && len(s.people.preds) == 1 && s.people.preds[0].kind == leaf && (p.end() || p.at(0) == "?") {
		e, ok, s.people = s.people.preds[0].ev, true, nil // "in statin starters, … to the first LDL after"
	}
	if !ok || e.Domain == study.Death {
		return false
	}
	p.inUnit(s)
	m.Which = study.Any
	s.records, s.measure.Quantity, s.measure.Event = e, study.ValueChange, &m.Event
	return true
}

// changeFromLast reads "from the last HbA1c before to the first HbA1c", which "after" follows.
func (p *parser) changeFromLast() (m *event, ok bool) {
	ok = p.try(func() bool {
		m, ok = p.lastBefore()
		return ok && len(m.Concepts) > 0 && p.toTheFirst(m)
	})
	return m, ok
}

// lastToFirst reads "from the last value before to the first" behind the test, which "after" follows.
func (p *parser) lastToFirst(m *event) bool {
	before, ok := p.lastBefore()
	return ok && (len(before.Concepts) == 0 || sameEvent(before, m)) && p.toTheFirst(m)
}

// lastBefore reads "from the last HbA1c before", "from the last value before".
func (p *parser) lastBefore() (*event, bool) {
	if !p.word("from") {
		return nil, false
	}
	m, ok := p.valueNamed()
	return m, ok && m.Which == study.Last && p.is("before") && p.word("to", "until")
}

// changeAround reads "from the last value before X to the first value after it", "from before X to after it" behind the
// test, and gives X. Values on the day of X count as before it, which is said back.
func (p *parser) changeAround(m *event) (*event, bool) {
	if !p.word("from") {
		return nil, false
	}
	p.valueOfSame(m, study.Last)
	if !p.is("before") {
		return nil, false
	}
	e, ok := p.timedEvent()
	p.try(func() bool { return p.word("or") && p.word("on") && p.takeOne("that") && p.word("day") })
	if !ok || len(e.rels) > 0 || !p.word("to", "until") {
		return nil, false
	}
	p.valueOfSame(m, study.First)
	return e, p.is("after") && p.is("it")
}

// valueOfSame reads "the last value", "the first A1c", "the first" of the test m.
func (p *parser) valueOfSame(m *event, which study.Which) {
	if p.try(func() bool {
		v, ok := p.valueNamed()
		return ok && v.Which == which && (len(v.Concepts) == 0 || sameEvent(v, m))
	}) {
		return
	}
	p.try(func() bool {
		w, ok := p.lex("whichrec")
		return ok && study.Which(w) == which
	})
}

// toTheFirst reads "to the first HbA1c" of the same test.
func (p *parser) toTheFirst(m *event) bool {
	after, ok := p.valueNamed()
	return ok && after.Which == study.First && (len(after.Concepts) == 0 || sameEvent(after, m)) && p.sees("after")
}

// valueNamed reads "the last HbA1c", "the first value", "the last measurement".
func (p *parser) valueNamed() (*event, bool) {
	if m, ok := p.bareEvent([]string{"measurement"}); ok && m.Domain == study.Measurement && m.times == nil &&
		m.Where == nil && !m.both {
		return m, true
	}
	m := &event{Event: study.Event{Domain: study.Measurement}}
	w, ok := p.lex("whichrec")
	m.which(w)
	return m, ok && (p.is("quantity") || p.word("one"))
}

// changedBy reads "by how much did LDL cholesterol in mg/dL change on average after patients started atorvastatin".
func (p *parser) changedBy(s *sentence) bool {
	p.word("by")
	if !p.is("howmuch") || !p.is("aux") {
		return false
	}
	m, ok := p.bareEvent([]string{"measurement"})
	if !ok || m.Domain != study.Measurement || m.Where != nil || m.both {
		return false
	}
	p.is("quantity")
	p.inUnit(s)
	if !p.is("change") {
		return false
	}
	for p.word("or") || p.is("change") {
	}
	p.onAverage(s)
	if s.measure.Stat == "" || !p.is("after") {
		return false
	}
	e, ok := p.timedEvent()
	if !ok || e.Domain == study.Death {
		return false
	}
	s.measure.Kind = study.Number
	s.records, s.measure.Quantity, s.measure.Event = e, study.ValueChange, &m.Event
	p.inUnit(s)
	p.onAverage(s)
	return true
}
