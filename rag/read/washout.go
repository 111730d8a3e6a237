package read

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// extended is what a sentence says of measures beyond counts, shares and averages.
type extended struct {
	every  bool                    // every outcome of a rate counts, not only the first
	recent int                     // days without the outcome after which one is new again
	later  []func(*study.Question) // add other readings once the question is whole

	spanned  study.Offset  // "four-year incidence proportion"
	riskOn   *study.Period // the day on which people were said to be at risk, empty for the first day
	free     *event        // the outcome of a survival without it
	sides    []group       // that are described or compared
	rows     []*event      // further rows of a description
	compared *event        // the outcome of a comparison
	numbers  []named       // that are asked for beside each other
}

// recentWashout reads what forgets older outcomes: "not in the last 365 days", "(without it in the 365 days before)",
// "with an outcome washout of 180 days".
func (p *parser) recentWashout(s *sentence) bool {
	return p.try(func() bool {
		for p.at(0) == "," || p.at(0) == "(" {
			p.pos++
		}
		if p.tryOn(s, p.outcomeWashoutAfter) {
			return true
		}
		outcome := p.try(func() bool {
			p.word("with", "using", "after", "and", "applying", "that")
			return p.is("outcomewashout")
		})
		if !outcome && !p.is("recentlead") {
			return false
		}
		d, ok := p.duration()
		if !ok || d.Months != 0 {
			return false
		}
		p.is("before", "priorly")
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		s.recent = d.Days + 365*d.Years
		return true
	})
}

// outcomeWashoutAfter reads "with a 365-day outcome washout".
func (p *parser) outcomeWashoutAfter(s *sentence) bool {
	p.word("with", "using", "after", "and", "applying")
	p.word("a", "an")
	d, ok := p.duration()
	days := d.Days + 365*d.Years
	if !ok || d.Months != 0 || days == 0 || !p.is("outcomewashout") {
		return false
	}
	s.recent = days
	return true
}

// repeatedEvents reads that every outcome of a rate counts: "all events, not only the first", "counting repeated
// events".
func (p *parser) repeatedEvents(s *sentence) bool {
	return s.measure.Kind == study.Rate && p.try(func() bool {
		for p.at(0) == "," || p.at(0) == "(" {
			p.pos++
		}
		p.word("with", "for", "of", "and")
		if !p.is("repeatedevents") {
			return false
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		s.every = true
		return true
	})
}

// washout sets what nobody may have had before, and the other meaning that "with a washout of 365 days" can have.
func (b *builder) washout() {
	s, q := b.s, b.q
	switch {
	case s.recent > 0 && q.Population.Entry == nil:
		r := b.atRisk()
		r.Washout, r.PriorObservation = &study.Washout{Days: s.recent}, s.recent
		if s.washout != nil {
			r.PriorObservation = s.washout.Days
		}
	case s.recent > 0:
		b.atRisk().Washout = &study.Washout{Days: s.recent}
	case s.washout != nil:
		b.atRisk().PriorObservation = s.washout.Days
	}
	if s.washout == nil || s.recent > 0 || q.Measure.Kind != study.Rate || q.Population.Entry != nil {
		return
	}
	what, days := fmt.Sprintf("New where not in the %d days before, whatever lies longer ago", s.washout.Days),
		s.washout.Days
	s.later = append(s.later, func(whole *study.Question) {
		other := whole.Clone()
		other.AtRisk.Washout = &study.Washout{Days: days}
		s.others = append(s.others, Other{What: what, Question: other})
	})
}
