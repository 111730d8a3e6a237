package read

import (
	"cmp"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// ageOf reads whose age, and when: "at first diagnosis of X", "of patients with X", "at death", "of all
// patients in 2010".
func (p *parser) ageOf(s *sentence) bool {
	p.is("aux")
	for range 3 {
		if s.records == nil && p.try(func() bool {
			if !p.word("at", "when", "of", "on", "for") {
				return false
			}
			e, ok := p.timedEvent()
			if !ok || p.sees("people") {
				return false
			}
			s.records = e
			p.try(func() bool { // "when osteoporosis was first diagnosed"
				v, isVerb := "", p.is("aux")
				if isVerb {
					v, isVerb = p.lex("verb")
				}
				return isVerb && verbOf(v).first && !p.sees("entity")
			})
			return true
		}) {
			p.is("passive")
			continue
		}
		if p.is("atindex") || p.try(func() bool { return p.atTheirRecord(s.people) }) {
			s.atIndex = true
			continue
		}
		if !p.ofPeople(s) {
			break
		}
	}
	if e := s.people.untimed(); e != nil && s.records == nil && !s.atIndex && s.measure.On == "" {
		if at := p.pos; s.people.period == nil {
			if on, ok := p.ageDate(); ok && len(on) == len("2009") {
				s.people.period = wholeYear(on)
			} else {
				p.pos = at
			}
		}
		e.During, s.people.period = s.people.period, nil // "age of new users in 2009" is that of those of 2009
	}
	if s.people != nil && s.people.period != nil && s.records == nil {
		s.measure.On = s.people.period.From[:4]
		s.people.period = nil
	} else if d, ok := p.ageDate(); ok && s.records == nil {
		s.measure.On = d
	}
	return true
}

// agesAtTime settles at what the ages of people are meant who are told by a time: "of diabetics hospitalised in 2009"
// at the stay, "with hypertension on 1 January 2009" on that day.
func (b *builder) agesAtTime() {
	s := b.s
	if e := s.people.untimed(); e != nil { // "of patients with depression by sex in 2010"
		e.During = cmp.Or(s.people.period, s.period)
		s.people.period, s.period = nil, nil
	}
	timed := -1
	for i, k := range s.people.preds {
		if es := k.events(); len(es) != 1 || k.kind != leaf || es[0].During == nil {
			continue
		} else if timed >= 0 {
			return
		}
		timed = i
	}
	if timed < 0 {
		return
	}
	e := s.people.preds[timed].ev
	if d := e.During; d.From == d.To && e.Domain == study.Condition && e.Which == study.Any {
		b.q.Measure.On, s.stateDay = d.From, d.From
		e.During = &study.Period{To: d.From}
		return
	}
	e.record = e.record || e.Domain == study.Death
	s.people.preds[0], s.people.preds[timed] = s.people.preds[timed], s.people.preds[0]
}

// untimed is the one thing that people are told by, where no time is said of it.
func (g *people) untimed() *event {
	if g == nil || len(g.preds) != 1 || g.preds[0].kind != leaf {
		return nil
	}
	if e := g.preds[0].ev; e.During == nil && e.Touching == nil && e.Age == nil && len(e.rels) == 0 && e.times == nil {
		return e
	}
	return nil
}

// ageOfOldest reads "age of the youngest patient with X".
func (p *parser) ageOfOldest(s *sentence) bool {
	if v, ok := p.lex("quantity"); !ok || v != "age" || !p.word("of") {
		return false
	}
	v, ok := p.lex("statage")
	if !ok || v == "minmax" {
		return false
	}
	s.measure.Stat, s.measure.Quantity = study.Stat(v), study.AgeYears
	g, ok := p.people()
	s.people = g
	return ok && p.ageOf(s)
}

// howOld reads "how old are patients on average when they start warfarin", "how old were women with X at
// diagnosis on average".
func (p *parser) howOld(s *sentence) bool {
	s.measure.Quantity, s.measure.Stat = study.AgeYears, ""
	p.is("aux")
	if p.try(p.sexes) {
		s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	} else if v, ok := p.lex("statage"); ok && v != "minmax" {
		s.measure.Stat = study.Stat(v)
		if !p.ofPeople(s) {
			return false
		}
	} else if !p.ofPeople(s) {
		return false
	}
	p.is("aux")
	if list, ok := p.strata(); ok {
		s.strata = append(s.strata, list...)
	}
	p.onAverage(s)
	p.ageOf(s)
	p.onAverage(s)
	// all that a summary tells, unless a statistic is named behind
	if s.measure.Stat == "" && (s.records != nil || s.atIndex) {
		s.measure.Stat, s.assumed = study.Summary, true
	}
	return s.measure.Stat != ""
}

// atWhatAge reads "at what age do patients first take warfarin on average".
func (p *parser) atWhatAge(s *sentence) bool {
	s.measure.Quantity = study.AgeYears
	p.is("aux")
	if !p.ofPeople(s) && !p.ahead(func() bool { _, ok := p.passiveEvent(); return ok }) {
		return false
	}
	p.onAverage(s)
	q, _, ok := p.clause()
	if !ok {
		q, ok = p.passiveEvent()
	}
	if !ok {
		q, ok = s.people.lastPart()
	}
	if !ok || q.kind != leaf {
		return false
	}
	s.records = q.ev
	if q.ev.Which == study.Any && q.ev.Domain != study.Death {
		q.ev.takeFirst()
	}
	p.onAverage(s)
	if s.measure.Stat == "" {
		s.measure.Stat, s.assumed = study.Summary, true
	}
	return s.measure.Stat != ""
}

// lastPart takes off the people what stands last behind their noun, where it is a clause: "were patients first
// diagnosed with X".
func (g *people) lastPart() (*predicate, bool) {
	if g == nil || len(g.preds) == 0 || g.age != nil || g.period != nil {
		return nil, false
	}
	last := g.preds[len(g.preds)-1]
	if last.kind != leaf || last.v.form != "part" || last.ev.times != nil || len(last.ev.rels) > 0 {
		return nil, false
	}
	g.preds = g.preds[:len(g.preds)-1]
	g.only = g.bare()
	return last, true
}

// atWhatStatAge reads "at what average age".
func (p *parser) atWhatStatAge(s *sentence) bool {
	if !p.word("at") || !p.word("what", "which") {
		return false
	}
	v, ok := p.lex("stat")
	s.measure.Stat = study.Stat(v)
	return ok && p.word("age")
}

// passiveEvent reads "osteoporosis first diagnosed", "warfarin started".
func (p *parser) passiveEvent() (*predicate, bool) {
	e, ok := p.bareEvent(nil)
	if !ok || len(e.Concepts) == 0 {
		return nil, false
	}
	p.is("aux")
	if v, isVerb := p.lex("verb"); isVerb {
		p.adverbs(verbOf(v), e)
	} else if !p.is("passive") {
		return nil, false
	}
	return &predicate{kind: leaf, ev: e}, true
}

// atTheirRecord reads "at the first episode", "at their first fill": of what the people have.
func (p *parser) atTheirRecord(g *people) bool {
	if g == nil || !p.word("at", "on") {
		return false
	}
	of, ok := p.theRecord()
	return ok && slices.ContainsFunc(flat(g.preds), func(q *predicate) bool {
		return q.kind == leaf && (len(of) == 0 || slices.Contains(of, q.ev.Domain))
	})
}
