package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// whatFollows reads "followed by B", "and later B", "and then B or C within 30 days" behind the last member of a list.
// What follows is counted from it; "A or B followed by C" from either.
func (p *parser) whatFollows(kids []*predicate, joint string) []*predicate {
	for {
		k, before := kids[len(kids)-1], p.pos
		p.try(func() bool { return p.at(0) == "," && p.take() })
		joined := p.is("and")
		if k.kind != leaf || !p.is("followedby") && !(joined && p.is("thenword")) {
			p.pos = before
			return kids
		}
		next, ok := p.following()
		if !ok {
			p.pos = before
			return kids
		}
		if len(kids) > 1 && !k.ev.leads && len(k.ev.rels) == 0 {
			either, ok := grouped(map[string]kind{"or": anyKind}[joint], kids).merged()
			if !ok || len(either.rels) > 0 || either.times != nil {
				p.unclear = "“followed by” may be said of the last alone or of all before it; say it of each"
				return kids
			}
			k, kids = &predicate{kind: leaf, ev: either}, kids[:1]
		}
		p.followsMany(k)
		kids[len(kids)-1] = then(k.ev, next)
	}
}

// following reads what follows an event: "B", "B or C within 30 days".
func (p *parser) following() (*predicate, bool) {
	first, ok := p.conjunct(nil, true, nil)
	if !ok || first.kind != leaf {
		return nil, false
	}
	kids, joint, end := []*predicate{first}, "", p.pos
	for joint == "" || joint == "," {
		apart := p.at(0) == "," && len(kids) == 1
		next, found := p.jointWord()
		if !found || next == "/" || apart && next == "and" { // "A followed by B, and C"
			break
		}
		k, ok := p.conjunct(nil, true, kids)
		if !ok || k.kind != leaf || p.sees("followedby") {
			break
		}
		kids, joint = append(kids, k), next
		if joint != "," {
			end = p.pos
		}
	}
	p.pos = end
	if joint == "" || joint == "," {
		kids = kids[:1]
	}
	p.shareMods(kids, joint)
	return grouped(map[string]kind{"or": anyKind, "and": allKind, "nor": anyKind}[joint], kids), true
}

// followsMany refuses what follows a number of records that follow something themselves: "a fall, then two visits, then
// a stay" may be after each of the visits, or after the second.
func (p *parser) followsMany(before *predicate) {
	if len(before.ev.rels) > 0 && before.ev.times != nil {
		p.unclear = "what follows several records may follow each of them, or the last; say “after the second …”"
	}
}

// then places what follows an event behind it.
func then(first *event, next *predicate) *predicate {
	if next.kind == leaf && first.leads && len(next.ev.rels) == 0 { // "A first, then B"
		return beforeFirst(first, next.ev)
	}
	if next.kind == leaf && len(first.rels) > 0 && len(next.ev.rels) == 0 {
		first.chain = true
		first.then(next.ev)
		return &predicate{kind: leaf, ev: first}
	}
	after := &relation{Relation: study.Relation{From: &study.Offset{Days: 1}}, anchor: first, follows: true}
	for _, e := range next.events() {
		if r := e.rels; len(r) == 1 && r[0].anchor == nil &&
			(r[0].ana == "index" || r[0].ana == "discharge" && first.Domain == study.Visit) {
			r[0].anchor, r[0].follows = first, true // "then B within 30 days"
		} else if len(r) != 1 || r[0].anchor != first {
			e.rels = append(r[:len(r):len(r)], after)
		}
	}
	return next
}

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

// ofTheNamed makes a number of records, of nothing that is named, ones of what was named before: "of those who started
// X, how many had exactly one fill", "with depression who started X, how many had at least three fills", "warfarin
// users had their last prescription in 2009", "with diabetes had the diagnosis before age 60". Those of anything are
// another reading.
func (b *builder) ofTheNamed(e *event) *event {
	nth := e.Which == study.Second || e.Which == study.Third
	what, ok := map[study.Domain]string{study.Drug: "Prescriptions of any drug", study.Condition: "Diagnoses of anything",
		study.Procedure: "Procedures of any kind", study.Measurement: "Measurements of anything"}[e.Domain]
	if !ok || !e.record || len(e.Concepts)+len(e.Or) > 0 || e.distinct != "" ||
		e.times == nil && e.Which == study.Any && (b.remarks || !b.s.p.isDefinite(e)) {
		return e
	}
	of, several := b.namedOf(e)
	switch {
	case several:
		b.refuse(Ambiguous, "it does not say of which of those that were named the records are")
		return e
	case nth && (of == nil || e.Domain != study.Drug):
		b.refuse(NoEvent, "it does not say of what the "+string(e.Which)+" one is")
		return e
	case of == nil && e.times == nil && e.Which == study.Any && !b.s.p.isTheirs(e):
		b.refuse(NoEvent, "it does not say which "+string(e.Domain)+" is meant")
		return e
	case of == nil:
		return e
	}
	own := e.clone()
	own.Concepts = slices.Clone(of.Concepts)
	if b.remarks && own.During == nil && len(own.rels) == 0 { // "took X in 2009? Leave out those with fewer than 3 fills."
		own.During = of.During
	}
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other := whole.Clone()
		if o := other.Outcome; o != nil && o.Has != nil && o.Has.Event.Domain == e.Domain {
			o.Has.Event.Concepts = nil
			b.s.others = append(b.s.others, Other{What: what, Question: other})
		}
	})
	return own
}

// isDefinite reports whether an event is spoken of as one that was named: "the diagnosis", "their prescriptions".
func (p *parser) isDefinite(e *event) bool {
	return p.seq(e.from, "the|their|his|her") || e.from > 0 && p.seq(e.from-1, "the|their|his|her")
}

// isTheirs reports whether an event is said to be one of the people: "their prescriptions" may be of anything.
func (p *parser) isTheirs(e *event) bool {
	return p.seq(e.from, "their|his|her") || e.from > 0 && p.seq(e.from-1, "their|his|her")
}

// namedOf is the event of the same domain that the question names before; several, where there is more than one.
func (b *builder) namedOf(e *event) (of *event, several bool) {
	var named []*event
	if b.index != nil {
		named = append(named, b.index)
	}
	preds := flat(b.s.people.preds)
	if b.s.main != nil {
		preds = append(preds, flat([]*predicate{b.s.main})...)
	}
	for _, q := range preds {
		if m, ok := q.merged(); ok {
			named = append(named, m)
		}
	}
	for _, n := range named {
		before := b.remarks || n == b.index || n.from < e.from
		if len(n.Concepts) == 0 || !before || n.likelyDomain() != string(e.Domain) {
			continue
		}
		several = several || of != nil && !sameEvent(of, n)
		of = n
	}
	return of, several
}

// isTimed reports whether something is asked for in a time or by times.
func (b *builder) isTimed() bool {
	return b.q.Period != nil ||
		slices.ContainsFunc(b.q.Strata, func(st study.Stratum) bool { return st.Kind.IsTime() }) ||
		slices.ContainsFunc(spotsOf(b.q), func(s spot) bool { return s.ev.During != nil })
}
