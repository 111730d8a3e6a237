package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// settleKnown takes a known disease for one that is recorded, unless it can be known before something: in "new users
// of warfarin with known atrial fibrillation" it was before the first warfarin, in "patients with known atrial
// fibrillation who took warfarin" at any time.
func (s *sentence) settleKnown() {
	if s.records != nil || len(s.front) > 0 {
		return
	}
	all := slices.Clone(s.people.preds)
	if s.main != nil {
		all = append(all, s.main)
	}
	var known []*event
	for _, q := range all {
		for _, e := range q.everyEvent() {
			switch {
			case slices.ContainsFunc(e.rels, func(r *relation) bool { return r.known }):
				known = append(known, e)
			case e.Which == study.First || e.started || len(e.rels) > 0:
				return
			}
		}
	}
	for _, e := range known {
		e.rels = slices.DeleteFunc(e.rels, func(r *relation) bool { return r.known })
	}
}

// everyEvent are the events of the tree, the excluded ones, too.
func (q *predicate) everyEvent() []*event {
	if q.kind == leaf {
		return []*event{q.ev}
	}
	var found []*event
	for _, k := range q.kids {
		found = append(found, k.everyEvent()...)
	}
	return found
}
