package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// visitWithout reads what was not recorded at a visit: "a hospital stay without a heart failure diagnosis", "an
// emergency visit with chest pain but no ECG". It is said of that visit, as "with a heart failure diagnosis" is.
func (p *parser) visitWithout(e *event) bool {
	if e.Domain != study.Visit {
		return false
	}
	if len(e.With) > 0 && p.is("but", "and") {
		p.try(func() bool { return p.at(0) == "with" && p.at(1) == "no" && p.take() })
	}
	switch {
	case p.at(0) == "no" && len(e.With) > 0 && p.take():
	case !p.is("without") || !slices.Contains(plainWithout, p.lastPhrase()):
		return false
	}
	from := p.pos
	q, ok := p.eventList([]string{"condition", "procedure", "measurement", "observation", "drug"}, false)
	if !ok || q.kind != leaf && q.kind != anyKind {
		return false
	}
	for _, of := range q.events() {
		if of.likelyDomain() == string(study.Drug) && len(of.rels) == 0 && of.times == nil && p.unclear == "" {
			p.unclear = "a drug that was not taken at a visit, or never; say “who never took …”, or “… during …”"
		}
		switch of.Domain {
		case study.Visit, study.Drug, study.DrugEra, study.Death, study.Observed:
			return false
		}
		if of.likelyDomain() == string(study.Drug) || of.Which != study.Any || of.Age != nil || of.again {
			return false
		}
		if of.During != nil { // "a visit without X in 2009": the visit is
			if e.During != nil {
				return false
			}
			defer func(d *study.Period) { e.During = d }(of.During)
			of.During = nil
		}
	}
	p.try(func() bool { // "at that visit"
		return p.word("at", "during", "in", "on") && p.takeOne("that", "the", "this") && p.is("visit")
	})
	with, ok := q.atVisit(p)
	if !ok || len(with) != 1 || with[0].Has == nil || with[0].Has.Times != nil || p.saidSince(from, "ever") {
		return false
	}
	e.With = append(e.With, study.Criterion{Not: &with[0]})
	return true
}

// placeWithout reads what was not recorded at the visit that is the place of something: "syncope at an emergency visit
// without an ECG" is a visit with the one and without the other.
func (p *parser) placeWithout(e *event) bool {
	if e.Domain == study.Visit || e.Domain == study.Death || e.isDrug() || e.Where == nil || len(e.Where.Visit) == 0 ||
		len(e.rels) > 0 || e.times != nil || e.Which != study.Any || !p.sees("without") {
		return false
	}
	of := e.clone()
	visit := &event{Event: study.Event{Domain: study.Visit, Concepts: of.Where.Visit, During: of.During, Age: of.Age},
		from: e.from, to: e.to}
	of.During, of.Age, of.Where.Visit = nil, nil, nil
	if reflect.DeepEqual(*of.Where, study.Where{}) {
		of.Where = nil
	}
	with, ok := (&predicate{kind: leaf, ev: of}).atVisit(p)
	if !ok {
		return false
	}
	visit.With = with
	if !p.visitWithout(visit) {
		return false
	}
	*e = *visit
	return true
}

// plainWithout are the words that only leave something out: "without a history of X" is said of people.
var plainWithout = []string{"without", "w/o", "with no", "without a single", "having no", "lacking", "without record of",
	"without any record of", "with no record of"}

// neverRecorded keeps the reading in which what was not recorded at a visit was never recorded of these people.
func (s *sentence) neverRecorded(q *study.Question) {
	if m := q.Measure; m.Kind != study.Count && m.Kind != study.Share || m.Of != "" && m.Of != study.Persons {
		return
	}
	other := q.Clone()
	var never []study.Criterion
	if e := other.Population.Entry; e != nil {
		never = takeNever(e)
		other.Population.Criteria = append(other.Population.Criteria, never...)
	}
	if o := other.Outcome; o != nil && o.Has != nil && o.Has.Relation == nil && o.Has.Times == nil {
		if of := takeNever(&o.Has.Event); len(of) > 0 {
			never = append(never, of...)
			other.Outcome = &study.Criterion{All: append([]study.Criterion{*o}, of...)}
		}
	}
	if len(never) > 0 {
		s.others = append(s.others, Other{What: "Never recorded at all, not only not at that visit", Question: other})
	}
}

// takeNever takes off a visit what was not recorded at it, as what was never recorded.
func takeNever(visit *study.Event) (never []study.Criterion) {
	var rest []study.Criterion
	for _, c := range visit.With {
		if !notAtVisit(c) {
			rest = append(rest, c)
			continue
		}
		has := *c.Not.Has
		has.Relation = nil
		never = append(never, study.Criterion{Not: &study.Criterion{Has: &has}})
	}
	visit.With = rest
	return never
}

// notAtVisit reports whether a criterion says that something was not recorded at the visit itself.
func notAtVisit(c study.Criterion) bool { return c.Not != nil && atSameVisit(*c.Not) }
