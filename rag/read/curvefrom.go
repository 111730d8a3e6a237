package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// From which event a survival or a mortality is counted. "After a stroke in patients with AF" is from the stroke, among
// those with AF: who has the stroke late has not survived until then after it. "Of people with AF who started warfarin"
// is from the start, which is the only first. Of people with diabetes and hypertension nothing says which.

// curveFrom chooses the index of a survival among what is said of the people.
func (b *builder) curveFrom() {
	s := b.s
	if s.records != nil {
		b.fromNamed = &predicate{kind: leaf, ev: s.records}
		s.people.preds = slices.Concat([]*predicate{b.fromNamed}, s.people.preds)
		return
	}
	if s.measure.Kind == study.Persistence {
		return
	}
	var named, firsts []*predicate
	after := false // one of them is told by what came before it
	for _, k := range flat(s.people.preds) {
		e, ok := k.merged()
		if !ok || e.Domain == study.Death || e.Domain == study.Observed {
			continue
		}
		if named = append(named, k); e.Which != study.Any || e.started {
			firsts = append(firsts, k)
		}
		after = after || related(k, nil)
	}
	switch {
	case len(named) == 1 && after && named[0].v.form != "prep":
		b.fromNamed = named[0]
	case len(named) > 1 && len(firsts) == 1 && !after:
		b.fromNamed = firsts[0]
	case len(named) > 1 || after:
		b.refuse(Ambiguous, "it does not say from which of the two it is counted; say “after …”")
	}
}
