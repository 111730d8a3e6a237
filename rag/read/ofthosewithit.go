package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A share of people who "were over 80 at their first hip fracture" is one of those who had a hip fracture: nobody else
// was of any age at it. "Had their first hip fracture at 80 or over" is of everybody, as a share "of all people" is.

// everybodyWords say that a share is of everybody.
var everybodyWords = []string{"all", "everyone", "everybody", "whole", "entire", "total", "database", "population",
	"dataset", "data", "registered", "inhabitants", "residents", "members"}

// ofThoseWithIt makes what people are of an age at the thing that they are told by.
func (b *builder) ofThoseWithIt() {
	s := b.s
	main, g := s.main, s.people
	if s.lastAsked && g.madeAge && g.age != nil && g.ageOn == "" && main.kind == leaf && isADisease(main.ev) &&
		main.agedAtFirst(&predicate{kind: aged, age: g.age, dated: true}) {
		g.age, g.madeAge = nil, false // "among people with a stroke, percentage of patients over 80 at diagnosis"
	}
	if s.measure.Kind != study.Share || s.records != nil || main == nil || main.kind != leaf || !main.ev.agedAt ||
		main.ev.Which != study.First || main.ev.untold || main.ev.Age == nil || main.ev.Domain == study.Death ||
		len(main.ev.rels) > 0 || main.ev.times != nil || len(main.ev.Concepts) == 0 {
		return
	}
	if g == nil || g.age != nil || g.period != nil || len(g.versus) > 0 || len(s.front) > 0 ||
		slices.ContainsFunc(flat(g.preds), func(q *predicate) bool { return q.kind != trait }) ||
		s.p.holdsAny(stretch{0, len(s.p.toks)}, everybodyWords) {
		b.ofWhomAtAge()
		return
	}
	age := main.ev.Age
	main.ev.Age = nil
	g.preds = append(slices.Clip(g.preds), main)
	s.main = &predicate{kind: aged, age: age, dated: true}
	s.later = append(s.later, s.ofEverybody)
}

// ofWhomAtAge refuses a share of people of an age, "women over 70", who were of another at something that need not have
// happened to them: it may be of all these, or of those of them to whom it did.
func (b *builder) ofWhomAtAge() {
	g, of := b.s.people, b.s.main.ev
	if g == nil || g.age == nil || b.s.p.holdsAny(stretch{0, len(b.s.p.toks)}, everybodyWords) ||
		slices.ContainsFunc(flat(g.preds), func(q *predicate) bool {
			return slices.ContainsFunc(q.named(), func(e *event) bool { return sameEvent(e, of) })
		}) {
		return
	}
	b.refuse(Ambiguous, "of those who had it, or of everybody? Ask “what percentage of people with … were over 75 at "+
		"their first …”")
}

// ofEverybody keeps the reading in which the share is of everybody, with or without it.
func (s *sentence) ofEverybody(q *study.Question) {
	if q.Population.Entry == nil || q.Outcome == nil || q.Outcome.Is == nil || q.Outcome.Is.Age == nil {
		return
	}
	other := q.Clone()
	e := other.Population.Entry
	e.Age, other.Population.Entry = &other.Outcome.Is.Age.Range, nil
	other.Outcome = &study.Criterion{Has: &study.Has{Event: *e}}
	other.Canonicalize()
	s.others = append(s.others, Other{What: "Of everybody, not only of those who had it", Question: other})
}
