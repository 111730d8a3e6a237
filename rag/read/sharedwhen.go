package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// when is what may stand behind the last of several clauses and belong to all of them: a time, an age, a visit.
type when struct {
	during *study.Period
	age    *study.Range
	visit  []study.Entity
	dates  *relation // where the visit is met by its dates, as that of a drug is
}

// whenOf is the time, age and visit of an event, and whether it has no more than these.
func whenOf(e *event) (w when, only bool) {
	w = when{during: e.During, age: e.Age}
	if e.Where != nil {
		w.visit = e.Where.Visit
	}
	if len(e.rels) == 1 && e.rels[0].atVisit {
		w.dates, w.visit = e.rels[0], e.rels[0].anchor.Concepts
		return w, e.Touching == nil
	}
	return w, len(e.rels) == 0 && e.Touching == nil
}

// shareWhen gives the time, age or visit behind the last clause to those before it that have none: "were hospitalised
// or died in 2010", "had a fall or took zolpidem at age 80 or older". What people have, and keep, is at any time beside
// what they did: "had diabetes and filled insulin in 2009". The readings with the last clause's time only, or with that
// of all, stand beside the answer.
func shareWhen(kids []*predicate, joint string) {
	w, ok := sharedWhen(kids, joint)
	if !ok {
		return
	}
	denied := kids[len(kids)-1].kind == notKind
	for _, k := range kids[:len(kids)-1] {
		for _, e := range k.joinedBy(joint) {
			e.mayShare = &lentWhen{when: w, taken: joint == "or" || !denied && (len(kids) > 2 || !isState(k))}
			if e.mayShare.taken {
				e.takeWhen(w)
			}
		}
	}
}

// lentWhen is what a later clause has to share, and whether it was taken.
type lentWhen struct {
	when
	taken bool
}

// lentTo is a condition that may share it.
type lentTo struct {
	has *study.Has
	of  *lentWhen
}

// tellOfLentWhens keeps the other reading of clauses that may share a time: on the last of them only, or on all.
func (b *builder) tellOfLentWhens() {
	if len(b.lent) == 0 {
		return
	}
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other, what := whole.Clone(), ""
		asked := criteriaOf(whole)
		for i, c := range criteriaOf(other) {
			at := slices.IndexFunc(b.lent, func(l lentTo) bool { return l.has == asked[i].Has })
			if at < 0 {
				continue
			}
			if l := b.lent[at].of; l.taken {
				what = "The time, age or place that stands last is said of the last only"
				l.leave(&c.Has.Event)
			} else {
				what = "The time, age or place that stands last is said of each of them"
				c.Has.Event.During = l.during
				if l.age != nil { // "over 65 had A but no B in 2009" has its age already
					c.Has.Event.Age = l.age
				}
			}
		}
		if what != "" {
			b.s.others = append(b.s.others, Other{What: what, Question: other})
		}
	})
}

// sharedWhen is what all clauses may share: the last has it, and no other has a time or a relation of its own.
func sharedWhen(kids []*predicate, joint string) (w when, ok bool) {
	if len(kids) < 2 || slices.ContainsFunc(kids, func(k *predicate) bool { return k.closed || k.kind == someKind }) {
		return w, false
	}
	last := kids[len(kids)-1]
	if last.kind == notKind {
		last = last.kids[0]
	}
	for i, e := range last.events() {
		own, only := whenOf(e)
		only = only || e.onlyWhile()
		// "hospitalised or died in 2009 after X": the relation is shared, too
		if !only && (joint != "or" || e.Touching != nil) || i > 0 && !reflect.DeepEqual(own, w) {
			return w, false
		}
		w = own
	}
	if joint != "or" {
		w.visit, w.dates = nil, nil
	}
	if reflect.DeepEqual(w, when{}) {
		return w, false
	}
	for _, k := range kids[:len(kids)-1] {
		for _, e := range k.joinedBy(joint) {
			if own, only := whenOf(e); !only && !e.onlyWhile() || !reflect.DeepEqual(own, when{}) ||
				len(e.With) > 0 && e.Domain != study.Visit {
				return w, false
			}
		}
	}
	return w, true
}

// onlyWhile reports whether the relations of an event are to what lasted then: "were hospitalised while on warfarin
// or died in 2009" leaves the time to share.
func (e *event) onlyWhile() bool {
	return e.Touching == nil && e.onlyGoesOn()
}

// joinedBy are the events of a clause that may share what stands behind another one: behind "or" those that people did
// not have, too.
func (q *predicate) joinedBy(joint string) []*event {
	if joint == "or" {
		return q.named()
	}
	return q.events()
}

// isState reports whether a clause says what people have, not what was done: "had diabetes", not "were diagnosed with".
func isState(k *predicate) bool {
	return k.kind == leaf && k.ev.likelyDomain() == string(study.Condition) && k.ev.noun == "" &&
		(k.v.form == "have" || k.v.form == "prep" || k.v.form == "ing")
}

// takeWhen puts a time, an age and a visit on an event.
func (e *event) takeWhen(w when) {
	e.During, e.Age = w.during, w.age
	switch {
	case len(w.visit) == 0 || e.Domain == study.Death || e.Domain == study.Visit:
	case w.dates != nil && e.isDrug():
		e.rels = append(e.rels, w.dates)
	default:
		e.where().Visit = w.visit
	}
}

// leave takes what was shared off an event: the time, the age and the visit.
func (w when) leave(e *study.Event) {
	if w.during != nil {
		e.During = nil
	}
	if w.age != nil {
		e.Age = nil
	}
	if e.Where != nil && len(w.visit) > 0 {
		if e.Where.Visit = nil; reflect.DeepEqual(*e.Where, study.Where{}) {
			e.Where = nil
		}
	}
}
