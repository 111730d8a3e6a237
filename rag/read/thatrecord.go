package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// thatRecord gives a record at which something is so the time of the one that was told before: of "patients with COPD
// who were hospitalised in 2009", those "on prednisone at admission" were so at a stay of 2009, and those "over 80 at
// the time of the stroke" at the stroke by whose year they are told.
func (b *builder) thatRecord() {
	var told []*event
	tells := flat(b.s.people.preds)
	if m := b.s.main; m != nil && m.kind == allKind {
		tells = append(slices.Clip(tells), m.kids...)
	}
	for _, q := range tells {
		if q.kind == leaf && q.ev.During != nil && q.ev.Which == study.Any && q.ev.times == nil &&
			len(q.ev.rels) == 0 && q.ev.Age == nil {
			told = append(told, q.ev)
		}
	}
	if len(told) == 0 {
		return
	}
	for _, q := range leaves(append(slices.Clip(flat(b.s.people.preds)), someOf(b.s.main)...), verb{}) {
		if q.ev.Age != nil {
			b.isThat(q.ev, told)
		}
		for _, r := range q.ev.rels {
			if r.anchor != nil && (r.Place == study.Covering || r.Place == study.Overlapping || sameDay(r)) {
				b.isThat(r.anchor, told)
			}
		}
	}
}

// isThat makes a record without a time of its own one of those that were told before; which one has to be clear.
func (b *builder) isThat(e *event, told []*event) {
	if e.During != nil || e.Touching != nil || len(e.With)+len(e.rels)+len(e.judged) > 0 || e.times != nil ||
		e.Which != study.Any && !e.untold || e.from > 0 && b.s.p.seq(e.from, "a|an|any") {
		return
	}
	var that *event
	for _, o := range told {
		switch {
		case o == e || o.Domain != e.Domain || !slices.EqualFunc(o.Concepts, e.Concepts, isOneOf):
		case that != nil && *that.During != *o.During:
			b.refuse(Ambiguous, "it does not say at which of the records that were told; ask for one of them")
			return
		default:
			that = o
		}
	}
	if that == nil {
		return
	}
	e.Which, e.During, e.With = study.Any, that.During, that.With
	if e.Where == nil {
		e.Where = that.Where
	}
}
