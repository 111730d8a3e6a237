package read

import (
	"reflect"
	"slices"
)

// What stands behind the last of several things that people did not have is said of all of them that have no time of
// their own: "no emergency visit and no hospital stay in 2009", "no statin and no insulin within 30 days after it".
// So is what stands behind a list in a list: "a statin and either a beta blocker or an ACE inhibitor in 2009". The
// number with the time on the last alone stands beside the answer.

// shareDenied gives the time behind the last of some denials to those right before it.
func shareDenied(kids []*predicate) {
	shareBack(kids, func(k *predicate) []*event {
		if k.kind != notKind || k.closed || k.kids[0].v.leaves {
			return nil
		}
		return k.kids[0].events()
	})
}

// shareOfLists gives the time behind a list that is the last of another one to those before it.
func shareOfLists(kids []*predicate) {
	if last := kids[len(kids)-1]; last.kind != anyKind || last.closed {
		return
	}
	shareBack(kids, func(k *predicate) []*event {
		if k.closed {
			return nil
		}
		return k.events()
	})
}

// shareBack gives the time or the relation of the last of some clauses to those before it, up to the first that has its
// own.
func shareBack(kids []*predicate, eventsOf func(*predicate) []*event) {
	last := eventsOf(kids[len(kids)-1])
	if len(kids) < 2 || len(last) == 0 {
		return
	}
	w, rels := when{during: last[0].During}, last[0].rels
	if slices.ContainsFunc(last, func(e *event) bool {
		return e.Touching != nil || e.Age != nil || !reflect.DeepEqual(e.During, w.during) ||
			!slices.Equal(e.rels, rels)
	}) || w.during == nil && (len(rels) != 1 || rels[0].anchor == nil || rels[0].ana == "same") {
		return
	}
	for _, k := range slices.Backward(kids[:len(kids)-1]) {
		es := eventsOf(k)
		if len(es) == 0 || slices.ContainsFunc(es, func(e *event) bool {
			return len(e.rels) > 0 || e.During != nil || e.Touching != nil || e.Age != nil || e.ever ||
				e.mayShare != nil
		}) {
			return
		}
		for _, e := range es {
			if e.rels = rels; len(rels) == 0 {
				e.mayShare = &lentWhen{when: w, taken: true}
			}
			e.During = w.during
		}
	}
}
