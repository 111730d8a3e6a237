package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

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
		b.refuseOpen(rel)
		if rel.anchor != nil {
			s.people.preds = append([]*predicate{{kind: leaf, ev: rel.anchor}}, s.people.preds...)
		}
	}
	if e := s.listed.Event; e != nil && e.During == nil && s.period != nil {
		e.During, s.period = s.period, nil
	}
	timed := slices.ContainsFunc(s.strata, func(st study.Stratum) bool { return st.Kind.IsTime() })
	if s.listStarts && !b.startsOfEach(rel, timed) {
		b.refuse(Unsupported, "“started” of each drug may be its first use or any prescription; say “prescribed”")
		return
	}
	if e := s.listed.Event; e != nil && e.During == nil && rel == nil && s.records == nil {
		e.During = s.people.givePeriod()
		s.gavePeriod = e.During
	}
	if e := s.listed.Event; e != nil && e.Where == nil && rel == nil && s.records == nil {
		e.Where = s.people.givePlace(s.p)
		s.gavePlace = e.Where != nil
	}
	if s.listed.Relation == nil && rel == nil && s.records == nil && !s.listStarts {
		b.holdTaken(s.listed.Event)
	}
	if s.records != nil { // what is recorded at visits
		b.countedRecords()
		b.noPeriod()
		return
	}
	if s.measure.Of == study.Records || s.measure.Kind == study.Number || timed && rel == nil { // times of the records
		b.rankedRecords(rel)
		return
	}
	if e := s.listed.Event; e != nil && s.people.age != nil &&
		len(flat(s.people.preds)) == len(traits(s.people.preds)) {
		if g := s.people; len(g.ageOn) == len("2009") && e.During == nil && rel == nil {
			e.During, g.ageOn = wholeYear(g.ageOn), "" // "procedures in women aged 80 and over in 2009" are of that year
		}
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
	if e := s.listed.Event; e != nil && b.index != nil && e.Domain == b.index.Domain && s.listed.Level == "" {
		e.Except = withEntities(e.Except, b.index.Concepts) // what all of them have says nothing
	}
	b.noPeriod()
	fromEras(s.listed)
}

// givePlace takes off the people the kind of visit that stands behind what they have: "top procedures of people with
// COPD at ER visits" are those at such visits, while "of people diagnosed with COPD at ER visits" says where that was.
func (g *people) givePlace(p *parser) *study.Where {
	if len(g.preds) == 0 {
		return nil
	}
	q := g.preds[len(g.preds)-1]
	if q.kind != leaf || !q.saidWith() || q.ev.record || q.ev.Where == nil {
		return nil
	}
	w := *q.ev.Where
	if of := w.Visit; len(of) == 0 || !reflect.DeepEqual(w, study.Where{Visit: of}) {
		return nil
	}
	for _, t := range p.toks[q.ev.from:] {
		if slices.Contains([]string{"diagnosed", "recorded", "documented", "coded", "noted", "found", "seen", "treated"}, t.low) {
			return nil
		}
	}
	q.ev.Where = nil
	return &w
}

// startsOfEach chooses the first record of each of what is listed, as drugs that were started; false where what is
// listed or counted has none.
func (b *builder) startsOfEach(rel *relation, timed bool) bool {
	s := b.s
	e := s.listed.Event
	if e == nil || s.listed.Kind != study.Concept || s.records != nil || s.measure.Of == study.Records ||
		s.measure.Kind != study.Count || e.Where != nil || e.Domain == study.Death || rel == nil && timed {
		return false
	}
	if s.p.choose("started") != "first_ever" {
		return rel != nil || e.During != nil
	}
	if s.listed.Level == ingredients && e.Domain == study.Drug {
		e.Domain, s.listed.Level = study.DrugEra, "" // the first era of an ingredient begins with its first exposure
	}
	e.Which = study.FirstOfEach
	return s.listed.Level == ""
}

// fromEras takes ingredients to which nothing gives a time from the drug eras: who has an exposure has an era. In a
// time they are those of the exposures in it; an era begins but once.
func fromEras(st *study.Stratum) {
	e := st.Event
	if st.Level == ingredients && st.Relation == nil && e.Domain == study.Drug && e.During == nil &&
		e.Touching == nil && e.Age == nil && e.Where == nil && len(e.With)+len(e.Or) == 0 {
		e.Domain, st.Level = study.DrugEra, ""
	}
}

// rankedRecords resolves rankings by number of records or by cost: the records are the population.
func (b *builder) rankedRecords(rel *relation) {
	s := b.s
	if rel != nil || s.listed.Kind != study.VisitType && s.listed.Event == nil {
		b.refuse(Unsupported, "this ranking by records")
		return
	}
	if s.listed.Kind == study.VisitType {
		s.records = &event{Event: study.Event{Domain: study.Visit}, record: true}
	} else {
		s.records = &event{Event: *s.listed.Event, record: true}
		if s.p.r.byRecords { // beside those of the most people: of the same things
			s.records.Except = withEntities(s.records.Except, s.people.haveAll(s.records.Domain))
		}
		s.listed = &study.Stratum{Kind: study.Concept, Level: s.listed.Level}
	}
	b.countedRecords()
}

// haveAll are the concepts of a domain that all of the people have.
func (g *people) haveAll(d study.Domain) []study.Entity {
	for _, k := range flat(g.preds) {
		if e, ok := k.merged(); ok && e.placed() && e.times == nil {
			if e.Domain != d {
				return nil
			}
			return e.Concepts
		}
	}
	return nil
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

// rankedBounds are those of rankings around an index: conditions after it do not come with it, and a condition
// that leads to a drug may be recorded on its day.
func (b *builder) rankedBounds(r *study.Relation) {
	zero := study.Offset{}
	if r.Place != study.Distance || b.s.listed.Event == nil {
		return
	}
	if b.s.listed.Event.Domain == study.Condition && r.From != nil && *r.From == zero && r.To != nil && *r.To != zero &&
		!r.End {
		r.From = &study.Offset{Days: 1}
	}
	if b.index.Domain == study.Drug && b.s.listed.Event.Domain == study.Condition && r.To != nil &&
		*r.To == (study.Offset{Days: -1}) && r.From != nil {
		r.To = &study.Offset{}
	}
}

// noPeriod refuses a period that nothing took.
func (b *builder) noPeriod() {
	if b.s.period != nil {
		b.refuse(NoEvent, "it does not say what happened in that time")
	}
}

// ratioOfPeople resolves the ratio of two groups of people, each by what it has.
func (b *builder) ratioOfPeople() {
	st := study.Stratum{Kind: study.Groups}
	for i, g := range b.s.groups {
		q := g.asPredicate()
		if q == nil || g.age != nil || g.period != nil {
			b.refuse(Unsupported, "a ratio of people by age or by time")
			return
		}
		c := b.criterion(q)
		if c == nil {
			return
		}
		st.Groups = append(st.Groups, study.Group{Name: []string{"first group", "second group"}[i], Is: *c})
	}
	b.q.Strata = append(b.q.Strata, st)
	b.noPeriod()
}

// withEntities adds those that are not among the others.
func withEntities(to, more []study.Entity) []study.Entity {
	for _, e := range more {
		if !slices.ContainsFunc(to, func(o study.Entity) bool { return sameName(o, e) }) {
			to = append(slices.Clip(to), e)
		}
	}
	return to
}
