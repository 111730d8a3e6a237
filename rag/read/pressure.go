package read

import (
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
