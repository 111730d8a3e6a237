package read

import (
	"github.com/askomop/askomop/omop/study"
)

// pathways reads "treatment pathways of patients with type 2 diabetes with the drugs metformin, glipizide and insulin, of 3 lines,
// combined from 30 days of overlap". Without drugs all ingredients are meant.
func (p *parser) pathways(s *sentence) bool {
	s.measure.Kind = study.Pathways
	s.measure.Event = &study.Event{Domain: study.Drug}
	if !p.beforeDrugs(func() bool { return p.groupList(s, 1) }) {
		return false
	}
	for range 4 {
		switch {
		case len(s.measure.Event.Concepts) == 0 && p.try(func() bool { return p.pathDrugs(s) }):
		case s.measure.Lines == 0 && p.try(func() bool { return p.pathLines(s) }):
		case s.measure.Overlap == 0 && p.try(func() bool { return p.pathOverlap(s) }):
		default:
			p.useOptions(s)
		}
	}
	return true
}

// beforeDrugs reads what stands before the drugs as if nothing followed: "patients with gout with the drugs …" is no history of drugs.
func (p *parser) beforeDrugs(form func() bool) bool {
	whole := p.toks
	defer func() { p.toks = whole }()
	for i := p.pos; i < len(whole); i++ {
		if _, n := p.longest(i, "withdrugs"); n > 1 {
			p.toks = whole[:i]
			break
		}
	}
	return form()
}

func (p *parser) comma() {
	for p.at(0) == "," || p.at(0) == "(" || p.at(0) == ")" {
		p.pos++
	}
}

func (p *parser) pathDrugs(s *sentence) bool {
	p.comma()
	if !p.is("withdrugs") {
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
		if p.word("or"); !p.sees("linesword", "combinedfrom", "bridging") && p.ahead(func() bool { _, ok := p.bareEvent([]string{"drug"}); return ok }) {
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
