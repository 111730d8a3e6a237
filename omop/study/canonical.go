package study

import (
	"reflect"
	"slices"
)

// Canonicalize brings what can be said in several ways into one of them, without changing what is asked: traits
// before events, no "all" within an
// "all", no choice among a person's deaths, and no word on whose date a grouping takes where there is only one.
func (q *Question) Canonicalize() {
	for _, e := range []*Event{q.Population.Entry, q.Measure.Event} {
		if e != nil {
			e.simplify()
		}
	}
	q.Population.Criteria = flattened(q.Population.Criteria)
	q.Population.ageAtEntry()
	slices.SortStableFunc(q.Population.Criteria, func(a, b Criterion) int { return a.order() - b.order() })
	if q.Outcome != nil {
		q.Outcome.simplify()
	}
	for i := range q.Population.Criteria {
		q.Population.Criteria[i].simplify()
	}
	if q.Population.Entry == nil && !slices.ContainsFunc(q.Strata, func(s Stratum) bool {
		return slices.ContainsFunc(s.Groups, func(g Group) bool { return g.Entry != nil })
	}) {
		for i := range q.Population.Criteria {
			q.Population.Criteria[i].observedFor()
		}
		q.Outcome.observedFor()
	}
	for i := range q.Strata {
		if q.Outcome == nil && q.Strata[i].Of == OfIndex && !q.startsAtRisk() {
			q.Strata[i].Of = ""
		}
	}
}

// observedFor takes the days before and after an index date, where there is none, for so many together: those of one
// observation period.
func (c *Criterion) observedFor() {
	if c == nil {
		return
	}
	if f := c.Observed; f != nil && f.Before > 0 {
		c.Observed = &FollowUp{After: f.Before + f.After, For: f.For, In: f.In}
	}
	for _, kids := range [][]Criterion{c.All, c.Any} {
		for i := range kids {
			kids[i].observedFor()
		}
	}
	c.Not.observedFor()
	if c.Some != nil {
		for i := range c.Some.Of {
			c.Some.Of[i].observedFor()
		}
	}
}

// ageAtEntry moves an age at the index date to the entry event, whose date that is.
func (c *Cohort) ageAtEntry() {
	if c.Entry == nil || c.Entry.Age != nil {
		return
	}
	for i, k := range c.Criteria {
		if k.Is != nil && k.Is.Age != nil && k.Is.Age.On == "" && !k.Is.Age.AtEnd {
			c.Entry.Age = &k.Is.Age.Range
			c.Criteria = slices.Delete(c.Criteria, i, i+1)
			return
		}
	}
}

// flattened are criteria of which all must hold, without those within an "all", and each once: what is asked twice of a
// person costs a database twice the time, and many times over far more.
func flattened(cs []Criterion) []Criterion {
	var flat []Criterion
	for _, c := range cs {
		if len(c.All) > 0 {
			flat = append(flat, flattened(c.All)...)
		} else {
			flat = append(flat, c)
		}
	}
	return each(flat)
}

// each are criteria without those that are there already.
func each(cs []Criterion) []Criterion {
	var once []Criterion
	for i := range cs {
		if !slices.ContainsFunc(once, func(k Criterion) bool { return reflect.DeepEqual(k, cs[i]) }) {
			once = append(once, cs[i])
		}
	}
	return once
}

func (e *Event) simplify() {
	if e.Domain == Death {
		e.Which = Any
	}
	for i := range e.With {
		e.With[i].simplify()
	}
}

func (c *Criterion) simplify() {
	if len(c.All) > 0 {
		if c.All = flattened(c.All); len(c.All) == 1 {
			*c = c.All[0]
		}
	}
	if c.Has != nil {
		c.Has.Event.simplify()
		if name := c.Has.membership(); name != "" {
			c.Has, c.Cohort = nil, name
		}
	}
	for _, kids := range [][]Criterion{c.All, c.Any} {
		for i := range kids {
			kids[i].simplify()
		}
	}
	if c.Not != nil {
		c.Not.simplify()
	}
	if c.Some != nil {
		for i := range c.Some.Of {
			c.Some.Of[i].simplify()
		}
	}
}

// membership is the cohort that the person only has to be in, at any time; "" where more is asked of the entry.
func (h *Has) membership() string {
	e := &h.Event
	plain := Event{Domain: KeptCohort, Concepts: e.Concepts}
	if len(e.Concepts) != 1 || h.Relation != nil || h.Times != nil || h.Distinct != "" || h.Apart != 0 ||
		!reflect.DeepEqual(*e, plain) {
		return ""
	}
	return e.Concepts[0].Text
}

// order is the place of a criterion among those of a population.
func (c *Criterion) order() int {
	switch t := c.Is; {
	case t == nil:
		return 9
	case t.Sex != "":
		return 0
	case t.Race != "":
		return 1
	case t.Ethnicity != "":
		return 2
	case t.State != "":
		return 3
	case t.Born != nil:
		return 4
	}
	return 5
}
