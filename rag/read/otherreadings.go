package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// otherReadings keeps what else the words may mean: who started may have had earlier records.
func (s *sentence) otherReadings(q *study.Question) {
	s.switchedAfter(q)
	s.anyOfEach(q)
	s.otherIndex(q)
	s.neverRecorded(q)
	s.measuredThen(q)
	s.everyNumber(q)
	s.firstFromThen(q)
	s.atAnyDiagnosis(q)
	if s.main == nil || q.Outcome == nil || q.Outcome.Has == nil || q.Outcome.Has.Relation == nil {
		return
	}
	if q.Outcome.Has.Relation.Place == study.SameVisit && s.p.saidSince(0, "during") {
		other := q.Clone()
		other.Outcome.Has.Relation = &study.Relation{Place: study.During}
		s.others = append(s.others, Other{What: "On any day of the visit, not only as a part of it", Question: other})
	}
	s.firstOutcomes(q)
	s.firstSuchValue(q)
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

// measuredThen keeps the reading in which what is measured of people who are new in a time is of that time, too: "mean
// HbA1c of new metformin users in 2009". What is counted or paid of them is of that time, and at any time beside it:
// "emergency visits per patient with a first stroke in 2009".
func (s *sentence) measuredThen(q *study.Question) {
	m := &q.Measure
	counted := m.Kind == study.Count && m.Of == study.Records && q.Top == nil
	if timed(q) || toldByTime(q) != nil || m.Kind != study.Number && !counted && q.Top == nil {
		return
	}
	other := q.Clone()
	var told *study.Event
	for _, e := range toldBy(other.Population.Criteria, other.Population.Entry) {
		switch {
		case e.During == nil && e.Touching == nil:
		case told != nil || !isSpan(e.During):
			return
		default:
			told = e
		}
	}
	measured := measuredIn(other)
	if told == nil || len(measured) == 0 || slices.Contains(measured, told) {
		return
	}
	for _, e := range measured {
		d := *told.During
		e.During, e.Which = &d, ofThese(e.Which)
	}
	other.Canonicalize()
	what := "In the same time as the people, not at any time"
	if s.people.newIn && (counted || slices.Contains(addedUp, m.Quantity)) && !s.p.saysAnyTime(q) {
		what = "At any time, not only in that of the people"
		*q, *other = *other, *q
		for _, o := range s.others { // its variants are of that time, too
			for _, e := range measuredIn(o.Question) {
				d := *told.During
				e.During = &d
			}
			o.Question.Canonicalize()
		}
	}
	s.others = append(s.others, Other{What: what, Question: other})
}

// addedUp are quantities that add up over the records of a time.
var addedUp = []study.Quantity{study.Occurrences, study.Distincts, study.Total, study.Paid, study.PaidByPatient,
	study.PaidByPayer, study.Charged, study.PatientShare}

// firstSuchValue keeps the reading in which the first of all records with the value lies in the time: "had their first
// HbA1c above 8 after starting metformin" may be of those who never had one before.
func (s *sentence) firstSuchValue(q *study.Question) {
	e := q.Outcome.Has.Event
	if e.Which != study.FirstOfThese || e.Chosen == nil || e.Chosen.Value == nil || e.During != nil || e.Age != nil {
		return
	}
	other := q.Clone()
	of := &other.Outcome.Has.Event
	of.Which, of.Chosen = study.First, nil
	if of.Where == nil {
		of.Where = &study.Where{}
	}
	of.Where.Value, of.Where.Unit = e.Chosen.Value, e.Chosen.Unit
	s.others = append(s.others, Other{What: "The first ever such value is in that time", Question: other})
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

// rankedThere keeps the reading in which the kind of visit behind the people of a ranking is that of what they have:
// "top procedures of people with COPD at ER visits".
func (s *sentence) rankedThere(q *study.Question) {
	e := q.Population.Entry
	if !s.gavePlace || e == nil || e.Where != nil || len(q.Strata) == 0 || q.Strata[0].Event == nil {
		return
	}
	other := q.Clone()
	other.Population.Entry.Where, other.Strata[0].Event.Where = other.Strata[0].Event.Where, nil
	s.others = append(s.others, Other{What: "Of those who had it at such a visit", Question: other})
}

// everyNumber keeps the reading in which no number is left out as a slip: a supply of more than a year may be meant.
func (s *sentence) everyNumber(q *study.Question) {
	m := q.Measure
	if m.Quantity != study.DaysSupply || m.Within == nil {
		return
	}
	other := q.Clone()
	other.Measure.Within = nil
	s.others = append(s.others, Other{What: "Every supply that is recorded, those of more than a year or of none too",
		Question: other})
}

// firstFromThen keeps the reading in which a time runs to the first record from then on, where it runs to the first
// ever: "from osteoporosis to the first fracture" of people who had one before, too.
func (s *sentence) firstFromThen(q *study.Question) {
	m := q.Measure
	if m.Quantity != study.DaysTo || m.Event == nil || m.Event.Which != study.First || m.Event.Domain == study.Death ||
		m.Relation == nil || m.Relation.End || m.Relation.From == nil || m.Relation.To != nil ||
		m.Relation.Place != study.Distance || s.p.saidSince(0, "ever") || s.p.saidSince(0, "started") {
		return
	}
	other := q.Clone()
	other.Measure.Event.Which = study.FirstOfThese
	s.others = append(s.others, Other{What: "To the first from then on, of those who had one before too", Question: other})
}
