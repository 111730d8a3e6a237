package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// asShareOf reads of whom those who are counted are a share: ", as a percentage of all those with X", ", and what share
// of the population is that?", "? What proportion of women does this represent?".
func (p *parser) asShareOf(s *sentence) bool {
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.records != nil || s.people == nil ||
		len(s.strata)+len(s.numbers) > 0 {
		return false
	}
	asked, pointed := p.asksWhatShare()
	if !asked && !p.try(func() bool {
		p.is("and")
		lead := p.word("as", "in")
		p.word("a")
		return lead && p.is("share")
	}) {
		return false
	}
	if asked && !pointed && p.toks[p.pos-1].low != "of" && p.try(p.pointsBack) {
		return s.ofTheRest()
	}
	p.word("of")
	whole := p.word("whole", "entire", "total", "overall") // "of the whole database": not only of those who were named
	p.word("all")
	p.is("allof")
	g, ok := p.people()
	if !ok {
		if !p.word("database", "dataset", "data", "sample") {
			return false
		}
		g, whole = &people{only: true}, true
	}
	if asked && !pointed && !p.pointsBack() {
		return false
	}
	if who := s.people; asked && (who.age != nil || who.period != nil || len(who.versus) > 0 || who.sexes) {
		return false // an age and a time belong to what is counted
	}
	rest := s.people.without(g)
	named := len(flat(s.people.preds)) > len(flat(rest.preds))
	if asked && !g.only && !named && !s.areOf(g) {
		return false // who was counted need not be one of them
	}
	if asked && g.only && !whole && s.main != nil && len(s.people.preds) > 0 {
		return false // "of the women, how many had X, and what share of the patients is that": of the women, perhaps
	}
	counted := rest.asPredicate()
	switch {
	case counted == nil:
		counted = s.main
	case s.main != nil:
		counted = all(counted, s.main)
	}
	s.measure.Kind, s.main, s.people = study.Share, counted, g
	return counted != nil && (!placedInTime(counted) || !asked && g.areCountedFrom(counted, named))
}

// areCountedFrom reports whether what is counted lies in a time that is counted from what tells the people: "persons
// with a stroke after their first warfarin fill, as a percentage of all warfarin users". Of
// people who were named before, too, it may be counted from "diagnosis", where no other one is named.
func (g *people) areCountedFrom(counted *predicate, named bool) bool {
	if len(g.preds) != 1 || g.preds[0].kind != leaf || !plain(&g.preds[0].ev.Event) || g.age != nil || g.period != nil {
		return false
	}
	of := g.preds[0].ev
	for _, e := range counted.events() {
		for _, rel := range e.rels {
			if rel.anchor == nil {
				domain := map[string]study.Domain{"dx": study.Condition, "start": study.Drug}[rel.ana]
				if !named || domain != of.Domain || slices.ContainsFunc(counted.events(), func(e *event) bool {
					return e.Domain == domain
				}) {
					return false
				}
				continue
			}
			from := *rel.anchor
			from.Which = study.Any
			if !sameEvent(&from, of) || !plain(&from.Event) || from.During != nil || from.times != nil ||
				len(from.rels) > 0 || rel.anchor.Which != study.Any && rel.anchor.Which != study.First {
				return false
			}
		}
	}
	return true
}

// asksWhatShare reads ", and what share", "? What percentage", "and what is that as a percentage"; pointed reports
// whether it has said of whom it asks.
func (p *parser) asksWhatShare() (asked, pointed bool) {
	asked = p.try(func() bool {
		for p.at(0) != "" && isSign(p.at(0)) {
			p.pos++
		}
		p.word("and", "plus", "also")
		if p.is("whatis") {
			pointed = p.takeOne(pointers...)
			p.word("as", "in")
			p.word("a")
			return pointed && p.is("share")
		}
		p.is("which")
		return p.is("share")
	})
	return asked, pointed && asked
}

// pointers are words for those who were just counted.
var pointers = []string{"that", "this", "it", "these", "those", "they"}

// pointsBack reads "is that", "does this represent", "do they make up", "that is".
func (p *parser) pointsBack() bool {
	aux := p.is("aux")
	if !p.takeOne(pointers...) {
		return false
	}
	if !aux {
		aux = p.is("aux")
	}
	makes := p.word("represent", "represents", "constitute", "constitutes") ||
		p.word("make", "makes", "come", "comes", "amount", "amounts", "account", "accounts", "correspond") &&
			p.word("up", "to", "for")
	return (aux || makes) && (p.end() || p.at(0) == "?")
}

// ofTheRest makes a share of those who were counted: of the people of whom it was asked, or of all where one thing only
// was said of them.
func (s *sentence) ofTheRest() bool {
	if s.main == nil && len(flat(s.people.preds)) == 1 && s.people.age == nil && s.people.period == nil {
		s.main, s.people = s.people.asPredicate(), &people{only: true}
	}
	s.measure.Kind = study.Share
	return s.main != nil
}

// areOf reports whether those who are counted are some of others because they have the same more often: of those with
// an asthma attack, who had three.
func (s *sentence) areOf(g *people) bool {
	if s.main == nil || s.main.kind != leaf || len(g.preds) != 1 || g.preds[0].kind != leaf || g.age != nil ||
		g.period != nil {
		return false
	}
	more, any := s.main.ev, g.preds[0].ev
	often := more.times != nil && more.times.Min != nil && *more.times.Min > 1
	return often && sameEvent(more, any) && plain(&any.Event) && any.times == nil && any.Which == study.Any &&
		len(any.rels)+len(more.rels) == 0
}
