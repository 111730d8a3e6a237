package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Who is looked at, and how many there are, behind what is asked of them.

// tailOfPeople reads a number of records, a period and a group of people.
func (p *parser) tailOfPeople(s *sentence) bool {
	if p.tryOn(s, p.tailCount) {
		return true
	}
	if s.period == nil {
		at := p.pos
		if d, ok := p.period(); ok {
			if p.otherThanBefore(at, d) || at > 0 && s.otherAges(p.role[at-1], d) {
				p.pos = at
				return false
			}
			s.period = d
			return true
		}
	}
	comma := p.pos > 0 && p.toks[p.pos-1].low == ","
	if p.try(func() bool { return (p.word("of", "for", "in", "among", "between") || comma) && p.sexes() }) {
		s.addStratum(study.Stratum{Kind: study.Sex})
		return true
	}
	return p.tryOn(s, p.tailState) || p.tryOn(s, p.tailPeople) || p.tryOn(s, p.tailRelation) || p.tryOn(s, p.whoAreThey)
}

// otherThanBefore reports whether a time in brackets, which begins at token i, is not the one behind which they stand:
// "in 2009 (1 January to 30 June 2009)".
func (p *parser) otherThanBefore(i int, d *study.Period) bool {
	if i < 2 || p.toks[i-1].low != "(" || p.role[i-2] != "date" {
		return false
	}
	before, _ := p.lastNamed(i - 1)
	return before != nil && *before != *d
}

// inHowManyPeople reads "and in how many different patients" behind records, which are shown with their people anyway.
func (p *parser) inHowManyPeople() bool {
	if !p.is("and") || !p.word("in", "for", "among", "from", "of", "by") && !p.sees("howmany") || !p.is("howmany") {
		return false
	}
	p.is("distinctword")
	v, ok := p.lex("people")
	for p.is("aux", "passive") || p.takeOne("that", "this", "these") {
	}
	return ok && v == "" && (p.end() || p.at(0) == "?" || p.at(0) == "," || p.sees("stratumlead"))
}

// whoAreThey reads what says who the people are behind a grouping: "patients per year with a first diagnosis of
// asthma".
func (p *parser) whoAreThey(s *sentence) bool {
	if s.measure.Kind != study.Count || s.people == nil || !s.people.only || s.main != nil || s.records != nil ||
		len(s.strata) == 0 {
		return false
	}
	g := &people{}
	p.postmods(g)
	s.people = g
	return len(g.preds) > 0
}

// agesFrom reads at which age the groups begin behind "by age group": "from 65 upwards", ", 65 and over", "from the 50s
// upward". People who are younger are left out.
func (p *parser) agesFrom(s *sentence) bool {
	if n := len(s.strata); n == 0 || s.strata[n-1].Kind != study.AgeGroup || len(s.strata[n-1].Bands) > 0 {
		return false
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.takeOne("from", "starting")
	p.takeOne("from", "at")
	p.takeOne("age", "the")
	n, ok := p.number()
	p.takeOne("s") // "the 50s"
	after, isAfter := p.lex("cmpafter")
	if !ok || !isAfter || after != "ge" || n < fewYears || n > 120 || !wholeYears(compared(after, n)) {
		return false
	}
	if s.people == nil {
		s.people = &people{}
	}
	s.people.only = false
	return s.people.setAge(compared(after, n))
}

// tailCount reads "n?" and "how many?" behind a noun phrase: "T2DM pts on metformin, n?".
func (p *parser) tailCount(s *sentence) bool {
	if s.measure.Kind != study.Count || !p.is("howmany") {
		return false
	}
	if v, ok := p.lex("people"); ok {
		if v != "" && v != "drug" {
			return false // "new users", "women"
		}
		if s.records != nil && s.measure.Of == study.Records {
			return false // people are asked for, not the records that were named
		}
		p.is("each")
	}
	return p.end() || p.at(0) == "?" || p.sees("stratumlead", "people")
}

// tailPeople reads who is looked at behind the rest: "prevalence of X among women", "average LDL in patients on
// atorvastatin".
func (p *parser) tailPeople(s *sentence) bool {
	comma := p.pos > 0 && p.toks[p.pos-1].low == ","
	if p.word("restricted", "limited", "restricting") && !p.ahead(func() bool { return p.word("to") }) {
		return false
	}
	if !p.word("among", "amongst", "in", "of", "for", "across", "within", "by", "to", "with") && !comma {
		return false
	}
	p.word("all", "only")
	from := p.pos
	g, ok := p.people()
	if ok && comma && p.toks[from-1].low == "," && len(g.preds) == 1 && g.preds[0].kind == allKind &&
		strings.HasPrefix(p.role[from], "entity ") {
		return false // the rest of a list: "age of asthma, stroke and gout patients"
	}
	if !ok && s.records != nil && s.records.Domain == study.Drug { // "among starters with a year of follow-up"
		v, isPeople := p.lex("people")
		g, ok = &people{}, isPeople && strings.HasPrefix(v, "drug")
		p.postmods(g)
		ok = ok && len(g.preds) > 0
	}
	if !ok {
		return false
	}
	p.try(func() bool { // ", men only, by year"
		return len(g.preds) == len(traits(g.preds)) && p.takeOne("only") && (p.end() || isSign(p.at(0)) || p.sees("stratumlead"))
	})
	switch {
	case s.people == nil || s.people.only:
		s.ownPeriod(g)
	// "per patient in 2009, for warfarin users"
	case len(s.people.preds) == 0 && s.people.age == nil && s.people.period != nil && g.period == nil:
		g.period, s.people = s.people.period, g
	case g.only:
	// "patients with asthma among women"
	case len(g.preds) == len(traits(g.preds)) && g.period == nil && (g.age == nil || s.people.age == nil):
		s.people.preds = append(s.people.preds, g.preds...)
		if g.age != nil {
			s.people.age, s.people.ageOn = g.age, g.ageOn
		}
	default:
		return false
	}
	return true
}

// tailState reads where the people live behind what is asked: "prevalence of diabetes in Florida".
func (p *parser) tailState(s *sentence) bool {
	if s.people != nil && !s.people.only || !p.word("in") {
		return false
	}
	q, ok := p.state()
	s.people = &people{preds: []*predicate{q}}
	return ok
}

// ownPeriod takes people whose records are counted or measured; the period behind them is that of the records:
// "prescriptions of lisinopril for patients with hypertension in 2010".
func (s *sentence) ownPeriod(g *people) {
	s.people = g
	if s.records != nil && s.records.During == nil && s.period == nil {
		s.records.During = g.givePeriod()
	}
}
