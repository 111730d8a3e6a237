package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// covered reads the rest of "proportion of days covered by atorvastatin in the 365 days after the first exposure",
// "adherence to atorvastatin (PDC) over 365 days", "PDC in the first 365 days of atorvastatin".
func (p *parser) covered(s *sentence) bool {
	var days int
	for range 4 {
		p.onAverage(s)
		p.try(func() bool { return p.at(0) == "(" && p.take() })
		p.is("quantity") // "adherence (PDC)"
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		if days == 0 && p.try(func() bool {
			n, ok := p.coveredTime(s)
			days = n
			return ok
		}) {
			continue
		}
		if s.records == nil && p.try(func() bool {
			p.word("of", "to", "by", "with", "for")
			e, ok := p.bareEvent([]string{"drug"})
			if ok && e.Domain == study.Drug && len(e.Concepts) > 0 {
				s.records = e
				return true
			}
			return false
		}) {
			continue
		}
		break
	}
	if s.records == nil || days < 1 {
		return false
	}
	s.records.Which = study.First
	s.measure.Relation = &study.Relation{From: &study.Offset{}, To: &study.Offset{Days: days - 1}}
	s.measure.Quantity = study.PDC
	return true
}

// adherenceAlone reads "PDC of metformin over one year": the mean, unless a statistic is named behind.
func (p *parser) adherenceAlone(s *sentence) bool {
	if v, ok := p.lex("quantity"); !ok || v != "pdc" {
		return false
	}
	s.measure.Kind, s.measure.Stat, s.assumed = study.Number, study.Mean, true
	return p.covered(s)
}

// adherent reads "percentage with a proportion of days covered of at least 0.8 of atorvastatin over 365 days". A limit
// above 1 is in percent.
func (p *parser) adherent(s *sentence) bool {
	if !p.is("share") {
		return false
	}
	p.word("with")
	if v, ok := p.lex("quantity"); !ok || v != "pdc" {
		return false
	}
	p.word("of")
	in, bare, ok := p.comparison("munit")
	if !ok || bare {
		return false
	}
	if unit, ok := p.lex("munit"); ok && unit != "%" {
		return false
	}
	for _, end := range []*float64{in.Min, in.Max} {
		if end != nil && *end > 1 {
			*end /= 100
		}
	}
	s.measure.Kind, s.measure.Stat, s.measure.Within = study.Number, study.InRange, &in
	return p.covered(s)
}

// coveredTime reads the time after the first exposure in which days are covered: "over 365 days from the first
// exposure".
func (p *parser) coveredTime(s *sentence) (int, bool) {
	if !p.is("in", "within") && !p.word("at", "of") {
		return 0, false
	}
	p.is("nextword")
	d, ok := p.duration()
	if !ok || d.Months > 0 {
		return 0, false
	}
	p.try(func() bool {
		if !p.is("after", "from") {
			return false
		}
		p.word("of")
		return p.tryOn(s, p.startAgain) || p.is("startana", "firstana", "it")
	})
	p.is("thenword")
	return d.Days + 365*d.Years, true
}

// startAgain reads the start of the drug by its name: "after starting lisinopril". No other drug will do.
func (p *parser) startAgain(s *sentence) bool {
	e, _, ok := p.anchor()
	if !ok || e == nil || e.Domain != study.Drug || len(e.Concepts) == 0 || len(e.rels) > 0 || e.times != nil ||
		e.Where != nil {
		return false
	}
	if s.records == nil {
		s.records = &event{Event: study.Event{Domain: study.Drug, Concepts: e.Concepts}}
		return true
	}
	return slices.EqualFunc(s.records.Concepts, e.Concepts,
		func(a, b study.Entity) bool { return a.Text != "" && strings.EqualFold(a.Text, b.Text) })
}

// gapBetween reads the rest of "gap in days between prescriptions of metformin".
func (p *parser) gapBetween(s *sentence) bool {
	if !p.word("between", "in", "of") {
		return false
	}
	e, ok := p.event([]string{"drug"})
	if !ok || e.Domain != study.Drug || len(e.Concepts) == 0 || len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.records, s.measure.Quantity = e, study.Gap
	p.ofPeople(s)
	return true
}

// daysCovered reads "number of days per patient covered by A or B", "days on average are covered by A".
func (p *parser) daysCovered(s *sentence) bool {
	p.onAverage(s)
	p.perPerson(s)
	p.is("aux")
	if !p.is("coveredby") {
		return false
	}
	q, ok := p.eventList([]string{"drug"}, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || e.Domain != study.Drug || len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.measure.Quantity, s.measure.Event = study.DaysCovered, &e.Event
	p.perPerson(s)
	s.people = &people{only: true}
	p.onAverage(s)
	return s.measure.Stat != ""
}
