package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Things are ranked by people where they have "the largest number of treated persons", or are taken "by the most
// women".

// toTheMost reads "to the most people", "on the largest number of patients" behind a verb.
func (p *parser) toTheMost(s *sentence, t things) bool {
	if !p.word("by", "to", "for", "in", "among", "on") {
		return false
	}
	return p.is("mostpatients") || p.tryOn(s, func(s *sentence) bool {
		most, ok := p.lex("most")
		return ok && most == "high" && p.mostPeople(s, t)
	})
}

// mostPeople reads by the number of which people things are ranked: "different patients", "treated persons", "users",
// "women".
func (p *parser) mostPeople(s *sentence, t things) bool {
	p.is("distinctword")
	if v, ok := p.lex("peopleadj"); ok && !t.in(strings.Split(v, ",")) {
		return false // diseases with the most treated people are not those that most people have
	}
	v, ok := p.lex("people")
	if !ok {
		return false
	}
	s.byPeople = true
	if v == "drug" { // users
		return t.in([]string{"drug"})
	}
	g := &people{}
	if !g.noun(p, v) {
		return false
	}
	if len(g.preds) > 0 || g.age != nil {
		s.people = g
	}
	return true
}

// in reports whether things are of one of the domains.
func (t things) in(domains []string) bool {
	return slices.Contains(domains, strings.TrimSuffix(string(t.event.Domain), "_era"))
}

// ofMost reads who "the most patients" are: "with asthma", "aged 65 or older".
func (p *parser) ofMost(s *sentence) {
	at, g := p.pos, &people{}
	if s.people != nil {
		*g = *s.people
	}
	told := len(g.preds)
	p.postmods(g)
	if len(g.preds) == told && g.age == nil {
		p.pos = at // "to the most people in 2010": when they got it
		return
	}
	s.people = g
}

// withTheMost reads "with the largest number of prescriptions" behind what is ranked already: by what.
func (p *parser) withTheMost(s *sentence, t things) bool {
	if s.top == nil || !p.word("with", "having", "that", "which") {
		return false
	}
	for p.is("aux") {
	}
	most, ok := "high", p.is("mostpatients")
	if !ok {
		if most, ok = p.lex("most"); !ok {
			return false
		}
		if ok = p.tryOn(s, func(s *sentence) bool { return p.mostPeople(s, t) }); !ok {
			s.measure.Of = study.Records
			return p.is("eventnoun") && !p.sees("people") && s.top.Lowest == (most == "low")
		}
	}
	s.byPeople = true
	if !t.ofRecords() {
		s.measure.Of = study.Persons
	}
	p.affected(s)
	p.ofMost(s)
	return s.top.Lowest == (most == "low")
}

// ranksHere reports whether it follows by what several things are ranked: "ranked by number of users".
func (p *parser) ranksHere(t things) bool {
	said := p.toks[max(0, p.pos-1)].low
	led := slices.ContainsFunc(p.toks[:p.pos], func(t token) bool { return t.low == "rank" || t.low == "ranking" })
	_, n := p.longest(p.pos, "rankpersons", "rankrecords", "rankpaid")
	led = led || slices.Contains([]string{"ranked", "sorted", "ordered"}, p.at(0))
	return led && strings.HasSuffix(said, "s") && (n > 0 || p.ahead(func() bool { return p.rankedBy(&sentence{}, &t) }))
}
