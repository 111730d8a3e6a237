package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// predicate says something of people: a tree of events and traits.
type predicate struct {
	kind      kind
	kids      []*predicate
	ev        *event
	crit      *study.Criterion // of kind trait
	age       *study.Range     // of kind aged: at the index date
	dated     bool             // of kind aged: "at diagnosis" was said; of observation: it is counted from a record
	made      bool             // dated by a diagnosis
	n         study.Range      // of kind some
	anchored  bool             // of observation: it is counted from the event beside it
	apart     bool             // joined from clauses of their own, so that the parts stay apart
	closed    bool             // in brackets: nothing outside belongs to its parts
	comma     bool             // of two alternatives: a comma stands before "or"
	plain     bool             // of kind all: a list with "and", without "both" and the like
	split     bool             // of kind all: of a list behind "no", what people did not have and what they had
	open      bool             // of kind not: of a list with "and"; without which of them?
	whiles    bool             // of kind any: the same event at different times; of kind not: none at its time
	groupsOut bool             // people who are left out: "excluding those with asthma and those with COPD"
	each      bool             // of kind any: each of them is asked for by itself
	shares    *event           // of kind not, without a verb of its own: what stands before it and has the verb of both
	// shares is of another kind, so that the time may be of what they did not have alone: "an X-ray but no A within a
	// week"
	sharesOpen bool
	v          verb // that was said, for objects without one: "took A but not B"
}

type kind string

const (
	leaf     kind = "event"
	allKind  kind = "all"
	anyKind  kind = "any"
	notKind  kind = "not"
	someKind kind = "some"
	trait    kind = "trait"
	aged     kind = "aged"
)

func not(q *predicate) *predicate { return &predicate{kind: notKind, kids: []*predicate{q}, v: q.v} }

func all(kids ...*predicate) *predicate { return grouped(allKind, kids) }

func grouped(k kind, kids []*predicate) *predicate {
	if len(kids) == 1 {
		return kids[0]
	}
	return &predicate{kind: k, kids: kids, v: kids[len(kids)-1].v}
}

func traitOf(t study.Trait) *predicate {
	return &predicate{kind: trait, crit: &study.Criterion{Is: &t}}
}

// events are the events of the tree that must hold or may hold, not the excluded ones.
func (q *predicate) events() []*event {
	switch q.kind {
	case leaf:
		return []*event{q.ev}
	case notKind:
		return nil
	}
	var found []*event
	for _, k := range q.kids {
		found = append(found, k.events()...)
	}
	return found
}

// named are the events of the tree, with the excluded ones.
func (q *predicate) named() []*event {
	if q.kind == leaf {
		return []*event{q.ev}
	}
	var found []*event
	for _, k := range q.kids {
		found = append(found, k.named()...)
	}
	return found
}

// merged makes one event of a list of alternatives that differ in their concepts only.
func (q *predicate) merged() (*event, bool) {
	if q.kind == leaf {
		return q.ev, true
	}
	if q.kind != anyKind || q.apart {
		return nil, false
	}
	var m *event
	for i, k := range q.kids {
		if k.kind != leaf || len(k.ev.judged) > 0 && i < len(q.kids)-1 || k.ev.times != nil && m != nil ||
			m != nil && m.times != nil && k.ev.noun == "it" {
			return nil, false
		}
		if m != nil && m.times != nil && !k.ev.counted {
			return nil, false
		}
		if m == nil {
			m = k.ev.clone()
			continue
		}
		if m.ownWhich && k.ev.ownWhich { // "a second colonoscopy or a second mammography"
			return nil, false
		}
		m.eitherNth = m.eitherNth || k.ev.eitherNth
		if !k.ev.sameTime(m) || m.Which != study.Any && (m.hasValue() || k.ev.hasValue()) {
			return nil, false
		}
		m.judged = k.ev.judged // of either
		if m.usualSupply && !k.ev.usualSupply && k.ev.Where != nil && k.ev.Where.Supply != nil {
			m.Where = k.ev.Where // said behind the last one
		}
		if k.ev.Domain == m.Domain && reflect.DeepEqual(k.ev.Where, m.Where) &&
			(m.Where == nil || m.Where.Value == nil) && len(m.Or) == 0 && len(k.ev.With) == 0 &&
			len(k.ev.Concepts) > 0 && len(m.Concepts) > 0 {
			m.Concepts = append(m.Concepts, k.ev.Concepts...)
		} else if len(k.ev.With) == 0 {
			m.Or = append(m.Or, study.Event{Domain: k.ev.Domain, Concepts: k.ev.Concepts, Where: k.ev.Where})
		} else {
			return nil, false
		}
	}
	return m, m != nil
}

// hasValue reports whether the value of the record that is chosen is looked at.
func (e *event) hasValue() bool {
	return e.Where != nil && (e.Where.Value != nil || len(e.Where.Result) > 0)
}

// sameTime reports whether two events are chosen and placed in time alike, so that they can be one event of
// either concept.
func (e *event) sameTime(o *event) bool {
	return e.Which == o.Which && reflect.DeepEqual(e.Age, o.Age) && reflect.DeepEqual(e.During, o.During) &&
		slices.Equal(e.rels, o.rels) &&
		e.ever == o.ever && e.one == o.one
}

// atVisit are the criteria of a visit at which the events were recorded.
func (q *predicate) atVisit(p *parser) ([]study.Criterion, bool) {
	same := &study.Relation{Place: study.SameVisit}
	if p.choose("visit") == "same_day" {
		same = &study.Relation{From: &study.Offset{}, To: &study.Offset{}}
	}
	if q.kind == allKind {
		var cs []study.Criterion
		for _, k := range q.kids {
			c, ok := k.atVisit(p)
			if !ok {
				return nil, false
			}
			cs = append(cs, c...)
		}
		return cs, true
	}
	e, ok := q.merged()
	if !ok || len(e.rels)+len(e.judged) > 0 {
		return nil, false
	}
	return []study.Criterion{{Has: &study.Has{Event: e.Event, Relation: same, Times: e.times, Distinct: e.distinct,
		Apart: e.apart, Summed: e.adds}}}, true
}
