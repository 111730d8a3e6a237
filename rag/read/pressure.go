package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// The names of the two blood pressures in a vocabulary.
const (
	systolic  = "systolic blood pressure"
	diastolic = "diastolic blood pressure"
)

// bloodPressure reads a blood pressure of two numbers, "above 140/90", where the vocabulary has one name for each:
// either of them above, or both below. Without numbers it is any record of either.
func (p *parser) bloodPressure(e *event) bool {
	if !p.is("bloodpressure") || !p.has(systolic) || !p.has(diastolic) {
		return false
	}
	p.mark(p.group[p.pos-1], p.pos, "bloodpressure")
	e.Domain, e.domains = study.Measurement, nil // its value is read here
	high, low, ok := p.twoPressures()
	if !ok {
		e.Concepts, e.both = []study.Entity{{Text: systolic}, {Text: diastolic}}, true
		return !p.ahead(func() bool {
			for p.is("aux", "exceeds") || p.word("of", "ever") {
			}
			_, _, valued := p.comparison()
			return valued && !p.sees("unit", "timesword")
		})
	}
	other := study.Event{Domain: study.Measurement, Concepts: []study.Entity{{Text: diastolic}},
		Where: &study.Where{Value: low}}
	e.Concepts = []study.Entity{{Text: systolic}}
	e.where().Value = high
	if high.Min != nil {
		e.Or = []study.Event{other}
		return true
	}
	same := study.Offset{}
	e.pair = true
	e.With = append(e.With,
		study.Criterion{Has: &study.Has{Event: other, Relation: &study.Relation{From: &same, To: &same}}})
	return true
}

// has reports whether the vocabulary knows a measurement of the name.
func (p *parser) has(name string) bool {
	for _, d := range domainsOf(p.r.lookup(name), name, 2) {
		if d == "measurement" {
			return true
		}
	}
	return false
}

// twoPressures reads "above 140/90 mmHg".
func (p *parser) twoPressures() (high, low *study.Range, ok bool) {
	ok = p.try(func() bool {
		for p.is("aux") || p.word("of") {
		}
		exceeds := p.is("exceeds")
		r, bare, compares := p.comparison()
		if exceeds && bare {
			r, bare = compared("gt", *r.Min), false
		}
		if !compares || bare || r.Min != nil && r.Max != nil || p.at(0) != "/" || !p.take() {
			return false
		}
		n, isNumber := p.number()
		if !isNumber {
			return false
		}
		other := r
		if r.Min != nil {
			other.Min = &n
		} else {
			other.Max = &n
		}
		high, low = &r, &other
		p.is("munit")
		return true
	})
	return high, low, ok
}

// pairIsChosen makes the lower limit of a first or last blood pressure of some time one of the reading that is chosen:
// "a last blood pressure below 140/90 in 2009" is not the last of those whose lower value is below 90. No reading of
// that time lies beyond it.
func (b *builder) pairIsChosen(e *event, ev *study.Event, self *relation) {
	if !e.pair || !slices.Contains(ends, ev.Which) {
		return
	}
	beyond := &study.Relation{From: &study.Offset{Days: 1}}
	open := self == nil || self.Place == study.Distance && self.To == nil
	if ev.Which == study.FirstOfThese {
		beyond = &study.Relation{To: &study.Offset{Days: -1}}
		open = self == nil || self.Place == study.Distance && self.From == nil
	}
	if !open || len(ev.With) != 1 || len(e.rels) > boolInt(self != nil) {
		b.refuse(Unsupported, "a first or last blood pressure of both values, among those of a time that another record "+
			"ends; ask for the systolic and for the diastolic one")
		return
	}
	other := study.Event{Domain: ev.Domain, Concepts: ev.Concepts, Where: study.AnyValueIn(""), During: ev.During, Age: ev.Age}
	ev.With = append(ev.With, study.Criterion{Not: &study.Criterion{Has: &study.Has{Event: other, Relation: beyond}}})
}

// withoutPair leaves out of a reading's conditions those that belong to the limits of a blood pressure.
func withoutPair(with []study.Criterion) []study.Criterion {
	of := func(c *study.Criterion, name string) bool {
		return c != nil && c.Has != nil && len(c.Has.Event.Concepts) == 1 && c.Has.Event.Concepts[0].Text == name
	}
	return slices.DeleteFunc(with, func(c study.Criterion) bool { return of(&c, diastolic) || of(c.Not, systolic) })
}
