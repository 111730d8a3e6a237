package study

import (
	"reflect"
	"slices"
	"strings"
)

// Part is what a question says in a form that can stand in another one: "people", those whom it counts; "base", those
// of whom it counts some, "of_base" with "of" before them, or a blank where these are all; "asked", what is asked of
// them, as a clause; "index", the event that they have; "outcome", the event that is asked of them; "the/condition",
// the one event of that domain; "records", those that it counts; "outcomes", the records of what is asked of them,
// which is said of no time, or with "dated" of one; "event", the outcome or else the index event. It is "" where the
// question has no such part, or where the part means something only there.
func (q *Question) Part(name string) string {
	counts := q.Measure.Of == Persons || q.Measure.Of == Records || q.Measure.Kind == Number
	if q.Top != nil || q.Period != nil || !counts {
		return ""
	}
	if domain, ok := strings.CutPrefix(name, "the/"); ok {
		return q.onlyEventOf(Domain(domain)).bare()
	}
	switch name {
	case "of_observed":
		if q.Measure.Kind == PersonTime {
			return "of " + orAll(q.who())
		}
	case "records":
		if q.Measure.Kind == Count && q.Measure.Of == Records && len(q.Strata) == 0 {
			return strings.TrimPrefix(q.String(), "The number of ")
		}
	case "dated", "outcomes":
		if has := q.asked(); has != nil && q.Outcome != nil && has.Relation == nil && has.Event.Which == Any &&
			(has.Event.During != nil) == (name == "dated") {
			e := Event{Domain: has.Event.Domain, Concepts: has.Event.Concepts, Where: has.Event.Where}
			return e.noun(true) + (&Event{During: has.Event.During}).modifiers()
		}
	case "people":
		return q.counted()
	case "base":
		return orAll(q.who())
	case "of_base":
		if who := q.who(); who != "people" {
			return "of " + who
		}
		return " "
	case "asked":
		if q.Outcome != nil {
			return q.Outcome.clause(q.Population.it())
		}
	case "index":
		return q.Population.Entry.bare()
	case "outcome":
		return q.outcome()
	case "event":
		switch has := q.asked(); {
		case has == nil, has.Relation == nil: // else it need not be the first ever
			return q.outcome()
		}
	}
	return ""
}

// counted is the people whom a count or a share counts, or of whom a number is.
func (q *Question) counted() string {
	who := q.who()
	switch {
	case q.Measure.Kind == Number && q.Measure.Quantity == AgeYears:
		return q.Population.text()
	case q.Measure.Kind != Count && q.Measure.Kind != Share || q.Measure.Of == Records && q.Outcome != nil:
		return ""
	case q.Outcome == nil:
		return who
	}
	joined := " who "
	for _, k := range q.Population.Criteria {
		if k.Is == nil {
			joined = " and "
		}
	}
	return who + joined + q.Outcome.clause(q.Population.it())
}

// onlyEventOf is the one event of a domain that a question names of the people whom it counts; nil where it names none
// or several, or where more is asked of it: of people with a stroke who took warfarin, a stroke is that of all of them.
func (q *Question) onlyEventOf(of Domain) *Event {
	var all []*Has
	if q.Outcome != nil && q.Outcome.Is == nil {
		all = append(all, q.Outcome.Has)
	}
	if q.Population.Entry != nil {
		all = append(all, &Has{Event: *q.Population.Entry})
	}
	for _, k := range q.Population.Criteria {
		if k.Is == nil {
			all = append(all, k.Has)
		}
	}
	if len(all) == 0 || all[0] == nil || all[0].Event.Domain != of || all[0].Relation != nil || all[0].Times != nil {
		return nil
	}
	for _, has := range all[1:] {
		if has == nil || has.Event.Domain == of {
			return nil
		}
	}
	return &all[0].Event
}

// SaysNothing reports whether the question asks of people what they are all known to have: the share of people with a
// stroke who had a stroke.
func (q *Question) SaysNothing() bool {
	if q.Outcome == nil || q.Outcome.Has == nil || q.Outcome.Has.Relation != nil || q.Outcome.Has.Times != nil {
		return false
	}
	known := q.Population.Criteria
	if q.Population.Entry != nil {
		known = append(slices.Clone(known), Criterion{Has: &Has{Event: *q.Population.Entry}})
	}
	return slices.ContainsFunc(known, func(k Criterion) bool {
		return k.Has != nil && k.Has.Event.Domain == q.Outcome.Has.Event.Domain &&
			reflect.DeepEqual(k.Has.Event.Concepts, q.Outcome.Has.Event.Concepts)
	})
}

// asked is the one event that is asked of people, and how it lies to the index; nil where there are several or none.
func (q *Question) asked() *Has {
	if q.Outcome != nil {
		return q.Outcome.Has
	}
	var one *Has
	for _, k := range q.Population.Criteria {
		if k.Is != nil {
			continue
		}
		if k.Has == nil || one != nil {
			return nil
		}
		one = k.Has
	}
	return one
}

// outcome is the name of the event that is asked of people.
func (q *Question) outcome() string {
	switch has := q.asked(); {
	case has != nil:
		return has.Event.bare()
	case q.Outcome == nil:
		return q.Population.Entry.bare()
	}
	return ""
}

// bare is the name of an event's record without which of them is meant; "" where more is said of it.
func (e *Event) bare() string {
	if e == nil || e.During != nil || e.Age != nil || e.Which == Last || len(e.With) > 0 || e.Moved != nil {
		return ""
	}
	return e.noun(false) + e.modifiers()
}
