package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// population makes the cohort of the people, with the index that the main predicate asks for.
func (b *builder) population(main *predicate) {
	b.statesByDay()
	b.agesAtDiagnosis()
	preds := flat(b.s.people.preds)
	at := -1
	fromSubject, from := false, -1
	if b.fromNamed != nil {
		from = slices.Index(preds, b.fromNamed)
	} else if b.index = b.anchorOf(main); b.index == nil {
		from = b.countedFrom(main, preds)
	}
	if b.index == nil && from < 0 {
		for _, k := range preds {
			if r := b.anchorOf(k); r != nil {
				b.index = r
				break
			}
		}
	}
	for i, k := range preds {
		e, ok := k.merged()
		if !ok || from >= 0 && i != from || from < 0 && !e.placed() || e.times != nil ||
			from < 0 && e.Domain == study.Death && len(preds) > 1 && !e.record ||
			e.recurrent && len(e.rels) == 0 { // it happened on two days
			continue
		}
		if b.index == nil && !b.s.people.anyDate || b.index != nil && !b.index.nth && sameEvent(b.index, e) {
			fromSubject = true
			if b.index != nil && e.Which == study.Any {
				e.Which, e.one, e.among = b.index.Which, b.index.one, b.index.among
				e.anyOne = b.index.anyOne
			}
			b.index, at = e, i
			break
		}
	}
	if b.index != nil {
		preds = b.orderOfPeople(preds)
	}
	if at >= 0 {
		preds = slices.Delete(preds, at, at+1)
	}
	if e := b.index; e != nil && e.again && e.Which == study.Any && fromSubject { // "took it again in 2009"
		b.refuse(NoEvent, "it does not say after which one the other comes")
	}
	if b.index != nil {
		entry := b.event(b.index, nil)
		b.q.Population.Entry = &entry
		if (fromSubject || b.hadFirst(main)) && b.s.people.age != nil && b.s.people.ageOn == "" && entry.Age == nil {
			b.q.Population.Entry.Age, b.s.people.age = b.s.people.age, nil
			b.s.peopleAged = true
		}
		if fromSubject && b.s.people.age != nil && b.s.people.ageOn == "" {
			preds = append(preds, &predicate{kind: aged, age: b.s.people.age})
			b.s.people.age = nil
		}
		if d := b.s.people.period; d != nil && entry.During == nil {
			b.q.Population.Entry.During, b.s.people.period = d, nil
		}
	}
	for _, k := range preds {
		if c := b.criterion(k); c != nil && !b.newAfterGap(c) {
			b.q.Population.Criteria = append(b.q.Population.Criteria, *c)
		}
	}
	if b.s.people.age != nil && b.s.people.ageOn != "" {
		b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*b.s.people.age, b.s.people.ageOn))
		b.s.people.age = nil
	}
	if main == nil {
		b.looseAge()
		b.dateIndex()
	}
	if d := b.s.people.period; d != nil && b.s.period == nil {
		b.s.period = d
	}
}

// newAfterGap makes "who started X, with no X in the 365 days before" a start after such a gap, which need not be the
// first ever.
func (b *builder) newAfterGap(c *study.Criterion) bool {
	entry := b.q.Population.Entry
	if c.Not == nil || c.Not.Has == nil || entry == nil || entry.Which != study.First || !b.index.started ||
		len(b.q.Population.Criteria) > 0 {
		return false
	}
	has := c.Not.Has
	e := &has.Event
	gap := e.Domain == entry.Domain && slices.EqualFunc(e.Concepts, entry.Concepts, sameName) && e.Which == study.Any &&
		e.Where == nil && e.During == nil && len(e.With)+len(e.Or)+len(entry.Or) == 0 && has.Times == nil
	if !gap || has.Relation == nil || has.Relation.Place != study.Distance || has.Relation.From == nil ||
		has.Relation.To == nil || has.Relation.To.Days >= 0 {
		return false
	}
	entry.Which, b.index.Which, b.index.one = study.Any, study.Any, true
	entry.With = append(entry.With, *c)
	return true
}

// placed reports whether an event stands for itself, or beside others on its day, and is not counted from an index.
func (e *event) placed() bool {
	return e.extreme == "" && !slices.ContainsFunc(e.rels,
		func(r *relation) bool { return r.anchor == nil || r.Place == study.Distance && !sameDay(r) })
}

// looseAge places an age that no event took: on the date that the sentence names, else it cannot be counted.
func (b *builder) looseAge() {
	if b.s.people.age == nil {
		return
	}
	if d := b.s.period; d != nil && b.q.Population.Entry == nil && d.From != "" && strings.HasSuffix(d.From, "-01-01") {
		b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*b.s.people.age, d.From[:4]))
		b.s.period, b.s.people.age = nil, nil
		return
	}
	for i := range b.q.Population.Criteria {
		if b.s.measure.Kind == study.Share {
			break
		}
		if h := b.q.Population.Criteria[i].Has; h != nil && h.Event.Age == nil {
			h.Event.Age, b.s.people.age = b.s.people.age, nil
			b.s.peopleAged = true
			return
		}
	}
	if b.undated() {
		b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*b.s.people.age, study.DataEnd))
		b.s.people.age = nil
		return
	}
	b.refuse(NoEvent, "it does not say at which date the age is meant; add “in 2010”, or the event at which")
}

// undated reports whether the people have no event and no time at which their ages could be meant: they are then those
// at the end of the data.
func (b *builder) undated() bool {
	return b.q.Population.Entry == nil && b.s.period == nil &&
		!slices.ContainsFunc(b.q.Population.Criteria,
			func(c study.Criterion) bool { return c.Is == nil || c.Is.Age != nil && c.Is.Age.On != study.DataEnd })
}

// ageOfPeople gives an age said of people without an event of their own to the event that is asked for: "women
// older than 70 had osteoporosis".
func (b *builder) ageOfPeople(main *predicate) {
	if b.s.people.age == nil {
		return
	}
	es := main.events()
	if entry := b.q.Population.Entry; b.s.measure.Kind == study.Share && entry != nil && entry.Age == nil &&
		entry.Domain != study.Observed && b.s.people.ageOn == "" {
		entry.Age, b.s.people.age = b.s.people.age, nil // at the event that all are counted from
		return
	}
	if b.s.measure.Kind == study.Share { // the denominator needs a date of its own
		if slices.ContainsFunc(es, func(e *event) bool { return b.s.ageTime(e.During) != "" }) { // see agesOfTheTime
			b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*b.s.people.age, study.DataEnd))
			b.s.people.age = nil
			return
		}
		b.looseAge()
		return
	}
	if len(es) == 0 || main.kind == notKind {
		b.looseAge()
		return
	}
	for _, e := range es {
		if e.Age == nil {
			e.Age = b.s.people.age
		}
	}
	b.s.people.age = nil
}

// hadFirst reports whether the index is what the people had first: "women over 60 had a stroke followed by a fall" were
// that old at the stroke.
func (b *builder) hadFirst(main *predicate) bool {
	return main != nil && main.kind == leaf && slices.ContainsFunc(main.ev.rels,
		func(r *relation) bool { return r.follows && r.anchor == b.index })
}

// anchorOf is the event that the predicate's events are counted from, where the words name it.
func (b *builder) anchorOf(q *predicate) *event {
	if q == nil || b.eitherByItself(q) {
		return nil
	}
	es := q.events()
	denied := q.kind == notKind || q.kind == allKind && !slices.ContainsFunc(q.kids, func(k *predicate) bool {
		return k.kind != notKind
	})
	if denied {
		es = q.named()
	} else if q.kind == allKind && !b.countsFromNamed(es) {
		es, denied = deniedEvents(q), true // "had diabetes but took no insulin before their first stroke"
	}
	for _, e := range es {
		for _, r := range e.rels {
			if r.anchor == nil || r.Place != study.Distance || sameDay(r) || nested(e, r) {
				continue
			}
			if denied { // who has two falls may be without a fracture after one of them alone
				r.anchor.indefinite = false
			}
			b.countFromFirst(r)
			return r.anchor
		}
	}
	return nil
}

// countFromFirst counts a relation from the first record of its anchor where the words name none: "at any time after a
// stroke", "within a year of stroke". "Within 30 days after a fall" is after any of them.
func (b *builder) countFromFirst(r *relation) {
	a := r.anchor
	b.fromNth(r)
	if a.Which != study.Any || a.nth || a.one || a.Domain == study.Visit || a.Domain == study.Death {
		return
	}
	if r.fromAny() {
		b.s.anyTaken = true
		return
	}
	a.takeFirst()
	b.s.firstTaken = true
}

// fromAny reports whether a bounded time is counted from any record of what is named: "within 30 days after a fall".
func (r *relation) fromAny() bool {
	any := r.ofOne
	if r.anchor != nil {
		any = r.anchor.indefinite && r.anchor.Which == study.Any
	}
	return any && r.From != nil && r.To != nil
}

// afterAnyOf counts from any record of what people had where the other thing they had is placed by it within a time:
// "had a stroke and took X within 7 days after it".
func afterAnyOf(first *predicate, others []*predicate) {
	if len(others) != 1 || others[0].kind != leaf {
		return
	}
	if r := others[0].ev.rels[0]; r.ana == "index" && !r.then {
		r.ofOne = first.ev.Which == study.Any
	}
}

// nested reports whether a relation is better judged from the event itself: its anchor is the index already, or
// a second relation.
func nested(e *event, r *relation) bool { return len(e.rels) > 1 && e.rels[0] != r }

func sameDay(r *relation) bool {
	return r.From != nil && r.To != nil && *r.From == study.Offset{} && *r.To == study.Offset{}
}

// sameEvent reports whether two phrases mean the same records.
func sameEvent(a, b *event) bool {
	return a.Domain == b.Domain && slices.EqualFunc(a.Concepts, b.Concepts, sameName)
}
