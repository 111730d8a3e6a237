package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A relation is counted from one record, so a number of records is none until it says which: "a stroke after at least
// two falls" is after the second, "a fracture before at least two scans" before the last but one. Where it says none,
// nothing is counted: "within 30 days of two falls", "after exactly two".

// fromNth counts a relation from the record with which the number of its anchor is reached.
func (b *builder) fromNth(r *relation) {
	a := r.anchor
	least, ok := a.least()
	switch {
	case !ok || r.Place != study.Distance || r.same || a.Which != study.Any || a.adds != "" || a.apart > 0 || a.oneYear:
		return
	case isPastOf(r, r.From, r.To):
		a.takeNth(least, study.FirstOfThese, study.Relation{To: &study.Offset{}})
	case isPastOf(r, r.To, r.From):
		a.takeNth(least, study.LastOfThese, study.Relation{From: &study.Offset{}})
	}
}

// isPastOf reports whether a relation is bounded on one side only, by the day or the day beside it.
func isPastOf(r *relation, bound, other *study.Offset) bool {
	return bound != nil && other == nil && bound.Months == 0 && bound.Years == 0 && bound.Days >= -1 && bound.Days <= 1
}

// least is how many records an event asks for at least, where it asks for no more than that.
func (e *event) least() (int, bool) {
	t := e.times
	if t == nil || t.Min == nil || t.Max != nil {
		return 0, false
	}
	n := int(*t.Min)
	if t.MinOpen {
		n++
	}
	return n, n > 0
}

// takeNth makes an event its record with which there are so many, counted from the one side.
func (e *event) takeNth(least int, which study.Which, side study.Relation) {
	nth := map[int]study.Which{1: study.Any, 2: study.Second, 3: study.Third}
	simple, ok := nth[least]
	ok = ok && (which == study.FirstOfThese && e.distinct == "" && e.During == nil && e.Age == nil && e.Touching == nil &&
		len(e.With)+len(e.judged)+len(e.rels)+len(e.AnyOf) == 0 || least == 1)
	counted := e.Event
	counted.With = slices.Clone(e.With)
	has := &study.Has{Event: counted, Relation: &side, Times: e.times, Distinct: e.distinct}
	if e.times, e.distinct, e.nth = nil, "", true; ok {
		e.Which = simple
		return
	}
	e.Which, e.among = which, true
	e.With = append(e.With, study.Criterion{Has: has})
}

// refuseNumber refuses a number of records of what is chosen as one record, or counted from.
func (b *builder) refuseNumber(e *event) {
	if e.eitherNth {
		b.refuse(Ambiguous, "the "+string(e.Which)+" of either, or of each of them? Say it of each")
	}
	if e.times != nil || e.adds != "" {
		b.refuse(Ambiguous,
			"it does not say which of so many records is meant; say “the second …”, or how many of them people have")
	}
}

// countsOn reports whether an event is the second or third of its kind.
func (e *event) countsOn() bool { return e.Which == study.Second || e.Which == study.Third }

// nthOfAll is which record "a second" or "a third" is that is counted from the first. A third one is the third of all,
// and "a second" any other one. "Their second … more than 60 days after the first" is the second of all, which may come
// earlier; of a disease it is another, as several records may be of one event.
func (b *builder) nthOfAll(e *event, r *relation) study.Which {
	late := r.From != nil && (r.From.Days > 1 || r.From.Months > 0 || r.From.Years > 0)
	p, disease := b.s.p, e.Domain == study.Condition
	switch {
	case e.Which == study.Third:
	case e.Which != study.Second || !late || disease:
		return study.Any
	case p.seq(e.from, "a|an") || e.from > 0 && p.seq(e.from-1, "a|an"):
		b.s.later = append(b.s.later, b.s.secondOfAll)
		return study.Any
	}
	of := b.index
	taken := of.Which == study.Any && !of.one && plain(&of.Event) && slices.Contains([]study.Domain{study.Drug,
		study.Condition, study.Measurement, study.Procedure}, of.Domain) // it will be dated by its first record
	if of.Which != study.First && !taken || of.During != nil || of.Age != nil || of.hasValue() ||
		len(of.With)+len(of.rels) > 0 || disease && !e.record {
		b.refuse(Ambiguous, "it may be the "+string(e.Which)+" of all, or the "+string(e.Which)+
			" since that record; ask how many had at least so many")
	}
	return e.Which
}

// secondOfAll keeps the reading in which "a second one more than 60 days after the first" is the second of all.
func (s *sentence) secondOfAll(q *study.Question) {
	if q.Outcome == nil || q.Outcome.Has == nil || q.Outcome.Has.Event.Which != study.Any {
		return
	}
	other := q.Clone()
	other.Outcome.Has.Event.Which = study.Second
	s.others = append(s.others, Other{What: "The second of all, and no other one", Question: other})
}

// ofEither keeps the reading in which "a second colonoscopy or mammography" is a second one of each, not of both taken
// together.
func (b *builder) ofEither(e *event, h *study.Has) {
	if !e.eitherNth {
		return
	}
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other := whole.Clone()
		asked := criteriaOf(whole)
		for i, c := range criteriaOf(other) {
			if asked[i].Has == h {
				*c = study.Criterion{Any: ofEach(*c.Has)}
			}
		}
		b.s.others = append(b.s.others, Other{What: "The " + string(e.Which) + " of each by itself", Question: other})
	})
}

// ofEach are the conditions that someone has such a record of one thing.
func ofEach(h study.Has) (each []study.Criterion) {
	one := h.Event
	one.Concepts, one.Or = nil, nil
	for _, o := range append([]study.Event{{Domain: h.Event.Domain, Concepts: h.Event.Concepts, Where: h.Event.Where}},
		h.Event.Or...) {
		one.Domain, one.Where = o.Domain, o.Where
		for i := range max(1, len(o.Concepts)) {
			own := h
			if own.Event = one; len(o.Concepts) > 0 {
				own.Event.Concepts = o.Concepts[i : i+1]
			}
			each = append(each, study.Criterion{Has: &own})
		}
	}
	return each
}
