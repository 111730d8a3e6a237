package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// number resolves statistics and distributions of a quantity.
func (b *builder) number() {
	s := b.s
	m := &b.q.Measure
	b.settleQuantity()
	if s.records != nil {
		b.quantityOfRecords()
		return
	}
	if n := len(s.people.preds); n > 0 && s.period != nil {
		b.placePeriod(s.people.preds[n-1])
	}
	m.Zeros = m.Quantity == study.Occurrences || m.Quantity == study.Distincts
	m.Zeros = m.Zeros && !s.having && m.Kind != study.Distribution
	if m.Kind == study.Distribution && m.Event != nil && len(m.Event.Concepts) == 0 && m.Event.Domain == study.Visit && s.people.only {
		m.Kind, m.Stat, m.Zeros = study.Number, study.Summary, true // too many values to list
	}
	b.dropHavers()
	if m.Event != nil && s.period != nil {
		m.Event.During, s.period = s.period, nil
	}
	b.population(nil)
	if e := b.q.Population.Entry; e != nil && e.Which == study.Any {
		e.Which = study.First
		if e.During != nil || e.Age != nil {
			e.Which = study.FirstOfThese
		}
	}
	if m.Quantity == study.AgeYears && b.q.Population.Entry == nil && m.On == "" {
		if d := s.period; d != nil && d.From != "" {
			m.On, s.period = d.From[:4], nil
		} else {
			b.refuse(NoEvent, "it does not say at which date the age is meant; add “in 2010”, or the event at which")
		}
	}
	b.noPeriod()
}

// settleQuantity applies the house's definitions of quantities: costs are of records unless they are said to be
// of people, and a supply of more than a
// year or of none is a slip.
func (b *builder) settleQuantity() {
	m := &b.q.Measure
	switch m.Quantity {
	case study.Paid:
		if !b.s.per {
			m.Of = study.Records
		}
	case study.DaysSupply:
		if m.Within == nil {
			one, year := 1.0, 365.0
			m.Within = &study.Range{Min: &one, Max: &year}
		}
	case study.Value:
		if e := b.s.records; e != nil && (e.Which == study.Last || e.Which == study.First) && m.Unit != "" && e.Where == nil {
			least := -1e9 // any number
			e.Chosen, m.Unit = &study.Where{Value: &study.Range{Min: &least}, Unit: m.Unit}, ""
		}
	}
	if m.Kind == study.Distribution {
		m.Stat = ""
	}
}

// dropHavers takes "who had one" off the people: then those without any do not count as 0.
func (b *builder) dropHavers() {
	var kept []*predicate
	for _, k := range b.s.people.preds {
		if k.kind == leaf && k.ev.noun == "it" && k.ev.times == nil {
			b.q.Measure.Zeros = false
			continue
		}
		kept = append(kept, k)
	}
	b.s.people.preds = kept
}

func (b *builder) quantityOfRecords() {
	s := b.s
	e := s.records
	if e.During == nil && s.period != nil {
		e.During, s.period = s.period, nil
	}
	if e.times != nil {
		b.refuse(Unsupported, "a number of records is no part of this measure")
	}
	b.index = e
	entry := b.event(e, nil)
	b.q.Population.Entry = &entry
	for _, k := range flat(s.people.preds) {
		if other, ok := k.merged(); ok && sameEvent(other, e) && len(other.rels) == 0 && other.times == nil && plain(&other.Event) && b.q.Measure.Quantity == study.AgeYears {
			continue // "age at diagnosis of patients with X"
		}
		if c := b.criterion(k); c != nil {
			b.q.Population.Criteria = append(b.q.Population.Criteria, *c)
		}
	}
	if a := s.people.age; a != nil && s.people.ageOn != "" {
		b.q.Population.Criteria = append(b.q.Population.Criteria, study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *a, On: s.people.ageOn}}})
	} else if a != nil && entry.Age != nil {
		b.q.Population.Criteria = append(b.q.Population.Criteria, study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *a}}})
	} else if a != nil {
		entry.Age = a
	}
	if len(s.front) > 0 {
		b.refuse(Unsupported, "the relation has no place")
	}
}

// rate resolves rates, incidence and prevalence.
func (b *builder) rate() {
	s := b.s
	o := s.outcome
	q := b.q
	q.Period = s.period
	if o.During != nil && q.Period == nil {
		q.Period, o.During = o.During, nil
	}
	for _, r := range append(s.front, o.rels...) {
		if r.anchor == nil || b.index != nil || r.Place != study.Distance || q.Measure.Kind == study.Prevalence {
			b.refuse(Unsupported, "this relation has no place in a rate")
			return
		}
		b.index = r.anchor
		if r.To != nil || r.From == nil || *r.From != (study.Offset{Days: 1}) { // "after" alone is the time at risk anyway
			q.AtRisk = &study.AtRisk{From: r.From, To: r.To}
		}
	}
	o.rels = nil
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
		o.Domain != study.Death && o.Domain != study.Condition // "cases of X" are new ones
	q.Measure.Of = study.Persons
	if repeats { // "visits per 1000 person-years"
		q.Measure.Of = study.Records
		b.atRisk().Repeat = true
	}
	if o.Which == study.First { // "new cases"
		o.Which = study.Any
	}
	if s.washout != nil {
		b.atRisk().PriorObservation = s.washout.Days
	}
	q.Outcome = &study.Criterion{Has: &study.Has{Event: b.event(o, nil)}}
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
		if c.Is != nil && c.Is.Age != nil && len(c.Is.Age.On) == 4 && q.Period == nil && !timed {
			q.Period = &study.Period{From: c.Is.Age.On + "-01-01", To: c.Is.Age.On + "-12-31"}
		}
	}
	switch d := q.Period; {
	case d != nil && d.From == d.To && d.From != "":
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
	if e := b.q.Population.Entry; e == nil {
		b.refuse(NoEvent, "it does not say from which event survival is counted")
	} else if e.Which == study.Any {
		e.Which = study.First
	}
}

// ranked resolves rankings of conditions, drugs and the like.
func (b *builder) ranked() {
	s := b.s
	var rel *relation
	if len(s.front) > 1 {
		b.refuse(Unsupported, "two relations in a ranking")
		return
	}
	if len(s.front) == 1 {
		rel = s.front[0]
		if rel.anchor != nil {
			s.people.preds = append([]*predicate{{kind: leaf, ev: rel.anchor}}, s.people.preds...)
		}
	}
	if e := s.listed.Event; e != nil && e.During == nil && s.period != nil {
		e.During, s.period = s.period, nil
	}
	if s.measure.Of == study.Records || s.measure.Kind == study.Number {
		b.rankedRecords(rel)
		return
	}
	if e := s.listed.Event; e != nil && s.people.age != nil && len(flat(s.people.preds)) == len(traits(s.people.preds)) {
		e.Age, s.people.age = s.people.age, nil
	}
	b.population(nil)
	if rel != nil {
		if b.index == nil {
			b.refuse(NoEvent, "it does not say after or before what")
			return
		}
		s.listed.Relation = b.toIndex(&event{}, rel)
		b.rankedBounds(s.listed.Relation)
		b.dateIndex()
	}
	if e := s.listed.Event; e != nil && e.Where != nil && len(e.Where.Visit) > 0 {
		b.refuse(Unsupported, "a ranking of what is recorded at visits")
	}
	if e := s.listed.Event; e != nil && b.index != nil && e.Domain == b.index.Domain {
		e.Except = b.index.Concepts
	}
	b.noPeriod()
}

// rankedRecords resolves rankings by number of records or by cost: the records are the population.
func (b *builder) rankedRecords(rel *relation) {
	s := b.s
	if rel != nil || s.listed.Event == nil || s.listed.Level != "" {
		b.refuse(Unsupported, "this ranking by records")
		return
	}
	s.records = &event{Event: *s.listed.Event, record: true}
	s.listed = &study.Stratum{Kind: study.Concept}
	b.countedRecords()
}

// traits are the predicates that name no event.
func traits(preds []*predicate) []*predicate {
	var found []*predicate
	for _, q := range flat(preds) {
		if q.kind == trait {
			found = append(found, q)
		}
	}
	return found
}

// rankedBounds are those of rankings around an index: conditions after it do not come with it, and what leads
// to a drug may be recorded on its day.
func (b *builder) rankedBounds(r *study.Relation) {
	zero := study.Offset{}
	if r.Place != study.Distance || b.s.listed.Event == nil {
		return
	}
	if b.s.listed.Event.Domain == study.Condition && r.From != nil && *r.From == zero && r.To != nil && *r.To != zero && !r.End {
		r.From = &study.Offset{Days: 1}
	}
	if b.index.Domain == study.Drug && r.To != nil && *r.To == (study.Offset{Days: -1}) && r.From != nil {
		r.To = &study.Offset{}
	}
}

// noPeriod refuses a period that nothing took.
func (b *builder) noPeriod() {
	if b.s.period != nil {
		b.refuse(NoEvent, "it does not say what happened in that time")
	}
}
