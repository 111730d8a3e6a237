package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// observedAtRisk takes "in the population under observation" of a rate, a prevalence or an incidence for what these do
// anyway: people are at risk while they are observed. It is no event from which they are followed. "People observed in
// 2009" says the time that is asked for, where none is; of another time than that of the rate, they are people who
// were observed then.
func (b *builder) observedAtRisk() {
	b.s.people.preds = b.withoutObserved(b.s.people.preds)
}

// withoutObserved are the predicates but for those that say that people are observed.
func (b *builder) withoutObserved(preds []*predicate) []*predicate {
	return slices.DeleteFunc(slices.Clone(preds), func(k *predicate) bool {
		if k.kind == allKind && !k.together() {
			one := *k
			one.kids = b.withoutObserved(k.kids)
			*k = one
			return len(k.kids) == 0
		}
		if k.kind != leaf || k.ev.Domain != study.Observed || len(k.ev.rels) > 0 || k.ev.times != nil {
			return false
		}
		e := k.ev.Event
		if e.Which != study.Any || e.During != nil || e.Age != nil || e.Where != nil || len(e.With) > 0 {
			return false
		}
		return b.observedIn(e)
	})
}

// observedIn puts the time in which people are observed into the question.
func (b *builder) observedIn(e study.Event) bool {
	q, span := b.q, e.Touching
	prevalence := q.Measure.Kind == study.Prevalence
	switch {
	case span == nil || holdsPeriod(span, q.Period):
	case q.Period == nil && !b.overYears() && prevalence:
		q.Period, b.s.period = span, span
	case q.Period == nil && !b.overYears() && isSpan(span):
		q.Period, b.s.period = span, span
		b.alsoAtAnyTime(e)
	case prevalence:
		b.refuse(Ambiguous, "the prevalence is of one time, and people are observed in another; name one of them")
	default:
		q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Has: &study.Has{Event: e}})
	}
	return true
}

// overYears reports whether it is asked for over the years.
func (b *builder) overYears() bool {
	return slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool {
		return s.Kind == study.Year || s.Kind == study.Decade
	})
}

// alsoAtAnyTime puts the rate of people who were observed in some time, whenever they were at risk, beside that in it.
func (b *builder) alsoAtAnyTime(observed study.Event) {
	b.s.later = append(b.s.later, func(whole *study.Question) {
		if whole.Period == nil || *whole.Period != *observed.Touching {
			return
		}
		other := whole.Clone()
		other.Period = nil
		other.Population.Criteria = append(other.Population.Criteria, study.Criterion{Has: &study.Has{Event: observed}})
		other.Canonicalize()
		b.s.others = append(b.s.others, Other{What: "Of who was observed then, at any time", Question: other})
	})
}
