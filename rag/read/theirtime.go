package read

import (
	"reflect"
	"slices"
	"strconv"
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
			own = own || e.Domain == told.Domain && reflect.DeepEqual(e.Concepts, told.Concepts) ||
				q.Measure.Kind == study.Number && told.Domain == study.Drug && s.p.saysTaken() // while they were on it
		} else if !slices.Contains(measured, e) && e.Domain != study.Death {
			continue // an age, or what people do not have, tells of no time of what is asked of them
		}
		in := *d
		if e.Domain == study.Death && inTime.Outcome != nil && inTime.Outcome.Not != nil {
			in.From = "" // who is still alive in 2010 has not died before it, either
		}
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
		for _, o := range s.others { // its variants are of that time, too
			for _, e := range measuredIn(o.Question) {
				in := *d
				e.During = &in
			}
			o.Question.Canonicalize()
		}
	}
	s.others = append(s.others, Other{What: what, Question: inTime})
}

// takenInTime keeps the reading in which people who take something take it in the time of what is asked of them: "how
// many patients on warfarin took clopidogrel in 2009?"
func (s *sentence) takenInTime(q *study.Question) {
	e := q.Population.Entry
	if e == nil || e.Domain != study.Drug && e.Domain != study.DrugEra || e.Which != study.Any || e.During != nil ||
		e.Touching != nil || len(e.With) > 0 || q.Outcome == nil || q.Measure.Of != study.Persons || timed(q) {
		return
	}
	var in *study.Period
	for _, h := range hads(q.Outcome) {
		if d := h.Event.During; h.Relation != nil || !isSpan(d) || in != nil && *in != *d {
			return
		}
		in = h.Event.During
	}
	if in == nil {
		return
	}
	other := q.Clone()
	d := *in
	other.Population.Entry.During = &d
	other.Canonicalize()
	s.others = append(s.others, Other{What: "Taking it in that time, not at any", Question: other})
}

// observedInYear keeps the readings of people of an age in a year, or on a day, in which only those under observation
// then count, and that of an age on New Year's Day as the one that they have completed: the house takes ages by the
// year.
func (s *sentence) observedInYear(q *study.Question) {
	m := q.Measure
	aged := ageInTime(q)
	if m.Kind != study.Share && (m.Kind != study.Count || q.Outcome != nil && q.Outcome.Is == nil) ||
		m.Of != study.Persons || q.Population.Entry != nil || timed(q) {
		return
	}
	on := ""
	switch o := q.Outcome; {
	case aged != nil:
		on = aged.On
	case m.Kind == study.Share && o != nil && o.Has != nil && lasts(o.Has.Event.Domain) && isDay(o.Has.Event.Touching):
		on = o.Has.Event.Touching.From // "what percentage of people were on warfarin on 1 July 2009"
	default:
		return
	}
	other, then := q.Clone(), wholeYear(on)
	if len(on) > len("2010") {
		then = &study.Period{From: on, To: on}
	}
	other.Population.Entry = &study.Event{Domain: study.Observed, Touching: then}
	other.Canonicalize()
	s.others = append(s.others, Other{What: "Of those under observation " + onOrIn(on), Question: other})
	if year, newYear := strings.CutSuffix(on, "-01-01"); newYear && aged != nil {
		completed := q.Clone()
		y, _ := strconv.Atoi(year)
		ageInTime(completed).On = strconv.Itoa(y - 1)
		s.others = append(s.others, Other{What: "By the age completed by that day", Question: completed})
	}
}

// ageInTime is the age in a year or on a day by which people are told, or that is asked of them.
func ageInTime(q *study.Question) *study.Age {
	criteria := q.Population.Criteria
	if q.Outcome != nil {
		criteria = append(append(slices.Clip(criteria), *q.Outcome), q.Outcome.All...)
	}
	for _, c := range criteria {
		if c.Is != nil && c.Is.Age != nil && len(c.Is.Age.On) >= len("2010") && c.Is.Age.On != study.DataEnd {
			return c.Is.Age
		}
	}
	return nil
}

// onOrIn says a day or a year as the time of something.
func onOrIn(time string) string {
	if len(time) > len("2010") {
		return "on " + time
	}
	return "in " + time
}

// timeOfPeople is the time by which people are told; own where records that are measured have no other. A condition
// that they do not have in that time, they do not have at any.
func timeOfPeople(q *study.Question) (d *study.Period, own bool) {
	if told := toldByTime(q); told != nil {
		return told.During, false
	}
	if e := q.Population.Entry; e != nil && e.Domain == study.Observed && isSpan(e.Touching) {
		d = e.Touching // "hospital stays per 1,000 people under observation in 2009"
	}
	for i := range q.Population.Criteria {
		c := &q.Population.Criteria[i]
		switch {
		case d != nil && (c.Is != nil || c.Not != nil):
		case c.Is != nil && c.Is.Age != nil && len(c.Is.Age.On) == len("2009"):
			d = wholeYear(c.Is.Age.On)
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

// toldByTime is the event by whose time the people are told.
func toldByTime(q *study.Question) *study.Event {
	return oneTimed(toldBy(q.Population.Criteria, q.Population.Entry))
}

// oneTimed is the only one of some events with a time, with both its ends, or the first of those that share it. New
// users and first diagnoses begin a time of their own.
func oneTimed(events []*study.Event) *study.Event {
	var told *study.Event
	for _, e := range events {
		switch {
		case e.During == nil && e.Touching == nil:
		case told != nil && e.During != nil && told.During != nil && *e.During == *told.During && e.Which == told.Which:
		case told != nil || !isSpan(e.During) || e.Which != study.Any && e.Which != study.FirstOfThese:
			return nil
		default:
			told = e
		}
	}
	return told
}

// toldBy are the events by which people are told, but for what they do not have.
func toldBy(criteria []study.Criterion, entry *study.Event) []*study.Event {
	var events []*study.Event
	if entry != nil {
		events = append(events, entry)
	}
	for i := range criteria {
		if h := criteria[i].Has; h != nil {
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
		e.Which == study.Last) && (hasRecordsInTime(e.Domain) || len(e.AnyOf) > 0) {
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
	if q.Outcome == nil || q.Measure.Kind != study.Count && q.Measure.Kind != study.Share {
		return nil
	}
	for _, h := range hads(q.Outcome) {
		if h.Event.Age == nil {
			found = timeless(found, &h.Event, h.Relation)
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
func denyInTime(criteria []study.Criterion, entry *study.Event) (changed bool) {
	told := oneTimed(toldBy(criteria, entry))
	for i := range criteria {
		if told == nil || criteria[i].Not == nil || criteria[i].Not.Has == nil {
			continue
		}
		h := criteria[i].Not.Has
		for _, e := range timeless(nil, &h.Event, h.Relation) {
			in := *told.During
			e.During, changed = &in, true
		}
	}
	return changed
}
