package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// listLead reads what says how many of a list are meant: "either", "both", "any of these:", "all three of", "none of",
// "neither of the two", "at least 2 of the drugs", "two or all three of".
func (p *parser) listLead() (lead string, n study.Range) {
	switch {
	case p.is("neither"):
		lead = "none"
		p.word("of")
	case p.is("noneof"):
		lead = "none"
	case p.is("anyof"), p.is("either"):
		lead = "any"
	case p.is("both"), p.is("allof"), p.try(p.combinationOf):
		lead = "all"
	default:
		if n, lead = p.someOf(); lead == "" {
			return "", n
		}
	}
	p.try(func() bool { // "all three of", "any of the two"
		_, ok := p.number()
		p.word("of")
		return ok && !p.sees("unit") && !p.sees("munit")
	})
	p.word("following")
	p.try(func() bool { return p.is("listdomain") && !p.word("and", "or", "of") && p.at(0) != "," })
	p.try(func() bool { p.skip(); return (p.at(0) == ":" || p.at(0) == ",") && p.take() })
	return lead, n
}

// combinationOf reads "the combination of" diseases; drugs in combination are taken together.
func (p *parser) combinationOf() bool {
	return p.word("combination") && p.word("of") && p.entityAt(p.pos).n > 0 &&
		!slices.Contains(p.entityAt(p.pos).domains, "drug")
}

// listTrail reads the same behind the list: "A, B and C, all three", "A or B (any of them)", "A, B and C, at least two
// of them".
func (p *parser) listTrail(members int) (lead string, n study.Range) {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		open := p.at(0) == "(" && p.take()
		them := func() bool { return p.takeOne("them", "these", "those") }
		switch {
		case p.try(func() bool { return p.is("allof") && p.all(members) }),
			p.try(func() bool { return p.is("allofwords") && them() }):
			lead = "all"
		case p.try(func() bool { return p.is("anyof") && them() }):
			lead = "any"
		case p.try(func() bool { return p.is("noneof") && them() }):
			lead = "none"
		case p.try(func() bool { n, lead = p.someOf(); return lead != "" && them() }):
		default:
			lead = ""
			return false
		}
		if open && (p.at(0) != ")" || !p.take()) {
			lead = ""
		}
		p.is("passive") // "A, B and C all three diagnosed"
		return lead != ""
	})
	return lead, n
}

// all reads the number of all members of a list: the three of "all three".
func (p *parser) all(members int) bool {
	n, ok := p.number()
	return ok && int(n) == members && !p.sees("unit") && !p.sees("timesword")
}

// someOf reads "at least 2 of", "none or one of", "two or all three of".
func (p *parser) someOf() (n study.Range, lead string) {
	p.try(func() bool {
		if r, ok := p.noneOr(); ok {
			n = r
		} else if r, bare, ok := p.comparison(); !ok || bare && isYear(p.toks[p.pos-1]) {
			return false // "costs in 2009 of asthma patients"
		} else if n = *asMeant(r); bare {
			p.try(func() bool { // "or all three"
				if !p.is("or") || !p.is("allof") {
					return false
				}
				_, isNumber := p.number()
				return isNumber
			})
			n = study.Range{Min: r.Min}
		}
		if !p.word("of") || p.at(0) == ":" {
			return false
		}
		lead = "some"
		return true
	})
	return n, lead
}

// orBoth reads "or both", "(or both)" behind alternatives, which says what "or" means anyway.
func (p *parser) orBoth() {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		open := p.at(0) == "(" && p.take()
		return p.is("or") && p.is("both") && (!open || p.at(0) == ")" && p.take())
	})
}

// asMeant makes "fewer than 3 of them" one or two: nobody counts those with none of a list among them.
func asMeant(r study.Range) *study.Range {
	if r.Min == nil {
		one := 1.0
		r.Min = &one
	}
	return &r
}
