package read

import (
	"slices"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// observedAtRisk takes "in the population under observation" of a rate, a prevalence or an incidence for what these do
// anyway: people are at risk while they are observed. It is no event from which they are followed. "People observed in
// 2009" says the time that is asked for, where none is; of another time than that of the rate, they are people who
// were observed then.
func (b *builder) observedAtRisk() {
	b.s.people.preds = b.withoutObserved(b.s.people.preds)
}

// withoutObserved are the predicates but for those that say that people are observed.
func (b *builder) withoutObserved(preds []*predicate) []*predicate {
	return slices.DeleteFunc(slices.Clone(preds), func(k *predicate) bool {
		if k.kind == allKind && !k.together() {
			one := *k
			one.kids = b.withoutObserved(k.kids)
			*k = one
			return len(k.kids) == 0
		}
		if k.kind != leaf || k.ev.Domain != study.Observed || len(k.ev.rels) > 0 || k.ev.times != nil {
			return false
		}
		e := k.ev.Event
		if e.Which != study.Any || e.During != nil || e.Age != nil || e.Where != nil || len(e.With) > 0 {
			return false
		}
		return b.observedIn(e)
	})
}

// observedIn puts the time in which people are observed into the question.
func (b *builder) observedIn(e study.Event) bool {
	q, span := b.q, e.Touching
	prevalence := q.Measure.Kind == study.Prevalence
	switch {
	case span == nil || holdsPeriod(span, q.Period):
	case q.Period == nil && !b.overYears() && prevalence:
		q.Period, b.s.period = span, span
	case q.Period == nil && !b.overYears() && isSpan(span):
		q.Period, b.s.period = span, span
		b.alsoAtAnyTime(e)
	case prevalence:
		b.refuse(Ambiguous, "the prevalence is of one time, and people are observed in another; name one of them")
	default:
		q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Has: &study.Has{Event: e}})
	}
	return true
}

// overYears reports whether it is asked for over the years.
func (b *builder) overYears() bool {
	return slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool {
		return s.Kind == study.Year || s.Kind == study.Decade
	})
}

// alsoAtAnyTime puts the rate of people who were observed in some time, whenever they were at risk, beside that in it.
func (b *builder) alsoAtAnyTime(observed study.Event) {
	b.s.later = append(b.s.later, func(whole *study.Question) {
		if whole.Period == nil || *whole.Period != *observed.Touching {
			return
		}
		other := whole.Clone()
		other.Period = nil
		other.Population.Criteria = append(other.Population.Criteria, study.Criterion{Has: &study.Has{Event: observed}})
		other.Canonicalize()
		b.s.others = append(b.s.others, Other{What: "Of who was observed then, at any time", Question: other})
	})
}

// spannedProportion reads "incidence proportion of asthma from 2006 to 2009", "four-year cumulative incidence of
// asthma", whose length has to be that of the time that is asked for.
func (p *parser) spannedProportion(s *sentence) bool {
	at := p.pos
	s.spanned, _ = p.duration()
	p.mark(at, p.pos, "inperiod")
	if !p.is("incprop") {
		return false
	}
	s.measure.Kind = study.Proportion
	return p.rateOf(s)
}

// amongAtRisk reads of whom an incidence proportion is anyway: "in percent of those at risk on 1 January 2006", "among
// people under observation and free of it at the start".
func (p *parser) amongAtRisk(s *sentence) bool {
	if s.measure.Kind != study.Proportion || s.outcome == nil || s.riskOn != nil {
		return false
	}
	p.is("inpercent")
	if !p.is("share") && !p.word("among", "amongst", "of", "in", "for") {
		return false
	}
	p.takeOne("of")
	p.takeOne("all", "only")
	if v, ok := p.lex("people"); !p.takeOne("those") && (!ok || v != "") {
		return false
	}
	p.is("relpron")
	on, free := study.Period{}, false
	for n := 0; ; n++ {
		for p.is("aux") || p.takeOne("still", "not", "yet") && p.toks[p.pos-1].low == "still" {
		}
		switch {
		case p.is("atriskword"), p.freeOfOutcome(s.outcome):
			free = true
		case !p.is("observedverb"):
			return false
		}
		if d, ok := p.period(); ok && isDay(d) && (on == study.Period{} || on == *d) {
			on = *d
		} else if ok {
			return false
		}
		p.try(func() bool {
			return p.word("at") && (p.takeOne("the") || true) && p.takeOne("start", "beginning", "outset", "baseline")
		})
		if !p.is("and") {
			break
		}
	}
	s.riskOn = &on
	return free && (p.end() || isSign(p.at(0)) || p.sees("stratumlead"))
}

// freeOfOutcome reads "free of it", "without asthma" of the outcome itself.
func (p *parser) freeOfOutcome(outcome *event) bool {
	return p.try(func() bool {
		if !p.is("without") && !(p.takeOne("free") && p.takeOne("of", "from")) &&
			!(p.is("neg") && p.takeOne("had")) {
			return false
		}
		if !p.is("it") {
			e, ok := p.bareEvent(nil)
			if !ok || !sameEvent(e, outcome) {
				return false
			}
		}
		_ = p.is("priorly") || p.takeOne("then")
		return true
	})
}

// ofThoseAtRisk holds that an incidence proportion is of the time and of the people that were said: of those at risk
// on the first day of its period.
func (b *builder) ofThoseAtRisk() {
	s, d := b.s, b.q.Period
	if b.q.Measure.Kind != study.Proportion {
		return
	}
	if own := s.outcome.During; own != nil && d != nil && *own != *d {
		b.refuse(Ambiguous, "an incidence proportion is of one time, and two are named")
	}
	yearly := slices.ContainsFunc(s.strata, func(st study.Stratum) bool { return st.Kind == study.Year })
	timed := slices.ContainsFunc(s.strata, func(st study.Stratum) bool { return st.Kind.IsTime() })
	eachYear := yearly && s.spanned == study.Offset{Years: 1}
	if s.spanned != (study.Offset{}) && !eachYear && (timed || !lasting(d, s.spanned)) {
		b.refuse(NoEvent, "it does not say from when to when it is, in the length that it names")
	}
	if on := s.riskOn; on != nil && (d == nil || b.q.Population.Entry != nil || on.From != "" && (timed || on.From != d.From)) {
		b.refuse(Unsupported, "an incidence proportion is of those at risk on the first day of its time")
	}
}

// lasting reports whether a period is as long as a length of time, to the day.
func lasting(d *study.Period, long study.Offset) bool {
	if d == nil {
		return false
	}
	from, err := time.Parse(time.DateOnly, d.From)
	to, fault := time.Parse(time.DateOnly, d.To)
	return err == nil && fault == nil && from.AddDate(long.Years, long.Months, long.Days-1).Equal(to)
}

// unclear is why a question is not answered of which it can't be told what hangs on which event: "had a stroke and were
// observed for at least 30 days before it and at least 90 days after it" is said of the one or of the other.
func unclear(q *study.Question) string {
	for _, s := range spotsOf(q) {
		observed, had := false, false
		for _, c := range s.ev.With {
			observed = observed || c.Observed != nil
			had = had || c.Has != nil && c.Has.Relation != nil
		}
		switch {
		case countsAllStays(s.ev):
			return "a second, third or last ever stay for something; ask for at least so many of them"
		case observed && had:
			return "days of observation and an event beside a record; ask for one of them"
		}
	}
	return ""
}
