package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// lastWasFor makes the last visit for something, of which no more is asked, one after which there is no other: "had
// their last hospital stay for heart failure" is not said of everybody with such a stay, all of whom have a last one.
func (s *sentence) lastWasFor(q *study.Question) {
	for _, at := range spotsOf(q) {
		e := at.ev
		if at.has == nil || *at.rel != nil || at.has.Times != nil || e.Domain != study.Visit ||
			e.Which != study.LastOfThese || e.During != nil || e.Age != nil || e.Chosen != nil ||
			!slices.ContainsFunc(e.With, atSameVisit) {
			continue
		}
		later := study.Has{Event: study.Event{Domain: e.Domain, Concepts: e.Concepts},
			Relation: &study.Relation{From: &study.Offset{Days: 1}}}
		s.p.noneLater = true
		e.Which = study.Any
		e.With = append(e.With, study.Criterion{Not: &study.Criterion{Has: &later}})
	}
}
