package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// occurrences reads "number of visits per patient with COPD", "number of different drugs taken by patients with
// heart failure".
func (p *parser) occurrences(s *sentence) bool {
	kind, ok := p.lex("howmany")
	if !ok {
		return false
	}
	p.word("of")
	e, ok := p.event(nil)
	if !ok {
		return false
	}
	if kind == "distinct" {
		e.distinct = study.ByConcept
	}
	return p.occurrencesOf(s, e)
}

// recordsEach reads "warfarin prescriptions per user" behind a statistic; but the "last LDL value per person" has a
// mean of its own.
func (p *parser) recordsEach(s *sentence) bool {
	e, ok := p.event(nil)
	return ok && e.record && e.Which == study.Any && !p.namesValue(e) && p.sees("perperson") && p.occurrencesOf(s, e)
}

func (p *parser) occurrencesOf(s *sentence, e *event) bool {
	s.measure.Quantity = study.Occurrences
	if p.ofDifferent(e) {
		s.measure.Quantity = study.Distincts
	}
	e.distinct = ""
	if len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.measure.Event, s.counted = &e.Event, e
	for p.is("passive") || p.is("verb") || p.is("aux") {
	}
	each := p.try(func() bool { return p.takeOne("each", "apiece") && (p.end() || isSign(p.at(0)) || !p.sees("stratum")) })
	s.per = s.per || each
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.word("by", "of", "in", "for", "among")
	if p.perPerson(s) {
		g := &people{}
		p.postmods(g)
		if s.measure.Event.During == nil {
			s.measure.Event.During = g.givePeriodEach()
		}
		g.only = g.bare()
		if s.people == nil || !g.only {
			s.people = g
		}
	} else if p.tryOn(s, p.perOneOf) {
		if s.measure.Event.During == nil {
			s.measure.Event.During = s.people.givePeriod()
		}
	} else if g, ok := p.people(); ok {
		if s.measure.Event.During == nil { // "visits among diabetics in 2009"
			s.measure.Event.During = g.givePeriod()
		}
		s.people = g
	}
	p.verbAlone(false)
	return s.people != nil
}

// verbAlone reads a verb that adds nothing to the records that are counted: "(prescriptions per person) were filled",
// "(does a patient over 65) take", where the auxiliary stood before. "Per person tested" is of those.
func (p *parser) verbAlone(auxiliary bool) {
	p.try(func() bool {
		if !auxiliary && !p.is("aux") {
			return false
		}
		for !p.end() && p.at(0) != "?" && !p.sees("stratumlead", "in", "statadv", "intotal") {
			if !p.is("aux", "passive", "verb") {
				return false
			}
		}
		return true
	})
}

// perPerson reads "per patient", and who is meant where that is said: "per user" of those who have any, "per person
// with or without any" of everybody. "Patient payments" are what patients pay, whoever of them.
func (p *parser) perPerson(s *sentence) bool {
	if p.sees("quantity") {
		return false
	}
	v, ok := p.lex("perperson")
	s.per = s.per || ok
	s.having, s.noneToo = s.having || v == "having", s.noneToo || v == "none too"
	return ok
}

// onePerson reads one of the people of whom a mean is asked: "each metformin user", "the average diabetic".
func (p *parser) onePerson() (*people, bool) {
	if p.skip(); !p.takeOne("each", "every", "average", "typical") {
		return nil, false
	}
	if g, ok := p.people(); ok {
		return g, true
	}
	v, ok := p.lex("adjof")
	if !ok {
		return nil, false
	}
	g := &people{preds: []*predicate{entityOf(v)}}
	p.postmods(g)
	return g, true
}

// distributions reads "sex distribution of patients with X", "age distribution in 10-year groups", "breakdown
// of X patients by race".
func (p *parser) distributions(s *sentence) bool {
	if p.is("pctdist") {
		s.measure.Kind, s.percent = study.Count, true
		return p.countedPeople(s)
	}
	if p.tryOn(s, p.percentBy) {
		return true
	}
	turned := p.is("distributionword") && p.word("of") // "distribution of race among"
	if turned && p.tryOn(s, p.distributedPeople) {
		return true
	}
	if p.tryOn(s, p.ageBandsOf) {
		return true
	}
	v, ok := p.lex("stratum")
	if !ok || !turned && !p.is("distributionword") {
		return false
	}
	st := stratumOf(v)
	if st.Kind == study.AgeGroup {
		p.bandsAside(&st)
	}
	s.strata = append(s.strata, st)
	s.measure.Kind, s.percent = study.Count, turned
	p.word("of", "among", "in", "for")
	return p.counted(s, false)
}

// percentBy reads "percentage of patients by race", of everybody: of those who have something it may be of each race
// how many have it.
func (p *parser) percentBy(s *sentence) bool {
	if !p.is("share") {
		return false
	}
	s.measure.Kind, s.percent = study.Count, true
	return p.countedPeople(s) && s.people != nil && s.people.only && s.main == nil && p.sees("stratumlead")
}

// averaged turns "how many visits does a patient have on average" into a number for each person, and "HbA1c on average"
// into its mean value.
func (s *sentence) averaged() {
	if e := s.records; s.average && s.measure.Kind == study.Count && e != nil && e.Domain == study.Measurement &&
		(!e.record || e.Which != study.Any || s.p.namesValue(e)) && !slices.Contains(s.p.role, "howmany") {
		s.measure.Kind, s.measure.Quantity, s.measure.Of = study.Number, study.Value, ""
		if s.measure.Stat = s.statistic; s.statistic == "" {
			s.measure.Stat = study.Mean
		}
		return
	}
	if (s.average || s.per) && s.measure.Kind == study.Count && s.records != nil {
		if len(s.records.rels) > 0 || s.records.times != nil {
			s.refusal = &Refusal{Unsupported, "how many each person has after or " +
				"before something; ask for the number of all of them"}
			return
		}
		s.measure.Kind, s.measure.Stat, s.measure.Quantity = study.Number, study.Mean, study.Occurrences
		if s.statistic != "" {
			s.measure.Stat = s.statistic
		}
		different := s.records.from < s.records.to && s.p.ofDifferentIn(s.records) && !s.p.saysDispensed()
		if different || s.measure.Of == study.Concepts || s.measure.Of == study.Ingredients {
			s.measure.Quantity = study.Distincts
		}
		s.measure.Of = study.Persons
		s.measure.Event = &s.records.Event
		s.records = nil
		s.measure.Event.During, s.period = firstPeriod(s.measure.Event.During, s.period), nil
		if s.people == nil {
			s.people = &people{only: true}
		}
	}
}

// namesValue reports whether the words of an event end in a word for its value: "the HbA1c level".
func (p *parser) namesValue(e *event) bool {
	return slices.ContainsFunc(p.toks[e.from:max(e.from, e.to)], func(t token) bool {
		return slices.Contains([]string{"value", "values", "level", "levels", "result", "results", "reading", "readings"}, t.low)
	})
}

func firstPeriod(a, b *study.Period) *study.Period {
	if a != nil {
		return a
	}
	return b
}

// distributedBy reads "how are patients with X distributed by race", "how are inpatient visits distributed by their
// length of stay", "by their number of prescriptions".
func (p *parser) distributedBy(s *sentence) bool {
	if !p.word("how") || !p.is("aux") {
		return false
	}
	s.measure.Kind = study.Count
	if g, ok := p.people(); ok {
		s.people = g
	} else if e, ok := p.event(nil); ok && e.record {
		s.records, s.measure.Of = e, study.Records
	} else {
		return false
	}
	if !p.is("distributedverb") {
		return false
	}
	if p.tryOn(s, p.byOccurrences) {
		return true
	}
	if p.word("over", "across", "among", "into") {
		for p.word("different", "all") {
		}
		st, ok := p.stratum(true)
		if ok {
			s.strata = append(s.strata, st)
		}
		return ok
	}
	return p.sees("stratumlead")
}

// distinctWords count things, not records.
var distinctWords = []string{"different", "distinct", "unique"}

// byOccurrences reads "by their number of prescriptions", "by length of stay".
func (p *parser) byOccurrences(s *sentence) bool {
	if !p.word("by", "according") {
		return false
	}
	p.word("to")
	s.measure.Kind = study.Distribution
	if v, ok := p.lex("quantity"); ok && s.records != nil && v == "stay" && s.records.Domain == study.Visit {
		s.measure.Quantity, s.measure.Of = study.Duration, study.Persons
		return true
	}
	if !p.is("howmany") || s.people == nil {
		return false
	}
	counted := p.lastPhrase()
	e, ok := p.event(nil)
	if ok && len(e.Concepts) > 0 && slices.ContainsFunc(distinctWords, func(w string) bool {
		return e.distinct == study.ByConcept || hasWord(counted, w)
	}) {
		p.unclear = "how many of a class each person has; ask how many had at least 2 different ones"
	}
	if !ok || len(e.rels) > 0 || e.times != nil || len(s.people.preds) > 1 {
		return false
	}
	if len(e.Concepts) == 0 && len(s.people.preds) == 1 { // "by their number of diagnoses" of what they have
		its, ok := s.people.preds[0].merged()
		if !ok || len(its.rels) > 0 || its.Domain != e.Domain && its.Domain != study.Drug {
			return e.Domain == study.Visit && p.setOccurrences(s, e)
		}
		s.people = &people{only: true}
		return p.setOccurrences(s, its)
	}
	if len(s.people.preds) == 1 { // "patients with inpatient visits by their number of inpatient visits"
		if its, ok := s.people.preds[0].merged(); ok && sameEvent(its, e) && len(its.rels) == 0 {
			s.people = &people{only: true}
		}
	}
	return p.setOccurrences(s, e)
}

func (p *parser) setOccurrences(s *sentence, e *event) bool {
	s.measure.Quantity, s.measure.Event = study.Occurrences, &e.Event
	if p.ofDifferent(e) {
		s.measure.Quantity = study.Distincts
	}
	e.distinct = ""
	return true
}

// ofDifferentIn is ofDifferent of an event that was read before.
func (p *parser) ofDifferentIn(e *event) bool {
	at := p.pos
	p.pos = e.to
	defer func() { p.pos = at }()
	return p.ofDifferent(e)
}

// ofDifferent reports whether a number is one of different things: "number of comorbidities per patient", "number of
// distinct statins"; not of records, "number of prescriptions".
func (p *parser) ofDifferent(e *event) bool {
	if e.ofIngredients() || e.distinct == study.ByConcept || e.distinct == study.ByIngredient {
		return true
	}
	return len(e.Concepts) == 0 && e.noun == string(e.Domain) && e.distinct == "" &&
		slices.ContainsFunc(p.toks[e.from:max(e.from, min(p.pos, len(p.toks)))],
			func(t token) bool { return slices.Contains(differentThings, t.low) })
}

// eachNumber reads "for each number of pneumonia records, how many patients have that many", "for each length of stay,
// how many inpatient visits are there".
func (p *parser) eachNumber(s *sentence) bool {
	if !p.is("stratumstrong") && !(p.word("for") && p.is("each")) {
		return false
	}
	s.measure.Kind = study.Distribution
	if v, ok := p.lex("quantity"); ok && v == "stay" {
		p.tryOn(s, p.inLength)
		p.try(func() bool { return p.at(0) == "," && p.take() })
		if !p.is("howmany") {
			return false
		}
		e, ok := p.event(nil)
		for p.is("aux") || p.word("there") {
		}
		s.records, s.measure.Quantity = e, study.Duration
		return ok && e.Domain == study.Visit && e.times == nil
	}
	if !p.is("howmany") {
		return false
	}
	e, ok := p.event(nil)
	if !ok || !e.record || len(e.rels) > 0 || e.times != nil {
		return false
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if !p.is("howmany") || !p.is("people") {
		return false
	}
	for p.is("aux") || p.is("verb") || p.word("there", "with") {
	}
	s.people = &people{only: true}
	return p.is("thatmany") && p.setOccurrences(s, e)
}

// distributedPeople reads "distribution of heart failure patients by race", "of the population over age groups".
func (p *parser) distributedPeople(s *sentence) bool {
	g, ok := p.people()
	if !ok {
		return false
	}
	s.measure.Kind, s.people = study.Count, g
	if p.word("over", "across", "among", "into") {
		st, ok := p.stratum(true)
		s.strata = append(s.strata, st)
		return ok
	}
	return p.sees("stratumlead")
}

// ageBandsOf reads age groups that are counted themselves: "5-year age bands of patients at first gout", "age at first
// gout in 5-year bands", "age groups at first diagnosis of X: <50, 50-64, 65+".
func (p *parser) ageBandsOf(s *sentence) bool {
	st, ok := p.stratum(true)
	if !ok || st.Kind != study.AgeGroup {
		return false
	}
	g := &people{only: true}
	if p.try(func() bool {
		if !p.word("of", "among", "in", "for") {
			return false
		}
		whose, ok := p.people()
		if ok {
			g = whose
		}
		return ok
	}) {
		p.atRecord(&st)
	}
	if st.Width == 0 && len(st.Bands) == 0 {
		p.bandsAside(&st)
	}
	if st.Event == nil && g.only || st.Width == 0 && len(st.Bands) == 0 {
		return false
	}
	s.measure.Kind, s.people, s.strata = study.Count, g, append(s.strata, st)
	return true
}

// amongHavers reads that people without any do not count: "among those with at least one".
func (p *parser) amongHavers(s *sentence) bool {
	each := s.measure.Kind == study.Count && s.records != nil && (s.per || s.average) // "how many does a patient have"
	if s.measure.Quantity != study.Occurrences && s.measure.Quantity != study.Distincts && !each {
		return false
	}
	return p.tryOn(s, func(s *sentence) bool {
		p.try(func() bool { return (p.at(0) == "," || p.at(0) == "(") && p.take() })
		if !each || !p.sees("relpron") { // "does a patient have who had at least one"
			if !p.word("among", "in", "for", "of", "counting", "only") {
				return false
			}
			p.word("only")
			if p.at(0) == "those" {
				p.pos++
			} else if v, ok := p.lex("people"); !ok || !p.onlySome(s, v) {
				return false
			}
		}
		p.is("relpron")
		if !p.word("with", "having", "had", "have") && !p.didThat(s) ||
			!p.is("anyof") && !p.try(func() bool {
				r, _, ok := p.comparison()
				return ok && r.Min != nil && *r.Min == 1 && r.Max == nil
			}) && !p.word("any") {
			return false
		}
		p.is("eventnoun", "visit", "it")
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		s.having = true
		return p.end() || isSign(p.at(0)) || p.sees("statadv", "stratumlead", "in")
	})
}

// didThat reads a verb that fits what is counted: "took" of drugs, in "among those who took any".
func (p *parser) didThat(s *sentence) bool {
	of := s.measure.Event
	if of == nil {
		of = &s.records.Event
	}
	value, ok := p.lex("verb")
	v := verbOf(value)
	return ok && !v.first && !v.again && slices.Contains(v.domains, string(of.Domain))
}

// personWho reads who a person is behind what the person does: "(how many stays does a patient have) who was admitted
// at least once".
func (p *parser) personWho(s *sentence) {
	if !s.per || s.people != nil && !s.people.only || !p.sees("relpron") || p.amongHavers(s) {
		return
	}
	p.tryOn(s, func(s *sentence) bool {
		g := &people{}
		p.postmods(g)
		s.people = g
		return !g.bare() && g.period == nil
	})
}

// onlySome takes the people of "among women who had any": no others may have been named.
func (p *parser) onlySome(s *sentence, noun string) bool {
	g := &people{}
	if !g.noun(p, noun) {
		return false
	}
	if len(g.preds) == 0 && g.age == nil {
		return true
	}
	if s.people != nil && !s.people.only {
		return false
	}
	s.people = g
	return true
}

// ofIngredients takes ingredients, where no drug is named, from the drug eras, of which each is of one.
func (e *event) ofIngredients() bool {
	if e.noun != "drug "+ingredients || len(e.Concepts) > 0 {
		return false
	}
	e.Domain = study.DrugEra
	return true
}

// ingredientsThen counts the ingredients of each person in a time by the eras that share a day with it.
func (b *builder) ingredientsThen() {
	m := &b.q.Measure
	if m.Quantity != study.Distincts || m.Event == nil || m.Event.Domain != study.DrugEra || m.Event.During == nil {
		return
	}
	m.Event.Touching, m.Event.During = m.Event.During, nil
	if b.s.p.saysIssued() {
		b.refuse(Unsupported, "the ingredients that were dispensed to each person in a time; say “taken”, or ask for "+
			"“how many people filled at least 5 different ingredients”")
	}
}

// saysIssued reports whether a verb says that something was dispensed.
func (p *parser) saysIssued() bool {
	for i := range p.toks {
		if ph, n := p.longest(i, "verb"); n > 0 && verbOf(ph.value).issued {
			return true
		}
	}
	return false
}
