package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// spot is a place of a study question in which an event stands, with its relation to the index, if it may have one.
type spot struct {
	ev       *study.Event
	has      *study.Has       // of criteria and the outcome
	rel      **study.Relation // where the event's relation stands
	role     role
	excluded bool // below a Not
}

// role is what an event is to a question.
type role string

const (
	entryRole   role = "entry"
	outcomeRole role = "outcome"
	measureRole role = "measure"
	otherRole   role = ""
)

// spotsOf lists the places of a question, in the order population, outcome, measure, strata.
func spotsOf(q *study.Question) []spot {
	found, _ := placesOf(q)
	return found
}

// criteriaOf lists the criteria of a question, those within others, too.
func criteriaOf(q *study.Question) []*study.Criterion {
	_, found := placesOf(q)
	return found
}

func placesOf(q *study.Question) (found []spot, criteria []*study.Criterion) {
	var event func(*study.Event, spot)
	var criterion func(*study.Criterion, spot)
	event = func(e *study.Event, s spot) {
		if e == nil {
			return
		}
		s.ev = e
		found = append(found, s)
		for i := range e.AnyOf {
			event(&e.AnyOf[i], spot{role: s.role, excluded: s.excluded})
		}
		for i := range e.With {
			criterion(&e.With[i], spot{excluded: s.excluded})
		}
	}
	criterion = func(c *study.Criterion, s spot) {
		if c == nil {
			return
		}
		criteria = append(criteria, c)
		for i := range c.All {
			criterion(&c.All[i], s)
		}
		for i := range c.Any {
			criterion(&c.Any[i], s)
		}
		if c.Some != nil {
			for i := range c.Some.Of {
				criterion(&c.Some.Of[i], s)
			}
		}
		if c.Not != nil {
			s.excluded = !s.excluded
			criterion(c.Not, s)
		} else if c.Has != nil {
			s.has, s.rel = c.Has, &c.Has.Relation
			event(&c.Has.Event, s)
		}
	}
	event(q.Population.Entry, spot{role: entryRole})
	for i := range q.Population.Criteria {
		criterion(&q.Population.Criteria[i], spot{})
	}
	criterion(q.Outcome, spot{role: outcomeRole})
	event(q.Measure.Event, spot{role: measureRole, rel: &q.Measure.Relation})
	for i := range q.Strata {
		st := &q.Strata[i]
		event(st.Event, spot{rel: &st.Relation})
		for k := range st.Groups {
			criterion(&st.Groups[k].Is, spot{})
			event(st.Groups[k].Entry, spot{role: entryRole})
		}
	}
	return found, criteria
}

// spotsNamed are the spots whose event is of the name.
func spotsNamed(spots []spot, name string) []spot {
	var of []spot
	for _, s := range spots {
		if slices.ContainsFunc(s.ev.Concepts, func(c study.Entity) bool { return strings.EqualFold(c.Text, name) }) {
			of = append(of, s)
		}
	}
	return of
}

// refersTo reports whether a name means what the event is of: by one of its concepts, or by the last word of its name
// ("the bleed").
func (r *Reader) refersTo(name string, e *study.Event) bool {
	if e.Domain == study.Death {
		return slices.Contains([]string{"death", "deaths", "dying"}, lower(name))
	}
	return slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		if strings.EqualFold(c.Text, name) || r.sameConcept(c.Text, name) {
			return true
		}
		last := c.Text[strings.LastIndexByte(c.Text, ' ')+1:]
		if of, _, ok := strings.Cut(c.Text, " of "); ok && sameStem(lower(of), lower(name)) {
			return true // "the sprain", of "sprain of ankle"
		}
		return !strings.Contains(name, " ") && sameStem(lower(last), lower(name))
	})
}

// sameConcept reports whether two names are of one concept. A class, "anticoagulant", is none of those it holds.
func (r *Reader) sameConcept(a, b string) bool {
	type named struct {
		id    int64
		class bool
	}
	of := func(h vocab.Hit) named { return named{h.Concept.ID, h.Kind == vocab.KindClass} }
	known := map[named]bool{}
	for _, h := range r.lookup(a) {
		known[of(h)] = h.Concept.ID != 0
	}
	return slices.ContainsFunc(r.lookup(b), func(h vocab.Hit) bool { return known[of(h)] })
}
