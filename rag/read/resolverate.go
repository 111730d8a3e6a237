package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// rate resolves rates, incidence and prevalence.
func (b *builder) rate() {
	s := b.s
	o := s.outcome
	q := b.q
	q.Period = s.period
	if o.During != nil && q.Period == nil {
		q.Period, o.During = o.During, nil
	}
	b.observedAtRisk()
	curve := len(s.measure.Times) > 0
	if g := s.people; g.period != nil && q.Period == nil && !curve && len(s.front)+len(o.rels) == 0 {
		q.Period, s.period, g.period = g.period, g.period, nil // "prevalence of asthma among women in 2009"
	}
	if es := s.people.haveInTime(s.measure.Kind == study.Prevalence); len(es) > 0 && q.Period == nil && !curve &&
		len(s.front)+len(o.rels) == 0 {
		q.Period = es[0].During // "mortality of patients with COPD in 2009"
		for _, e := range es {
			e.During = nil
			if isDay(q.Period) {
				e.During = &study.Period{To: q.Period.To} // who is diagnosed later does not have it on that day
			}
		}
		if g := s.people; g.age != nil && g.ageOn == "" && s.measure.Kind == study.Rate {
			b.atRisk().Age, g.age = g.age, nil
		}
	}
	if o.Age != nil { // "at age 70 and above": of the time at that age, not only of the outcomes
		if s.people.age != nil || len(s.front)+len(o.rels) > 0 {
			b.refuse(Unsupported,
				"it does not say whether the age is that at risk, or at the event from which it is counted")
			return
		}
		s.people.age, o.Age = o.Age, nil
	}
	for _, r := range append(s.front, o.rels...) {
		if r.ana == "discharge" && r.anchor == nil {
			r.anchor = inpatientStay()
		}
		if r.anchor == nil || b.index != nil || r.Place != study.Distance || q.Measure.Kind == study.Prevalence {
			b.refuse(Unsupported, "this relation has no place in a rate")
			return
		}
		if s.measure.Kind == study.Rate { // a cumulative incidence "one year after it" is by then
			b.refuseOpen(r)
		}
		b.index = r.anchor
		// "after" alone is the time at risk anyway
		if r.To != nil || r.From == nil || *r.From != (study.Offset{Days: 1}) {
			q.AtRisk = &study.AtRisk{From: r.From, To: r.To}
		}
	}
	o.rels = nil
	b.statesByDay()
	b.agesAtRisk()
	people := s.people
	if b.index != nil {
		b.startFrom(&b.index.Event)
		entry := b.event(b.index, nil)
		q.Population.Entry = &entry
		for _, k := range b.orderOfPeople(flat(people.preds)) {
			if other, ok := k.merged(); ok && sameEvent(other, b.index) {
				continue
			}
			if c := b.criterion(k); c != nil {
				q.Population.Criteria = append(q.Population.Criteria, *c)
			}
		}
	} else {
		b.population(nil)
		if e := q.Population.Entry; e != nil {
			b.startFrom(e)
		}
	}
	repeats := (q.Measure.Of == study.Records || o.Domain == study.Visit) && q.Measure.Kind == study.Rate &&
		o.Domain != study.Death && o.Domain != study.Condition || s.every // "cases of X" are new ones
	if s.every && o.Domain == study.Death {
		b.refuse(Contradiction, "nobody dies twice")
	}
	q.Measure.Of = study.Persons
	if repeats { // "visits per 1000 person-years"
		q.Measure.Of = study.Records
		b.atRisk().Repeat = true
	}
	if o.Which == study.First { // "new cases"
		o.Which = study.Any
	}
	if q.Measure.Kind == study.Rate && o.Domain != study.Death && s.p.choose("washout") != "never" {
		b.atRisk().Washout = &study.Washout{Days: int(s.p.chooseNumber("washout"))}
	}
	b.washout()
	q.Outcome = &study.Criterion{Has: &study.Has{Event: b.event(o, nil)}}
	b.cumulative()
	b.ofThoseAtRisk()
	b.settlePrevalence()
}

// settlePrevalence chooses the kind of a prevalence by its period: a day, some time, or none. "Observed in
// 2009" is its period.
func (b *builder) settlePrevalence() {
	q := b.q
	if q.Measure.Kind != study.Prevalence {
		return
	}
	if e := q.Population.Entry; e != nil && e.Domain == study.Observed {
		if q.Period == nil {
			q.Period = e.Touching
		}
		q.Population.Entry = nil
	}
	timed := slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
	for _, c := range q.Population.Criteria { // "people aged 75 and older in 2010"
		if c.Is == nil || c.Is.Age == nil || q.Period != nil || timed {
			continue
		}
		switch on := c.Is.Age.On; len(on) {
		case len("2010"):
			q.Period = wholeYear(on)
		case len("2010-01-01"):
			q.Period = &study.Period{From: on, To: on}
		}
	}
	if o := q.Outcome; q.Period == nil && o.Has != nil && lasts(o.Has.Event.Domain) && isDay(o.Has.Event.Touching) {
		q.Period, o.Has.Event.Touching = o.Has.Event.Touching, nil // "exposures to warfarin that cover 2009-07-01"
	}
	switch d := q.Period; {
	case isDay(d) || b.s.p.dayOfYear != "":
		b.pointOn(d)
	case d == nil && !timed && q.Measure.Risk != study.Point, b.s.everBy:
		q.Measure.Risk = study.Lifetime
	}
	b.notOnDay()
}

func (b *builder) atRisk() *study.AtRisk {
	if b.q.AtRisk == nil {
		b.q.AtRisk = &study.AtRisk{}
	}
	return b.q.AtRisk
}

// survivalOf resolves Kaplan-Meier survival.
func (b *builder) survivalOf() {
	s := b.s
	b.curveFrom()
	b.population(nil)
	if s.free != nil {
		b.q.Outcome = &study.Criterion{Has: &study.Has{Event: b.event(s.free, nil)}}
	}
	if e := b.q.Population.Entry; e == nil || e.Domain == study.Observed {
		b.refuse(NoEvent, "it does not say from which event survival is counted")
	} else {
		b.startFrom(e)
	}
	if e := b.q.Population.Entry; e != nil && b.q.Measure.Kind == study.Persistence && e.Domain != study.Drug {
		b.refuse(NoEvent, "it does not say which drug they still take")
	}
}

// startFrom takes the first of some records for the one from which people are followed: the first ever, or the first of
// those in the time or with the diagnosis that is said. "Patients taking warfarin in 2009" may have taken it before;
// those who were new in 2009 stand beside them. Nobody is followed twice at once.
func (b *builder) startFrom(e *study.Event) {
	if e.Which != study.Any || e.Domain == study.Observed {
		return
	}
	ended := e.Where != nil && e.Where.Finish != nil
	from, what := study.First, "Of those alone whose first ever is in that time"
	switch e.Which = study.FirstOfThese; {
	case isDay(e.Touching): // the record may have begun long before, and who had died by then was not on it
		b.refuse(Unsupported, "people who are followed from a day on which they were on a drug or in hospital; ask from "+
			"when they started, or how many of them had it after that day")
	case e.During != nil && e.During.From != "" || ended:
	case len(e.With) > 0:
		return // a first admission for pneumonia need not be the first of all
	case e.Age != nil:
		e.Which, from, what = study.First, study.FirstOfThese, "From the first at that age, not only the first ever"
	default:
		e.Which = study.First // the first of those until a day is the first ever, too
		return
	}
	is := e.Which
	b.s.later = append(b.s.later, func(whole *study.Question) {
		if whole.Population.Entry == nil || whole.Population.Entry.Which != is || len(whole.Population.Entry.With) > 0 {
			return
		}
		other := whole.Clone()
		other.Population.Entry.Which = from
		b.s.others = append(b.s.others, Other{What: what, Question: other})
	})
}

// haveInTime is what people have in one time: "men with COPD in 2009", not "newly diagnosed in 2009". What is prevalent
// may be of a day: "patients with COPD on 1 July 2009".
func (g *people) haveInTime(prevalent bool) (had []*event) {
	if g == nil {
		return nil
	}
	for _, q := range g.preds {
		if q.kind == trait && q.crit.Is != nil {
			continue
		}
		if !q.saidWith() || len(q.events()) == 0 {
			return nil
		}
		for _, e := range q.named() {
			if e.Which != study.Any || !isSpan(e.During) && !(prevalent && isDay(e.During)) || len(e.rels) > 0 ||
				e.times != nil || e.started || len(had) > 0 && *e.During != *had[0].During {
				return nil
			}
			had = append(had, e)
		}
	}
	return had
}

// saidWith reports whether all that a predicate says stands behind a preposition: "with diabetes or COPD", "with
// diabetes but no hypertension".
func (q *predicate) saidWith() bool {
	switch q.kind {
	case leaf:
		return q.v.form == "prep"
	case notKind:
		return q.v.form == "prep"
	case allKind, anyKind:
		return q.v.form == "prep" || q.kids[0].saidWith() &&
			!slices.ContainsFunc(q.kids, func(k *predicate) bool { return k.v.form != "" && !k.saidWith() })
	}
	return q.v.form == "prep"
}
