package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// shares reads "what percentage of patients with X took Y", "share of women among patients with X", "of the
// patients with X, what percent had Y".
func (p *parser) shares(s *sentence) bool {
	in := (p.at(0) == "in" || p.at(0) == "for") && p.take()
	p.is("which")
	if !p.is("share") {
		return false
	}
	p.word("of")
	s.measure.Kind = study.Share
	if in {
		return p.countedIn(s)
	}
	if s.records != nil {
		return p.recordPredicate(s)
	}
	if s.people == nil && p.tryOn(s, p.paidByPatients) || p.tryOn(s, p.traitAmong) ||
		s.people == nil && p.tryOn(s, p.deathsOf) {
		return true
	}
	if p.tryOn(s, p.denominator) || p.tryOn(s, p.eventAmong) || p.tryOn(s, p.eachGroupHas) {
		return true
	}
	if p.tryOn(s, p.countedPeople) {
		if s.main == nil && p.tryOn(s, p.eachGroup) {
			return true
		}
		if s.main == nil && p.tryOn(s, p.amongOthers) {
			return true
		}
		if s.main == nil && s.measure.Kind == study.Share {
			return s.lastAsOutcome()
		}
		return true
	}
	if s.people != nil || !p.ahead(func() bool { return p.is("aux") }) {
		if s.people == nil {
			s.people = &people{only: true}
		}
		from := p.pos
		if p.mainClause(s) && !p.countsFromAnother(s, from) {
			return true
		}
		p.pos = from
	}
	return p.recordShare(s)
}

// countsFromAnother reports whether a share is of things that are placed around another one. In "percentage of strokes
// were within 30 days after a colonoscopy" it is of the strokes, and not of the people with a colonoscopy.
func (p *parser) countsFromAnother(s *sentence, from int) bool {
	return len(p.candidates(from)) > 0 && slices.ContainsFunc(p.toks[from:p.pos], func(t token) bool {
		return slices.Contains([]string{"were", "was", "are", "is"}, t.low)
	}) && slices.ContainsFunc(s.main.events(), func(e *event) bool {
		return slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor != nil })
	})
}

// amongOthers reads of whom the people are a share: "of women among patients with X". Where they are told by two
// things, a sex, a race or an age only says whose share it is: "of X patients on Y in men".
func (p *parser) amongOthers(s *sentence) bool {
	if !p.word("among", "amongst", "of", "in") {
		return false
	}
	g, ok := p.people()
	if !ok || g.sexes || g.only {
		return false
	}
	if len(s.people.preds) > 1 && !slices.ContainsFunc(g.preds, func(q *predicate) bool { return q.kind != trait }) {
		if g.age != nil && !s.people.setAge(*g.age) {
			return false
		}
		if ok := s.lastAsOutcome(); !ok {
			return false
		}
		s.people.preds = append(g.preds, s.people.preds...)
		return true
	}
	s.main, s.people = s.people.asPredicate(), g
	return s.main != nil
}

// denominator reads "% of all X patients" behind people of whom all that is said again: the rest of what they are is
// the outcome.
func (p *parser) denominator(s *sentence) bool {
	if s.people == nil || s.people.only {
		return false
	}
	p.word("all")
	p.is("allof")
	g, ok := p.people()
	if !ok || g.only || g.period != nil || g.age != nil || !p.settled() {
		return false
	}
	rest := s.people.without(g)
	if len(rest.preds) == 0 || len(rest.preds) != len(flat(s.people.preds))-len(flat(g.preds)) {
		return false
	}
	age, on := s.people.age, s.people.ageOn
	rest.age = nil
	s.main, s.people = rest.asPredicate(), g
	s.people.age, s.people.ageOn = age, on
	return true
}

// without are the people but for what others are, too.
func (g *people) without(others *people) *people {
	rest := *g
	rest.preds = slices.DeleteFunc(flat(g.preds), func(q *predicate) bool {
		return slices.ContainsFunc(flat(others.preds), func(o *predicate) bool { return q.sameAs(o) })
	})
	return &rest
}

// sameAs reports whether two predicates say the same: one event without more, or one trait.
func (q *predicate) sameAs(o *predicate) bool {
	if q.kind != o.kind {
		return false
	}
	switch q.kind {
	case leaf:
		return sameEvent(q.ev, o.ev) && plain(&q.ev.Event) && plain(&o.ev.Event) && q.ev.Which == o.ev.Which &&
			len(q.ev.rels)+len(o.ev.rels) == 0 &&
			q.ev.times == nil && o.ev.times == nil && q.ev.During == nil && o.ev.During == nil
	case trait:
		return reflect.DeepEqual(q.crit, o.crit)
	}
	return false
}

// eventAmong reads "warfarin use among stroke patients": the share who have it.
func (p *parser) eventAmong(s *sentence) bool {
	if s.people != nil && !s.people.only {
		return false
	}
	q, ok := p.eventList(nil, false)
	if !ok || !p.word("among", "amongst", "in") {
		return false
	}
	if slices.ContainsFunc(q.events(), func(e *event) bool {
		// "INR results above 3 among X patients" is a share of results
		value := e.record && e.Domain == study.Measurement && e.Where != nil && e.Where.Value != nil
		return e.record && e.Domain == study.Visit || value || len(e.rels) > 0 || e.times != nil
	}) {
		return false
	}
	g, ok := p.people()
	if !ok || g.only || len(g.preds) == 0 ||
		!slices.ContainsFunc(g.preds, func(q *predicate) bool { return q.kind != trait }) {
		return false
	}
	s.people, s.main = g, q
	return true
}

// asPredicate is what a noun phrase says of people, as a predicate of others: "share of women among …".
func (g *people) asPredicate() *predicate {
	preds := g.preds
	if g.age != nil {
		preds = append(preds, &predicate{kind: aged, age: g.age})
	}
	if len(preds) == 0 {
		return nil
	}
	return all(preds...)
}

// lastAsOutcome takes the last thing said of the people as what is asked: "percentage of T2DM patients on metformin".
func (s *sentence) lastAsOutcome() bool {
	preds := s.people.preds
	n := len(preds)
	if n == 0 {
		return false
	}
	s.lastAsked = true
	if g := s.people; g.age != nil && g.ageFrom == n { // "percentage of opioid users under 65"
		s.main = &predicate{kind: aged, age: g.age}
		if g.ageOn != "" {
			s.main = traitOf(study.Trait{Age: &study.Age{Range: *g.age, On: g.ageOn}})
		}
		g.age, g.ageOn = nil, ""
		return true
	}
	last := preds[n-1]
	// "who started metformin without diabetes before" is of those who started; "took A but not B" is of everybody
	if k := len(last.kids); last.kind == allKind && last.kids[k-1].kind == notKind &&
		last.kids[k-1].kids[0].ofIndex() {
		s.people.preds, s.main = append(preds[:n-1:n-1], grouped(allKind, last.kids[:k-1])), last.kids[k-1]
		return true
	}
	s.main, s.people.preds = last, preds[:n-1]
	if last.kind == leaf && last.v.form == "prep" && last.ev.told && last.ev.hasValue() {
		s.people.preds = append(s.people.preds, last.withAnyValue())
	}
	return true
}

// withAnyValue is a predicate of people with a value, whichever it is: of those "with an LDL result were below 70".
func (q *predicate) withAnyValue() *predicate {
	any := *q
	any.ev = q.ev.clone()
	where := *q.ev.Where
	where.Value, where.Unit = study.AnyValueIn("").Value, ""
	any.ev.Where, any.ev.otherwise = &where, nil
	return &any
}

// ofIndex reports whether a predicate is an event that is counted from the record before it.
func (q *predicate) ofIndex() bool {
	return q.kind == leaf && slices.ContainsFunc(q.ev.rels, func(r *relation) bool { return r.anchor == nil })
}

// traitAmong reads "% black among CKD patients", "percentage female among …".
func (p *parser) traitAmong(s *sentence) bool {
	q, ok := p.traitPredicate()
	if !ok || !p.word("among", "amongst", "of", "in") {
		return false
	}
	g, ok := p.people()
	if ok {
		s.main, s.people = q, g
	}
	return ok
}

// deathsOf reads "proportion of deaths in 2009 were in women": of the people who died.
func (p *parser) deathsOf(s *sentence) bool {
	e, ok := p.event(nil)
	if !ok || e.Domain != study.Death || e.times != nil {
		return false
	}
	if len(e.rels) == 1 && e.rels[0].Place == study.During && p.settled() { // "of deaths occurred in hospital"
		any := e.clone()
		any.rels = nil
		s.people, s.main = &people{preds: []*predicate{{kind: leaf, ev: any}}}, &predicate{kind: leaf, ev: e}
		return true
	}
	if len(e.rels) > 0 {
		return false
	}
	p.is("relpron")
	if !p.is("aux") && !p.word("occurred", "happened") {
		return false
	}
	p.is("passive")
	if !p.word("in", "among", "of") {
		return false
	}
	g, ok := p.people()
	if !ok || g.only || g.period != nil || g.age != nil {
		return false
	}
	s.people, s.main = &people{preds: []*predicate{{kind: leaf, ev: e}}}, g.asPredicate()
	return true
}

// ofPersons are the groupings by what a person is.
var ofPersons = []study.StratumKind{study.Sex, study.Race, study.Ethnicity, study.State, study.AgeGroup, study.BornIn,
	study.BornDecade}

// eachGroupHas reads "each race group has X", "in each 10-year age group of women take Y" behind a share or a number,
// which is asked for in every group.
func (p *parser) eachGroupHas(s *sentence) bool {
	p.word("in", "of", "from")
	if !p.is("each") {
		return false
	}
	st, ok := p.stratum(true)
	if !ok || st.Of != "" || !slices.Contains(ofPersons, st.Kind) {
		return false
	}
	if p.word("of", "among") {
		g, ok := p.people()
		if !ok || g.sexes || s.people != nil {
			return false
		}
		s.people = g
	}
	if s.people == nil {
		s.people = &people{only: true}
	}
	s.addStratum(st)
	return p.mainClause(s)
}

// eachGroup reads "is of each race", "is in each 10-year age group": every group in percent of all.
func (p *parser) eachGroup(s *sentence) bool {
	says := false
	for p.is("aux") || p.word("belong", "belongs", "fall", "falls") {
		says = true
	}
	if !says && len(s.people.preds) > 1 {
		return false // "share of X patients on Y in each year": of X patients
	}
	if !p.word("of", "in", "to", "into") || !p.is("each") {
		return false
	}
	st, ok := p.stratum(true)
	if !ok {
		return false
	}
	s.strata = append(s.strata, st)
	s.measure.Kind, s.percent = study.Count, true
	return true
}
