package read

import (
	"github.com/askomop/askomop/omop/study"
)

// pathways reads "treatment pathways of patients with type 2 diabetes with the drugs metformin, glipizide and insulin,
// of 3 lines, combined from 30 days of overlap". Without drugs all ingredients are meant.
func (p *parser) pathways(s *sentence) bool {
	s.measure.Kind = study.Pathways
	s.measure.Event = &study.Event{Domain: study.Drug}
	if !p.try(func() bool {
		return p.beforeDrugs(func() bool { return p.groupList(s, 1) && !s.sides[0].people.only })
	}) {
		s.sides = nil
		if !p.tryOn(s, p.sideAfter) && !p.tryOn(s, p.pathDisease) {
			return false
		}
	}
	for range 4 {
		if !p.tryOn(s, p.pathPart) {
			break
		}
	}
	return true
}

// pathPart reads the drugs, how many lines, what is combined, and how long is looked at.
func (p *parser) pathPart(s *sentence) bool {
	switch {
	case len(s.measure.Event.Concepts) == 0 && p.tryOn(s, p.pathDrugs):
	case s.measure.Lines == 0 && p.tryOn(s, p.pathLines):
	case s.measure.Overlap == 0 && p.tryOn(s, p.pathOverlap):
	default:
		return p.useOptions(s)
	}
	return true
}

// pathDisease reads "treatment pathways of type 2 diabetes": of the people who have it.
func (p *parser) pathDisease(s *sentence) bool {
	e, ok := p.bareEvent([]string{"condition"})
	if !ok || e.Domain != study.Condition || len(e.Concepts) == 0 {
		return false
	}
	e.Which = study.First
	s.sides = []group{{people: &people{preds: []*predicate{{kind: leaf, ev: e}}}}}
	return true
}

// beforeDrugs reads what stands before the drugs as if nothing followed: "patients with gout with the drugs …" is no
// history of drugs.
func (p *parser) beforeDrugs(form func() bool) bool {
	whole := p.toks
	defer func() { p.toks = whole }()
	for i := p.pos; i < len(whole); i++ {
		if _, n := p.longest(i, "withdrugs"); n > 1 || i > p.pos && whole[i].low == "with" && p.drugAt(i+1) {
			p.toks = whole[:i]
			break
		}
	}
	return form()
}

// drugAt reports whether a drug is named there.
func (p *parser) drugAt(i int) bool {
	at := p.pos
	defer func() { p.pos = at }()
	p.pos = i
	return p.ahead(func() bool {
		e, ok := p.bareEvent([]string{"drug"})
		return ok && e.Domain == study.Drug && len(e.Concepts) == 1
	})
}

func (p *parser) comma() {
	for p.at(0) == "," || p.at(0) == "(" || p.at(0) == ")" {
		p.pos++
	}
}

func (p *parser) pathDrugs(s *sentence) bool {
	p.comma()
	if !p.is("withdrugs") && !p.word("with") {
		return false
	}
	var names []study.Entity
	for {
		e, ok := p.bareEvent([]string{"drug"})
		if !ok || e.Domain != study.Drug || len(e.Concepts) != 1 {
			break
		}
		names = append(names, e.Concepts[0])
		at := p.pos
		for p.at(0) == "," {
			p.pos++
		}
		p.is("and")
		if p.word("or"); !p.sees("linesword", "combinedfrom", "bridging") &&
			p.ahead(func() bool { _, ok := p.bareEvent([]string{"drug"}); return ok }) {
			continue
		}
		p.pos = at
		break
	}
	s.measure.Event.Concepts = names
	return len(names) > 0
}

func (p *parser) pathLines(s *sentence) bool {
	p.comma()
	p.word("of", "in", "with", "over", "and")
	p.word("up")
	p.word("to")
	n, ok := p.number()
	s.measure.Lines = int(n)
	return ok && n >= 1 && n <= 10 && n == float64(int(n)) && p.is("linesword")
}

func (p *parser) pathOverlap(s *sentence) bool {
	p.comma()
	if !p.is("combinedfrom") {
		return false
	}
	d, ok := p.duration()
	s.measure.Overlap = d.Days
	return ok && d.Days > 0 && p.is("overlapdays")
}
