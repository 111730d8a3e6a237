package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A remark may put two events in an order between which the question has none: "people with both osteoporosis and a hip
// fracture, where the fracture came after the osteoporosis" are those with a hip fracture after the first osteoporosis.

// relate puts an event of the question on these sides of another one, from which it is counted then.
func (h *held) relate(a, b side, s signs) *Refusal {
	q := h.q
	none := unsaid("the question has no such order")
	if q.Measure.Kind != study.Count && q.Measure.Kind != study.Share || q.Measure.Of != study.Persons ||
		len(h.pairs()) > 0 || q.Period != nil || slices.ContainsFunc(q.Strata, ofDates) {
		return none
	}
	has := h.unrelated()
	if len(has) != 1 || q.Population.Entry == nil {
		if !h.takeEntry(has) {
			return none
		}
		has = has[1:]
	}
	other := &has[0].Event
	as := h.isSide(a, other) && h.isSide(b, q.Population.Entry)
	turned := h.isSide(b, other) && h.isSide(a, q.Population.Entry)
	switch {
	case as == turned:
		return none
	case turned && !h.swap(has[0]):
		return none
	}
	entry := q.Population.Entry
	rel := windowOf(s)
	if rel == nil || entry.Domain == study.Visit || entry.Which != study.Any && entry.Which != study.First {
		return none
	}
	if entry.Which = firstOf(entry); entry.Domain == study.Death {
		entry.Which = study.Any
	}
	has[0].Relation = rel
	if fault := (pair{other, entry, &has[0].Relation}).which(a.which, b.which); fault != nil {
		return fault
	}
	h.countLast()
	return nil
}

// ofDates reports whether groups are of a time or of an age, which the index record dates.
func ofDates(s study.Stratum) bool { return s.Kind.IsTime() || s.Kind == study.AgeGroup }

// windowOf is the time on these sides of a day; nil for both.
func windowOf(s signs) *study.Relation {
	edge := boolInt(s&dayItself == 0)
	switch s | dayItself {
	case dayItself | dayAfter:
		return &study.Relation{From: &study.Offset{Days: edge}}
	case dayItself | dayBefore:
		return &study.Relation{To: &study.Offset{Days: -edge}}
	case dayItself:
		return &study.Relation{From: &study.Offset{}, To: &study.Offset{}}
	}
	return nil
}

// unrelated are the events that people of the question must have, at whatever time.
func (h *held) unrelated() (found []*study.Has) {
	var of func(c *study.Criterion)
	of = func(c *study.Criterion) {
		for i := range c.All {
			of(&c.All[i])
		}
		if c.Has != nil && c.Has.Relation == nil && c.Has.Times == nil && c.Has.Event.Domain != study.Observed {
			found = append(found, c.Has)
		}
	}
	for i := range h.q.Population.Criteria {
		of(&h.q.Population.Criteria[i])
	}
	if h.q.Outcome != nil {
		of(h.q.Outcome)
	}
	return found
}

// takeEntry makes the first of two events that are asked of everybody the one from which is counted.
func (h *held) takeEntry(has []*study.Has) bool {
	o := h.q.Outcome
	if h.q.Population.Entry != nil || len(has) != 2 || h.q.Measure.Kind != study.Count || o == nil || len(o.All) != 2 ||
		o.All[0].Has != has[0] || o.All[1].Has != has[1] {
		return false
	}
	h.q.Population.Entry, h.q.Outcome = &has[0].Event, &o.All[1]
	return true
}

// swap lets the other event be the one from which is counted, where people who have both are counted.
func (h *held) swap(has *study.Has) bool {
	entry := h.q.Population.Entry
	if h.q.Measure.Kind != study.Count || len(h.q.Strata) > 0 || entry.Which == study.Last ||
		slices.ContainsFunc(h.q.Population.Criteria, func(c study.Criterion) bool {
			return c.Is != nil &&
				c.Is.Age != nil
		}) {
		return false
	}
	other := has.Event
	h.q.Population.Entry, has.Event = &other, *entry
	return true
}
