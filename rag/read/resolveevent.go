package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// event makes the study event of a phrase that means each of its records, or one: a number of them has no place.
func (b *builder) event(e *event, self *relation) study.Event {
	b.refuseNumber(e)
	return b.records(e, self)
}

// records makes the study event of a phrase, whose number the caller has to keep; relations to other events than the
// index become conditions on it. self is the relation already used.
func (b *builder) records(e *event, self *relation) study.Event {
	b.switchedFrom(e)
	if b.s.p.otherSaid(e) != "" && len(e.Except) == 0 {
		b.refuse(NoEvent, "it does not say other than what")
	}
	ev := e.Event
	ev.With = slices.Clone(e.With)
	// "a last value below 100": of the test that was named
	if w := ev.Where; ev.Domain == study.Measurement && len(ev.Concepts) == 0 && w != nil &&
		(w.Value != nil || len(w.Result) > 0) {
		if ev.Concepts = b.testOf(e); ev.Concepts == nil {
			b.refuse(NoEvent, "it does not say of which test the value is")
		}
	}
	b.s.peopleAged = b.s.peopleAged || e.agedThen
	if e.extreme != "" {
		b.refuse(Unsupported, "the day of a highest or lowest value")
	}
	switch {
	case e.otherwise != nil && ev.Which == study.Any:
		ev = e.beyond(ev)
	case e.otherwise != nil:
		b.refuse(Ambiguous, "limits on two sides of one chosen record; say the record with each of them")
	}
	if w := ev.Where; w != nil && !e.among && (ev.Which == study.First || ev.Which == study.Last) {
		if w.Days != nil {
			ev = lastsOfChosen(ev) // "a first era that lasts a year" is not the first of those that do
		}
		if len(w.Visit) > 0 && !e.choosesByValue() {
			ev = firstAtVisit(ev)
		}
	}
	if ev.Domain == study.Visit && ev.Which != study.Any && slices.ContainsFunc(ev.With, atSameVisit) {
		switch {
		case ev.Which == study.First:
			ev = firstOfKind(ev)
		case ev.Which == study.Last && ev.During == nil && ev.Age == nil && !b.s.p.seq(e.from, "a") &&
			!(e.from > 0 && b.s.p.seq(e.from-1, "a")):
			ev.Which = study.LastOfThese // "the last stay for pneumonia" is the last of those
		}
	}
	if ev.Domain == study.Visit && ev.Which != study.Any && slices.ContainsFunc(ev.With, notAtVisit) {
		b.refuse(Ambiguous, "it may be the "+string(ev.Which)+" of all visits, or of those without it; say which")
	}
	if e.current && ev.During == nil {
		b.refuse(NoEvent, "it does not say on which day they use it; add “on 2010-12-31”")
	} else if e.current {
		ev.Touching, ev.During = ev.During, nil
	}
	if e.countsFillsTaken() {
		b.refuse(Ambiguous, fillsOrTaken)
	}
	e.holdOnDay(&ev)
	if e.started && ev.Which == study.First {
		ev.Which = b.s.p.chooseStarted(e)
	}
	b.judgeAll(e, &ev, false)
	if w := ev.Where; e.choosesByValue() {
		if len(ev.Or) > 0 {
			b.refuse(Unsupported, "limits on each of two tests of which one record is chosen")
		}
		ev.Chosen, ev.Where = w, nil                        // "a last value above 9" is not the last of those above 9
		if !e.ever && (ev.During != nil || ev.Age != nil) { // "whose last HbA1c in 2009 was above 9"
			ev.Which = ofThese(ev.Which)
		}
	}
	if self != nil && !e.ever && (ev.Which == study.Last || e.choosesByValue() && sameDayOrAfter(self)) {
		ev.Which = ofThese(ev.Which) // "whose first HbA1c after starting metformin was above 8"
	}
	b.pairIsChosen(e, &ev, self)
	for _, r := range e.rels {
		b.refuseOpen(r)
		if r == self {
			continue
		}
		if r.anchor == nil {
			if r.ana == "index" && b.index != nil && self != nil && self.ana == "" && r.To == nil &&
				sameDayOrAfter(self) {
				continue // "later", said beside a distance
			}
			if r.ana == "same" {
				b.refuse(NoEvent, "it does not say what is on the same day, or at the same time")
			} else if e != b.index {
				b.refuse(Unsupported, "two relations to the same event")
			} else {
				b.refuse(NoEvent, "it does not say after or before what")
			}
			continue
		}
		anchor := r.anchor
		if r.Place == study.Distance && !sameDay(r) {
			b.countFromFirst(r)
		}
		if r.Place == study.During && anchor.Domain == study.DrugEra && ev.Which == study.First {
			b.refuse(Unsupported, "a start within an era of another drug")
		}
		rel := inverted(r.Relation)
		ev.With = append(ev.With, study.Criterion{Has: &study.Has{Event: b.event(anchor, nil), Relation: &rel}})
	}
	b.judgeAll(e, &ev, true)
	return ev
}

// judgeAll puts on an event what must hold for its records; last tells what is said behind its times.
func (b *builder) judgeAll(e *event, ev *study.Event, last bool) {
	for _, q := range e.judged {
		if q.whiles == last {
			ev.With = append(ev.With, b.judge(e, q)...)
		}
	}
}

// testOf is the test whose value is meant by "a last value above 9": the only one that the people are told by, or that
// of the index.
func (b *builder) testOf(e *event) (test []study.Entity) {
	tests := []*event{}
	for _, q := range flat(b.s.people.preds) {
		tests = append(tests, q.events()...)
	}
	if b.index != nil {
		tests = append(tests, b.index)
	}
	var of *event
	for _, t := range tests {
		if t == e || t.Domain != study.Measurement || len(t.Concepts) == 0 {
			continue
		}
		if of != nil && !sameEvent(of, t) {
			return nil // of which of them?
		}
		of, test = t, t.Concepts
	}
	return test
}

// refuseOpen refuses a relation that leaves two readings open.
func (b *builder) refuseOpen(r *relation) {
	if r.open != "" {
		b.refuse(Ambiguous, r.open)
	}
}

// judge makes a condition with the event's record as the index.
func (b *builder) judge(e *event, q *predicate) []study.Criterion {
	b.s.p.judged[q] = true
	one := &builder{s: b.s, q: &study.Question{}, index: e}
	c := one.criterion(q)
	if one.fault != nil {
		b.refuse(one.fault.Kind, one.fault.Why)
	}
	if c == nil {
		return nil
	}
	return []study.Criterion{*c}
}

// atSameVisit reports whether a criterion is a diagnosis of the visit itself.
func atSameVisit(c study.Criterion) bool {
	return c.Has != nil && c.Has.Relation != nil && c.Has.Relation.Place == study.SameVisit
}

// anyBefore reports whether the last of some records is to be long before another one, and nothing is asked of it: that
// there is one so long before says less.
func (s spot) anyBefore() bool {
	if s.rel == nil || *s.rel == nil || s.ev.Which != study.LastOfThese || s.ev.Chosen != nil || s.ev.Where != nil {
		return false
	}
	r := *s.rel
	return r.From == nil && r.To != nil && *r.To != (study.Offset{}) && *r.To != (study.Offset{Days: -1})
}

// countsAllStays reports whether an event is a stay with a place among all stays, of which something is asked: the
// second stay is not a second stay for heart failure.
func countsAllStays(e *study.Event) bool {
	return e.Domain == study.Visit && slices.Contains([]study.Which{study.Second, study.Third, study.Last}, e.Which) &&
		slices.ContainsFunc(e.With, atSameVisit)
}

// firstOfKind makes "first admission for heart failure" the first with that diagnosis, not the first of all if it has
// one.
func firstOfKind(e study.Event) study.Event {
	earlier := study.Event{Domain: e.Domain, Concepts: e.Concepts, Where: e.Where, With: slices.Clone(e.With)}
	e.Which = study.Any
	if e.Chosen != nil { // its length is of this one, not of those before it
		if e.Where == nil {
			e.Where = &study.Where{}
		}
		own := *e.Where
		own.Days, e.Where, e.Chosen = e.Chosen.Days, &own, nil
	}
	before := &study.Relation{To: &study.Offset{Days: -1}}
	e.With = append(e.With, study.Criterion{Not: &study.Criterion{Has: &study.Has{Event: earlier, Relation: before}}})
	return e
}

// lastsOfChosen makes a length one of the record that Which chooses.
func lastsOfChosen(e study.Event) study.Event {
	rest := *e.Where
	e.Chosen, rest.Days, e.Where = &study.Where{Days: e.Where.Days}, nil, nil
	if !reflect.DeepEqual(rest, study.Where{}) {
		e.Where = &rest
	}
	return e
}

// firstAtVisit makes "a first diagnosis at a stay" one at a stay that has none on an earlier day, not the first of
// those at stays; "a last one" likewise. Of several on that day one at a stay is enough.
func firstAtVisit(e study.Event) study.Event {
	others := study.Event{Domain: e.Domain, Concepts: e.Concepts, Except: e.Except, Or: e.Or}
	rest := *e.Where
	if rest.Visit = nil; !reflect.DeepEqual(rest, study.Where{}) {
		others.Where = &rest
	}
	side := &study.Relation{To: &study.Offset{Days: -1}}
	if e.Which == study.Last {
		side = &study.Relation{From: &study.Offset{Days: 1}}
	}
	e.Which = ofThese(e.Which)
	e.With = append(e.With, study.Criterion{Not: &study.Criterion{Has: &study.Has{Event: others, Relation: side}}})
	return e
}

func sameDayOrAfter(r *relation) bool {
	return r.From != nil && r.From.Days >= 0 && r.From.Months >= 0 && r.From.Years >= 0
}

// fromLater lets a time begin so late as is said beside it: "within 90 days after it, at least two days later". Where
// "later" is all that is said, the time stays as it is.
func (b *builder) fromLater(e *event, self *relation, rel *study.Relation) *study.Relation {
	if self == nil || rel == nil || rel.Place != study.Distance || rel.From == nil || *rel.From != (study.Offset{}) {
		return rel
	}
	for _, r := range e.rels {
		if r == self || !r.namesNothing() || r.To != nil || b.remarks || !b.s.p.saysHowLate(r.at, r.to) {
			continue
		}
		late := *rel
		late.From = r.From
		return &late
	}
	return rel
}

// saysHowLate reports whether a stretch says by how much something is later: "at least two days later", "strictly
// after".
func (p *parser) saysHowLate(from, to int) bool {
	return from < to && to <= len(p.toks) && slices.ContainsFunc(p.toks[from:to], func(t token) bool {
		return t.isNum || t.low == "least" || t.low == "strictly"
	})
}

// inverted is the relation seen from the other record.
func inverted(r study.Relation) study.Relation {
	v := study.Relation{Place: r.Place}
	switch r.Place {
	case study.During:
		v.Place = study.Covering
	case study.Covering:
		v.Place = study.During
	}
	if r.To != nil {
		v.From = negative(*r.To)
	}
	if r.From != nil {
		v.To = negative(*r.From)
	}
	return v
}
