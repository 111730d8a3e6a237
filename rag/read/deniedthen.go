package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What people did not have on the day of something, which they had: "not on warfarin when they had a stroke" is of
// those with a stroke. "Had no X on the same day as a Y" says only that there is no such day. A share of people who
// were on a drug then is of those with a stroke, too: of all others nothing is said.

// deniedThen makes what people had the index of what they did not have then.
func (b *builder) deniedThen() {
	s := b.s
	if n := len(s.people.preds); s.main == nil && n > 0 && s.measure.Kind == study.Count {
		if e, _ := notThen(s.people.preds[n-1]); e != nil {
			s.main, s.people.preds = s.people.preds[n-1], s.people.preds[:n-1]
		}
	}
	if s.main == nil || s.main.kind != notKind && s.measure.Kind != study.Share || len(s.front) > 0 {
		return
	}
	e, r := notThen(s.main)
	if s.main.kind != notKind {
		e, r = b.takenThenBy(s.main)
	}
	if e == nil {
		return
	}
	y := r.anchor
	if !y.ofWhichItIs() {
		s.anyTaken = s.anyTaken || y.Which == study.Any
	} else if y.Which == study.Any {
		y.takeFirst()
		s.firstTaken = true
	}
	c := *r
	c.anchor, c.ana = nil, "index"
	e.rels = []*relation{&c}
	b.fromNamed = &predicate{kind: leaf, ev: y}
	s.people.preds = slices.Concat([]*predicate{b.fromNamed}, s.people.preds)
}

// takenThenBy is the drug that a share asks for at another event, with that relation; nil where the people are told by
// the other event already.
func (b *builder) takenThenBy(q *predicate) (*event, *relation) {
	if q.kind != leaf || !q.ev.isTaken() || len(q.ev.rels) != 1 || q.ev.noun == "it" {
		return nil, nil
	}
	r := q.ev.rels[0]
	if r.anchor == nil || r.Place != study.Covering || r.anchor.Domain == study.Death ||
		slices.ContainsFunc(flat(b.s.people.preds), func(k *predicate) bool {
			return slices.ContainsFunc(k.named(), func(e *event) bool { return sameEvent(e, r.anchor) })
		}) {
		return nil, nil
	}
	return q.ev, r
}

// notThen is the event that a predicate denies on the day of another one, with that relation; nil where it does not.
func notThen(q *predicate) (*event, *relation) {
	if q.kind != notKind || q.kids[0].kind != leaf {
		return nil, nil
	}
	e := q.kids[0].ev
	if len(e.rels) != 1 || e.extreme != "" || e.noun == "it" {
		return nil, nil
	}
	r := e.rels[0]
	if r.anchor == nil || r.anchor.isDrug() { // "when they filled Y" is looked at by deniedWhen
		return nil, nil
	}
	inVisit := r.anchor.Domain == study.Visit && (r.Place == study.Overlapping || r.Place == study.During)
	onIt := inVisit || r.Place == study.Covering || r.Place == study.Distance && sameDay(r)
	if r.same || !onIt || r.anchor.Domain == study.Death || r.anchor.Domain == study.DrugEra {
		return nil, nil
	}
	return e, r
}

// hadWithout is the condition that people had something on whose day they did not have what is denied.
func (b *builder) hadWithout(q *predicate) *study.Criterion {
	e, r := notThen(q)
	if e == nil || b.index != nil && sameEvent(r.anchor, b.index) {
		return nil
	}
	x := e.clone()
	x.rels = nil
	rel := r.Relation
	none := study.Has{Event: b.records(x, nil), Relation: &rel, Times: x.times, Distinct: x.distinct}
	y := r.anchor.clone()
	if y.ofWhichItIs() && y.Which == study.Any {
		y.takeFirst()
	}
	had := b.event(y, nil)
	had.With = append(had.With, study.Criterion{Not: &study.Criterion{Has: &none}})
	return &study.Criterion{Has: &study.Has{Event: had}}
}

// ofWhichItIs reports whether words name one record of a thing, which is the first: "their stroke", not "a stroke".
func (e *event) ofWhichItIs() bool {
	return !e.one && !e.indefinite && e.During == nil && e.Domain != study.Visit
}

// deniesWhen reports whether something is denied until a time: "had never had a mammography when they were diagnosed
// with X". A frame would make of it that they never had one.
func (p *parser) deniesWhen() bool {
	for i := range p.toks {
		if _, n := p.longest(i, "neg"); n > 0 {
			return slices.ContainsFunc(p.toks[i+n:], func(t token) bool { return t.low == "when" || t.low == "by" })
		}
	}
	return false
}
