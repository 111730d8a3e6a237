package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// demands are what a person must have, and must not have, for a question to count anybody: names, or domains where
// nothing is named, each with the times in which it is so.
type demands map[string][]*study.Period

func (d demands) add(name string, in *study.Period) { d[name] = append(d[name], in) }

// contradiction says why no record can be what a question asks for; "" where one can.
func contradiction(q *study.Question) string {
	must, never := demands{}, demands{}
	for i := range q.Population.Criteria {
		noteDemands(&q.Population.Criteria[i], must, never)
	}
	if e := q.Population.Entry; e != nil {
		must.have(e)
	}
	if q.Outcome != nil {
		noteDemands(q.Outcome, must, never)
	}
	if e, o := q.Population.Entry, q.Outcome; e != nil && e.Which == study.First && plain(e) && o != nil &&
		o.Has != nil && plain(&o.Has.Event) && names(e) == names(&o.Has.Event) && endsBefore(o.Has.Relation) {
		return "it asks what came of " + names(e) + " before the first of it"
	}
	if n := askedOfThemselves(q); n != "" {
		return "it asks how many of those with " + n + " had " + n
	}
	for name, not := range never {
		if slices.ContainsFunc(must[name], func(in *study.Period) bool {
			return slices.ContainsFunc(not, func(none *study.Period) bool { return holdsPeriod(none, in) })
		}) {
			return "it asks for people with and without " + name
		}
	}
	return atOnce(q)
}

// holdsPeriod reports whether a time lies within another; nil is any time.
func holdsPeriod(outer, in *study.Period) bool {
	switch {
	case outer == nil:
		return true
	case in == nil:
		return false
	}
	return outer.From <= in.From && (outer.To == "" || in.To != "" && in.To <= outer.To)
}

// endsBefore reports whether a relation is over before the index date.
func endsBefore(r *study.Relation) bool {
	return r != nil && r.Place == study.Distance && r.To != nil && (r.To.Days < 0 || r.To.Months < 0 || r.To.Years < 0)
}

// have notes that a person must have an event, whatever else is asked of it: who never took a drug did not start it in
// 2009.
func (d demands) have(e *study.Event) {
	if len(e.Or)+len(e.AnyOf) > 0 {
		return
	}
	if len(e.Concepts) == 1 {
		d.add(names(e), e.During)
	}
	if any := anyOfDomain(e.Domain); any != "" {
		d.add(any, e.During)
	}
}

// lack notes that a person must not have an event.
func (d demands) lack(e *study.Event) {
	if e.Where != nil || e.Age != nil || e.Chosen != nil || e.Touching != nil ||
		len(e.With)+len(e.Or)+len(e.AnyOf) > 0 ||
		len(e.Except) > 0 || // who takes one statin takes no other one
		e.Which == study.Second || e.Which == study.Third { // who has no second may have one
		return
	}
	for _, one := range e.Concepts {
		d.add(strings.ToLower(one.Text), e.During)
	}
	if any := anyOfDomain(e.Domain); any != "" && len(e.Concepts) == 0 {
		d.add(any, e.During)
	}
}

// anyOfDomain names any record of a domain.
func anyOfDomain(d study.Domain) string {
	switch d {
	case study.Drug, study.DrugEra:
		return "any drug"
	case study.Condition, study.ConditionEra:
		return "any condition"
	case study.Procedure, study.Measurement, study.Visit:
		return "any " + string(d)
	}
	return ""
}

// noteDemands notes what a person must and must never have for a criterion to hold.
func noteDemands(c *study.Criterion, must, never demands) {
	for i := range c.All {
		noteDemands(&c.All[i], must, never)
	}
	if h := c.Has; h != nil && (h.Times == nil || h.Times.Min != nil && *h.Times.Min >= 1) {
		must.have(&h.Event)
	}
	if c.Not == nil {
		return
	}
	for _, k := range append(slices.Clone(c.Not.Any), *c.Not) {
		if h := k.Has; h != nil && h.Relation == nil && h.Times == nil {
			never.lack(&h.Event)
		}
	}
}

// plain reports whether an event is of one thing, and nothing else is asked of it.
func plain(e *study.Event) bool {
	return len(e.Concepts) == 1 && e.Where == nil && e.Age == nil && e.During == nil && len(e.With) == 0 &&
		len(e.Or) == 0
}

func names(e *study.Event) string { return strings.ToLower(e.Concepts[0].Text) }

// askedOfThemselves is the name of what people are told by where a percentage asks whether they had just that.
func askedOfThemselves(q *study.Question) string {
	e, o := q.Population.Entry, q.Outcome
	if q.Measure.Kind != study.Share || q.Measure.Of != study.Persons || e == nil || o == nil || o.Has == nil ||
		o.Has.Relation != nil || o.Has.Times != nil || o.Has.Summed != "" || len(e.Concepts) != 1 ||
		e.Which != study.Any || e.During != nil || e.Domain != o.Has.Event.Domain {
		return ""
	}
	of := &o.Has.Event
	if !plain(e) || !plain(of) || len(of.Except)+len(of.AnyOf) > 0 ||
		of.Which != study.Any && of.Which != study.First ||
		names(e) != names(of) {
		return ""
	}
	return names(e)
}
