package read

import (
	"reflect"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// theirTime settles what has no time of its own beside people who are told by one. "Of patients with diabetes in 2009,
// how many took metformin?" leaves open when: at any time, with the number of 2009 beside it. What is measured of the
// very records that tell of the people is of that time: "mean HbA1c of people with an HbA1c in 2009" is not of their
// values of all years, which stand beside it.
func (s *sentence) theirTime(q *study.Question) {
	told := toldByTime(q)
	if told == nil || timed(q) {
		return
	}
	inTime := q.Clone()
	same, changed := false, false
	for _, e := range timeless(inTime) {
		same = same || e.Domain == told.Domain && reflect.DeepEqual(e.Concepts, told.Concepts)
		d := *told.During
		e.During, changed = &d, true
		if e.Which == study.Last {
			e.Which = study.LastOfThese
		}
	}
	if !changed {
		return
	}
	what := "In the same time as the people, not at any time"
	if inTime.Canonicalize(); same && !s.p.saysAnyTime(q) {
		what = "At any time, not only in that of the people"
		*q, *inTime = *inTime, *q
	}
	s.others = append(s.others, Other{What: what, Question: inTime})
}

// saysAnyTime reports whether the question asks for what happened at any time, be it as the sentence that says so.
func (p *parser) saysAnyTime(q *study.Question) bool {
	return strings.Contains(lower(p.text), "at any time") || strings.TrimRight(p.text, ".?! ") == q.String()
}

// toldByTime is the event by whose time the people are told: the only one with a time, with both its ends. New users
// and first diagnoses begin a time of their own.
func toldByTime(q *study.Question) *study.Event {
	var told *study.Event
	for _, e := range toldBy(q) {
		switch {
		case e.During == nil && e.Touching == nil:
		case told != nil || e.During == nil || e.During.From == "" || e.During.To == "" || e.During.From == e.During.To ||
			e.Which != study.Any && e.Which != study.FirstOfThese:
			return nil
		default:
			told = e
		}
	}
	return told
}

// toldBy are the events by which the people are told, but for what they do not have.
func toldBy(q *study.Question) []*study.Event {
	var events []*study.Event
	if e := q.Population.Entry; e != nil {
		events = append(events, e)
	}
	for i := range q.Population.Criteria {
		if h := q.Population.Criteria[i].Has; h != nil {
			events = append(events, &h.Event)
		}
	}
	return events
}

// timed reports whether the answer is by time.
func timed(q *study.Question) bool {
	for i := range q.Strata {
		if q.Strata[i].Kind.IsTime() {
			return true
		}
	}
	return false
}

// timeless are the records that are asked for, of people who are told by others, without a time.
func timeless(q *study.Question) []*study.Event {
	var found []*study.Event
	add := func(e *study.Event, rel *study.Relation) {
		if e != nil && rel == nil && e.During == nil && e.Touching == nil && e.Age == nil && len(e.With) == 0 &&
			(e.Which == study.Any || e.Which == study.Last) && hasRecordsInTime(e.Domain) {
			found = append(found, e)
		}
	}
	switch q.Measure.Kind {
	case study.Count, study.Share:
		if q.Measure.Of != study.Persons && q.Measure.Of != study.Stays {
			add(q.Population.Entry, nil)
		}
		for _, c := range hadIn(q.Outcome) {
			add(&c.Has.Event, c.Has.Relation)
		}
	case study.Number:
		if e := q.Population.Entry; q.Measure.Event == nil && e != nil {
			add(e, nil)
		}
		add(q.Measure.Event, q.Measure.Relation)
	}
	for i := range q.Strata {
		add(q.Strata[i].Event, q.Strata[i].Relation)
	}
	return found
}

// hasRecordsInTime reports whether records of a domain happen: observation and insurance last.
func hasRecordsInTime(d study.Domain) bool {
	switch d {
	case "", study.Observed, study.PayerPlan, study.KeptCohort:
		return false
	}
	return true
}

// hadIn are the conditions of an outcome that people have something.
func hadIn(c *study.Criterion) []*study.Criterion {
	if c == nil {
		return nil
	}
	var found []*study.Criterion
	if c.Has != nil {
		found = append(found, c)
	}
	found = append(found, hadIn(c.Not)...)
	for i := range c.All {
		found = append(found, hadIn(&c.All[i])...)
	}
	for i := range c.Any {
		found = append(found, hadIn(&c.Any[i])...)
	}
	return found
}
