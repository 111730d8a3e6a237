package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What stands behind the people of a measure need not be said of what they have. "The average length of stay of
// patients with heart failure while on furosemide" is of stays while they took it, and "the mean number of visits of
// patients with asthma in 2009 and in 2010" is no number of those who had asthma in both years.

// whatIsMeasured settles what stands behind the people of a measure, and may be of what is measured.
func (b *builder) whatIsMeasured() {
	s := b.s
	if s.records == nil && s.listed == nil && s.outcome == nil && s.measure.Kind != study.Number &&
		s.measure.Kind != study.Distribution && s.measure.Kind != study.Survival &&
		s.measure.Kind != study.CumulativeIncidence {
		return
	}
	if s.records != nil && s.measure.Of == study.Persons && s.measure.Kind == study.Count && !s.records.record {
		return
	}
	b.inBothTimes()
	b.measuredWhile()
}

// inBothTimes refuses a measure of people with something "in 2009 and in 2010": it may be asked for each of the times,
// or of those who had it in both.
func (b *builder) inBothTimes() {
	var had []*event
	for _, q := range b.s.people.preds {
		for _, e := range q.events() {
			if !q.saidWith() && !q.ofNoun() { // "who had asthma in 2009 and in 2010"
				continue
			}
			if slices.ContainsFunc(had, func(o *event) bool {
				return o.from == e.from && sameNames(o, e) && apartInTime(o.During, e.During)
			}) {
				b.refuse(Ambiguous, "it may be asked for each of the times, or of people who had it in both; ask for one "+
					"of them, say “in … and …” for both together, or “who had it in … and in …”")
				return
			}
			had = append(had, e)
		}
	}
}

// ofNoun reports whether a predicate is what the noun of the people says: "asthma patients in 2009 and in 2010".
func (q *predicate) ofNoun() bool {
	return !slices.ContainsFunc(append(slices.Clone(q.kids), q), func(k *predicate) bool { return k.v.form != "" })
}

// measuredWhile gives "while on B" behind "patients with A" to the records that are measured, where A is a state that
// lasts; those who were diagnosed with it then stand beside it. Of what is ranked or followed up it is refused.
func (b *builder) measuredWhile() {
	s := b.s
	var states []*event
	for _, q := range s.people.preds {
		for _, e := range q.named() {
			if r := e.whileTaking(); r != nil && q.saidWith() && !s.p.seq(e.from, "a|an|any|the") &&
				e.likelyDomain() == string(study.Condition) {
				states = append(states, e)
			}
		}
	}
	if len(states) == 0 {
		return
	}
	r := states[len(states)-1].rels[0]
	records := s.records
	if records == nil || len(records.rels) > 0 || s.listed != nil || s.outcome != nil ||
		records.Domain != study.Visit && s.measure.Quantity != study.Value ||
		slices.ContainsFunc(states, func(e *event) bool { return !sameEvent(e.rels[0].anchor, r.anchor) }) {
		b.refuse(Ambiguous, "while on the drug they may have been diagnosed, or what is asked for may have happened; say "+
			"“diagnosed with … while on …”, or ask of people “who took …”")
		return
	}
	for _, e := range states {
		e.rels = nil
	}
	records.rels = []*relation{r}
	s.later = append(s.later, func(whole *study.Question) {
		other := whole.Clone()
		entry := other.Population.Entry
		if entry == nil || len(entry.With) == 0 {
			return
		}
		during := entry.With[len(entry.With)-1]
		entry.With = entry.With[:len(entry.With)-1]
		for i := range other.Population.Criteria {
			if h := other.Population.Criteria[i].Has; h != nil && h.Event.Domain == study.Condition {
				h.Event.With = append(h.Event.With, during)
			}
		}
		s.others = append(s.others, Other{What: "Of those who were diagnosed while on it", Question: other})
	})
}

// whileTaking is the only relation of an event where it lies within an exposure: "heart failure while on furosemide".
func (e *event) whileTaking() *relation {
	if len(e.rels) != 1 || e.rels[0].Place != study.During || e.rels[0].anchor == nil || !e.rels[0].anchor.isDrug() {
		return nil
	}
	return e.rels[0]
}
