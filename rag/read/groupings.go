package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// settleStrata fills in what the words of the groupings leave to the house: age groups, and months of one year
// or of several.
func (b *builder) settleStrata() {
	for i := range b.s.strata {
		st := &b.s.strata[i]
		if st.Level == ofFirst {
			st.Level = ""
			b.takeFirst()
		}
		if st.Level == atStart {
			b.settleStart(st)
		} else if o := b.q.Outcome; st.Of == study.OfIndex && b.q.Population.Entry == nil && o != nil && o.Has != nil {
			st.Of = "" // "patients who had gout, by year of diagnosis": the outcome is the only date there is
		}
		if b.q.Measure.Kind == study.Share && b.q.Population.Entry != nil &&
			(st.Kind == study.Month || st.Kind == study.MonthOfYear) {
			b.inThatYear(st.Kind)
		}
		b.settleMonths(st)
		switch {
		case st.Kind == study.AgeGroup && st.Width == 0 && len(st.Bands) == 0:
			if b.s.p.choose("age_groups") == "named" {
				st.Bands = study.AgeBands()
			} else {
				st.Width = int(b.s.p.chooseNumber("age_groups"))
			}
		case st.Kind == study.Concept && st != b.s.listed:
			b.settleConcepts(st)
		case st.Kind == study.Specialty || st.Kind == study.VisitType || st.Kind == study.CareSite:
			b.settleVisits()
		case st.Kind == study.Year && b.s.zeros:
			st.Zeros = true
		case st.Kind == study.MonthOfYear:
		case st.Kind == study.Month && st.Level == "exact":
			st.Level = ""
		case st.Kind == study.Month && b.s.pooled:
			st.Kind = study.MonthOfYear
		case st.Kind == study.Month && (b.oneYear() || b.s.top != nil):
			st.Kind = study.MonthOfYear
		case st.Kind == study.Month:
			st.Kind = study.MonthOfYear
			b.s.strata = slices.Insert(b.s.strata, i, study.Stratum{Kind: study.Year, Of: st.Of})
			b.settleStrata()
			return
		case st.Kind.IsTime() && st.On == "" && b.countsObserved():
			b.refuse(Unsupported, "people under observation in each period; ask for one period")
		case st.Kind.IsTime() && b.q.Measure.Kind == study.Share && st.Of == "" && b.q.Population.Entry != nil:
			st.Of = study.OfIndex
			b.inThatYear(st.Kind)
		}
	}
}

// ofFirst marks a grouping by the time of a first record: "by year of first diagnosis".
const ofFirst = "first"

// takeFirst makes the record whose time people are grouped by their first one: each counts once, at its time.
func (b *builder) takeFirst() {
	e := b.q.Population.Entry
	if o := b.q.Outcome; e == nil && o != nil && o.Has != nil && o.Has.Times == nil {
		e = &o.Has.Event
	}
	switch {
	case e == nil || e.Which == study.Any && (e.During != nil || b.q.Measure.Of == study.Records):
		b.refuse(NoEvent, "it does not say of which first record the time is")
	case e.Which == study.Any:
		e.Which = study.First
	}
}

// inThatYear takes what people had in the year in which they are counted: "what percentage of diabetics took metformin
// in each year" is of that year's diabetics and that year's metformin. Taken at any time, it would be told of a year in
// which nobody took it. The years that are asked for are those of both.
func (b *builder) inThatYear(kind study.StratumKind) {
	q := b.q
	if q.Measure.Of != study.Persons || q.Period != nil || q.Outcome == nil || q.Population.Entry.Which != study.Any {
		return
	}
	had := hads(q.Outcome)
	var years *study.Period
	said := kind == study.Year && len(had) > 0 && !slices.ContainsFunc(had, func(h *study.Has) bool {
		return h.Relation == nil || !reflect.DeepEqual(*h.Relation, study.Relation{Place: study.SameYear})
	})
	for _, h := range had {
		if h.Relation != nil && !said || h.Event.Touching != nil || h.Apart != 0 {
			return
		}
		years = h.Event.During
	}
	entry := q.Population.Entry
	switch {
	case len(had) == 0:
		return
	case years != nil && entry.During != nil && !reflect.DeepEqual(years, entry.During):
		b.refuse(Unsupported, "a share by time, of people of one time who have something in another")
		return
	case slices.ContainsFunc(had, func(h *study.Has) bool { return !reflect.DeepEqual(h.Event.During, years) }):
		b.refuse(Unsupported, "a share by time of people with things in different times")
		return
	case kind != study.Year && entry.During == nil:
		b.refuse(Unsupported, "a share of those who have it in each "+string(kind)+"; ask by year")
		return
	case kind != study.Year:
		return
	case years != nil:
		entry.During = years
	}
	for _, h := range had {
		h.Event.During, h.Relation = nil, &study.Relation{Place: study.SameYear}
	}
	if years != nil || said {
		return
	}
	b.s.later = append(b.s.later, func(q *study.Question) {
		ever := q.Clone()
		for _, h := range hads(ever.Outcome) {
			h.Relation = nil
		}
		b.s.others = append(b.s.others, Other{What: "In any year, not only in that one", Question: ever})
	})
}

// hads are what the people of a criterion have, or do not have.
func hads(c *study.Criterion) (found []*study.Has) {
	if c.Has != nil {
		found = append(found, c.Has)
	}
	if c.Not != nil {
		found = append(found, hads(c.Not)...)
	}
	for i := range c.All {
		found = append(found, hads(&c.All[i])...)
	}
	for i := range c.Any {
		found = append(found, hads(&c.Any[i])...)
	}
	return found
}

// settleConcepts lets "by drug" stand only where the records that are counted are of drugs.
func (b *builder) settleConcepts(st *study.Stratum) {
	if st.Event == nil {
		return // settled before
	}
	if st.Of == study.OfDeath { // the cause of death
		st.Event = nil
		return
	}
	want := st.Event.Domain
	if want == study.PayerPlan {
		b.byPlan(st)
		return
	}
	st.Event = nil
	e := b.q.Population.Entry
	if b.q.Measure.Quantity == study.Total {
		if e = b.q.Measure.Event; want != "any" && e.Domain != want {
			b.refuse(Unsupported, "a grouping by what is not added up")
		}
		return
	}
	if o := b.q.Outcome; o != nil && o.Has != nil {
		e = &o.Has.Event
	}
	switch {
	case e == nil || want != "any" && e.Domain != want && !(want == study.Drug && e.Domain == study.DrugEra):
		b.refuse(Unsupported, "a grouping by what is not counted")
	case st.Level == "ingredient" && e.Domain == study.Drug && b.q.Measure.Of == study.Persons && plain(e) &&
		(e == b.q.Population.Entry || b.q.Outcome.Has.Relation == nil && b.q.Outcome.Has.Times == nil):
		e.Domain, st.Level = study.DrugEra, ""
	case st.Level == "ingredient" && e.Domain == study.DrugEra:
		st.Level = "" // an era is of an ingredient
	}
	if e != nil && len(b.q.Population.Criteria)+len(e.With) > 0 && st.Level != "" && b.q.Measure.Of == study.Persons {
		b.refuse(Unsupported, "this grouping of people; count records")
	}
}

// settleVisits takes visits as what people are grouped by, where nothing else happens to them.
func (b *builder) settleVisits() {
	q := b.q
	if q.Measure.Kind == study.Count && q.Measure.Of == study.Persons && q.Population.Entry == nil && q.Outcome == nil {
		q.Outcome = &study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Visit}}}
	}
}

// countsObserved reports whether observation itself is what is counted: a person is observed in several years.
func (b *builder) countsObserved() bool {
	o := b.q.Outcome
	return b.q.Population.Entry != nil && b.q.Population.Entry.Domain == study.Observed ||
		o != nil && o.Has != nil && o.Has.Event.Domain == study.Observed
}

// oneYear reports whether what is asked for lies in one calendar year.
func (b *builder) oneYear() bool {
	d := b.q.Period
	if e := b.q.Population.Entry; d == nil && e != nil {
		d = e.During
	}
	if m := b.q.Measure; d == nil && m.Quantity == study.Total {
		d = m.Event.During
	}
	if o := b.q.Outcome; d == nil && o != nil && o.Has != nil {
		d = o.Has.Event.During
	}
	return d != nil && d.From != "" && d.To != "" && d.From[:4] == d.To[:4]
}

// strata gives the groupings to the question.
func (b *builder) strata() {
	b.settleStrata()
	if b.s.listed != nil {
		b.q.Strata = append(b.q.Strata, *b.s.listed)
	}
	b.q.Strata = append(b.q.Strata, b.s.strata...)
	b.eachState()
	b.agesAtDataEnd()
}

// eachState gives the people of several states a row for each.
func (b *builder) eachState() {
	isEach := func(q *predicate) bool { return q.each }
	isState := func(s study.Stratum) bool { return s.Kind == study.State }
	switch {
	case slices.ContainsFunc(flat(someOf(b.s.main)), isEach):
		b.refuse(Unsupported, "a part of the people for each of several states; ask for the number of people by state")
	case slices.ContainsFunc(flat(b.s.people.preds), isEach) && !slices.ContainsFunc(b.q.Strata, isState):
		b.q.Strata = append(b.q.Strata, study.Stratum{Kind: study.State})
	}
}

// agesAtDataEnd takes the ages of people who have no record whose date could be taken at the end of the data.
func (b *builder) agesAtDataEnd() {
	q := b.q
	counts := q.Measure.Kind == study.Count && q.Measure.Of == study.Persons || q.Measure.Kind == study.Share ||
		q.Measure.Kind == study.Prevalence
	lifetime := q.Measure.Kind == study.Prevalence && q.Measure.Risk == study.Lifetime &&
		!slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
	if !counts || !b.undated() || q.Period != nil || !lifetime && q.Outcome != nil && q.Outcome.Is == nil {
		return
	}
	for i := range q.Strata {
		if s := &q.Strata[i]; s.Kind == study.AgeGroup && s.Of == "" && s.On == "" && s.Event == nil {
			s.On = study.DataEnd
		}
	}
}
