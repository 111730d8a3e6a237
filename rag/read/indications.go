package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// indications reads what a drug is given for: "what is warfarin prescribed for", "most common indications of warfarin",
// "for which conditions is warfarin prescribed". No record says it; the answer ranks the conditions that those who
// start it had up to that day.
func (p *parser) indications(s *sentence) bool {
	p.is("which", "whatis")
	asked := slices.ContainsFunc(p.role[:p.pos], func(r string) bool { return r == "which" || r == "whatis" })
	top, ranked := p.topOf(s)
	if !ranked || top.N == 1 {
		top = &study.Top{N: 10}
	}
	drug, ok := p.givenFor(asked)
	if !ok {
		return false
	}
	g := &people{}
	p.try(func() bool {
		who, ok := false, false
		if p.word("in", "among") {
			g, who = p.people()
			ok = who && len(g.preds) > 0 && g.age == nil && g.period == nil
		}
		if !ok {
			g = &people{}
		}
		return ok
	})
	for p.at(0) == "?" || p.at(0) == "," {
		p.pos++
	}
	if !p.end() && !p.sees("stratumlead", "in") {
		return false // windows and names follow, as described knows them
	}
	drug.Which, drug.started = study.First, true
	s.people = &people{preds: append([]*predicate{{kind: leaf, ev: drug}}, g.preds...)}
	s.front = []*relation{{Relation: study.Relation{To: &study.Offset{}}, ana: "index"}}
	s.listed, s.top = &study.Stratum{Kind: study.Concept, Event: &study.Event{Domain: study.Condition}}, top
	s.measure.Kind = study.Count
	return true
}

// givenFor reads the drug whose indications are asked for. asked tells whether "what" or "which" stands before it:
// "warfarin prescriptions written for each sex" asks for none.
func (p *parser) givenFor(asked bool) (drug *event, ok bool) {
	given := func() bool { return p.is("verb", "passive") }
	for _, form := range []func() bool{
		func() bool { return p.is("indication") && p.word("of", "for") && p.drug(&drug) },
		func() bool { // "what is X prescribed for"
			p.is("aux")
			if !asked || !p.drug(&drug) {
				return false
			}
			p.is("aux")
			p.is("most")
			return given() && p.word("for") && (p.end() || p.at(0) == "?" || p.at(0) == ",")
		},
		func() bool { // "for which conditions is X prescribed", "which conditions is X used for"
			led := p.word("for") && p.is("which")
			if v, things := p.lex("listdomain"); !things || v != "condition" || !p.is("aux") || !p.drug(&drug) {
				return false
			}
			p.is("most")
			return given() && (led || p.word("for"))
		},
	} {
		if p.try(form) {
			return drug, true
		}
	}
	return nil, false
}

// drug reads a drug by its name, without more.
func (p *parser) drug(drug **event) bool {
	e, ok := p.bareEvent([]string{"drug"})
	*drug = e
	return ok && e.Domain == study.Drug && plain(&e.Event) && e.times == nil && len(e.rels) == 0
}
