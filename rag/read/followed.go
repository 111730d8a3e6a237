package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// countedFollowed reads "heart failure admissions followed by another admission within 30 days of discharge": the first
// of the two are counted.
func (p *parser) countedFollowed(s *sentence) bool {
	q, ok := p.eventList(nil, false)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || !e.record || e.times != nil || e.Which != study.Any || len(e.rels) > 0 {
		return false
	}
	g := s.people
	p.try(func() bool { // "of patients with X"
		if !p.word("of", "in", "among", "by") {
			return false
		}
		whose, ok := p.people()
		if ok {
			g = whose
		}
		return ok
	})
	p.is("relpron")
	for p.is("aux") {
	}
	if !p.is("followedby", "ledto") || p.toks[p.pos-1].low == "then" {
		return false // "X and then Y" are two things that happened, none of which is counted before the other
	}
	next, ok := p.event(nil)
	if !ok || len(next.rels) > 1 || next.times != nil {
		return false
	}
	if len(next.rels) == 0 {
		next.rels = []*relation{{Relation: study.Relation{From: &study.Offset{Days: 1}}, ana: "index"}}
	}
	if r := next.rels[0]; r.anchor != nil && !(r.ana == "discharge" && sameEvent(r.anchor, e)) {
		return false
	}
	s.measure.Of, s.records, s.people = study.Records, e, g
	s.main = &predicate{kind: leaf, ev: next}
	return true
}

// whoeverOrWhy reads what says nothing new of another visit: "for any reason", "of the same patient".
func (p *parser) whoeverOrWhy(e *event) bool {
	p.try(func() bool { return e.again && p.at(0) == "," && p.take() })
	if e.again && p.try(func() bool {
		return p.word("of", "by", "for", "in") && p.word("same", "that") && p.takeOne("patient", "person", "individual")
	}) {
		return true
	}
	return e.Domain == study.Visit && len(e.With) == 0 && p.word("for", "from", "of") &&
		p.takeOne("any", "whatever") && p.takeOne("reason", "cause", "diagnosis")
}

// nothingMore reads "and nothing after that", "and never another" behind exactly one record of a thing: it is the only
// one.
func (p *parser) nothingMore(e *event) bool {
	if t := e.times; t == nil || t.Min == nil || t.Max == nil || *t.Min != 1 || *t.Max != 1 || len(e.rels) > 0 ||
		e.During != nil {
		return false
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.is("and", "but")
	switch {
	case p.takeOne("nothing", "none"):
		p.takeOne("else", "more", "further")
	case p.takeOne("never", "not") && p.takeOne("another", "again", "more", "any"):
		p.takeOne("one", "more")
	case p.takeOne("no") && p.takeOne("more", "further", "other", "others", "refill", "refills", "repeat", "second"):
		p.is("eventnoun")
	default:
		return false
	}
	p.try(func() bool {
		if !p.is("thenword") {
			return p.is("after") && (p.is("it") || p.takeOne("the") && p.takeOne("first") || !p.at0Letter())
		}
		return true
	})
	return p.end() || isSign(p.at(0)) || p.sees("stratumlead")
}

// ofTheDrug makes a number of prescriptions, of no drug that is named, ones of the drug that the people are told by:
// "of those who started X, how many had exactly one fill". Those of any drug are another reading.
func (b *builder) ofTheDrug(e *event) *event {
	nth := (e.Which == study.Second || e.Which == study.Third) &&
		slices.Contains([]study.Domain{study.Drug, study.Condition, study.Procedure}, e.Domain)
	if !e.record || len(e.Concepts)+len(e.Or) > 0 || e.distinct != "" || e.times == nil && !nth {
		return e
	}
	main := b.s.main
	if main != nil && main.kind == notKind && len(main.kids) == 1 { // "never had a second fill"
		main = main.kids[0]
	}
	if e.Domain != study.Drug || b.index == nil || b.index == e || b.index.Domain != study.Drug ||
		len(b.index.Concepts) == 0 || main == nil || main.kind != leaf || main.ev != e {
		if nth {
			b.refuse(NoEvent, "it does not say of what the "+string(e.Which)+" one is")
		}
		return e
	}
	own := e.clone()
	own.Concepts = slices.Clone(b.index.Concepts)
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other := whole.Clone()
		if other.Outcome != nil && other.Outcome.Has != nil {
			other.Outcome.Has.Event.Concepts = nil
			b.s.others = append(b.s.others, Other{What: "Prescriptions of any drug", Question: other})
		}
	})
	return own
}

// isTimed reports whether something is asked for in a time or by times.
func (b *builder) isTimed() bool {
	return b.q.Period != nil ||
		slices.ContainsFunc(b.q.Strata, func(st study.Stratum) bool { return st.Kind.IsTime() }) ||
		slices.ContainsFunc(spotsOf(b.q), func(s spot) bool { return s.ev.During != nil })
}
