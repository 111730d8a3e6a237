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
	if e := s.people.haveInTime(); e != nil && q.Period == nil && len(s.front)+len(o.rels) == 0 {
		q.Period, e.During = e.During, nil // "mortality of patients with COPD in 2009"
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
		if r.anchor == nil || b.index != nil || r.Place != study.Distance || q.Measure.Kind == study.Prevalence {
			b.refuse(Unsupported, "this relation has no place in a rate")
			return
		}
		b.index = r.anchor
		// "after" alone is the time at risk anyway
		if r.To != nil || r.From == nil || *r.From != (study.Offset{Days: 1}) {
			q.AtRisk = &study.AtRisk{From: r.From, To: r.To}
		}
	}
	o.rels = nil
	b.agesAtRisk()
	people := s.people
	if b.index != nil {
		if b.index.Which == study.Any && b.index.Domain != study.Visit {
			b.index.Which = study.First
		}
		entry := b.event(b.index, nil)
		q.Population.Entry = &entry
		for _, k := range flat(people.preds) {
			if other, ok := k.merged(); ok && sameEvent(other, b.index) {
				continue
			}
			if c := b.criterion(k); c != nil {
				q.Population.Criteria = append(q.Population.Criteria, *c)
			}
		}
	} else {
		b.population(nil)
		if e := q.Population.Entry; e != nil && e.Which == study.Any {
			e.Which = study.First
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
	switch d := q.Period; {
	case d != nil && d.From == d.To && d.From != "" || b.s.p.dayOfYear != "":
		q.Measure.Risk = study.Point
	case d == nil && !timed:
		q.Measure.Risk = study.Lifetime
	}
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
	if s.records != nil {
		s.people.preds = append(s.people.preds, &predicate{kind: leaf, ev: s.records})
	}
	b.population(nil)
	if s.free != nil {
		b.q.Outcome = &study.Criterion{Has: &study.Has{Event: b.event(s.free, nil)}}
	}
	if e := b.q.Population.Entry; e == nil {
		b.refuse(NoEvent, "it does not say from which event survival is counted")
	} else if e.Which == study.Any && len(e.With) > 0 {
		e.Which = study.FirstOfThese // a first admission for pneumonia need not be the first of all
	} else if e.Which == study.Any {
		e.Which = study.First
	}
	if e := b.q.Population.Entry; e != nil && b.q.Measure.Kind == study.Persistence && e.Domain != study.Drug {
		b.refuse(NoEvent, "it does not say which drug they still take")
	}
}

// haveInTime is the one thing that people have in a time: "patients with COPD in 2009", not "newly diagnosed in 2009".
func (g *people) haveInTime() *event {
	if g == nil || len(g.preds) != 1 || g.preds[0].kind != leaf || g.preds[0].v.form != "prep" {
		return nil
	}
	e := g.preds[0].ev
	if e.Which != study.Any || !isSpan(e.During) || len(e.rels) > 0 || e.times != nil || e.started {
		return nil
	}
	return e
}
