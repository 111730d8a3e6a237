package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// criterion makes a condition on the index record of a predicate.
func (b *builder) criterion(q *predicate) *study.Criterion {
	switch q.kind {
	case trait:
		c := *q.crit
		if c.Observed != nil {
			b.dated = true
		}
		return &c
	case aged:
		if b.index == nil && b.undated() && !b.placedBeside() {
			return &study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *q.age, On: study.DataEnd}}}
		}
		if b.index == nil {
			b.refuse(NoEvent, "it does not say at which date the age is meant")
			return nil
		}
		b.dated = true
		return &study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *q.age}}}
	case notKind:
		if q.open && !q.kids[0].together() {
			b.refuse(Ambiguous, bothOrEither)
		}
		if c := b.hadWithout(q); c != nil {
			return c
		}
		b.deniedWhen(q.kids[0])
		for _, e := range q.kids[0].events() { // "no stroke within 30 days of a diagnosis" is of the first
			for _, r := range e.rels {
				r.ofOne = false
			}
		}
		b.includeIndexDay(q.kids[0])
		c := b.criterion(q.kids[0])
		if c == nil {
			return nil
		}
		return &study.Criterion{Not: c}
	case leaf:
		if e := q.ev; e.Domain == study.Measurement && len(e.Concepts) == 0 && e.Which == study.Last &&
			e.Where == nil {
			b.refuse(NoEvent, "it does not say of which test the last value is") // "using each person's latest value"
			return nil
		}
		if q.ev.choosesByValue() && len(q.ev.Or) > 0 {
			return b.parts(q.ev.alternatives())
		}
		b.ofWhatTheyHave(q.ev)
		return b.has(q.ev)
	}
	b.shareFromIndex(q)
	if q.apart {
		return b.parts(q)
	}
	if c := b.between(q); c != nil {
		return c
	}
	for _, e := range q.events() {
		for _, r := range e.rels {
			if r.anchor == nil && r.ana == "same" {
				b.refuse(Ambiguous, "it is not clear what is at the same time as what")
			}
		}
	}
	if q.kind == anyKind {
		if e, ok := q.merged(); ok && len(e.rels) == len(q.kids[0].ev.rels) {
			return b.has(e)
		}
		if slices.ContainsFunc(q.kids, func(k *predicate) bool { return k.kind == leaf && k.ev.eitherNth }) {
			b.refuse(Ambiguous, "whether the number of the first is that of the others, too; say it of each")
		}
	}
	return b.parts(q)
}

// ofWhatTheyHave makes an earlier diagnosis, or fill, of nothing that is named one of what the people are told by:
// "newly diagnosed with COPD in 2010, with no earlier diagnosis".
func (b *builder) ofWhatTheyHave(e *event) {
	if b.index == nil || len(e.Concepts)+len(e.AnyOf) > 0 || !e.record || e.noun == "" || e.Domain != b.index.Domain ||
		e.Domain == study.Visit || len(e.rels) != 1 || e.rels[0].anchor != nil {
		return
	}
	if r := &e.rels[0].Relation; earlier(r) || r.From == nil && r.To != nil {
		e.Concepts = b.index.Concepts
	}
}

// parts makes a condition of the conditions of the parts.
func (b *builder) parts(q *predicate) *study.Criterion {
	var cs []study.Criterion
	for _, k := range q.kids {
		if k.kind == leaf && k.ev.counted && (q.kind == anyKind || q.kids[0].ev.ownNoun) {
			b.refuse(Ambiguous, "it does not say whether the number is of each of them or of all together")
		}
		if c := b.criterion(k); c != nil {
			cs = append(cs, *c)
		}
	}
	switch q.kind {
	case anyKind:
		return &study.Criterion{Any: cs}
	case someKind:
		return &study.Criterion{Some: &study.Some{Times: q.n, Of: cs}}
	}
	return &study.Criterion{All: cs}
}

// includeIndexDay lets "no X before" hold only for people without X on the index day, too; but not where the index may
// be such a record itself: metformin, of people who start it "without any prior antidiabetic".
func (b *builder) includeIndexDay(q *predicate) {
	for _, e := range q.events() {
		if b.index != nil && (e.Domain == b.index.Domain || len(e.Concepts) == 0) {
			continue
		}
		for i, r := range e.rels {
			if r.anchor == nil && r.ana == "index" && r.From == nil && r.To != nil &&
				*r.To == (study.Offset{Days: -1}) && !r.strict {
				c := *r
				c.To = &study.Offset{}
				e.rels[i] = &c
			}
		}
	}
}

// between makes "A and B on the same day" one condition: A with B on its day.
func (b *builder) between(q *predicate) *study.Criterion {
	if q.kind != allKind || len(q.kids) < 2 || q.kids[0].kind != leaf {
		return nil
	}
	last := q.kids[len(q.kids)-1]
	if last.kind != leaf || len(last.ev.rels) != 1 || last.ev.rels[0].ana != "same" {
		return nil
	}
	rel := last.ev.rels[0].Relation
	last.ev.rels = nil
	first := q.kids[0].ev
	b.refuseNumber(first) // two falls and a fracture on the same day: on that of each?
	if first.During == nil {
		first.During = last.ev.During // "A and B within a week of each other in 2009"
	}
	for _, k := range q.kids[1:] {
		if k.kind != leaf || len(k.ev.rels) > 0 {
			b.refuse(Ambiguous, "it is not clear what is at the same time as what")
			return nil
		}
		first.With = append(first.With, study.Criterion{Has: &study.Has{Event: b.event(k.ev, nil), Relation: &rel}})
	}
	return b.has(first)
}

// has makes the condition that the person has such an event, with its relation to the index.
func (b *builder) has(e *event) *study.Criterion {
	if e.extreme != "" {
		return b.hasExtreme(e)
	}
	e = b.otherThan(e)
	var rel *study.Relation
	var self *relation
	if e.recurrent && len(e.rels) == 0 && e.times == nil && e.During == nil &&
		(b.index == nil || !sameEvent(e, b.index)) {
		c, two := *e, 2.0
		c.again, c.times, c.distinct = false, &study.Range{Min: &two}, study.ByDay
		e = &c
	}
	if e.noun == "it" && len(e.domains) > 0 && b.index != nil &&
		!slices.Contains(e.domains, strings.TrimSuffix(string(b.index.Domain), "_era")) {
		b.refuse(NoEvent, "it does not say what “it” is")
		return nil
	}
	b.recurs(e)
	for _, r := range e.rels {
		if r.anchor != nil && (b.index == nil || r.ofAny || !sameEvent(r.anchor, b.index)) {
			continue
		}
		b.anchorIsFirst(r)
		if r.anchor == nil && r.ana == "same" && b.index == nil {
			continue
		}
		if b.index == nil {
			b.refuse(NoEvent, "it does not say after or before what")
			return nil
		}
		self = r
		rel = b.toIndex(e, r)
		break
	}
	if e.Domain == study.Observed && rel != nil && rel.Place == study.Distance {
		return b.stillObserved(rel)
	}
	e = b.ofTheNamed(e)
	if e.noun == "it" {
		aroundIndex := slices.ContainsFunc(e.rels, func(r *relation) bool { // "had it within 30 days after a colonoscopy"
			return r.anchor != nil && b.index != nil && sameEvent(r.anchor, b.index) && !e.again
		})
		if b.index == nil || e.times == nil && len(e.rels) == 0 || aroundIndex {
			b.refuse(NoEvent, "it does not say what “it” is")
			return nil
		}
		c := *e
		c.Event = study.Event{Domain: b.index.Domain, Concepts: b.index.Concepts, Where: b.index.Where,
			During: e.During, Age: e.Age}
		e = &c
	}
	if e.again && rel == nil && (e.Which == study.Second || e.Which == study.Third) && e.Domain == study.Condition &&
		!e.record {
		b.refuse(Ambiguous, "two records may be of the same event; say “another … more than 30 days after the first”")
		return nil
	}
	if e.again && rel == nil && e.Which == study.Any {
		b.refuse(NoEvent, "it does not say after which one the other comes")
		return nil
	}
	if (e.distinct == study.ByIngredient || e.distinct == study.ByConcept) && e.started &&
		(e.During != nil || e.Age != nil || rel != nil) { // each of them for the first time, or none of them before
		b.refuse(Unsupported, "how many different drugs were started in a time; ask for those that were prescribed")
		return nil
	}
	if e.distinct == study.ByIngredient && e.issued { // ingredients dispensed in 2009
		c := *e
		c.Domain = study.Drug
		e = &c
	} else if e.distinct == study.ByIngredient && e.During != nil { // taken in 2009, not begun in it
		c := *e
		if isDay(e.During) { // on a day, those of the exposures that cover it
			c.Domain = study.Drug
		}
		c.Touching, c.During = c.During, nil
		e = &c
	}
	if b.s.p.saysAllTheir(e) {
		b.refuse(Unsupported, "people all of whose records lie so; ask for those without one that does not")
	}
	h := &study.Has{Event: b.records(e, self), Relation: b.fromLater(e, self, rel), Times: e.times,
		Distinct: e.distinct, Apart: e.apart, Summed: e.adds}
	if ev := &h.Event; e.Which == study.Last && ev.Which == study.LastOfThese && rel != nil && rel.From == nil &&
		rel.To != nil && *rel.To == (study.Offset{Days: -1}) &&
		ev.Chosen == nil && ev.Where == nil && ev.During == nil && len(ev.With) == 0 {
		ev.Which = study.Last // "had their last X before their first Y": that there is a last one before says less
	}
	b.ofEither(e, h)
	b.tellOfLeftOut(e, h)
	if e.mayShare != nil {
		b.lent = append(b.lent, lentTo{h, e.mayShare})
	}
	if e.oneYear {
		return b.inTheYearOf(h)
	}
	return &study.Criterion{Has: h}
}

// inTheYearOf makes a number of records one in a year: a record in whose year there are as many.
func (b *builder) inTheYearOf(h *study.Has) *study.Criterion {
	if h.Relation != nil || h.Apart > 0 {
		b.refuse(Unsupported, "records of one year that are placed in time, too")
	}
	one := h.Event
	h.Relation = &study.Relation{Place: study.SameYear}
	one.With = append(slices.Clone(one.With), study.Criterion{Has: h})
	return &study.Criterion{Has: &study.Has{Event: one}}
}

// anchorIsFirst makes the index the first record where a relation that does not date it says so: "on the day of their
// first diagnosis".
func (b *builder) anchorIsFirst(r *relation) {
	if r.anchor == nil || r.anchor.Which == study.Any || b.q.Population.Entry == nil ||
		r.anchor.Which == b.q.Population.Entry.Which {
		return
	}
	entry := b.q.Population.Entry
	if entry.Which == study.Any && r.anchor.Which == study.First && slices.ContainsFunc(entry.With, atSameVisit) {
		return // the first stay for something is that by firstOfKind
	}
	if entry.Which != study.Any || r.anchor.Which != study.First || entry.During != nil || entry.Age != nil ||
		entry.Touching != nil {
		b.refuse(Ambiguous, "it is not clear which of the records the time is counted from")
		return
	}
	entry.Which, b.index.Which = study.First, study.First
}

// recurs makes another record of the same thing the one after the first: "a second diagnosis within 365 days of
// the first".
func (b *builder) recurs(e *event) {
	if !e.again || e.ever || e.noun == "readmission" {
		return
	}
	// "patients with a stroke who had another one"
	if len(e.rels) == 0 && b.index != nil && e.times == nil && e.Which == study.Any &&
		(e.noun == "it" || sameEvent(e, b.index)) {
		e.rels = []*relation{{Relation: study.Relation{From: &study.Offset{Days: 1}}, ana: "index"}}
	}
	if len(e.rels) == 0 || e.rels[0].anchor != nil {
		return
	}
	if b.index == nil {
		first := e.clone()
		first.rels, first.again, first.Which, first.times = nil, false, study.First, nil
		if e.rels[0].ana == "each" { // "again within 90 days of any fill"
			first.Which, first.one = study.Any, true
		}
		entry := first.Event
		b.index, b.q.Population.Entry = first, &entry
	}
	if r := e.rels[0]; len(e.Concepts) == 0 || sameEvent(e, b.index) {
		c := *r
		nth := b.nthOfAll(e, r)
		if c.From == nil || *c.From == (study.Offset{}) {
			c.From = &study.Offset{Days: 1}
		}
		e.rels = []*relation{&c}
		e.Concepts, e.Which, e.again = b.index.Concepts, nth, false
		// "a hip fracture and another fracture": not the first one again
	} else if e.Domain == b.index.Domain && r.From != nil && *r.From == (study.Offset{}) {
		c := *r
		c.From = &study.Offset{Days: 1}
		e.rels = append([]*relation{&c}, e.rels[1:]...)
	}
}

// toIndex makes a relation to the index record, which is dated by it.
func (b *builder) toIndex(e *event, r *relation) *study.Relation {
	rel := r.Relation
	if r.ana == "each" { // "on the day of one of their diagnoses"
		b.index.one = true
	}
	if r.anchor == nil && !r.suits(b.index.Domain) {
		b.refuse(NoEvent, "it does not say which record the time is counted from")
	}
	if r.anchor == nil && e.Domain == study.Death && earlier(&rel) {
		b.refuse(NoEvent, "it does not say before what they died")
	}
	r.ofOne = r.ofOne && e.Domain != study.Death // the dead are followed from the first
	if rel.Place == study.Distance && !sameDay(r) {
		b.dated = b.dated || !r.fromAny()
		b.s.anyTaken = b.s.anyTaken || r.ofOne && r.fromAny()
	}
	visit := b.index.Domain == study.Visit && len(b.index.Concepts) == 1 &&
		b.index.Concepts[0].Text == "inpatient visit"
	later := rel.From != nil && rel.From.Days >= 0 && rel.From.Months >= 0 && rel.From.Years >= 0 && !r.begins
	admitted := r.anchor != nil && r.anchor.admitted && e.Domain != study.Visit || sameDay(r) ||
		// "admitted with X and died within 30 days"
		b.index.admitted && r.anchor == nil && r.ana == "index" && e.Domain == study.Death
	if later && (r.ana == "discharge" || visit && !admitted) {
		rel.End = true
	}
	back := e.noun == "readmission" || (e.back || e.again && rel.End) && sameEvent(e, b.index) // "another stay"
	if back && rel.From != nil && *rel.From == (study.Offset{}) {
		rel.From = &study.Offset{Days: 1}
	} else if sameEvent(e, b.index) && e.Domain != study.Death && !apartInValue(e, b.index) &&
		(holdsIndexDay(&rel) || earlier(&rel) && !b.mayBeFirst()) {
		b.refuse(Ambiguous, "the same record can be both; say “another”")
	}
	return &rel
}

// mayBeFirst reports whether the index may be asked to be the first of its kind: the one of a time or an age, or what
// was started; not a second one, nor any.
func (b *builder) mayBeFirst() bool {
	if b.q.Population.Entry == nil {
		return true
	}
	e := b.index
	return e.Which == study.First || e.Which == study.FirstOfThese ||
		e.Which == study.Any && (e.During != nil || e.Age != nil)
}

// holdsIndexDay reports whether a relation lets in the index record itself.
func holdsIndexDay(r *study.Relation) bool {
	later := r.From != nil && (r.From.Days > 0 || r.From.Months > 0 || r.From.Years > 0)
	return !later && !earlier(r)
}

// earlier reports whether a relation lets in only what was before the day of the index.
func earlier(r *study.Relation) bool {
	return r.To != nil && (r.To.Days < 0 || r.To.Months < 0 || r.To.Years < 0)
}

// firstOf is which record an index date is taken from where none is named: the first ever, or the first of those in the
// time or at the age that is said. Who took a drug in 2009 may have taken it before.
func firstOf(e *study.Event) study.Which {
	if e.During != nil || e.Touching != nil || e.Age != nil {
		return study.FirstOfThese
	}
	return study.First
}

// takeFirst dates an event by its first record where the words name none: "from an HbA1c above 9 to insulin" is from
// the first of those above 9, whatever the first of all was.
func (e *event) takeFirst() {
	e.among = e.among || e.hasValue()
	e.Which = firstOf(&e.Event)
	if e.started {
		e.Which = study.First
	}
}

// ends are the first and the last of some records.
var ends = []study.Which{study.FirstOfThese, study.LastOfThese}

// ofThese chooses the first or last among the records of the time that is said, not of a life.
func ofThese(w study.Which) study.Which {
	switch w {
	case study.First:
		return study.FirstOfThese
	case study.Last:
		return study.LastOfThese
	}
	return w
}

// dateIndex makes the index one record a person where something is counted from its date: the first ever.
func (b *builder) dateIndex() {
	e := b.q.Population.Entry
	if b.dated && e != nil && e.Which == study.Any && !b.index.one && e.Domain != study.Visit &&
		e.Domain != study.Death {
		e.Which = firstOf(e)
		o := b.q.Outcome // who "died within a year of diagnosis" is followed from the first
		b.s.firstTaken = b.s.firstTaken || b.s.anyTaken || o == nil || o.Has == nil || o.Has.Event.Domain != study.Death
	}
}

// saysAllTheir reports whether an event is one of "all their" records, of which none lies elsewhere.
func (p *parser) saysAllTheir(e *event) bool {
	for i := max(0, e.from-2); i <= e.from; i++ {
		if p.seq(i, "all", "their") {
			return true
		}
	}
	return false
}
