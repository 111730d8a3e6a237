package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// builder makes a study question of a sentence: it decides what the index event is, and hangs the pieces on it.
type builder struct {
	s     *sentence
	q     *study.Question
	index *event // whose record is the index; nil while there is none
	dated bool   // something is counted from the index date
	fault *Refusal
}

func (b *builder) refuse(kind Kind, why string) {
	if b.fault == nil {
		b.fault = &Refusal{kind, why}
	}
}

// resolve makes the study question, or says why there is none.
func (s *sentence) resolve() (*study.Question, *Refusal) {
	if s.refusal != nil {
		return nil, s.refusal
	}
	s.averaged()
	if why := s.leftOver(); why != "" {
		return nil, &Refusal{Ambiguous, why}
	}
	b := &builder{s: s, q: &study.Question{Measure: s.measure, Top: s.top}}
	if s.people == nil {
		s.people = &people{only: true}
	}
	switch {
	case s.listed != nil:
		b.ranked()
	case s.outcome != nil:
		b.rate()
	case s.measure.Kind == study.Number || s.measure.Kind == study.Distribution:
		b.number()
	case s.measure.Kind == study.Survival:
		b.survivalOf()
	case s.measure.Kind == study.Count && s.percent && len(s.strata) > 0 && !s.measure.Change:
		b.q.Measure.Kind, b.q.Measure.OfTotal = study.Share, true
		b.population(nil)
		b.q.Period = s.period
	case s.measure.Kind == study.PersonTime:
		b.population(nil)
		b.q.Period = s.period
	default:
		b.counted()
	}
	b.strata()
	if b.fault != nil {
		return nil, b.fault
	}
	b.q.Canonicalize()
	s.otherReadings(b.q)
	return b.q, nil
}

// otherReadings keeps what else the words may mean: who started may have had earlier records.
func (s *sentence) otherReadings(q *study.Question) {
	if s.crudeToo(q) || s.main == nil || q.Outcome == nil || q.Outcome.Has == nil || q.Outcome.Has.Relation == nil || q.Outcome.Has.Event.Which != study.First {
		return
	}
	if es := s.main.events(); len(es) == 1 && es[0].started {
		other := q.Clone()
		other.Outcome.Has.Event.Which = study.Any
		s.others = append(s.others, Other{"Any record in that time, not only the first ever", other})
	}
}

// counted resolves counts and shares of people and of records.
func (b *builder) counted() {
	s := b.s
	if s.records != nil {
		b.countedRecords()
		return
	}
	if s.main == nil && len(s.people.preds) > 1 && s.measure.Kind == study.Count {
		last := s.people.preds[len(s.people.preds)-1]
		if related(last) {
			s.main, s.people.preds = last, s.people.preds[:len(s.people.preds)-1]
		}
	} else if s.main == nil && len(s.people.preds) == 1 && s.measure.Kind == study.Count && related(s.people.preds[0]) {
		s.main, s.people.preds = s.people.preds[0], nil
	}
	if s.main != nil {
		readmissions(s.main)
		b.frontRelations(s.main)
		b.placePeriod(s.main)
	} else if n := len(s.people.preds); n > 0 {
		b.frontRelations(s.people.preds[n-1])
		b.placePeriod(s.people.preds[n-1])
	}
	b.population(s.main)
	if s.main != nil {
		b.ageOfPeople(s.main)
		b.q.Outcome = b.criterion(s.main)
		b.dateIndex()
	}
	b.leftPeriod()
	if s.measure.Kind == study.Share && b.q.Outcome == nil {
		b.refuse(NoEvent, "it does not say which part of the people is meant")
	}
	if s.measure.Kind == study.Share && b.fault == nil {
		b.settleShare()
	}
}

// readmissions makes the inpatient visit the anchor of what is counted from a discharge, and of another stay.
func readmissions(main *predicate) {
	es := main.events()
	if main.kind == notKind {
		es = main.kids[0].events()
	}
	for _, e := range es {
		for _, r := range e.rels {
			again := e.again && e.Domain == study.Visit && e.noun == "readmission"
			if r.anchor == nil && (r.ana == "discharge" || again) {
				r.anchor = &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: "inpatient visit"}}}, record: true}
			}
		}
	}
}

// leftPeriod places a period that no event took: on the entry event, or as the date of the ages. Else it says nothing that can be counted.
func (b *builder) leftPeriod() {
	d, e := b.s.period, b.q.Population.Entry
	ages := slices.ContainsFunc(b.s.strata, func(st study.Stratum) bool { return st.Kind == study.AgeGroup })
	switch {
	case d == nil:
	case e != nil && e.During == nil && e.Domain != study.Observed:
		e.During = d
	case e == nil && b.q.Outcome == nil && ages:
		b.q.Period = d
	case b.q.Outcome != nil && b.q.Outcome.Has != nil && b.q.Outcome.Has.Event.Domain == study.Observed && b.q.Outcome.Has.Event.Touching == nil:
		b.q.Outcome.Has.Event.Touching = d
	default:
		b.refuse(NoEvent, "it does not say what happened in that time; say “were under observation in”, or “had a visit in”")
	}
}

// related reports whether an event of the predicate lies in a relation to another one.
func related(q *predicate) bool {
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	return slices.ContainsFunc(es, func(e *event) bool {
		return slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor != nil && r.Place == study.Distance && !sameDay(r) })
	})
}

func (b *builder) countedRecords() {
	s := b.s
	e := s.records
	if s.measure.Of == study.Persons && !e.record {
		s.main = &predicate{kind: leaf, ev: e}
		s.records = nil
		b.counted()
		return
	}
	e.rels = append(e.rels, s.front...)
	if e.During == nil && s.period != nil {
		e.During, s.period = s.period, nil
	}
	entry := b.event(e, nil)
	if e.times != nil || e.again {
		b.refuse(Unsupported, "how many of how many records is not clear")
	}
	b.q.Population.Entry = &entry
	b.index = e
	for _, k := range flat(s.people.preds) {
		if c := b.criterion(k); c != nil {
			b.q.Population.Criteria = append(b.q.Population.Criteria, *c)
		}
	}
	if a := s.people.age; a != nil && s.people.ageOn != "" {
		b.q.Population.Criteria = append(b.q.Population.Criteria, study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *a, On: s.people.ageOn}}})
	} else if a != nil {
		b.q.Population.Entry.Age = a
	}
	if s.main != nil {
		b.q.Outcome = b.criterion(s.main)
	}
	if s.people.period != nil && entry.During == nil {
		b.q.Population.Entry.During = s.people.period
	}
}

// frontRelations hangs "After starting X, …" on the event that the sentence is about.
func (b *builder) frontRelations(q *predicate) {
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	if len(b.s.front) > 0 && len(es) == 0 {
		b.refuse(NoEvent, "it does not say what happens then")
	}
	for _, e := range es {
		e.rels = append(e.rels, b.s.front...)
	}
}

// placePeriod hangs a period that stands apart on the events of the predicate.
func (b *builder) placePeriod(q *predicate) {
	if b.s.period == nil {
		return
	}
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	for _, e := range es {
		if e.During == nil {
			e.During = b.s.period
		}
	}
	if len(es) > 0 {
		b.s.period = nil
	}
}

// population makes the cohort of the people, with the index that the main predicate asks for.
func (b *builder) population(main *predicate) {
	preds := flat(b.s.people.preds)
	b.index = b.anchorOf(main)
	if b.index == nil {
		for _, k := range preds {
			if r := b.anchorOf(k); r != nil {
				b.index = r
				break
			}
		}
	}
	fromSubject := false
	for i, k := range preds {
		e, ok := k.merged()
		if !ok || !e.placed() || e.times != nil || e.Domain == study.Death && len(preds) > 1 && !e.record {
			continue
		}
		if b.index == nil || sameEvent(b.index, e) {
			fromSubject = true
			if b.index != nil && e.Which == study.Any {
				e.Which = b.index.Which
			}
			b.index = e
			preds = slices.Delete(preds, i, i+1)
			break
		}
	}
	if b.index != nil {
		entry := b.event(b.index, nil)
		b.q.Population.Entry = &entry
		if fromSubject && b.s.people.age != nil && b.s.people.ageOn == "" && entry.Age == nil {
			b.q.Population.Entry.Age, b.s.people.age = b.s.people.age, nil
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
		if c := b.criterion(k); c != nil {
			b.q.Population.Criteria = append(b.q.Population.Criteria, *c)
		}
	}
	if b.s.people.age != nil && b.s.people.ageOn != "" {
		b.q.Population.Criteria = append(b.q.Population.Criteria, study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *b.s.people.age, On: b.s.people.ageOn}}})
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

// placed reports whether an event stands for itself, or beside others on its day, and is not counted from an index.
func (e *event) placed() bool {
	return !slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor == nil || r.Place == study.Distance && !sameDay(r) })
}

// looseAge places an age that no event took: on the date that the sentence names, else it cannot be counted.
func (b *builder) looseAge() {
	if b.s.people.age == nil {
		return
	}
	if d := b.s.period; d != nil && b.q.Population.Entry == nil && d.From != "" && strings.HasSuffix(d.From, "-01-01") {
		b.q.Population.Criteria = append(b.q.Population.Criteria, study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *b.s.people.age, On: d.From[:4]}}})
		b.s.period, b.s.people.age = nil, nil
		return
	}
	for i := range b.q.Population.Criteria {
		if b.s.measure.Kind == study.Share {
			break
		}
		if h := b.q.Population.Criteria[i].Has; h != nil && h.Event.Age == nil {
			h.Event.Age, b.s.people.age = b.s.people.age, nil
			return
		}
	}
	b.refuse(NoEvent, "it does not say at which date the age is meant; add “in 2010”, or the event at which")
}

// ageOfPeople gives an age said of people without an event of their own to the event that is asked for: "women
// older than 70 had osteoporosis".
func (b *builder) ageOfPeople(main *predicate) {
	if b.s.people.age == nil {
		return
	}
	es := main.events()
	if b.s.measure.Kind == study.Share { // the denominator needs a date of its own
		for _, e := range es {
			if d := e.During; d != nil && d.From != "" && d.To == d.From[:4]+"-12-31" && strings.HasSuffix(d.From, "-01-01") {
				b.q.Population.Criteria = append(b.q.Population.Criteria, study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *b.s.people.age, On: d.From[:4]}}})
				b.s.people.age = nil
				return
			}
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

// anchorOf is the event that the predicate's events are counted from, where the words name it.
func (b *builder) anchorOf(q *predicate) *event {
	if q == nil {
		return nil
	}
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	for _, e := range es {
		for _, r := range e.rels {
			if r.anchor == nil || r.Place != study.Distance || sameDay(r) || nested(e, r) {
				continue
			}
			a := r.anchor
			if a.Which == study.Any && !a.one && a.Domain != study.Visit && a.Domain != study.Death {
				a.Which = study.First
			}
			return a
		}
	}
	return nil
}

// nested reports whether a relation is better judged from the event itself: its anchor is the index already, or
// a second relation.
func nested(e *event, r *relation) bool { return len(e.rels) > 1 && e.rels[0] != r }

func sameDay(r *relation) bool {
	return r.From != nil && r.To != nil && *r.From == study.Offset{} && *r.To == study.Offset{}
}

// sameEvent reports whether two phrases mean the same records.
func sameEvent(a, b *event) bool {
	if a.Domain != b.Domain || len(a.Concepts) != len(b.Concepts) {
		return false
	}
	for i := range a.Concepts {
		if !strings.EqualFold(a.Concepts[i].Text, b.Concepts[i].Text) || a.Concepts[i].Code != b.Concepts[i].Code {
			return false
		}
	}
	return true
}

// event makes the study event of a phrase; relations to other events than the index become conditions on it.
// self is the relation already used.
func (b *builder) event(e *event, self *relation) study.Event {
	ev := e.Event
	ev.With = slices.Clone(e.With)
	if w := ev.Where; w != nil && !e.among && (ev.Which == study.First || ev.Which == study.Last) && (w.Value != nil || len(w.Result) > 0) {
		ev.Chosen, ev.Where = w, nil // "a last value above 9" is not the last of those above 9
	}
	if self != nil && ev.Which == study.Last && !e.ever {
		ev.Which = study.LastOfThese
	}
	for _, r := range e.rels {
		if r == self {
			continue
		}
		if r.anchor == nil {
			if r.ana == "index" && b.index != nil && self != nil && self.ana == "" && r.To == nil && sameDayOrAfter(self) {
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
		if r.Place == study.Distance && !sameDay(r) && anchor.Which == study.Any && anchor.Domain != study.Visit && anchor.Domain != study.Death {
			anchor.Which = study.First
		}
		if r.Place == study.During && anchor.Domain == study.DrugEra && ev.Which == study.First {
			b.refuse(Unsupported, "a start within an era of another drug")
		}
		rel := inverted(r.Relation)
		ev.With = append(ev.With, study.Criterion{Has: &study.Has{Event: b.event(anchor, nil), Relation: &rel}})
	}
	return ev
}

func sameDayOrAfter(r *relation) bool { return r.From != nil && r.From.Days >= 0 }

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
		if b.index == nil {
			b.refuse(NoEvent, "it does not say at which date the age is meant")
			return nil
		}
		b.dated = true
		return &study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *q.age}}}
	case notKind:
		b.includeIndexDay(q.kids[0])
		c := b.criterion(q.kids[0])
		if c == nil {
			return nil
		}
		return &study.Criterion{Not: c}
	case leaf:
		return b.has(q.ev)
	}
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
	}
	return b.parts(q)
}

// parts makes a condition of the conditions of the parts.
func (b *builder) parts(q *predicate) *study.Criterion {
	var cs []study.Criterion
	for _, k := range q.kids {
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

// includeIndexDay lets "no X before" hold only for people without X on the index day, too.
func (b *builder) includeIndexDay(q *predicate) {
	for _, e := range q.events() {
		for i, r := range e.rels {
			if r.anchor == nil && r.ana == "index" && r.From == nil && r.To != nil && *r.To == (study.Offset{Days: -1}) && !r.strict {
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
	var rel *study.Relation
	var self *relation
	b.recurs(e)
	for _, r := range e.rels {
		if r.anchor != nil && (b.index == nil || !sameEvent(r.anchor, b.index)) {
			continue
		}
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
	if e.noun == "it" {
		if b.index == nil || e.times == nil && len(e.rels) == 0 {
			b.refuse(NoEvent, "it does not say what “it” is")
			return nil
		}
		c := *e
		c.Event = study.Event{Domain: b.index.Domain, Concepts: b.index.Concepts, Where: b.index.Where, During: e.During, Age: e.Age}
		e = &c
	}
	if e.again && rel == nil && (e.Which == study.Second || e.Which == study.Third) && e.Domain == study.Condition && !e.record {
		b.refuse(Ambiguous, "two records may be of the same event; say “another … more than 30 days after the first”")
		return nil
	}
	if e.again && rel == nil && e.Which == study.Any {
		b.refuse(NoEvent, "it does not say after which one the other comes")
		return nil
	}
	h := &study.Has{Event: b.event(e, self), Relation: rel, Times: e.times, Distinct: e.distinct, Apart: e.apart}
	return &study.Criterion{Has: h}
}

// recurs makes another record of the same thing the one after the first: "a second diagnosis within 365 days of
// the first".
func (b *builder) recurs(e *event) {
	if !e.again || e.ever || e.noun == "readmission" || len(e.rels) == 0 || e.rels[0].anchor != nil {
		return
	}
	if b.index == nil {
		first := e.clone()
		first.rels, first.again, first.Which, first.times = nil, false, study.First, nil
		entry := first.Event
		b.index, b.q.Population.Entry = first, &entry
	}
	if r := e.rels[0]; len(e.Concepts) == 0 || sameEvent(e, b.index) {
		c := *r
		if c.From == nil || c.From.Days == 0 {
			c.From = &study.Offset{Days: 1}
		}
		e.rels = []*relation{&c}
		e.Concepts, e.Which, e.again = b.index.Concepts, study.Any, false
	}
}

// toIndex makes a relation to the index record, which is dated by it.
func (b *builder) toIndex(e *event, r *relation) *study.Relation {
	rel := r.Relation
	if rel.Place == study.Distance && !sameDay(r) {
		b.dated = true
	}
	visit := b.index.Domain == study.Visit && len(b.index.Concepts) == 1 && b.index.Concepts[0].Text == "inpatient visit"
	if (visit || r.ana == "discharge") && rel.From != nil && rel.From.Days >= 0 && rel.From.Months >= 0 && rel.From.Years >= 0 && !r.begins {
		rel.End = true
	}
	if e.noun == "readmission" && rel.From != nil && *rel.From == (study.Offset{}) {
		rel.From = &study.Offset{Days: 1}
	} else if sameEvent(e, b.index) && e.Domain != study.Death && holdsIndexDay(&rel) {
		b.refuse(Ambiguous, "the same record can be both; say “another”")
	}
	return &rel
}

// holdsIndexDay reports whether a relation lets in the index record itself.
func holdsIndexDay(r *study.Relation) bool {
	later := r.From != nil && (r.From.Days > 0 || r.From.Months > 0 || r.From.Years > 0)
	earlier := r.To != nil && (r.To.Days < 0 || r.To.Months < 0 || r.To.Years < 0)
	return !later && !earlier
}

// dateIndex makes the index one record a person where something is counted from its date: the first ever.
func (b *builder) dateIndex() {
	e := b.q.Population.Entry
	if b.dated && e != nil && e.Which == study.Any && !b.index.one && e.Domain != study.Visit && e.Domain != study.Death {
		e.Which = study.First
	}
}

// ageBands are the age groups where none are named.
func ageGroups() []study.Range {
	var bands []study.Range
	for _, ends := range [][2]float64{{0, 17}, {18, 44}, {45, 64}, {65, 74}, {75, 84}} {
		bands = append(bands, study.Range{Min: &ends[0], Max: &ends[1]})
	}
	oldest := 85.0
	return append(bands, study.Range{Min: &oldest})
}

// settleStrata fills in what the words of the groupings leave to the house: age groups, and months of one year
// or of several.
func (b *builder) settleStrata() {
	for i := range b.s.strata {
		st := &b.s.strata[i]
		switch {
		case st.Kind == study.AgeGroup && st.Width == 0 && len(st.Bands) == 0:
			st.Bands = ageGroups()
		case st.Kind == study.MonthOfYear:
		case st.Kind == study.Month && (b.oneYear() || b.s.top != nil):
			st.Kind = study.MonthOfYear
		case st.Kind == study.Month:
			st.Kind = study.MonthOfYear
			b.s.strata = slices.Insert(b.s.strata, i, study.Stratum{Kind: study.Year, Of: st.Of})
			b.settleStrata()
			return
		case st.Kind.IsTime() && b.countsObserved():
			b.refuse(Unsupported, "people under observation in each period; ask for one period")
		case st.Kind.IsTime() && b.q.Measure.Kind == study.Share && st.Of == "" && b.q.Population.Entry != nil:
			st.Of = study.OfIndex
		}
	}
}

// countsObserved reports whether observation itself is what is counted: a person is observed in several years.
func (b *builder) countsObserved() bool {
	o := b.q.Outcome
	return b.q.Population.Entry != nil && b.q.Population.Entry.Domain == study.Observed || o != nil && o.Has != nil && o.Has.Event.Domain == study.Observed
}

// oneYear reports whether what is asked for lies in one calendar year.
func (b *builder) oneYear() bool {
	d := b.q.Period
	if e := b.q.Population.Entry; d == nil && e != nil {
		d = e.During
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
}
