package read

import (
	"github.com/askomop/askomop/omop/study"
)

// drugUse reads whose use of a drug is told: "drug utilisation of new users of warfarin", "drug utilisation of
// metformin within 1 year".
func (p *parser) drugUse(s *sentence) bool {
	s.measure.Kind = study.DrugUse
	if p.try(func() bool { return p.groupList(s, 2) && !s.sides[0].people.only }) {
		p.useOptions(s)
		return true
	}
	s.sides = nil
	g, ok := p.starters()
	if !ok {
		return false
	}
	s.sides = []group{{people: g}}
	p.useOptions(s)
	return true
}

// starters reads a drug by its name as the people who start it.
func (p *parser) starters() (*people, bool) {
	e, ok := p.bareEvent([]string{"drug"})
	if !ok || e.Domain != study.Drug || len(e.Concepts) == 0 {
		return nil, false
	}
	e.Which = study.First
	return &people{preds: []*predicate{{kind: leaf, ev: e}}}, true
}

// useQuantity reads a number of those who start a drug: "initial daily dose of metformin", "cumulative dose within 1
// year of new users of X".
func (p *parser) useQuantity(s *sentence) bool {
	v, ok := p.lex("usequantity")
	if !ok {
		return false
	}
	s.measure.Quantity = study.Quantity(v)
	p.onAverage(s)
	p.useOptions(s)
	if !p.word("of", "for", "in", "among", "by") {
		return false
	}
	if !p.try(func() bool {
		g, ok := p.people()
		if ok && !g.only {
			s.people = g
		}
		return ok && !g.only
	}) {
		g, ok := p.starters()
		if !ok {
			return false
		}
		s.people = g
	}
	p.onAverage(s)
	p.useOptions(s)
	return true
}

// tellsUse reports whether the measure is of those who start a drug.
func (s *sentence) tellsUse() bool {
	return s.measure.Kind == study.DrugUse || s.measure.Quantity.IsOfDrugUse()
}

// useOptions reads how long use is looked at, and which gaps an era bridges: "within 365 days after the start",
// "bridging gaps of 60 days".
func (p *parser) useOptions(s *sentence) bool {
	read := false
	for range 2 {
		if s.measure.Relation == nil && p.try(func() bool {
			for p.at(0) == "," {
				p.pos++
			}
			if !p.is("usewindow") && !p.is("within", "in") {
				return false
			}
			p.is("nextword")
			p.is("whichrec")
			d, ok := p.duration()
			if !ok {
				return false
			}
			p.try(func() bool {
				return (p.is("after", "from") || p.word("of")) && (p.is("startana") || p.is("firstana") || p.is("it"))
			})
			s.measure.Relation = &study.Relation{From: &study.Offset{}, To: &d}
			return true
		}) {
			read = true
		}
		if s.measure.Gap == 0 && p.try(func() bool {
			for p.at(0) == "," || p.at(0) == "(" {
				p.pos++
			}
			if !p.is("bridging") {
				return false
			}
			d, ok := p.duration()
			if !ok || d.Months != 0 || d.Years != 0 || d.Days == 0 {
				return false
			}
			p.try(func() bool { return p.at(0) == ")" && p.take() })
			s.measure.Gap = d.Days
			return true
		}) {
			read = true
		}
	}
	return read
}
