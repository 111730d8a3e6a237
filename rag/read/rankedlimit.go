package read

import (
	"github.com/askomop/askomop/omop/study"
)

// What is listed may be limited by its number: "conditions of at least 100 people", "drugs prescribed more than 500
// times", "age groups with at least 500 patients with diabetes".

// least reads the smallest number of "at least 100", "100 or more" and "more than 100".
func (p *parser) least() (int, bool) {
	r, bare, ok := p.comparison()
	if !ok || bare || r.Min == nil || r.Max != nil || *r.Min != float64(int(*r.Min)) {
		return 0, false
	}
	n := int(*r.Min)
	if r.MinOpen {
		n++
	}
	return n, n > 0
}

// limitedThings reads a list of all things of so large a number: "conditions of at least 100 people in 2009".
func (p *parser) limitedThings(s *sentence) bool {
	v, ok := p.lex("listdomain")
	if !ok || !p.limitLater() {
		return false
	}
	s.top = &study.Top{}
	return p.rankedThings(s, p.things(v)) && s.top.AtLeast > 0
}

// leastOfEach reads "that affect at least 100 people", "taken by more than 300 patients", "recorded at least 500 times"
// behind what is listed.
func (p *parser) leastOfEach(s *sentence) bool {
	p.is("relpron")
	for p.listingVerb(s, "aux", "affects", "verb", "passive", "listverb") {
	}
	p.word("by", "in", "for", "to", "among", "with", "of")
	n, ok := p.least()
	if !ok || s.top == nil || s.top.N > 0 || s.top.AtLeast > 0 {
		return false
	}
	v, people := p.lex("people")
	switch {
	case people && v == "" && !p.sees("with", "relpron") && !p.isWordAt("who") && !p.isWordAt("with"):
		s.byPeople, s.measure.Of = true, study.Persons
	case !people && (p.word("times") || p.is("eventnoun")):
		s.measure.Of = study.Records
	default:
		return false // "of more than 300 people with asthma": whom, and not how many
	}
	s.top.AtLeast = n
	return true
}

// limitLater reports whether a smallest number of each of the things is said further on.
func (p *parser) limitLater() bool {
	start := p.pos
	defer func() { p.pos = start }()
	for i := start; i < len(p.toks); i++ {
		p.pos = i
		if p.ahead(func() bool { return p.leastOfEach(&sentence{p: p, top: &study.Top{}}) }) {
			return true
		}
	}
	return false
}
