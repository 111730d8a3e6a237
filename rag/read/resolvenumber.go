package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// number resolves statistics and distributions of a quantity.
func (b *builder) number() {
	s := b.s
	m := &b.q.Measure
	if (s.assumed && m.Stat == study.Summary || m.Kind == study.Distribution) &&
		m.Quantity == study.AgeYears && s.records != nil &&
		slices.ContainsFunc(s.strata, func(t study.Stratum) bool { return t.Kind == study.AgeGroup && t.Of == "" }) {
		b.countByAge() // "age at first X in 10-year bands", "distribution of age at first X by 10-year age group"
		return
	}
	if s.assumed && m.Stat == study.Summary && m.Quantity == study.Duration && s.ofTotals() && !s.per {
		m.Stat, s.measure.Stat, s.totals = study.Sum, study.Sum, false // "number of hospital days"
	}
	b.settleRanks()
	b.settleQuantity()
	b.settleLength()
	b.valuesBefore()
	if s.records != nil {
		if n := len(s.people.preds); s.ofTotals() && n > 0 {
			b.dropHavers()
			s.having = s.having || len(s.people.preds) < n // "per patient who took it"
		}
		if s.ofTotals() && s.records.During == nil && s.period == nil { // "hospital days per patient with COPD in 2009"
			s.records.During = s.people.givePeriod()
			for _, e := range s.people.lastNamed() {
				if s.records.During != nil && e.Domain == study.PayerPlan {
					e.During = s.records.During // with the plan then, too
				}
			}
		}
		s.agesOfMany()
		b.quantityOfRecords()
		b.totals()
		return
	}
	if n := len(s.people.preds); n > 0 && s.period != nil &&
		(m.Event == nil || m.Event.During != nil || s.people.preds[n-1].v.form != "") { // "visits among diabetics in 2009"
		b.placePeriod(s.people.preds[n-1])
	}
	if m.Event != nil && m.Event.During == nil && s.period == nil && s.per { // "visits per woman with COPD in 2009"
		m.Event.During = s.people.givePeriod()
	}
	b.othersMeasured()
	b.prescriptionsOfTheirs()
	m.Zeros = m.Quantity == study.Occurrences || m.Quantity == study.Distincts
	m.Zeros = m.Zeros && !s.having && m.Kind != study.Distribution
	if m.Kind == study.Distribution && m.Event != nil && len(m.Event.Concepts) == 0 && m.Event.Domain == study.Visit &&
		s.people.only {
		m.Kind, m.Stat, m.Zeros = study.Number, study.Summary, true // too many values to list
	}
	b.dropHavers()
	if m.Event != nil && m.Event.During == nil && s.period == nil &&
		!slices.ContainsFunc(s.people.preds, func(q *predicate) bool { return len(q.events()) > 0 }) {
		s.period, s.people.period = s.people.period, nil
	}
	if m.Event != nil && s.period != nil {
		m.Event.During, s.period = s.period, nil
	}
	if s.counted != nil && len(s.counted.rels) > 0 {
		then := b.event(s.counted, nil)
		m.Event = &then
	}
	each := m.Quantity == study.Occurrences || m.Quantity == study.Distincts
	if each {
		b.onDayOfAge(m.Event)
		s.oneYear(m.Event)
		if s.agesOfThatYear(m.Event) && m.Zeros {
			s.anyOfThatYear()
		}
	}
	b.ingredientsThen()
	if each {
		b.drugsEach()
	}
	if m.Quantity == study.AgeYears && s.records == nil && !s.atIndex && m.On == "" {
		b.agesAtTime()
	}
	b.population(nil)
	if e := b.q.Population.Entry; e != nil && e.Which == study.Any {
		e.Which = firstOf(e)
		if e.Domain == study.Visit && slices.ContainsFunc(e.With, atSameVisit) {
			e.Which = study.FirstOfThese // the first stay with pneumonia, not the first of all if it is with it
		}
	}
	if each && b.q.Population.Entry != nil &&
		slices.ContainsFunc(s.strata, func(t study.Stratum) bool { return t.Kind.IsTime() && t.Of == "" }) {
		b.refuse(Unsupported, "how many each person has in each of the times; ask for one of them, “in 2009”, or for the "+
			"number of records by year")
	}
	if m.Quantity == study.AgeYears && b.q.Population.Entry == nil && m.On == "" {
		if d := s.period; d != nil && d.From != "" {
			m.On, s.period = d.From[:4], nil
		} else if b.undated() {
			m.On = study.DataEnd
		} else {
			b.refuse(NoEvent, "it does not say at which date the age is meant; add “in 2010”, or the event at which")
		}
	}
	b.noPeriod()
}

// oneYear leaves out "per year" where the records of one year are asked for: "visits per person per year in 2009".
func (s *sentence) oneYear(e *study.Event) {
	if _, whole := calendarYear(e.During); whole && s.p.saysPerYear() {
		s.strata = slices.DeleteFunc(s.strata, func(st study.Stratum) bool {
			return reflect.DeepEqual(st, study.Stratum{Kind: study.Year})
		})
	}
}

// prescriptionsOfTheirs takes "prescriptions per person" among the users of a drug for those of that drug, and tells
// the number of all their prescriptions beside it.
func (b *builder) prescriptionsOfTheirs() {
	s, m := b.s, &b.q.Measure
	if m.Quantity != study.Occurrences || m.Kind != study.Number || m.Event.Domain != study.Drug ||
		b.countsTheirs() ||
		len(m.Event.Concepts) > 0 || m.Event.Where != nil || m.Event.During != nil || len(s.people.preds) != 1 ||
		slices.ContainsFunc(s.p.toks, func(t token) bool {
			return slices.Contains([]string{"any", "all", "drug", "drugs", "medication", "medications"}, t.low)
		}) {
		return
	}
	its, ok := s.people.preds[0].merged()
	if !ok {
		return
	}
	newThen := its.During != nil && s.people.newIn // "per new metformin user in 2009"
	of := its.Event
	if newThen {
		of.During = nil
	}
	if its.Domain != study.Drug || !plain(&of) || len(its.Concepts) == 0 || its.times != nil || len(its.rels) > 0 {
		return
	}
	m.Event.Concepts = its.Concepts
	if of.During = its.During; !newThen {
		s.having, s.people.preds, s.people.only = true, nil, true
	}
	of.Which = study.First
	s.later = append(s.later, func(q *study.Question) {
		all := q.Clone()
		all.Measure.Event.Concepts, all.Measure.Zeros = nil, true
		all.Population.Entry = &of
		s.others = append(s.others, Other{What: "Prescriptions of any drug", Question: all, Always: true})
	})
}

// countsTheirs takes "metformin prescriptions per metformin user" for those of people with any.
func (b *builder) countsTheirs() bool {
	s, e := b.s, b.q.Measure.Event
	if len(s.people.preds) != 1 || s.people.age != nil || s.people.period != nil {
		return false
	}
	its, ok := s.people.preds[0].merged()
	if !ok || !plain(e) || !plain(&its.Event) || !sameEvent(its, &event{Event: *e}) || its.Which != study.Any ||
		its.times != nil || len(its.rels) > 0 {
		return false
	}
	s.having, s.people.preds, s.people.only = true, nil, true
	return true
}

// countByAge counts the people with an event by their age at it.
func (b *builder) countByAge() {
	s := b.s
	for i := range s.strata {
		if s.strata[i].Kind == study.AgeGroup {
			s.strata[i].Of = study.OfIndex
		}
	}
	s.measure, s.assumed = study.Measure{Kind: study.Count}, false
	b.q.Measure = s.measure
	s.people.preds, s.people.only = append(s.people.preds, &predicate{kind: leaf, ev: s.records}), false
	s.records = nil
	b.counted()
}

// settleQuantity applies the house's definitions of quantities: costs are of records unless they are said to be
// of people, and a supply of more than a
// year or of none is a slip.
func (b *builder) settleQuantity() {
	m := &b.q.Measure
	switch {
	case m.Quantity.IsPaid():
		m.Of = study.Records
	case m.Quantity == study.DaysSupply:
		if m.Within == nil {
			one, year := 1.0, 365.0
			m.Within = &study.Range{Min: &one, Max: &year}
		}
	case m.Quantity == study.Value:
		if e := b.s.records; e != nil && (e.Which == study.Last || e.Which == study.First) && m.Unit != "" &&
			e.Where == nil {
			e.Chosen, m.Unit = study.AnyValueIn(m.Unit), ""
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

// recordsThen takes a time that is counted from what people started or were diagnosed with for that of the records:
// "HbA1c of people on metformin within 90 days after their first fill".
func (b *builder) recordsThen() {
	s := b.s
	ofTheirs := func(e *event) bool {
		return slices.ContainsFunc(e.rels, func(r *relation) bool {
			kind, _, _ := strings.Cut(r.ana, " ")
			return r.anchor == nil && (kind == "start" || kind == "dx" || kind == "its")
		})
	}
	for _, q := range s.people.preds {
		if !slices.ContainsFunc(q.events(), ofTheirs) {
			continue
		}
		if q.kind != leaf || len(q.ev.rels) != 1 {
			b.refuse(NoEvent, "it does not say from which record the time is counted")
			return
		}
		r := *q.ev.rels[0]
		q.ev.rels = nil
		if len(s.records.rels) > 0 || !s.dateRecords(&r) {
			b.refuse(NoEvent, "it does not say from which record the time is counted")
		}
		return
	}
}

// betweenThem settles what people are told by beside the time between two records: "who started it" is what can be
// started of the two, "after the diagnosis" the one that is one. What may be either is refused, and what the time says
// already is left out.
func (b *builder) betweenThem() {
	from, to := b.s.records, &event{Event: *b.q.Measure.Event}
	var kept []*predicate
	for _, q := range flat(b.s.people.preds) {
		for _, e := range q.events() {
			if e.noun == "it" && !e.nameOneOf(from, to) {
				b.refuse(NoEvent, "it does not say what “it” is")
			}
			for _, r := range e.rels {
				b.placeBetween(e, r, from, to)
			}
		}
		if q.kind != leaf || !q.ev.saysEnd(from) && !q.ev.saysEnd(to) {
			kept = append(kept, q)
		}
	}
	b.s.people.preds = kept
}

// placeBetween refuses a relation of people that may be counted from either of two records, or gainsays their order.
func (b *builder) placeBetween(e *event, r *relation, from, to *event) {
	either := r.ana != "same" && r.suits(from.Domain) && r.suits(to.Domain)
	if r.ana == "index" {
		either = !sameEvent(e, to)
	}
	if r.anchor == nil && either {
		b.refuse(NoEvent, "it does not say from which record the time is counted")
	}
	if sameEvent(e, to) && (r.anchor == nil || sameEvent(r.anchor, from)) && !sameDayOrAfter(r) {
		b.refuse(Contradiction, "the time to what came before")
	}
}

// saysEnd reports whether people who have an end of a time are told by having it, any day or on or after the other.
func (e *event) saysEnd(end *event) bool {
	after := len(e.rels) == 0 || len(e.rels) == 1 && e.rels[0].Place == study.Distance && e.rels[0].To == nil &&
		e.rels[0].From != nil && *e.rels[0].From == (study.Offset{})
	return sameEvent(e, end) && after && e.Which == study.Any && e.times == nil && plain(&e.Event) && len(e.judged) == 0
}

// nameOneOf makes "it" the one of two events that is of a domain that its verb asks for.
func (e *event) nameOneOf(from, to *event) bool {
	is := func(o *event) bool {
		return slices.Contains(e.domains, strings.TrimSuffix(string(o.Domain), "_era"))
	}
	if is(from) == is(to) {
		return false
	}
	of := from
	if is(to) {
		of = to
	}
	e.noun, e.Domain, e.Concepts = "", of.Domain, of.Concepts
	if e.started {
		e.Which = study.First
	}
	return true
}

// dateRecords hangs a time on the records that are measured; where it is counted from "it", that is the one thing that
// the people had. False where there is no such thing.
func (s *sentence) dateRecords(r *relation) bool {
	var their []*predicate
	if s.people != nil {
		their = slices.DeleteFunc(slices.Clone(s.people.preds), func(q *predicate) bool { return len(q.events()) == 0 })
	}
	one := len(their) == 1 && their[0].kind == leaf
	if r.anchor == nil {
		if !one || !their[0].ev.placed() || !r.suits(their[0].ev.Domain) {
			return false
		}
		r.anchor = their[0].ev.clone()
	}
	s.records.rels = append(s.records.rels, r)
	if has := their; one && sameEvent(has[0].ev, r.anchor) && has[0].ev.Which == study.Any && has[0].ev.times == nil &&
		plain(&has[0].ev.Event) && !s.ofTotals() { // who has the first has any; those without a record count as 0
		s.people.preds = slices.DeleteFunc(slices.Clone(s.people.preds), func(q *predicate) bool { return q == has[0] })
	}
	return true
}

// valuesBefore gives the time behind the people of a value to the values: "hemoglobin of patients with anemia before
// they start iron" is not of those diagnosed before it.
func (b *builder) valuesBefore() {
	s := b.s
	n := len(s.people.preds)
	if s.measure.Quantity != study.Value || s.records == nil || len(s.records.rels) > 0 || n == 0 {
		return
	}
	last := s.people.preds[n-1]
	if !isState(last) || len(last.ev.rels) != 1 {
		return
	}
	r := last.ev.rels[0]
	if r.anchor == nil || !r.anchor.started || r.Place != study.Distance {
		return
	}
	if last.ev.rels = nil; !s.dateRecords(r) {
		last.ev.rels = []*relation{r}
	}
}

func (b *builder) quantityOfRecords() {
	if b.q.Measure.Quantity == study.DaysTo {
		b.betweenThem()
	} else {
		b.recordsThen()
	}
	s := b.s
	e := s.records
	s.people.yearOf(e)
	if e.During == nil && s.period != nil {
		e.During, s.period = s.period, nil
		if e.Which == study.First && e.untold { // "age of patients with depression by sex in 2010"
			e.Which = study.FirstOfThese
		}
	}
	if d := e.During; b.q.Measure.Quantity == study.AgeYears && d != nil && d.From == d.To && e.untold &&
		e.Domain == study.Condition { // "of patients with hypertension on 1 January 2009"
		b.q.Measure.On, e.During, e.Which = d.From, nil, study.First
	}
	if e.During == nil && s.people.period != nil { // "spending per patient in 2009"
		e.During = s.people.period
	}
	if e.times != nil {
		b.refuse(Unsupported, "a number of records is no part of this measure")
	}
	b.agesAtEach(e)
	b.index = e
	// "first HbA1c after starting metformin" is the first of those after it
	if b.q.Measure.Quantity == study.Value && (len(e.rels) > 0 || e.During != nil || e.Age != nil) && !e.ever {
		e.Which = ofThese(e.Which)
	}
	entry := b.event(e, nil)
	b.q.Population.Entry = &entry
	b.statesByDay()
	for _, k := range b.orderOfPeople(flat(s.people.preds)) {
		if other, ok := k.merged(); ok && sameEvent(other, e) && len(other.rels) == 0 && other.times == nil &&
			(other.Which == study.Any || other.Which == study.First) && plain(&other.Event) &&
			b.q.Measure.Quantity == study.AgeYears {
			continue // "age at diagnosis of patients with X"
		}
		if c := b.criterion(k); c != nil {
			b.q.Population.Criteria = append(b.q.Population.Criteria, *c)
		}
	}
	if a := s.people.age; a != nil && s.people.ageOn != "" {
		b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*a, s.people.ageOn))
	} else if a != nil && entry.Age != nil {
		b.q.Population.Criteria = append(b.q.Population.Criteria,
			study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *a}}})
	} else if a != nil {
		entry.Age = a
	}
	if len(s.front) > 0 {
		b.refuse(Unsupported, "the relation has no place")
	}
}
