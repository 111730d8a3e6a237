package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// theirTime settles what has no time of its own beside people who are told by one. "Of patients with diabetes in 2009,
// how many took metformin?" leaves open when: at any time, with the number of 2009 beside it. What is measured of the
// very records that tell of the people is of that time: "mean HbA1c of people with an HbA1c in 2009" is not of their
// values of all years, which stand beside it. So are the records of people of an age in a year, or without something in
// it: "prescriptions of women aged 65 or older in 2009".
func (s *sentence) theirTime(q *study.Question) {
	if timed(q) {
		return
	}
	inTime := q.Clone()
	d, own := timeOfPeople(inTime)
	if d == nil {
		return
	}
	changed := false
	measured := measuredIn(inTime)
	for _, e := range append(measured, outcomesIn(inTime)...) {
		if told := toldByTime(q); told != nil {
			own = own || e.Domain == told.Domain && reflect.DeepEqual(e.Concepts, told.Concepts)
		} else if !slices.Contains(measured, e) && e.Domain != study.Death {
			continue // an age, or what people do not have, tells of no time of what is asked of them
		}
		in := *d
		e.During, changed = &in, true
		if e.Which == study.Last {
			e.Which = study.LastOfThese
		}
	}
	if !changed {
		return
	}
	what := "In the same time as the people, not at any time"
	if inTime.Canonicalize(); own && !s.p.saysAnyTime(q) {
		what = "At any time, not only in that of the people"
		*q, *inTime = *inTime, *q
	}
	s.others = append(s.others, Other{What: what, Question: inTime})
}

// timeOfPeople is the time by which people are told; own where records that are measured have no other. A condition
// that they do not have in that time, they do not have at any.
func timeOfPeople(q *study.Question) (d *study.Period, own bool) {
	if told := toldByTime(q); told != nil {
		return told.During, false
	}
	for i := range q.Population.Criteria {
		c := &q.Population.Criteria[i]
		switch {
		case d != nil && (c.Is != nil || c.Not != nil):
		case c.Is != nil && c.Is.Age != nil && len(c.Is.Age.On) == len("2009"):
			d = &study.Period{From: c.Is.Age.On + "-01-01", To: c.Is.Age.On + "-12-31"}
		case c.Not != nil && c.Not.Has != nil && c.Not.Has.Relation == nil && isSpan(c.Not.Has.Event.During):
			d = c.Not.Has.Event.During
			if c.Not.Has.Event.Domain == study.Condition {
				c.Not.Has.Event.During = nil
			}
		case c.Has != nil && (c.Has.Event.During != nil || c.Has.Event.Touching != nil):
			return nil, false
		}
	}
	return d, true
}

// isSpan reports whether a time has both its ends, and is longer than a day.
func isSpan(d *study.Period) bool { return d != nil && d.From != "" && d.To != "" && d.From != d.To }

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
		case told != nil || !isSpan(e.During) || e.Which != study.Any && e.Which != study.FirstOfThese:
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

// timeless adds a record to those without a time.
func timeless(found []*study.Event, e *study.Event, rel *study.Relation) []*study.Event {
	if e != nil && rel == nil && e.During == nil && e.Touching == nil && len(e.With) == 0 && (e.Which == study.Any ||
		e.Which == study.Last) && hasRecordsInTime(e.Domain) {
		return append(found, e)
	}
	return found
}

// measuredIn are the records without a time that are counted, measured or listed.
func measuredIn(q *study.Question) (found []*study.Event) {
	m := &q.Measure
	records := m.Of != study.Persons && m.Of != study.Stays
	if (m.Kind == study.Count || m.Kind == study.Share) && records || m.Kind == study.Number && m.Event == nil {
		found = timeless(found, q.Population.Entry, nil)
	}
	if m.Kind == study.Number {
		found = timeless(found, m.Event, m.Relation)
	}
	for i := range q.Strata {
		found = timeless(found, q.Strata[i].Event, q.Strata[i].Relation)
	}
	return found
}

// outcomesIn are the records without a time that are asked of people.
func outcomesIn(q *study.Question) (found []*study.Event) {
	if q.Measure.Kind == study.Count || q.Measure.Kind == study.Share {
		for _, c := range hadIn(q.Outcome) {
			if c.Has.Event.Age == nil {
				found = timeless(found, &c.Has.Event, c.Has.Relation)
			}
		}
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

// deniedInTime keeps the reading in which what people did not have is of the time of what they had: "had an emergency
// visit in 2009 but no hospital stay".
func (s *sentence) deniedInTime(q *study.Question) {
	if q.Measure.Kind != study.Count && q.Measure.Kind != study.Share || q.Measure.Of != study.Persons || timed(q) {
		return
	}
	other := q.Clone()
	changed := denyInTime(other.Population.Criteria, other.Population.Entry)
	if o := other.Outcome; o != nil {
		changed = denyInTime(o.All, nil) || changed
	}
	if !changed {
		return
	}
	other.Canonicalize()
	s.others = append(s.others,
		Other{What: "What they did not have is of the same time, not of any", Question: other})
}

// denyInTime gives the one time of some conditions to those of them that deny something at any time.
func denyInTime(cs []study.Criterion, entry *study.Event) bool {
	var d *study.Period
	had := []*study.Event{}
	if entry != nil {
		had = append(had, entry)
	}
	for i := range cs {
		if cs[i].Has != nil {
			had = append(had, &cs[i].Has.Event)
		}
	}
	for _, e := range had {
		switch {
		case e.During == nil && e.Touching == nil:
		case d != nil || !isSpan(e.During) || e.Which != study.Any && e.Which != study.FirstOfThese:
			return false
		default:
			d = e.During
		}
	}
	changed := false
	for i := range cs {
		if d == nil || cs[i].Not == nil || cs[i].Not.Has == nil {
			continue
		}
		h := cs[i].Not.Has
		for _, e := range timeless(nil, &h.Event, h.Relation) {
			in := *d
			e.During, changed = &in, true
		}
	}
	return changed
}
