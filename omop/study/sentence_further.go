package study

// Part is what a question says in a form that can stand in another one: "people", those whom it counts; "base", those
// of whom it counts some, "of_base" with "of" before them, or a blank where these are all; "index", the event that they
// have; "outcome", what is asked of them; "event", the outcome or else the index event. It is "" where the question has
// no such part, or where the part means something only there.
func (q *Question) Part(name string) string {
	counts := q.Measure.Of == Persons || q.Measure.Of == Records || q.Measure.Kind == Number
	if q.Top != nil || q.Period != nil || !counts {
		return ""
	}
	switch name {
	case "people":
		return q.counted()
	case "base":
		return orAll(q.who())
	case "of_base":
		if who := q.who(); who != "people" {
			return "of " + who
		}
		return " "
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
	return e.noun(false) + e.mods()
}
