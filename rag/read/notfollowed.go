package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// notFollowed counts from the first visit where people did not have something after one: "admitted in 2009 and not
// readmitted within 30 days". Nearly everybody has some stay that was not followed. Who has none that was followed
// stands beside it.
func (s *sentence) notFollowed(q *study.Question) {
	e := q.Population.Entry
	if s.afterNoneOfAny(q) {
		return
	}
	if e == nil || e.Domain != study.Visit || e.Which != study.Any || q.Measure.Of != study.Persons ||
		q.Measure.Kind != study.Count && q.Measure.Kind != study.Share || s.built.index != nil && s.built.index.one {
		return
	}
	denied := notAfter(q.Outcome)
	for i := range q.Population.Criteria {
		denied = denied || notAfter(&q.Population.Criteria[i])
	}
	if !denied || strings.TrimRight(s.p.text, ".?! ") == q.String() { // the sentence that says any of them
		return
	}
	if notAfter(q.Outcome) {
		s.others = append(s.others, Other{What: "After none of their visits, not only the first", Question: afterNone(q)})
	}
	e.Which = study.FirstOfThese
	if e.During == nil && e.Touching == nil && e.Age == nil && len(e.With) == 0 && e.Where == nil {
		e.Which = study.First
	}
}

// afterNone is the question in which what is denied came after none of the records that it is counted from.
func afterNone(q *study.Question) *study.Question {
	none := q.Clone()
	of := *none.Population.Entry
	of.With = append(slices.Clone(of.With), *none.Outcome.Not)
	none.Outcome = &study.Criterion{Not: &study.Criterion{Has: &study.Has{Event: of}}}
	none.Canonicalize()
	return none
}

// afterNoneOfAny denies something after each record of "any": "no HbA1c within 90 days after any metformin fill" is of
// people none of whose fills was followed by one.
func (s *sentence) afterNoneOfAny(q *study.Question) bool {
	e := q.Population.Entry
	if e == nil || s.built.index == nil || !s.built.index.anyOne || e.Which != study.Any ||
		q.Measure.Of != study.Persons || q.Measure.Kind != study.Count && q.Measure.Kind != study.Share ||
		q.Outcome == nil || q.Outcome.Not == nil || q.Outcome.Not.Has == nil || q.Outcome.Not.Has.Relation == nil {
		return false
	}
	*q = *afterNone(q)
	return true
}

// deniedAfterAny refuses what is denied after "any" record beside something else: "took A and no B within 30 days after
// any stroke" may be after the same stroke, or after none of them.
func (b *builder) deniedAfterAny() {
	var denies func(*predicate) bool
	denies = func(q *predicate) bool {
		if q.kind == notKind {
			return slices.ContainsFunc(q.kids[0].named(), func(e *event) bool {
				return slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor != nil && r.anchor.anyOne })
			})
		}
		return slices.ContainsFunc(q.kids, denies)
	}
	for _, q := range b.s.all() {
		if denies(q) && (q != b.s.main || q.kind != notKind) {
			b.refuse(Ambiguous, "after which of them? Say “after the first”, or ask for those with none after any of them alone")
		}
	}
}

// notAfter reports whether a condition denies what is on the day of the index record or later: all of it, where it is
// of several things.
func notAfter(c *study.Criterion) bool {
	if c == nil || c.Not == nil {
		return false
	}
	denied := c.Not.Any
	if c.Not.Has != nil {
		denied = []study.Criterion{*c.Not}
	}
	return len(denied) > 0 && !slices.ContainsFunc(denied, func(k study.Criterion) bool {
		return k.Has == nil || k.Has.Relation == nil || k.Has.Relation.Place != study.Distance ||
			!sameDayOrAfter(&relation{Relation: *k.Has.Relation})
	})
}

// readmittedFrom makes the stays for which people were hospitalised those that a readmission rate is of: "the 30-day
// readmission rate among people hospitalised for pneumonia" is not of all their stays.
func (b *builder) readmittedFrom() {
	s := b.s
	if s.main == nil || s.main.kind != leaf || s.main.ev.noun != "readmission" || !s.main.ev.again || s.records == nil {
		return
	}
	of, preds := s.records, flat(s.people.preds)
	for i, q := range preds {
		if q.kind != leaf || !sameEvent(q.ev, of) || q.ev.Domain != study.Visit || len(q.ev.rels) > 0 ||
			q.ev.times != nil {
			continue
		}
		if len(of.With) > 0 || of.Where != nil || of.Age != nil || of.During != nil && q.ev.During != nil {
			b.refuse(Ambiguous, "a readmission after which stays? Say “after hospital stays for …”")
			return
		}
		if q.ev.During == nil {
			q.ev.During = of.During
		}
		s.records, s.people.preds = q.ev, slices.Delete(preds, i, i+1)
		return
	}
}
