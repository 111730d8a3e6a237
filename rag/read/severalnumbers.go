package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Two numbers or more that one sentence asks for are rows beside each other.

// alsoHowMany reads a second number beside the first: "how many took A, and how many took B?", "how many had A before
// B, and how many the other way round?". Each is a row.
func (p *parser) alsoHowMany(s *sentence) bool {
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.records != nil || s.people == nil ||
		s.people.age != nil && s.people.ageOn == "" { // their age at each of these
		return false
	}
	if s.main != nil {
		if s.main.kind == aged || hangsOnIndex(s.main) {
			return false
		}
		s.numbers, s.main = []named{{p.nameFrom(p.clauseFrom), s.main}}, nil
	}
	if len(s.numbers) == 0 {
		return false
	}
	first := s.numbers[0].q
	for p.at(0) == "," || p.at(0) == ";" {
		p.pos++
	}
	if !p.is("and") && !p.goesOnToAnd() || !p.is("howmany") {
		return false
	}
	from := p.pos
	if q, name := p.otherWayRound(first); q != nil {
		s.numbers = append(s.numbers, named{name, q})
		return true
	}
	if p.denies(first) {
		s.numbers = append(s.numbers, named{p.nameFrom(from), not(first)})
		return true
	}
	q, _, ok := p.clause()
	if !ok && first.kind == leaf {
		q, ok = p.elidedClause(first)
	}
	if !ok || hangsOnIndex(q) || placedInTime(q) != placedInTime(first) || isBounded(q) || q.kind == aged ||
		dated(q) != dated(first) { // "how many were admitted, and how many died, in 2009": both in 2009, perhaps
		return false
	}
	if slices.ContainsFunc(q.named(), func(e *event) bool { return e.noun == "it" }) {
		return false // "how many had A, and how many had it twice": A, and not what the people have
	}
	bare := q.v.form == "prep" || q.v.form == "ing" && !p.seq(from, "are|were|is|was|have|had")
	if bare && first.v.form != q.v.form {
		return false // "how many with asthma took A, and how many with stroke": other people, perhaps
	}
	s.numbers = append(s.numbers, named{p.nameFrom(from), q})
	return true
}

// denies reads "did not", "had not" behind "and how many": those of whom the first number is not true.
func (p *parser) denies(first *predicate) bool {
	return first.kind == leaf && !placedInTime(first) && p.try(func() bool {
		if !p.takeOne("didn't", "haven't", "hadn't", "weren't", "wasn't", "don't") &&
			!(p.takeOne("did", "do", "have", "had", "were", "are", "was") && p.takeOne("not")) {
			return false
		}
		return p.end() || p.at(0) == "?" || p.at(0) == "." || p.sees("stratumlead")
	})
}

// isBounded reports whether an event of the predicate is looked for in some days from another one: by itself it is
// counted from the first of these.
func isBounded(q *predicate) bool {
	return slices.ContainsFunc(q.events(), func(e *event) bool {
		return slices.ContainsFunc(e.rels, func(r *relation) bool { return r.From != nil && r.To != nil })
	})
}

// dated reports whether an event of the predicate has a time of its own.
func dated(q *predicate) bool {
	return slices.ContainsFunc(q.events(), func(e *event) bool { return e.During != nil || e.Touching != nil })
}

// goesOnToAnd reports whether the last of a list is still to come: "how many took A, how many took B, and how many C".
func (p *parser) goesOnToAnd() bool {
	for i := p.pos + 1; i < len(p.toks); i++ {
		if _, n := p.longest(i, "howmany"); n > 0 && p.toks[i-1].low == "and" {
			return true
		}
	}
	return false
}

// elidedClause reads what goes on from a clause without its verb: "how many took A and how many B", or with another
// time: "how many had a stroke in 2008, and how many in 2009".
func (p *parser) elidedClause(first *predicate) (q *predicate, ok bool) {
	if first.ev.During != nil && p.try(func() bool {
		d, isTime := p.period()
		if isTime {
			q = atTimes(first.ev, []*study.Period{d})[0]
		}
		return isTime
	}) {
		return q, true
	}
	if q, ok = p.eventList(first.v.domains, false); ok {
		for _, e := range q.events() {
			p.adverbs(first.v, e)
		}
	}
	return q, ok && (first.ev.During == nil || !slices.ContainsFunc(q.events(), func(e *event) bool {
		return e.During == nil // in the same time, perhaps
	}))
}

// otherWayRound reads "the other way round" of two things in an order: the order turned about, with its name.
func (p *parser) otherWayRound(q *predicate) (turned *predicate, name string) {
	if q.kind != leaf || len(q.ev.rels) != 1 {
		return nil, ""
	}
	r := q.ev.rels[0]
	other, word := r.anchor, ""
	switch {
	case other == nil || !unplaced(other) || len(q.ev.Concepts) == 0 || r.Place != study.Distance:
	case r.From == nil && r.To != nil && r.To.Days <= 0 && r.To.Months == 0 && r.To.Years == 0:
		word = " before "
	case r.To == nil && r.From != nil && r.From.Days >= 0 && r.From.Months == 0 && r.From.Years == 0:
		word = " after "
	}
	if word == "" || !p.try(func() bool {
		p.word("in")
		return p.at(0) == "vice" && p.at(1) == "versa" && p.take() && p.take() ||
			p.word("other", "opposite", "reverse") && p.word("way", "order") && (p.word("round", "around", "about") || true)
	}) {
		return nil, ""
	}
	a, b := other.clone(), q.ev.clone()
	a.Which, a.started = q.ev.Which, q.ev.started
	b.Which, b.started, b.rels = study.Any, false, nil
	c := *r
	c.anchor = b
	a.rels = []*relation{&c}
	return &predicate{kind: leaf, ev: a, v: q.v}, a.Name() + word + b.Name()
}
