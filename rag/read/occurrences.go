package read

import (
	"github.com/askomop/askomop/omop/study"
)

// occurrences reads "number of visits per patient with COPD", "number of different drugs taken by patients with
// heart failure".
func (p *parser) occurrences(s *sentence) bool {
	kind, ok := p.lex("howmany")
	if !ok {
		return false
	}
	p.word("of")
	e, ok := p.event(nil)
	if !ok {
		return false
	}
	if kind == "distinct" {
		e.distinct = study.ByConcept
	}
	return p.occurrencesOf(s, e)
}

func (p *parser) occurrencesOf(s *sentence, e *event) bool {
	s.measure.Quantity = study.Occurrences
	if e.distinct == study.ByConcept || e.distinct == study.ByIngredient {
		s.measure.Quantity = study.Distincts
	}
	e.distinct = ""
	if len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.measure.Event = &e.Event
	for p.is("passive") || p.is("verb") || p.is("aux") {
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.word("by", "of", "in", "for", "among")
	if v, ok := p.lex("perperson"); ok {
		s.per = true
		g := &people{}
		p.postmods(g)
		g.only = len(g.preds) == 0 && g.age == nil
		if s.people == nil || !g.only {
			s.people = g
		}
		if v == "having" {
			s.having = true
		}
	} else if g, ok := p.people(); ok {
		s.people = g
	}
	return s.people != nil
}

// distributions reads "sex distribution of patients with X", "age distribution in 10-year groups", "breakdown
// of X patients by race".
func (p *parser) distributions(s *sentence) bool {
	if p.is("pctdist") {
		s.measure.Kind, s.percent = study.Count, true
		return p.countedPeople(s)
	}
	turned := p.is("distributionword") && p.word("of") // "distribution of race among"
	v, ok := p.lex("stratum")
	if !ok || !turned && !p.is("distributionword") {
		return false
	}
	s.strata = append(s.strata, stratumOf(v))
	s.measure.Kind, s.percent = study.Count, turned
	p.word("of", "among", "in", "for")
	return p.counted(s, false)
}

// averaged turns "how many visits does a patient have on average" into a number for each person.
func (s *sentence) averaged() {
	if (s.average || s.per) && s.measure.Kind == study.Count && s.records != nil {
		s.measure.Kind, s.measure.Stat, s.measure.Quantity = study.Number, study.Mean, study.Occurrences
		if s.measure.Of == study.Concepts || s.measure.Of == study.Ingredients {
			s.measure.Quantity = study.Distincts
		}
		s.measure.Of = study.Persons
		s.measure.Event = &s.records.Event
		s.records = nil
		s.measure.Event.During, s.period = firstPeriod(s.measure.Event.During, s.period), nil
		if s.people == nil {
			s.people = &people{only: true}
		}
	}
}

func firstPeriod(a, b *study.Period) *study.Period {
	if a != nil {
		return a
	}
	return b
}
