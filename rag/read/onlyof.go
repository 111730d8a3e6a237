package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// onlyOfClass reads "only metformin of the antidiabetic drugs", "metformin but no other antidiabetic drug", "metformin
// as the only antidiabetic drug they ever took": the one, and none of the class beside it.
func (p *parser) onlyOfClass(v verb) (*predicate, bool) {
	var q *predicate
	ok := p.try(func() bool {
		led := v.only || p.is("only")
		one, ok := p.bareEvent([]string{"drug"})
		if !ok || one.Domain != study.Drug || len(one.Concepts) == 0 || one.times != nil || len(one.rels) > 0 {
			return false
		}
		switch {
		case led && (p.word("of", "among") || p.is("out") && p.word("of")):
			p.is("allof")
		case p.try(func() bool { return p.word("as") && p.soleOne() }):
		case (p.is("but", "and") || p.at(0) == "," && p.take() || !led) && (p.is("without") || p.is("neg")) &&
			p.is("otherword"):
		default:
			return false
		}
		class, ok := p.bareEvent([]string{"drug"})
		if !ok || class.Domain != study.Drug || len(class.Concepts) != 1 || class.times != nil || len(class.rels) > 0 ||
			class.Which != study.Any {
			return false
		}
		p.try(func() bool { // "no other statin than atorvastatin"
			if !p.word("than") {
				return false
			}
			same, ok := p.bareEvent([]string{"drug"})
			return ok && sameEvent(same, one)
		})
		p.try(p.theyEverTook)
		q = p.aloneOf(one, class)
		return true
	})
	return q, ok
}

// aloneOf is one drug, and none of its class beside it.
func (p *parser) aloneOf(one, class *event) *predicate {
	class.Except = one.Concepts
	if d, ok := p.period(); ok {
		one.During, class.During = d, d
	}
	return all(&predicate{kind: leaf, ev: one}, not(&predicate{kind: leaf, ev: class}))
}

// soleOne reads "the only", "their sole", "the one and only".
func (p *parser) soleOne() bool {
	p.try(func() bool { return p.word("one") && p.word("and") })
	return p.word("sole") || p.is("only")
}

// theyEverTook reads "they ever took", "that they have been exposed to" behind a class of drugs, which says that any
// time is meant.
func (p *parser) theyEverTook() bool {
	p.is("relpron")
	if !p.takeOne("they", "he", "she") {
		return false
	}
	for p.takeOne("ever", "have", "had", "has", "were", "was", "been") {
	}
	v, ok := p.lex("verb")
	w := verbOf(v)
	return ok && !w.first && !w.neg && !w.only && (len(w.domains) == 0 || slices.Contains(w.domains, "drug"))
}

// whoseOnly reads "only antidiabetic drug (ever) was metformin", and "metformin was the only antidiabetic drug".
func (p *parser) whoseOnly() (q *predicate, ok bool) {
	if q, ok = p.whoIsOnly(); ok {
		return q, true
	}
	ok = p.try(func() bool {
		if !p.soleOne() {
			return false
		}
		class, ok := p.bareEvent([]string{"drug"})
		if !ok || class.Domain != study.Drug || len(class.Concepts) != 1 || !plain(&class.Event) || class.times != nil {
			return false
		}
		p.word("ever")
		if !p.is("aux") {
			return false
		}
		p.word("ever")
		one, ok := p.bareEvent([]string{"drug"})
		if !ok || one.Domain != study.Drug || len(one.Concepts) == 0 || !plain(&one.Event) || one.times != nil {
			return false
		}
		q = p.aloneOf(one, class)
		return true
	})
	return q, ok
}

// whoIsOnly reads "metformin was the only antidiabetic drug they ever took".
func (p *parser) whoIsOnly() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		one, ok := p.bareEvent([]string{"drug"})
		if !ok || one.Domain != study.Drug || len(one.Concepts) == 0 || !plain(&one.Event) || one.times != nil ||
			!p.is("aux") || !p.soleOne() {
			return false
		}
		class, ok := p.bareEvent([]string{"drug"})
		if !ok || class.Domain != study.Drug || len(class.Concepts) != 1 || !plain(&class.Event) || class.times != nil {
			return false
		}
		p.try(p.theyEverTook)
		q = p.aloneOf(one, class)
		return true
	})
	return q, ok
}

// asFirstOf reads "as their first antihypertensive": no other drug of the class was taken before.
func (p *parser) asFirstOf(e *event) bool {
	if e.Domain != study.Drug || len(e.Concepts) == 0 || !p.word("as") {
		return false
	}
	if !p.is("firstline") && !p.try(func() bool { w, ok := p.lex("whichrec"); return ok && w == "first" }) {
		return false
	}
	class, ok := p.bareEvent([]string{"drug"})
	if !ok || class.Domain != study.Drug || len(class.Concepts) != 1 || class.times != nil || len(class.rels) > 0 ||
		class.Which != study.Any {
		return false
	}
	e.beFirstOf(class)
	return true
}

// beFirstOf makes the event the first of its drug, with no other drug of the class before.
func (e *event) beFirstOf(class *event) {
	earlier := study.Event{Domain: study.Drug, Concepts: class.Concepts, Except: e.Concepts}
	before := &study.Relation{To: &study.Offset{Days: -1}}
	e.Which, e.firstOf = study.First, class
	e.With = append(e.With, study.Criterion{Not: &study.Criterion{Has: &study.Has{Event: earlier, Relation: before}}})
}

// eachFirstOf gives "as their first antihypertensive" behind a list to each of its drugs.
func (p *parser) eachFirstOf(kids []*predicate) {
	last := kids[len(kids)-1]
	if last.kind != leaf || last.ev.firstOf == nil {
		return
	}
	for _, k := range kids[:len(kids)-1] {
		if k.kind != leaf || k.ev.Domain != study.Drug || len(k.ev.With) > 0 || len(k.ev.Concepts) == 0 {
			p.unclear = "it does not say of which drugs of the list it is the first"
			return
		}
		k.ev.beFirstOf(last.ev.firstOf)
	}
}
