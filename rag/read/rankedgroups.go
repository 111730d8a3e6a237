package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// rankedGroups reads "states by number of hypertension patients", "specialties by number of visits", "provider
// specialties": groups are ranked by what is counted in them.
func (p *parser) rankedGroups(s *sentence, v string) bool {
	st := stratumOf(v)
	s.strata = append(s.strata, st)
	if p.try(func() bool { return p.word("by", "with", "in") && p.is("howmany", "most") && p.ranks(s) }) {
		return true
	}
	if st.Kind == study.Specialty && p.tryOn(s, p.specialtyOf) {
		return true
	}
	p.word("of", "among", "for", "in")
	if p.try(func() bool { return p.counted(s, false) }) {
		return true
	}
	if st.Kind == study.Specialty {
		s.measure.Of = study.Providers
		return true
	}
	return st.Kind == study.State || st.Kind == study.Race
}

// ranks reads what is counted in the groups: providers, or anything that "how many" counts.
func (p *parser) ranks(s *sentence) bool {
	if p.is("providers") {
		s.measure.Of = study.Providers
		return true
	}
	if !p.counted(s, false) {
		return false
	}
	if e := s.records; e != nil && !e.record && s.measure.Of == study.Persons {
		s.main, s.records = &predicate{kind: leaf, ev: e}, nil
		if s.people == nil {
			s.people = &people{only: true}
		}
	}
	if m := s.main; m != nil && m.kind == leaf && s.people != nil && s.people.only && m.ev.times == nil &&
		len(m.ev.rels) == 0 {
		s.people, s.main = &people{preds: []*predicate{m}}, nil // "the most deaths" are the most people who died
	}
	return true
}

// specialtyOf reads "of the providers who prescribe metformin".
func (p *parser) specialtyOf(s *sentence) bool {
	if !p.word("of") || !p.is("providers") {
		return false
	}
	p.is("relpron")
	most := "high"
	return p.doneBy(s, &most) && most == "high"
}

// doneBy reads what a specialty does: "diagnose heart failure", "prescribe metformin", "do patients visit".
// Prescriptions, and what they "record most often", are counted as records, other things by people; most is changed
// where the fewest are asked for.
func (p *parser) doneBy(s *sentence, most *string) bool {
	p.is("aux")
	v, ok := p.lex("doctorverb")
	if !ok {
		return false
	}
	recorded := strings.HasPrefix(p.lastPhrase(), "record")
	if v == "visit" {
		s.records = &event{Event: study.Event{Domain: study.Visit}, record: true}
		s.measure.Of = study.Records
		p.is("most")
		return true
	}
	if v == "drug" { // "prescribes the most opioids"
		p.try(func() bool {
			rank, ok := p.lex("most")
			if ok = ok && !p.sees("howmany", "people"); ok {
				*most = rank
			}
			return ok
		})
	}
	q, ok := p.eventList([]string{v}, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	s.records = e
	if often := p.is("most"); v == "drug" || recorded && often {
		s.measure.Of, e.record = study.Records, true
	}
	return true
}

// whichMost reads "which drugs are most often prescribed to X", "which 5 states have the most patients with X",
// "which 5 specialties prescribe metformin most often".
func (p *parser) whichMost(s *sentence) bool {
	n, counted := p.number()
	p.is("otherword")
	plural := p.pluralAhead()
	rank := func(most string) {
		if !counted {
			n = 1
			if plural {
				n = 10
			}
		}
		s.top = &study.Top{N: int(n), Lowest: most == "low"}
	}
	if v, ok := p.lex("listdomain"); ok {
		return p.whichThings(s, p.things(v), rank)
	}
	if v, ok := p.lex("stratum"); ok {
		return p.whichGroups(s, v, rank)
	}
	if t, ok := p.thingsByName(); ok {
		return p.whichThings(s, t, rank)
	}
	t, ok := p.thingsOfClass()
	plural = ok && strings.HasSuffix(p.lastPhrase(), "s")
	return ok && p.whichThings(s, t, rank)
}

// whichThings reads "are most often prescribed", "do patients with X take most often", "are taken by the most
// patients".
func (p *parser) whichThings(s *sentence, t things, rank func(string)) bool {
	for range 4 {
		if p.try(func() bool { return p.classOf(&t) }) || p.try(func() bool { return p.exceptions(&t) }) ||
			p.listingVerb(s, "listverb") {
			continue
		}
		if t.event.Domain == study.Drug && p.try(p.atLevel) {
			t.level = ingredients
			continue
		}
		if e := (&event{Event: t.event}); p.try(func() bool { return p.unmapped(e) }) {
			t.event = e.Event
			continue
		}
		break
	}
	p.is("relpron")
	for p.is("aux", "affects") || p.word("with", "in", "among") || p.listingVerb(s, "verb") {
	}
	counts := p.is("mostpatients") // "the highest patient count"
	if most, ok := p.lexIf(!counts, "most"); ok || counts {
		if counts || p.tryOn(s, func(s *sentence) bool { return p.mostPeople(s, t) }) {
			s.byPeople = true
			p.affected(s)
			p.ofMost(s)
		} else if p.try(func() bool { p.word("recorded", "documented"); return p.is("eventnoun") && !p.sees("people") }) {
			s.measure.Of = study.Records
		} else if p.sees("people") {
			return false
		}
		rank(most)
		return p.rankedThings(s, t)
	}
	if p.try(func() bool {
		for !p.ahead(func() bool { return p.toTheMost(s, t) }) && p.listingVerb(s, "aux", "listverb", "verb") {
		}
		return p.toTheMost(s, t)
	}) {
		s.byPeople = true
		rank("high")
		p.ofMost(s)
		return p.rankedThings(s, t)
	}
	if p.try(func() bool { return p.is("mostpaid") }) {
		rank("high")
		s.costly()
		return p.rankedThings(s, t)
	}
	if p.ranksHere(t) {
		rank("high")
		return p.rankedThings(s, t)
	}
	if p.rankedPeople(s) || p.entitySubject(&t) {
		for p.is("passive", "aux") {
		}
		if most, ok := p.lex("most"); ok {
			rank(most)
			return p.rankedThings(s, t)
		}
	}
	for p.listingVerb(s, "passive", "listverb") {
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	return (t.ofRecords() && len(t.event.Concepts) > 0 || p.sees("rankrecords", "rankpersons")) && p.rankedThings(s, t)
}

// entitySubject reads "under which codes is X most often recorded": the records of X are looked at.
func (p *parser) entitySubject(t *things) bool {
	return p.try(func() bool {
		if !t.ofRecords() || len(t.event.Concepts) > 0 {
			return false
		}
		var domains []string
		if t.event.Domain != "" {
			domains = []string{string(t.event.Domain)}
		}
		e, ok := p.bareEvent(domains)
		if !ok || len(e.Concepts) == 0 || e.Which != study.Any || e.times != nil {
			return false
		}
		t.event = e.Event
		return true
	})
}

// unmapped reads "unmapped condition records", "without a standard concept", "with concept 0".
func (p *parser) unmapped(e *event) bool {
	p.word("of", "for", "in", "among", "that", "which")
	for p.is("aux") {
	}
	if v, ok := p.lex("listdomain"); ok && e.Domain == "" {
		e.Domain = p.things(v).event.Domain
		p.is("eventnoun")
	}
	if !p.is("unmapped") {
		return false
	}
	if v, ok := p.lex("listdomain", "eventnoun"); ok {
		if d := p.things(v).event.Domain; d != "" && e.Domain == "" {
			e.Domain = d
		}
		p.is("eventnoun")
	}
	e.where().Unmapped = true
	return true
}

// whichGroups reads "states have the most patients with X", "specialties prescribe X most often".
func (p *parser) whichGroups(s *sentence, v string, rank func(string)) bool {
	s.strata = append(s.strata, stratumOf(v))
	most := "high"
	if stratumOf(v).Kind == study.Specialty && p.tryOn(s, func(s *sentence) bool { return p.doneBy(s, &most) }) {
		rank(most)
		return true
	}
	p.try(func() bool {
		if !p.word("of") {
			return false
		}
		d, ok := p.date()
		if ok && d.year > 0 && s.period == nil {
			s.period = &study.Period{From: d.from(), To: d.to()}
		}
		return ok && s.period != nil
	})
	for p.is("aux") || p.is("verb") || p.is("doctorverb") ||
		p.word("with", "saw", "see", "sees", "treated", "treats", "treat") {
	}
	if p.try(func() bool { return p.highestOf(s, rank) }) || p.try(func() bool { return p.countIsHighest(s, rank) }) ||
		p.try(func() bool { return p.recordsAreMost(s, rank) }) {
		return true
	}
	if n, ok := p.least(); ok && s.top == nil {
		s.top = &study.Top{AtLeast: n}
		return p.ranks(s)
	}
	most, ok := p.lex("most")
	if !ok {
		return false
	}
	p.is("howmany")
	rank(most)
	return p.ranks(s)
}

// highestOf reads what groups are ranked by where it is no count: "the highest prevalence of X", "the lowest mean age
// at first X".
func (p *parser) highestOf(s *sentence, rank func(string)) bool {
	p.skip()
	lowest := p.at(0) == "lowest" || p.at(0) == "shortest"
	if !lowest && p.at(0) != "highest" && p.at(0) != "longest" || !p.take() ||
		!p.sees("stat", "share", "rate", "prevalence", "mortality", "incprop", "standardised") {
		return false
	}
	for _, form := range []func(*sentence) bool{p.rates, p.numbers, p.shares} {
		before := *s
		if p.try(func() bool { return form(s) }) {
			rank(map[bool]string{true: "low", false: "high"}[lowest])
			return true
		}
		*s = before
	}
	return false
}

// countIsHighest reads "was the number of new metformin users highest".
func (p *parser) countIsHighest(s *sentence, rank func(string)) bool {
	before := *s
	if p.is("howmany") && p.ranks(s) {
		for p.is("aux") {
		}
		p.skip()
		if lowest := p.at(0) == "lowest" || p.at(0) == "smallest"; lowest || p.at(0) == "highest" ||
			p.at(0) == "largest" || p.at(0) == "greatest" {
			rank(map[bool]string{true: "low", false: "high"}[lowest])
			return p.take()
		}
	}
	*s = before
	return false
}

// recordsAreMost reads "were pneumonia diagnoses most frequent". Of "falls" it is open whether people are counted.
func (p *parser) recordsAreMost(s *sentence, rank func(string)) bool {
	before := *s
	if p.ranks(s) && s.records != nil && s.records.record {
		for p.is("aux") {
		}
		if most, ok := p.lex("most"); ok && (p.end() || isSign(p.at(0)) || p.sees("in")) {
			rank(most)
			return true
		}
	}
	*s = before
	return false
}

// rowsOrdered reads "largest first" behind groups, which then stand in that order; a ranking is in it already.
func (p *parser) rowsOrdered(s *sentence) bool {
	v, ok := p.lex("rowsorder")
	if !ok || len(s.strata) == 0 && s.top == nil {
		return false
	}
	if s.top == nil {
		s.top = &study.Top{Lowest: v == "low"}
	}
	return s.top.Lowest == (v == "low")
}
