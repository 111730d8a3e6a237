package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Of two alternatives one may be counted from something that the other has nothing to do with: "had a fracture within
// 30 days after a fall or had osteoporosis". Then no one is told by the fall: those with osteoporosis and no fall are
// meant, too, and the fracture is one with a fall in the 30 days before it.

// eitherByItself reports whether a predicate is such alternatives.
func (b *builder) eitherByItself(q *predicate) bool {
	if q.kind != anyKind || !q.apart || !slices.ContainsFunc(q.kids, (*predicate).countsFromNothing) {
		return false
	}
	var anchored []*relation
	for _, k := range q.kids {
		for _, e := range k.named() {
			for _, r := range e.rels {
				switch {
				case r.anchor == nil && r.ana != "same":
					return false // "had a fracture after a fall, osteoporosis before it, or died"
				case r.anchor == nil || r.Place != study.Distance || sameDay(r) || nested(e, r):
					continue
				case k.kind != leaf:
					b.refuse(Ambiguous, "of whom; say each of the alternatives in a question of its own")
				}
				anchored = append(anchored, r)
			}
		}
	}
	for _, r := range anchored {
		b.countFromFirst(r)
	}
	return len(anchored) > 0
}

// eitherAnchored refuses an event that is counted from one of two things and then from another: "a fracture within 30
// days after a fall or a stroke within 30 days after a heart attack" are two events, each after its own.
func (b *builder) eitherAnchored() {
	if b.s.main == nil {
		return
	}
	for _, e := range b.s.main.named() {
		if len(e.rels) < 2 {
			continue
		}
		last := e.rels[len(e.rels)-1]
		if last.anchor != nil && slices.ContainsFunc(e.rels[:len(e.rels)-1], func(r *relation) bool {
			return r.anchor != nil && len(r.anchor.Or) > 0 && last.Place == r.Place
		}) {
			b.refuse(Ambiguous, "what is counted from what; say each of the alternatives in a question of its own")
		}
	}
}

// sharesTime refuses a time behind the second of two alternatives where the first is a disease that people have and the
// other, with a verb of its own, is one that happens: "had diabetes or had a stroke within a year after a fall".
func (b *builder) sharesTime() {
	q := b.s.main
	if q == nil || q.kind != anyKind || !q.apart || len(q.kids) < 2 {
		return
	}
	first, last := q.kids[0], q.kids[len(q.kids)-1]
	if first.kind != leaf || last.kind != leaf || !isBareDisease(first.ev) || isBareDisease(last.ev) ||
		len(first.ev.rels) == 0 || len(last.ev.rels) == 0 {
		return
	}
	if of := last.ev.rels[0].anchor; of != nil && of.from > last.ev.from && first.ev.rels[0].Place == study.Distance {
		b.refuse(Ambiguous, "whether the time is of both; say “had … at any time or had …”, or name the time with each")
	}
}

// isBareDisease reports whether an event is a disease without an article: people have diabetes, and had a stroke.
func isBareDisease(e *event) bool {
	return isADisease(e) && !e.ownArticle && !e.started && e.noun == "" && !e.record && e.Which == study.Any
}

// countsFromNothing reports whether no time of what is said hangs on another record.
func (q *predicate) countsFromNothing() bool {
	es := q.named()
	return len(es) > 0 && !slices.ContainsFunc(es, func(e *event) bool { return len(e.rels) > 0 || e.noun == "it" })
}

// countsFromNamed reports whether one of the events hangs on something that is named, or on the index.
func (b *builder) countsFromNamed(es []*event) bool {
	return slices.ContainsFunc(es, func(e *event) bool { return len(e.rels) > 0 || e.noun == "it" })
}

// deniedEvents are the events that are denied beside what people had.
func deniedEvents(q *predicate) (es []*event) {
	for _, k := range q.kids {
		if k.kind == notKind && k.kids[0].kind == leaf {
			es = append(es, k.kids[0].ev)
		}
	}
	return es
}
