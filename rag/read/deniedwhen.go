package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// deniedWhen counts those who were not on a drug "when they started another" among people who started that: of those
// who never did, nothing is said. Of what may have been more than once, it leaves open whether at none of them.
func (b *builder) deniedWhen(q *predicate) {
	if q.kind != leaf {
		return
	}
	for _, r := range q.ev.rels {
		if r.Place == study.During || r.Place == study.Overlapping {
			b.deniedWhile(r)
			continue
		}
		if r.Place != study.Covering || r.anchor == nil || b.index != nil && sameEvent(r.anchor, b.index) {
			continue
		}
		if b.index != nil || b.q.Population.Entry != nil || r.anchor.Which != study.First {
			b.refuse(Ambiguous, "it may be at none of them, or at one; say of whom it is asked, as in “of those who started …”")
			return
		}
		entry := b.event(r.anchor, nil)
		b.index, b.q.Population.Entry = r.anchor, &entry
		r.anchor, r.ana = nil, "index"
	}
}

// deniedWhile counts those who had nothing while they took a drug among people who took it, with everybody beside it.
func (b *builder) deniedWhile(r *relation) {
	if r.anchor == nil || !r.anchor.isDrug() || len(r.anchor.Concepts) == 0 || r.anchor.Which != study.Any ||
		r.anchor.times != nil {
		return
	}
	if b.index != nil && sameEvent(b.index, r.anchor) {
		r.ofAny = b.index.Which == study.Any // at none of the times, not at one of them
		return
	}
	took := study.Criterion{Has: &study.Has{Event: b.event(r.anchor, nil)}}
	at := len(b.q.Population.Criteria)
	b.q.Population.Criteria = append(b.q.Population.Criteria, took)
	b.s.later = append(b.s.later, func(q *study.Question) {
		other := q.Clone()
		other.Population.Criteria = slices.DeleteFunc(other.Population.Criteria, func(c study.Criterion) bool {
			return reflect.DeepEqual(c, q.Population.Criteria[min(at, len(q.Population.Criteria)-1)])
		})
		other.Canonicalize()
		b.s.others = append(b.s.others, Other{What: "Those who never took it count, too", Question: other})
	})
}
