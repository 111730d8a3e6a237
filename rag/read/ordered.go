package read

import (
	"github.com/askomop/askomop/omop/study"
)

// inOrder reads which of two things came first, where both are named: "both A and B, in that order", "A and B, the A
// first", "A first and B later". The earlier one lies before the first record of the other.
func (p *parser) inOrder(kids []*predicate) (*predicate, bool) {
	if len(kids) != 2 || kids[0].kind != leaf || kids[1].kind != leaf {
		return nil, false
	}
	if r := kids[1].ev.rels; kids[0].ev.leads && len(r) == 1 && r[0].anchor == nil && r[0].ana == "index" &&
		r[0].To == nil {
		kids[1].ev.rels = nil // "and B later"
	}
	if !unplaced(kids[0].ev) || !unplaced(kids[1].ev) {
		return nil, false
	}
	if kids[0].ev.leads {
		p.word("second", "after", "next")
		return beforeFirst(kids[0].ev, kids[1].ev), true
	}
	first := p.whichFirst(kids)
	if first < 0 {
		return nil, false
	}
	return beforeFirst(kids[first].ev, kids[1-first].ev), true
}

// whichFirst reads which of the two it is; -1 where nothing is said.
func (p *parser) whichFirst(kids []*predicate) int {
	first := -1
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		p.try(func() bool { return p.at(0) == "(" && p.take() })
		switch {
		case p.word("in") && (p.at(0) == "that" || p.at(0) == "this") && p.at(1) == "order" && p.take() && p.take():
			first = 0
		default:
			p.word("with")
			e, ok := p.bareEvent(kids[0].v.domains)
			if !ok || !p.cameFirst() {
				return false
			}
			for i, k := range kids {
				if sameEvent(k.ev, e) {
					first = i
				}
			}
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		return first >= 0
	})
	return first
}

// unplaced reports whether nothing is said of when an event happened.
func unplaced(e *event) bool {
	return len(e.rels) == 0 && e.During == nil && e.Age == nil && e.times == nil &&
		(e.Which == study.Any || e.Which == study.First) && len(e.Concepts) > 0
}

// beforeFirst is the predicate that one thing came before the first record of the other.
func beforeFirst(e, other *event) *predicate {
	e.rels, e.leads = []*relation{{Relation: study.Relation{To: &study.Offset{Days: -1}}, anchor: other}}, false
	return &predicate{kind: leaf, ev: e}
}

// cameFirst reads "first", "came first", "occurring first".
func (p *parser) cameFirst() bool {
	return p.try(func() bool {
		for p.is("aux") {
		}
		p.word("come", "came", "comes", "coming", "occur", "occurred", "occurring", "happened", "happening", "recorded",
			"diagnosed", "started", "taken", "prescribed", "dispensed")
		return p.word("first", "earlier")
	})
}

// theOneFirst reads what is asked of people who had both: "had the stroke first", "did the gout come first".
func (p *parser) theOneFirst(s *sentence) bool {
	if s.people == nil {
		return false
	}
	var both []*event
	for _, k := range flat(s.people.preds) {
		if k.kind == leaf && unplaced(k.ev) {
			both = append(both, k.ev)
		}
	}
	if len(both) != 2 {
		return false
	}
	return p.try(func() bool {
		p.is("relpron")
		for p.is("aux") {
		}
		if v, ok := p.lex("verb"); ok && verbOf(v).first {
			return false
		}
		e, ok := p.bareEvent(nil)
		if !ok || !p.cameFirst() {
			return false
		}
		for i, one := range both {
			if sameEvent(one, e) {
				s.main = beforeFirst(one.clone(), both[1-i].clone())
				return true
			}
		}
		return false
	})
}

// whoHadBoth reads of whom the time from one thing to another is: "among those who had both, in that order".
func (p *parser) whoHadBoth(s *sentence) bool {
	if s.measure.Quantity != study.DaysTo || s.records == nil || s.measure.Event == nil {
		return false
	}
	return p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		p.word("among", "in", "for", "of")
		if p.at(0) == "those" {
			p.pos++
		} else if !p.is("people") {
			return false
		}
		if p.is("relpron") {
			for p.is("aux") || p.is("verb") {
			}
			if p.is("thenword") { // "among those who started afterwards"
				return true
			}
		} else if !p.word("with", "having") {
			return false
		}
		if p.at(0) != "both" || !p.take() {
			return false
		}
		p.try(func() bool { return p.word("of") && p.takeOne("them", "these") })
		p.is("eventnoun", "listdomain")
		p.try(func() bool {
			p.try(func() bool { return p.at(0) == "," && p.take() })
			if p.word("in") && (p.at(0) == "that" || p.at(0) == "this") && p.at(1) == "order" {
				p.take()
				return p.take()
			}
			e, ok := p.bareEvent(nil)
			return ok && sameEvent(e, s.records) && p.cameFirst()
		})
		return true
	})
}
