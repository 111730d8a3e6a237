package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// otherReadings keeps what else the words may mean: who started may have had earlier records.
func (s *sentence) otherReadings(q *study.Question) {
	s.anyOfEach(q)
	s.otherIndex(q)
	if s.main == nil || q.Outcome == nil || q.Outcome.Has == nil || q.Outcome.Has.Relation == nil {
		return
	}
	if q.Outcome.Has.Relation.Place == study.SameVisit && s.p.saidSince(0, "during") {
		other := q.Clone()
		other.Outcome.Has.Relation = &study.Relation{Place: study.During}
		s.others = append(s.others, Other{What: "On any day of the visit, not only as a part of it", Question: other})
	}
	s.firstOutcomes(q)
	if q.Outcome.Has.Event.Which != study.First {
		return
	}
	if es := s.main.events(); len(es) == 1 && es[0].started {
		other := q.Clone()
		other.Outcome.Has.Event.Which = study.Any
		s.others = append(s.others, Other{What: "Any record in that time, not only the first ever", Question: other})
	}
}

// otherIndex keeps the reading in which what hangs on the index is counted from any of its records, where it is counted
// from the first, or the other way round: "were given A and B within 7 days", "got no A within 7 days".
func (s *sentence) otherIndex(q *study.Question) {
	e := q.Population.Entry
	if e == nil || q.Measure.Kind != study.Count && q.Measure.Kind != study.Share ||
		!slices.ContainsFunc(append(q.Population.Criteria, someCriterion(q.Outcome)...), placedByIndex) {
		return
	}
	other := q.Clone()
	switch {
	case s.firstTaken && e.Which != study.Any:
		other.Population.Entry.Which = study.Any
		s.others = append(s.others, Other{What: "Counted from any record, not only the first", Question: other})
	case s.anyTaken && e.Which == study.Any:
		other.Population.Entry.Which = firstOf(e)
		s.others = append(s.others, Other{What: "Counted from the first record only", Question: other})
	}
}

// someCriterion is a list of one criterion, or of none.
func someCriterion(c *study.Criterion) []study.Criterion {
	if c == nil {
		return nil
	}
	return []study.Criterion{*c}
}

// placedByIndex reports whether a criterion places a record by the index, or says that there is none so placed.
func placedByIndex(c study.Criterion) bool {
	return c.Has != nil && c.Has.Relation != nil ||
		slices.ContainsFunc(slices.Concat(c.All, c.Any, someCriterion(c.Not)), placedByIndex) ||
		c.Some != nil && slices.ContainsFunc(c.Some.Of, placedByIndex)
}

// firstOutcomes keeps the reading in which only those count who had none before: "were diagnosed with gout after
// starting X" may be of a gout that they had long had.
func (s *sentence) firstOutcomes(q *study.Question) {
	has := q.Outcome.Has
	r := has.Relation
	if has.Event.Domain != study.Condition || has.Event.Which != study.Any || len(has.Event.Concepts) == 0 ||
		has.Times != nil || q.Population.Entry == nil || r.Place != study.Distance ||
		!sameDayOrAfter(&relation{Relation: *r}) || q.Measure.Kind != study.Count && q.Measure.Kind != study.Share {
		return
	}
	other := q.Clone()
	other.Outcome.Has.Event.Which = study.First
	s.others = append(s.others, Other{What: "Only those whose first ever is in that time", Question: other})
}

// rankedPeople keeps the reading in which the time behind the people of a ranking is theirs, too: "top drugs of
// patients with a stroke in 2009".
func (s *sentence) rankedPeople(q *study.Question) {
	if e := q.Population.Entry; s.gavePeriod != nil && e != nil && e.During == nil {
		other := q.Clone()
		d := *s.gavePeriod
		other.Population.Entry.During = &d
		s.others = append(s.others, Other{What: "Of those who had it in that time", Question: other})
	}
}
