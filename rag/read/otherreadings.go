package read

import "github.com/askomop/askomop/omop/study"

// otherReadings keeps what else the words may mean: who started may have had earlier records.
func (s *sentence) otherReadings(q *study.Question) {
	s.anyOfEach(q)
	if s.main == nil || q.Outcome == nil || q.Outcome.Has == nil || q.Outcome.Has.Relation == nil {
		return
	}
	if q.Outcome.Has.Relation.Place == study.SameVisit && s.p.saidSince(0, "during") {
		other := q.Clone()
		other.Outcome.Has.Relation = &study.Relation{Place: study.During}
		s.others = append(s.others, Other{What: "On any day of the visit, not only as a part of it", Question: other})
	}
	if e := q.Population.Entry; s.firstTaken && e != nil && e.Which != study.Any &&
		(q.Measure.Kind == study.Count || q.Measure.Kind == study.Share) {
		other := q.Clone()
		other.Population.Entry.Which = study.Any
		s.others = append(s.others, Other{What: "Counted from any record, not only the first", Question: other})
	}
	if e := q.Population.Entry; s.anyTaken && e != nil && e.Which == study.Any &&
		(q.Measure.Kind == study.Count || q.Measure.Kind == study.Share) {
		other := q.Clone()
		other.Population.Entry.Which = firstOf(e)
		s.others = append(s.others, Other{What: "Counted from the first record only", Question: other})
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
