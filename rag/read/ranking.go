package read

import (
	"cmp"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// ranking reads "10 most common conditions of patients with X", "which drugs are most often prescribed", "top 5
// drugs by cost", "which state has the most patients with X", "top 5 statins by number of patients".
func (p *parser) ranking(s *sentence) bool {
	s.measure.Kind = study.Count
	p.word("in", "for", "under")
	p.is("which", "list")
	which := p.pos > 0 && p.role[p.pos-1] == "which"
	p.is("list")
	if p.tryOn(s, p.dieOf) {
		return true
	}
	top, ranked := p.topOf(s)
	if !ranked && p.tryOn(s, p.limitedThings) {
		return true
	}
	if !ranked && p.tryOn(s, p.whichMost) {
		return true
	}
	if !ranked && which && p.sees("listdomain") && p.pluralAhead() {
		// "which drugs were started after X": the most common, as "which drugs were most often started" is
		top, ranked = &study.Top{N: defaultTop}, true
	}
	if !ranked {
		return false
	}
	p.listingVerb(s, "listverb")
	p.is("otherword")
	s.top = top
	kinds := p.ahead(func() bool { return p.is("kindsof") && p.sees("listdomain") }) && p.is("kindsof")
	if v, ok := p.lex("listdomain"); ok {
		t := p.things(v)
		t.kinds = kinds
		return p.rankedThings(s, t)
	}
	if v, ok := p.lex("stratum"); ok {
		return p.rankedGroups(s, v)
	}
	things, ok := p.thingsOfClass()
	return ok && p.rankedThings(s, things)
}

// dieOf reads "what do patients with heart failure (most often) die of": the recorded causes of death.
func (p *parser) dieOf(s *sentence) bool {
	if !p.is("aux") {
		return false
	}
	g, ok := p.people()
	p.is("most")
	if !ok || !p.is("diedof") || p.sees("entity") || len(p.candidates(p.pos)) > 0 {
		return false
	}
	s.people, s.top = g, &study.Top{N: 10}
	return p.rankedThings(s, p.things(string(study.Death)))
}

// things makes the ranked things of a word of the lexicon: "drug ingredient", "condition source_code".
func (p *parser) things(v string) things {
	domain, level, _ := strings.Cut(v, " ")
	if domain == "any" {
		domain = ""
	}
	return things{event: study.Event{Domain: study.Domain(domain)}, level: level, visit: domain == "visit"}
}

// rankedThings reads whose things are ranked, and when: "of patients with X", "in 2009", "within 90 days after a
// stroke".
func (p *parser) rankedThings(s *sentence, t things) bool {
	said := p.lastPhrase()
	outer := p.listed
	p.listed = t.event.Domain
	defer func() { p.listed = outer }()
	st := &study.Stratum{Kind: study.Concept, Event: &t.event, Level: t.level}
	if t.visit {
		st = &study.Stratum{Kind: study.VisitType}
		s.measure.Of = study.Records
	}
	s.listed = st
	if t.ofRecords() {
		s.measure.Of = study.Records
	}
	for range 8 {
		at := p.pos
		if !p.rankedMod(s, &t, said) {
			p.pos = at
			break
		}
	}
	if s.measure.Quantity.IsPaid() && t.event.Domain == study.Visit && len(t.event.Concepts) > 0 {
		return false // "the most expensive stay" is one of them, not what all of them cost
	}
	if t.event.Domain == "" { // source codes of what was not said
		t.event.Domain = study.Condition
	}
	if s.byPeople && s.records != nil && !s.atVisitsOf(&t.event) {
		return false // what is recorded at visits is ranked by them
	}
	if s.measure.Of == study.Persons && s.measure.Kind == study.Count && !s.byPeople && s.records == nil &&
		!s.listStarts && p.r.byRecords {
		s.measure.Of = study.Records
	}
	if t.class && t.level == "" { // its members are listed, not their products
		t.level = ingredients
	}
	st.Level = t.level
	return true
}

// atVisitsOf makes records at visits of what is ranked by people, where the visits are told by their kind alone.
func (s *sentence) atVisitsOf(e *study.Event) bool {
	v := s.records
	of := v.Event
	if of.During = nil; e.During != nil && v.During != nil {
		return false
	}
	if v.Domain != study.Visit || !plain(&of) || e.Where != nil || v.Which != study.Any || v.times != nil ||
		len(v.rels) > 0 || e.Domain == study.DrugEra {
		return false
	}
	e.Where, s.records, s.listed.Relation = &study.Where{Visit: v.Concepts}, nil, nil
	e.During = cmp.Or(e.During, v.During)
	s.measure.Of = study.Persons
	return true
}

// rankedMod reads one thing that may follow what is ranked.
func (p *parser) rankedMod(s *sentence, t *things, said string) bool {
	p.try(func() bool { return (p.at(0) == "," || p.at(0) == "(") && p.take() })
	e := &event{Event: t.event, record: true}
	kept := func(ok bool) bool {
		t.event = e.Event
		return ok
	}
	switch {
	case p.at(0) == "by" && p.usedBy(s):
		return true
	case p.try(func() bool { return p.leastOfEach(s) }):
		return true
	case p.is("rankpersons") && p.affected(s),
		p.try(func() bool { return p.toTheMost(s, *t) }):
		s.byPeople = true
		if !t.ofRecords() {
			s.measure.Of = study.Persons
		}
		return true
	case p.is("rankrecords"):
		s.measure.Of = study.Records
		return true
	case p.tryOn(s, func(s *sentence) bool { return p.withTheMost(s, *t) }):
		return true
	case p.try(func() bool { return p.rankedBy(s, t) }):
		return true
	case t.event.Domain == study.Drug && p.try(func() bool { return p.atLevel() }):
		t.level = ingredients
		return true
	case p.try(func() bool { return t.level == ingredients && p.word("of") && p.ofAnyDrug() }):
		return true
	case p.try(func() bool {
		p.word("going", "measured", "judged", "ranked", "sorted", "ordered")
		return p.is("rankpaid")
	}):
		s.costly()
		return true
	case p.try(func() bool { return p.exceptions(t) }):
		return true
	case p.try(func() bool { return p.recordedAtVisits(s, t) }):
		return true
	case p.try(func() bool { return p.unmapped(e) }):
		return kept(true)
	case t.kinds && p.try(func() bool { return p.kindsOfTheirs(t) }):
		return true
	case strings.Contains(said, "comorbid") && p.tryOn(s, p.comorbiditiesOf):
		return true
	case p.listingVerb(s, "listverb", "passive", "aux", "most", "kindsof"):
		return true
	case p.try(func() bool { return p.howManyEach(s, t) }):
		return true
	case p.try(func() bool {
		d, ok := p.period()
		if ok {
			e.During = d
		}
		return ok
	}):
		return kept(true)
	case p.is("firstofeach"):
		s.listStarts = true
		return true
	case p.tryOn(s, p.rankedPeople):
		return true
	case p.try(func() bool { return p.classOf(t) }):
		return true
	case p.try(func() bool {
		r, ok := p.atAge()
		if ok {
			e.Age = &r
		}
		return ok
	}):
		return kept(true)
	case p.try(func() bool { return p.atVisitOf(e) && len(e.rels) == 0 }):
		return kept(true)
	}
	return s.listedRelation() == nil && p.try(func() bool {
		r, ok := p.relation(e)
		if ok {
			s.front = append(s.front, r)
		}
		return ok
	})
}

// howManyEach reads "and how many patients each", "(number of deaths for each)": what the list tells anyway.
func (p *parser) howManyEach(s *sentence, t *things) bool {
	aside := !p.is("and") && !p.word("with")
	if aside && !isSign(p.toks[p.pos-1].low) || !p.is("howmany") {
		return false
	}
	died := t.event.Domain == study.Death && p.is("deathnoun")
	if !died && !p.is("people") {
		return false
	}
	each := p.word("per", "in", "of") && p.word("row") ||
		p.try(func() bool { return p.word("for", "of") && p.is("each") }) || p.is("each")
	if each {
		p.try(func() bool { return p.word("of") && p.takeOne("them", "these", "those") })
		p.word("row", "cause", "line")
	}
	s.measure.Of = study.Persons
	return !t.ofRecords() && (each || !aside)
}

// listingVerb consumes what is done with the things of a list, and notes a verb of first use: "drugs started in 2009".
func (p *parser) listingVerb(s *sentence, as ...category) bool {
	v, n := p.longest(p.pos, "verb")
	starts := n > 0 && verbOf(v.value).first
	if starts && !p.is("verb") || !starts && !p.is(as...) {
		return false
	}
	s.listStarts = s.listStarts || starts
	return true
}

// usedBy reads "used by patients with X"; "by patients" alone says what is counted.
func (p *parser) usedBy(s *sentence) bool {
	before := s.people
	if p.try(func() bool { return p.rankedPeople(s) && s.people != before && !s.people.only }) {
		return true
	}
	s.people = before
	return false
}

// rankedPeople reads whose: "of patients with X", "do patients with X take".
func (p *parser) rankedPeople(s *sentence) bool {
	p.word("of", "in", "among", "for", "by", "to", "that", "which", "did", "do")
	p.is("affects")
	g, ok := p.people()
	if ok && s.people == nil {
		s.people = g
	}
	for p.is("aux", "most") || p.listingVerb(s, "listverb", "verb") {
	}
	return ok
}

// ofAnyDrug reads "drugs" or "prescriptions" where none is named, behind "ingredients of".
func (p *parser) ofAnyDrug() bool {
	v, ok := p.lex("listdomain", "eventnoun")
	return ok && (v == "drug" || v == "drug record") && !p.isWordAt("of") && !p.isWordAt("to")
}

// kindsOfTheirs reads "among patients with heart failure" behind "specific diagnoses": kinds of heart failure.
func (p *parser) kindsOfTheirs(t *things) bool {
	p.word("of", "in", "among", "for")
	g, ok := p.people()
	if !ok || len(g.preds) != 1 || g.preds[0].kind != leaf || g.age != nil || g.period != nil {
		return false
	}
	e := g.preds[0].ev
	if e.Domain != t.event.Domain || len(e.rels) > 0 || !plain(&e.Event) {
		return false
	}
	t.event.Concepts = e.Concepts
	return true
}

// comorbiditiesOf reads "comorbidities of heart failure": of the people who have it.
func (p *parser) comorbiditiesOf(s *sentence) bool {
	if s.people != nil || !p.word("of", "in", "with", "for") {
		return false
	}
	q, ok := p.eventList([]string{"condition"}, false)
	if !ok || len(q.events()) == 0 {
		return false
	}
	s.people = &people{preds: []*predicate{q}}
	return true
}

// recordedAtVisits reads "recorded at inpatient visits" and "of inpatient visits": visits are counted.
func (p *parser) recordedAtVisits(s *sentence, t *things) bool {
	if t.ofRecords() || s.people != nil || s.records != nil {
		return false
	}
	same := p.try(func() bool {
		kind, is := p.lex("samevisit")
		return is && kind == "" && p.word("as")
	}) || p.at(0) == "for" && p.take()
	during := p.at(0) == "during"
	if !same && !p.word("at", "during", "of", "among", "for", "in") {
		return false
	}
	v, ok := p.bareEvent(nil)
	if !ok || v.Domain != study.Visit || v.times != nil || !same && !p.saysVisits(v.from) && len(v.With) == 0 {
		return false
	}
	p.eventMods(v)
	p.is("rankvisits")
	s.records, s.measure.Of = v, study.Records
	s.listed.Relation = &study.Relation{Place: study.SameVisit}
	if during && t.event.Domain == study.Drug {
		s.listed.Relation.Place = study.During // few prescriptions are recorded with a stay
	}
	return true
}

// saysVisits reports whether the noun of visits that was read since token i is a plural.
func (p *parser) saysVisits(i int) bool {
	for ; i < p.pos; i++ {
		if p.role[i] == "visit" && strings.HasSuffix(p.toks[i].low, "s") {
			return true
		}
	}
	return false
}

func (s *sentence) listedRelation() *relation {
	if len(s.front) > 0 {
		return s.front[0]
	}
	return nil
}

// costly makes the total paid the measure of a ranking.
func (s *sentence) costly() {
	s.measure.Kind, s.measure.Stat, s.measure.Quantity, s.measure.Of = study.Number, study.Sum, study.Paid,
		study.Records
}

// rankedBy reads by what things are ranked: "ranked by number of distinct persons exposed", "by the number of
// prescriptions".
func (p *parser) rankedBy(s *sentence, t *things) bool {
	p.word("ranked", "sorted", "ordered", "rank", "sort", "order")
	if !p.word("by", "according") {
		return false
	}
	p.word("to")
	if !p.is("howmany") {
		return false
	}
	before := s.people
	if p.tryOn(s, func(s *sentence) bool { return p.mostPeople(s, *t) && s.people == before && p.affected(s) }) {
		if !t.ofRecords() {
			s.measure.Of = study.Persons
		}
		return true
	}
	if p.is("eventnoun") && !p.sees("people") {
		s.measure.Of = study.Records
		return true
	}
	return false
}

// affected reads what follows people by whose number things are ranked: "exposed", "who take them"; nothing needs to.
func (p *parser) affected(s *sentence) bool {
	for p.is("relpron") || p.listingVerb(s, "aux", "passive", "listverb", "affects", "verb") ||
		p.word("exposed", "treated", "involved", "with", "taking", "using", "them") || p.is("it") {
	}
	return true
}

// ranksLater reports whether it is said further on by what things are ranked.
func (p *parser) ranksLater() bool {
	start := p.pos
	defer func() { p.pos = start }()
	for i := start; i < len(p.toks); i++ {
		if _, n := p.longest(i, "rankpersons", "rankrecords", "rankpaid", "mostpatients"); n > 0 {
			return true
		}
		p.pos = i
		if p.ahead(func() bool { return p.rankedBy(&sentence{}, &things{}) }) {
			return true
		}
	}
	return false
}

// atLevel reads "at ingredient level", "(ingredient)"; the bracket may have been taken.
func (p *parser) atLevel() bool {
	bracket := p.pos > 0 && p.toks[p.pos-1].low == "(" || p.at(0) == "(" && p.take()
	led := p.word("at", "on", "by")
	v, ok := p.lex("listdomain")
	if !p.word("level") && !led && !bracket { // ", ingredient level"
		return false
	}
	p.try(func() bool { return p.at(0) == ")" && p.take() })
	return ok && v == "drug ingredient"
}
