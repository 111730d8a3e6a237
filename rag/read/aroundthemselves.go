package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// timeAroundThemselves settles a time behind what people are told by that is counted from the same thing: "the most
// common conditions of patients with rheumatoid arthritis in the year before their first rheumatoid arthritis
// diagnosis" are not of those who had it before they had it. The time is that of what is listed or measured; where it
// may be of several things, it is refused.
func (b *builder) timeAroundThemselves() {
	s := b.s
	if s.people == nil {
		return
	}
	for i, q := range s.people.preds {
		if q.kind == leaf && q.ev.Domain == study.Death && len(q.ev.rels) == 1 && q.ev.rels[0].anchor != nil &&
			q.ev.rels[0].anchor.Domain == study.Death { // "per person who died in 2009 in the 90 days before death"
			b.aroundDeath(q.ev)
			continue
		}
		r := q.placedBy()
		if r == nil {
			continue
		}
		itself := sameEvent(r.anchor, q.ev) && !r.anchor.hasValue() && !q.ev.hasValue()
		left := slices.Delete(slices.Clone(s.people.preds), i, i+1)
		last := len(left) == i && isState(q) && !q.ev.record
		switch {
		case itself && s.listed != nil && len(s.front) == 0 && s.listed.Relation == nil:
			s.people.preds, s.front = left, []*relation{r}
		case itself && s.measure.Kind == study.Number && s.records != nil && len(s.records.rels) == 0:
			s.people.preds, s.records.rels = left, []*relation{r}
		case itself:
			b.refuse(Ambiguous, "the time may be of what is asked, or of what the people have; say “another”, or put it "+
				"behind what it is of")
		case last && s.measure.Kind == study.Number && s.measure.Event != nil && s.records == nil:
			b.refuse(Ambiguous, "the time may be of what is counted of each person, or of what the people have")
		case last && s.listed != nil && s.listed.Event != nil && len(s.front) == 0 && s.listed.Relation == nil &&
			s.measure.Of == study.Persons:
			s.listedThen(q.ev.Concepts, r.anchor.Which == study.First)
		}
	}
}

// aroundDeath takes a time around the death of people who died for that of what is added up for each of them.
func (b *builder) aroundDeath(died *event) {
	s := b.s
	if s.records == nil || !s.ofTotals() || len(s.records.rels) > 0 {
		b.refuse(Ambiguous, "the time may be of what is asked, or of the death; put it right behind what it is of")
		return
	}
	s.records.rels, died.rels = died.rels, nil
}

// placedBy is the time of what people have that is counted from another record; nil where there is none, or it is a
// record of its own: another one, a second, one with a value.
func (q *predicate) placedBy() *relation {
	if q.kind != leaf || len(q.ev.rels) != 1 || q.ev.again || q.ev.back || q.ev.recurrent || q.ev.Which != study.Any ||
		len(q.ev.judged) > 0 || q.ev.extreme != "" || len(q.ev.Concepts) == 0 {
		return nil
	}
	r := q.ev.rels[0]
	if r.anchor == nil || r.Place != study.Distance {
		return nil
	}
	return r
}

// listedThen keeps the reading in which a time behind what people have is that of what is listed: "the most common
// conditions of patients with COPD within 30 days before a stroke". Before "their first stroke" it is the first of the
// two.
func (s *sentence) listedThen(have []study.Entity, first bool) {
	s.later = append(s.later, func(q *study.Question) {
		other := q.Clone()
		at := slices.IndexFunc(other.Strata, func(st study.Stratum) bool { return st.Kind == study.Concept })
		of := slices.IndexFunc(other.Population.Criteria, func(c study.Criterion) bool {
			return c.Has != nil && c.Has.Relation != nil && slices.EqualFunc(c.Has.Event.Concepts, have, sameName)
		})
		if at < 0 || of < 0 || other.Population.Entry == nil || other.Strata[at].Relation != nil {
			return
		}
		h := other.Population.Criteria[of].Has
		other.Strata[at].Relation, h.Relation = h.Relation, nil
		other.Canonicalize()
		what := "The time is that of what is listed, not of what the people have"
		if first {
			*q, *other = *other, *q
			what = "The time is that of what the people have, not of what is listed"
		}
		s.others = append(s.others, Other{What: what, Question: other})
	})
}
