package read

import (
	"math"

	"github.com/askomop/askomop/omop/study"
)

// rates reads "incidence rate of X per 1000 person-years", "prevalence of X in 2009", "mortality among patients
// with X", "deaths per 1000 person-years".
func (p *parser) rates(s *sentence) bool {
	p.standardised(s)
	if p.tryOn(s, p.spannedPrevalence) {
		return true
	}
	if v, ok := p.lex("prevalence"); ok {
		s.measure.Kind, s.measure.Risk = study.Prevalence, study.Risk(v)
		return p.rateOf(s)
	}
	if p.try(func() bool { return p.is("howcommon") }) {
		s.measure.Kind, s.measure.Risk = study.Prevalence, study.PeriodPrevalence
		p.is("aux")
		return p.rateOf(s)
	}
	if p.tryOn(s, p.moreCommon) {
		return true
	}
	if p.tryOn(s, p.spannedProportion) {
		return true
	}
	if p.tryOn(s, p.readmissionRate) || p.tryOn(s, p.timedMortality) {
		return true
	}
	if p.is("mortality") {
		s.measure.Kind = study.Rate
		s.outcome = &event{Event: study.Event{Domain: study.Death}}
		return p.rateTail(s)
	}
	if p.is("rate") {
		s.measure.Kind = study.Rate
		return p.rateOf(s)
	}
	return p.tryOn(s, p.namedRate)
}

// readmissionRate reads "30-day readmission rate after heart failure hospitalizations", "inpatient readmission rate
// within 90 days": a share of stays. It is never a rate of visits: the days that are meant must be said.
func (p *parser) readmissionRate(s *sentence) bool {
	for p.is("readmitkind") {
	}
	d, timed := p.duration()
	for p.is("readmitkind") {
	}
	if !p.is("readmitrate") {
		return false
	}
	within := func() {
		timed = timed || p.try(func() (ok bool) {
			d, ok = p.readmittedWithin()
			return ok
		})
	}
	within()
	s.records = inpatientStay()
	p.try(func() bool {
		if !p.is("after", "from") && !p.word("of", "for", "among", "in", "following") {
			return false
		}
		e, ok := p.event(nil)
		if ok && e.Domain == study.Visit {
			s.records = e
		}
		return ok && e.Domain == study.Visit
	})
	within()
	if !timed {
		p.unclear = "it does not say within how many days a readmission counts; say “30-day readmission rate”"
	}
	again := &event{Event: inpatientStay().Event, again: true, noun: "readmission"}
	again.rels = []*relation{{Relation: study.Relation{From: &study.Offset{}, To: &d}, ana: "index"}}
	s.main = &predicate{kind: leaf, ev: again}
	s.measure.Kind, s.measure.Of = study.Share, study.Records
	return true
}

// readmittedWithin reads "within 30 days of discharge", "at 90 days".
func (p *parser) readmittedWithin() (d study.Offset, ok bool) {
	if !p.word("within", "at", "in") {
		return d, false
	}
	d, ok = p.duration()
	p.try(func() bool { return p.word("of", "after", "from", "following") && p.word("discharge") })
	return d, ok
}

func inpatientStay() *event {
	return &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: "inpatient visit"}}},
		record: true}
}

// namedRate reads "heart failure incidence", "stroke incidence rate", "asthma prevalence", "how many deaths per
// 1000 person-years".
func (p *parser) namedRate(s *sentence) bool {
	counted := p.is("howmany")
	p.word("of")
	e, ok := p.bareEvent(nil)
	if !ok || e.noun == "readmission" { // no rate of visits
		return false
	}
	s.outcome = e
	switch v, prevalence := p.lex("prevalence"); {
	case prevalence:
		s.measure.Kind, s.measure.Risk = study.Prevalence, study.Risk(v)
	case p.is("incprop"):
		s.measure.Kind = study.Proportion
	case p.is("rate"):
		s.measure.Kind = study.Rate
		p.rateOfPrescriptions(s)
	default:
		s.measure.Kind = study.Rate
		s.measure.Of = study.Records
		for p.is("aux") {
		}
		return (counted || e.Domain == study.Death || e.record) && p.perPersonYears(s) && p.rateTail(s)
	}
	return p.rateTail(s)
}

// rateOf reads what the rate is of.
func (p *parser) rateOf(s *sentence) bool {
	p.word("of", "for", "is", "was", "are")
	current := s.measure.Kind == study.Prevalence && p.word("current", "ongoing")
	s.everBy = s.measure.Kind == study.Prevalence && !current && p.try(p.everHaving)
	q, ok := p.eventList(nil, false)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || e.noun == "readmission" || current && !lasts(e.Domain) {
		return false
	}
	rated := p.saidSince(0, "rate")
	s.outcome = e
	if rated {
		p.rateOfPrescriptions(s)
	}
	return p.rateTail(s)
}

// rateOfPrescriptions counts each prescription of a "prescribing rate", "rate of fills"; an incidence is of new users.
func (p *parser) rateOfPrescriptions(s *sentence) {
	if s.measure.Kind == study.Rate && s.outcome.Domain == study.Drug && s.outcome.record &&
		!p.saidSince(0, "incidence") && !p.saidSince(0, "new") && !p.saidSince(0, "first") {
		s.measure.Of = study.Records
	}
}

// rateTail reads per how many person-years, the washout, and after what: in any order.
func (p *parser) rateTail(s *sentence) bool {
	for range 8 {
		switch {
		case p.perPersonYears(s), p.perManyPeople(s), p.recentWashout(s), p.repeatedEvents(s), p.washoutOf(s):
		case s.measure.Kind != study.Prevalence && p.try(func() bool {
			r, ok := p.relation(s.outcome)
			if ok {
				s.front = append(s.front, r)
			}
			return ok
		}):
		case p.cumulativeAt(s):
		case p.try(func() bool { p.try(func() bool { return p.at(0) == "," && p.take() }); return p.standardised(s) }):
		default:
			return true
		}
	}
	return true
}

// perPersonYears reads "per 1,000 person-years", "per 100,000 PY", "/1000 person years".
func (p *parser) perPersonYears(s *sentence) bool {
	return p.try(func() bool {
		for p.at(0) == "," || p.at(0) == "(" {
			p.pos++
		}
		if p.is("visit") && s.outcome != nil && s.outcome.Domain != study.Visit {
			return false // "Report hospital stays per 100 person-years" of a rate of strokes
		}
		p.is("eventnoun")
		if !p.is("per") && !(p.at(0) == "/" && p.take()) && !p.word("in") {
			return false
		}
		n, ok := p.number()
		if !ok {
			n = 1
		}
		if !p.is("personyears") {
			return false
		}
		s.measure.Per = n
		p.try(func() bool { return p.word("of") && (p.is("followupnoun") || p.is("observedverb")) })
		p.try(func() bool { return p.word("at") && p.word("risk") })
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		return true
	})
}

// perManyPeople reads of how many people a prevalence is told: "per 1,000 persons", "expressed per 10,000".
func (p *parser) perManyPeople(s *sentence) bool {
	return s.measure.Kind == study.Prevalence && s.measure.Per == 0 && p.try(func() bool {
		for p.at(0) == "," || p.at(0) == "(" {
			p.pos++
		}
		p.word("expressed", "given", "reported", "as")
		p.word("cases", "patients")
		if !p.is("per") && !(p.at(0) == "/" && p.take()) {
			return false
		}
		n, ok := p.number()
		if !ok || n < 1 || n != math.Trunc(n) || p.sees("personyears", "unit") {
			return false
		}
		if !p.word("residents", "inhabitants", "population") {
			p.try(func() bool { v, ok := p.lex("people"); return ok && v == "" })
		}
		p.is("observedverb")
		s.measure.Per = n
		return true
	})
}

// washoutOf reads "with a washout of 365 days", "365-day washout", "washout 180d".
func (p *parser) washoutOf(s *sentence) bool {
	return p.try(func() bool {
		for p.at(0) == "," || p.at(0) == "(" {
			p.pos++
		}
		observed := &event{}
		if p.try(func() bool { return p.washoutBefore(observed) }) { // "with at least 365 days of prior observation"
			s.washout = &study.Washout{Days: observed.With[0].Observed.Before}
			return true
		}
		p.word("with", "using", "after", "and", "applying")
		if p.is("leavingout") {
			p.is("nextword")
			d, ok := p.duration()
			if !ok || d.Months > 0 || !p.word("of") || !p.is("followupnoun") {
				return false
			}
			s.washout = &study.Washout{Days: d.Days + 365*d.Years}
			return true
		}
		d, before := p.duration()
		if !p.is("washout") {
			return false
		}
		p.word("of", "period", "is", "=")
		if !before {
			var ok bool
			if d, ok = p.duration(); !ok {
				return false
			}
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		s.washout = &study.Washout{Days: d.Days + 30*d.Months + 365*d.Years}
		return d.Months == 0
	})
}

// standardised reads "age-standardised", "WHO-standardised", "age-standardised to the European standard population".
func (p *parser) standardised(s *sentence) bool {
	name, ok := p.lex("standardised")
	if !ok {
		return false
	}
	if name == "sex" { // and age
		name, s.measure.StandardSex = "", true
	}
	if to, said := p.lex("standardpop"); said {
		name = to
	}
	if name == "" {
		if name = p.choose("standard"); len(p.r.weights) > 0 {
			s.measure.Weights = p.r.weights
		}
	}
	s.measure.Standard = name
	return true
}
