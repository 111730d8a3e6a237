package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Which of several events a time is counted from that names none. Of people with diabetes who had an HbA1c above 9,
// those who "started insulin afterwards" did so after the last that was named, the HbA1c. "Within 90 days" is counted
// from the one that is said to be a first, where only one is. Where neither tells, nothing is counted.

// countedFrom is the place among preds of the event that the times of main are counted from; -1 where the words leave
// no choice.
func (b *builder) countedFrom(main *predicate, preds []*predicate) int {
	order, timed := namelessTimes(main)
	if !timed {
		return -1
	}
	if at := b.beforeDeath(main, preds); at >= 0 || b.fault != nil {
		return at
	}
	var named, firsts []int
	for i, k := range preds {
		e, ok := k.merged()
		if !ok || e.Domain == study.Death || e.Domain == study.Observed || e.extreme != "" || e.liesBefore() {
			continue
		}
		if named = append(named, i); e.Which != study.Any || e.started {
			firsts = append(firsts, i)
		}
	}
	if len(named) == 0 {
		return -1
	}
	at := named[len(named)-1]
	if len(named) == 1 {
		if e, _ := preds[at].merged(); !slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor != nil }) {
			return -1
		}
	} else if !order && len(firsts) == 1 {
		at = firsts[0]
	} else if other, _ := preds[named[len(named)-2]].merged(); b.sayNotWhich(preds[at], other, order) ||
		onSameDay(main) && bareBehind(preds[at], other) {
		b.refuse(Ambiguous, "it does not say which of the two the time is counted from; say “after the …” with its name")
		return -1
	}
	if e, _ := preds[at].merged(); e.times != nil {
		b.refuse(Ambiguous, "it does not say which of the records the time is counted from")
		return -1
	}
	hangOnNamed(preds, at)
	return at
}

// sayNotWhich reports whether the last event that was named need not be the one that a time is counted from: "with
// hypertension and diabetes", "warfarin users with AF".
func (b *builder) sayNotWhich(last *predicate, before *event, order bool) bool {
	e, _ := last.merged()
	condition := e.likelyDomain() == string(study.Condition)
	return last.v.form == "" && !b.s.p.isVerbAt(e.from) || condition && last.v.form == "prep" ||
		!order && condition && before.likelyDomain() == string(study.Condition)
}

// onSameDay reports whether events of a predicate are on the same day as one that is not named.
func onSameDay(q *predicate) bool {
	return slices.ContainsFunc(q.named(), func(e *event) bool {
		return slices.ContainsFunc(e.rels, (*relation).sameAsNothing)
	})
}

// bareBehind reports whether a disease that people have stands behind what happened: "with a hip fracture who had
// osteoporosis".
func bareBehind(last *predicate, before *event) bool {
	e, _ := last.merged()
	return e.isBare() && !before.isBare()
}

// isBare reports whether a condition is named without an article, a time or a number, as one that people have is.
func (e *event) isBare() bool {
	return e.likelyDomain() == string(study.Condition) && !e.ownArticle && e.During == nil && e.Age == nil &&
		e.noun == "" && e.Which == study.Any && !e.one && len(e.rels)+len(e.With) == 0 && e.times == nil
}

// isVerbAt reports whether an event is told by a verb that names it: "fell", "were hospitalised".
func (p *parser) isVerbAt(i int) bool {
	_, n := p.longest(i, "visitverb", "deathverb", "namedafter")
	return n > 0
}

// namelessTimes reports whether events of a predicate are counted from one that is not named, and whether a word does
// so that says no more than an order, "afterwards", "before it", or that it was on the same day.
func namelessTimes(q *predicate) (order, timed bool) {
	if q == nil {
		return false, false
	}
	for _, e := range q.named() {
		for _, r := range e.rels {
			if r.namesNothing() {
				timed, order = true, order || r.From == nil || r.To == nil
			} else if r.sameAsNothing() && (q.kind != allKind || !q.together()) {
				timed, order = true, true
			}
		}
	}
	return order, timed
}

// liesBefore reports whether an event is said to lie before another one: a prior stroke.
func (e *event) liesBefore() bool {
	return slices.ContainsFunc(e.rels, func(r *relation) bool {
		return r.Place == study.Distance && r.To != nil && (r.To.Days < 0 || r.To.Months < 0 || r.To.Years < 0)
	})
}

// beforeDeath is the place of people's death among what is said of them where what they had "before" is counted from
// it: "with dementia who died, had been in hospital in the year before". It is -1 where it is not.
func (b *builder) beforeDeath(main *predicate, preds []*predicate) int {
	died := slices.IndexFunc(preds, func(k *predicate) bool { return k.kind == leaf && k.ev.Domain == study.Death })
	if died < 0 || main == nil {
		return -1
	}
	early, late := sidesOfNameless(main)
	if !early || !slices.ContainsFunc(preds, func(k *predicate) bool {
		return k != preds[died] && len(k.events()) > 0
	}) {
		return -1
	}
	dated := func(k *predicate) bool { // which it may be counted from, too
		return slices.ContainsFunc(k.events(), func(e *event) bool {
			return e.Which != study.Any || e.started || slices.ContainsFunc(e.rels, func(r *relation) bool {
				return r.Place == study.Distance
			})
		})
	}
	if late || slices.ContainsFunc(preds, dated) {
		b.refuse(Ambiguous, "it does not say whether it was before the death or before what else is named; say which")
	}
	return died
}

// countBeforeDeath makes people's death the index of what they had "before" in the same sentence: "died and had a visit
// in the 90 days before".
func (b *builder) countBeforeDeath() {
	main := b.s.main
	if main == nil || main.kind != allKind || main.apart || main.together() || len(b.s.front) > 0 ||
		main.kids[0].kind != leaf {
		return
	}
	died, rest := main.kids[0], all(main.kids[1:]...)
	if early, late := sidesOfNameless(rest); !early || late || died.ev.Domain != study.Death ||
		len(died.ev.rels) > 0 || died.ev.times != nil {
		return
	}
	if b.s.measure.Kind != study.Count {
		b.refuse(Ambiguous, "it does not say whether that was before the death; say “of those who died, …”")
		return
	}
	b.s.people.preds = append(b.s.people.preds, died)
	b.s.main = rest
}

// sidesOfNameless reports whether times that name no event lie before it, and whether some lie after it.
func sidesOfNameless(q *predicate) (early, late bool) {
	for _, e := range q.named() {
		for _, r := range e.rels {
			if r.namesNothing() {
				early, late = early || earlier(&r.Relation), late || !earlier(&r.Relation)
			}
		}
	}
	return early, late
}

// namesNothing reports whether a time before or after is that of a record which it does not name: "afterwards".
func (r *relation) namesNothing() bool {
	return r.anchor == nil && r.ana == "index" && !r.byName && r.Place == study.Distance && !sameDay(r)
}

// hangOnNamed counts the times that stand with people's events, and name none, from the event named before each: in
// "with AF who started warfarin within 30 days", from the AF, whatever is counted from the warfarin.
func hangOnNamed(preds []*predicate, index int) {
	var first, before *event
	for i, k := range preds {
		e, ok := k.merged()
		if !ok {
			continue
		}
		for n, r := range e.rels {
			if r.anchor != nil || before == nil || r.ana == "same" || preds[index].ev == before {
				continue
			}
			c := *r
			c.anchor, c.ana = before.clone(), ""
			if r.byName {
				c.anchor = first.clone()
			}
			e.rels = slices.Clone(e.rels)
			e.rels[n] = &c
		}
		if i == index && len(e.rels) > 0 && e.Which == study.Any && !e.one {
			e.Which = study.FirstOfThese
		}
		preds[i] = &predicate{kind: leaf, ev: e, v: k.v}
		if !e.liesBefore() {
			before = e
			if first == nil {
				first = e
			}
		}
	}
}

// orderOfPeople counts the times that tell of people, and name nothing, from what they had before, where the index is
// something else: "the cost of stays of people with a stroke who took warfarin afterwards".
func (b *builder) orderOfPeople(preds []*predicate) []*predicate {
	var before, earlier *predicate
	preds = slices.Clone(preds)
	for i, k := range preds {
		timed := before != nil && slices.ContainsFunc(k.named(), (*event).timedByNothing)
		if of := before; timed && earlier != nil && b.sayNotWhich(of, earlier.ev, true) && !sameEvent(of.ev, b.index) {
			b.refuse(Ambiguous, "it does not say which of the two the time is counted from; say “after the …” with its name")
		} else if timed && !sameEvent(of.ev, b.index) {
			if b.index.Domain == study.Death && slices.ContainsFunc(k.named(), (*event).liesBefore) {
				b.refuse(Ambiguous, "it does not say before what that was; say “before the …” with its name")
			}
			preds[i] = k.counted(of.ev)
		}
		if e, ok := k.merged(); ok && e.Domain != study.Death && e.Domain != study.Observed {
			before, earlier = &predicate{kind: leaf, ev: e, v: k.v}, before
		}
	}
	return preds
}

// timedByNothing reports whether an event has a time that names nothing: "afterwards", "within 90 days".
func (e *event) timedByNothing() bool { return slices.ContainsFunc(e.rels, (*relation).namesNothing) }

// counted counts the times of a predicate that name nothing from an event.
func (q *predicate) counted(from *event) *predicate {
	c := *q
	if q.kind == leaf && q.ev.timedByNothing() {
		c.ev = q.ev.clone()
		c.ev.rels = slices.Clone(q.ev.rels)
		for i, r := range c.ev.rels {
			if r.namesNothing() {
				own := *r
				own.anchor, own.ana = from.clone(), ""
				c.ev.rels[i] = &own
			}
		}
	}
	c.kids = slices.Clone(q.kids)
	for i, k := range c.kids {
		c.kids[i] = k.counted(from)
	}
	return &c
}

// afterwardsOfFirst makes what people did the index of what came "afterwards" in the same sentence: "took celecoxib
// after a diagnosis of X but had no bleeding afterwards".
func (b *builder) afterwardsOfFirst() {
	main := b.s.main
	if main == nil || main.kind != allKind || main.apart || main.together() || main.kids[0].kind != leaf {
		return
	}
	first := main.kids[0].ev
	if first.Domain == study.Death || first.times != nil || len(first.rels) == 0 && len(b.s.people.preds) == 0 {
		return
	}
	for _, k := range main.kids[1:] {
		if es := k.named(); k.shares != nil || len(es) != 1 || len(es[0].rels) != 1 || !es[0].rels[0].then ||
			es[0].rels[0].anchor != nil || slices.Equal(es[0].rels, first.rels) {
			return
		}
	}
	if b.s.measure.Kind != study.Count {
		b.refuse(Ambiguous, "it does not say which of the two came “afterwards”; say “after the …” with its name")
		return
	}
	b.s.people.preds = append(b.s.people.preds, main.kids[0])
	b.s.main = all(main.kids[1:]...)
}
