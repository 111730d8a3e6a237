package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// counts reads "how many patients with X took Y", "number of prescriptions of X", "count of deaths among …".
func (p *parser) counts(s *sentence) bool {
	if p.tryOn(s, p.moreMenThanWomen) {
		return true
	}
	if p.is("howoften") {
		return p.howOften(s)
	}
	in := (p.at(0) == "in" || p.at(0) == "for") &&
		p.ahead(func() bool { p.pos++; return p.is("howmany", "cumulative") }) && p.take()
	kind, ok := p.lex("howmany")
	if !ok && !in && p.is("cumulative") {
		s.measure.Cumulative, ok = true, true
	}
	if !ok {
		return false
	}
	if in {
		s.measure.Kind = study.Count
		return p.countedIn(s)
	}
	for p.word("of", "all") {
	}
	s.measure.Kind = study.Count
	if s.records != nil { // "of inpatient visits, how many were followed by a readmission"
		return p.recordPredicate(s)
	}
	if p.is("personyears") {
		return p.personTime(s)
	}
	if p.try(func() bool {
		return p.is("providers") && !p.sees("stratum") && p.at(0) != "specialty" && p.at(0) != "specialties"
	}) {
		s.measure.Of = study.Providers
		for p.is("aux") || p.word("there") {
		}
		return true
	}
	if !p.counted(s, kind == "distinct" && !p.separateRecords()) {
		return false
	}
	if !p.tryOn(s, p.ofThem) {
		for p.tryOn(s, p.alsoHowMany) {
		}
	}
	return true
}

// separateRecords reports whether "separate episodes" of something are counted, which are its records; "separate
// diagnoses" are those that differ.
func (p *parser) separateRecords() bool {
	return hasWord(p.lastPhrase(), "separate") &&
		p.ahead(func() bool { return p.word("episodes", "bouts", "attacks", "occurrences", "records", "events") })
}

// howOften reads "how often was metformin prescribed to patients with X", which counts records.
func (p *parser) howOften(s *sentence) bool {
	s.measure.Kind, s.measure.Of = study.Count, study.Records
	from := p.pos
	p.is("aux")
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || p.saidSince(from, "followed") {
		return false // the first of two is counted; see countedFollowed
	}
	e.record, s.records = true, e
	p.is("aux")
	if v, isVerb := p.lex("verb"); isVerb {
		w := verbOf(v)
		if w.first {
			return false
		}
		if len(w.domains) > 0 && slices.Contains(e.domains, w.domains[0]) {
			e.Domain = study.Domain(w.domains[0])
		}
		p.eventMods(e)
	}
	p.recordsOf(s)
	return true
}

// counted reads what is counted, with the clause that follows.
func (p *parser) counted(s *sentence, distinct bool) bool {
	if p.tryOn(s, p.countedPeople) || p.tryOn(s, p.countedDeaths) || p.tryOn(s, p.eachGroupHas) {
		return true
	}
	if s.people != nil && p.sees("verb") && p.try(func() bool { return p.mainClause(s) && p.settled() }) {
		return true
	}
	s.main = nil
	// "number with a seizure who do not have epilepsy"
	if s.people == nil && p.sees("verb", "without") && p.try(func() bool {
		g := &people{}
		if v, ok := p.lex("verb"); ok && verbOf(v).form != "prep" ||
			ok && len(p.candidates(p.pos)) == 0 && !p.sees("article", "cmp", "eventnoun") {
			return false
		} else if ok {
			for p.pos--; p.pos > 0 && p.group[p.pos-1] == p.group[p.pos]; p.pos-- {
			}
		}
		p.postmods(g)
		s.people = g
		return len(g.preds) > 0
	}) {
		p.mainClause(s)
		return true
	}
	if p.tryOn(s, p.countedFollowed) || s.people == nil && p.tryOn(s, p.recordsThatHad) ||
		p.try(func() bool { return p.havers(s, func(q *predicate) bool { return q.kind == allKind }) }) ||
		p.try(func() bool { return p.countedRecords(s, distinct) }) || p.try(func() bool { return p.havers(s, nil) }) {
		return true
	}
	if s.people == nil {
		s.people = &people{only: true}
	} else if p.end() || p.at(0) == "?" {
		return true
	}
	return p.mainClause(s)
}

// settled reports whether the clause went on to the end, or to what may follow any.
func (p *parser) settled() bool {
	return p.end() || p.at(0) == "?" || p.at(0) == "," || p.sees("stratumlead", "in")
}

// havers reads people who are not named: "insulin glargine but not metformin, n of pts?".
func (p *parser) havers(s *sentence, such func(*predicate) bool) bool {
	q, ok := p.eventList(nil, true)
	if !ok || s.people != nil {
		return false
	}
	q = p.moreClauses(q, func(more *predicate, finite bool) bool { return more.kind == notKind })
	things := func(e *event) bool { return e.record || p.saidSince(0, "there") }
	if such != nil && !such(q) ||
		p.said("howmany") && (q.kind == allKind || q.kind == anyKind) && slices.ContainsFunc(q.events(), things) {
		return false // visits are counted, not who had them: "how many strokes were there in 2008 or 2010?"
	}
	s.people, s.main = &people{only: true}, q
	return true
}

func (p *parser) countedPeople(s *sentence) bool {
	if p.try(func() bool { // "men and how many women died"
		a, ok := p.sexWord()
		if !ok || !p.is("and", "versus") {
			return false
		}
		p.is("howmany")
		b, ok := p.sexWord()
		return ok && a != b
	}) {
		s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
		g := &people{only: true}
		p.postmods(g)
		if s.people == nil {
			s.people = g
		}
		p.mainClause(s)
		return true
	}
	g, ok := p.people()
	if !ok {
		return false
	}
	if s.people != nil && g.only {
		g = s.people
	} else if s.people != nil {
		g.preds = append(s.people.preds, g.preds...)
		if g.age == nil {
			g.age, g.ageOn = s.people.age, s.people.ageOn
		}
	}
	s.people = g
	if p.tryOn(s, func(s *sentence) bool { // "people of each race have had a stroke"
		list, ok := p.strata()
		for _, st := range list {
			s.addStratum(st)
		}
		did := p.sees("deathverb", "visitverb") ||
			p.ahead(func() bool { _, finite, ok := p.verbGroup(); return ok && finite })
		return ok && did && p.mainClause(s)
	}) {
		return true
	}
	grouped := func() bool { _, ok := p.strata(); return ok } // "people are in each age group"
	if !p.try(func() bool { return p.is("aux") && p.ahead(grouped) }) {
		p.mainClause(s)
	}
	return true
}

// countedIn reads "in how many patients was X used", "in how many patients is the last HbA1c above 9".
func (p *parser) countedIn(s *sentence) bool {
	if g, ok := p.people(); ok {
		s.people = g
	} else if p.tryOn(s, p.doneAtVisits) {
		return true
	} else if s.people == nil {
		return false
	} else {
		p.theirs()
	}
	if p.theOneFirst(s) {
		return true
	}
	if !p.is("aux") {
		return false
	}
	p.is("wesee")
	neg := p.is("neg")
	q, ok := p.eventList(nil, false)
	if !ok {
		return false
	}
	if q.kind == allKind {
		p.word("all", "both") // "A, B and C all prescribed"
	}
	v := verb{}
	for p.is("neg") {
		neg = true
	}
	if value, isVerb := p.lex("verb"); isVerb {
		v = verbOf(value)
	}
	if !p.is("passive") {
		p.takeOne("come", "arise", "ensue")
	}
	es := q.events()
	for _, e := range es {
		p.adverbs(v, e)
		p.comparedValue(e)
	}
	p.eventMods(es[len(es)-1])
	s.main = q
	if neg {
		s.main = not(q)
	}
	return true
}

// doneAtVisits reads "in what percentage of hospital stays was X done", "in how many visits was X recorded": at that
// visit.
func (p *parser) doneAtVisits(s *sentence) bool {
	p.word("all")
	e, ok := p.event(nil)
	if !ok || e.Domain != study.Visit || len(e.With)+len(e.rels) > 0 || e.times != nil ||
		s.people != nil && !s.people.only || !p.is("aux") {
		return false
	}
	q, ok := p.eventList(nil, false)
	if !ok || q.kind == notKind || q.kind == someKind {
		return false
	}
	if value, isVerb := p.lex("verb"); isVerb && verbOf(value).first ||
		!isVerb && !p.is("passive", "listverb") && p.role[p.pos-1] != "passive" {
		return false
	}
	with, ok := q.atVisit(p)
	if !ok {
		return false
	}
	p.eventMods(e) // "… recorded in 2009": when the visit was
	s.records, s.measure.Of = e, study.Records
	if s.measure.Kind == study.Count {
		e.With = with
		return true
	}
	crit := with[0]
	if len(with) > 1 {
		crit = study.Criterion{All: with}
	}
	s.main = &predicate{kind: trait, crit: &crit}
	return true
}

// mainClause reads the predicate of the sentence, if there is one.
func (p *parser) mainClause(s *sentence) bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if p.stillTaking(s) || p.stopping(s) || p.eraLasted(s) || p.theOneFirst(s) {
		return true
	}
	if q, ok := p.whose(); ok && s.people != nil && !s.people.only { // "of diabetics, the number whose last HbA1c …"
		s.main = q
		return true
	}
	p.is("relpron")
	p.clauseFrom = p.pos
	q, _, ok := p.clause()
	if ok {
		s.main = q
	}
	return ok
}

// countedDeaths reads "deaths among patients with X", "deaths in 2009".
func (p *parser) countedDeaths(s *sentence) bool {
	e, ok := p.event(nil)
	if !ok || e.Domain != study.Death || e.record {
		return false
	}
	if p.try(func() bool { return p.is("aux") && p.is("passive") }) { // "were recorded in 2010"
		p.eventMods(e)
	}
	s.main = &predicate{kind: leaf, ev: e}
	if s.people == nil {
		s.people = &people{only: true}
	}
	return true
}

func (p *parser) personTime(s *sentence) bool {
	s.measure = study.Measure{Kind: study.PersonTime}
	for p.word("of", "are", "at", "risk", "do") && !p.sees("people") || p.is("followupnoun") || p.is("observedverb") ||
		p.is("aux") {
	}
	p.word("all")
	p.ofPeople(s)
	for p.is("aux") || p.word("together") || p.is("everywhere") {
	}
	return true
}

// phrase reads a bare noun phrase as a count: "T2DM pts on metformin by sex", "hip fractures per year".
func (p *parser) phrase(s *sentence) bool {
	s.measure.Kind = study.Count
	if p.is("personyears") {
		return p.personTime(s)
	}
	if p.pos > 0 && p.role[p.pos-1] == "which" && p.sees("listdomain", "eventnoun") {
		return false // "which drugs were started …" asks for their names, not how many
	}
	asksWhich := p.pos > 0 && p.role[p.pos-1] == "whatis"
	if !p.counted(s, false) {
		return false
	}
	s.whichOne = asksWhich && s.records != nil && s.records.Which != study.Any
	s.barely = s.namesAValue()
	return p.sees("stratumstrong") || s.people != nil && !s.people.only || s.main != nil || s.records != nil ||
		len(s.strata) > 0
}

// namesAValue reports whether a bare noun phrase is of the values of a test, of which no number is asked for: "last LDL
// in 2010 of statin users".
func (s *sentence) namesAValue() bool {
	e := s.records
	if e == nil && s.main != nil && s.main.kind == leaf && s.main.v.form == "" {
		e = s.main.ev
	}
	return e != nil && e.Domain == study.Measurement && !e.hasValue() && e.times == nil &&
		(e.Which != study.Any || !e.record && s.people != nil && !s.people.only)
}
