package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// namedQuantity reads quantities that have a name: age, length of stay, days supply, amount paid, follow-up …
func (p *parser) namedQuantity(s *sentence) bool {
	p.perPersonFirst(s)
	p.daysCounted(s)
	v, ok := p.lex("quantity")
	if !ok {
		return false
	}
	days := p.inDays()
	if v == "observation" && p.try(func() bool { return p.word("in") && p.is("personyears") }) {
		return (s.measure.Stat == study.Sum) && p.personTime(s)
	}
	for p.tryOn(s, p.inLength) {
	}
	p.onAverage(s)
	switch v {
	case "age":
		s.measure.Quantity = study.AgeYears
		return p.ageOf(s)
	case "stay", "duration":
		s.measure.Quantity = study.Duration
		s.totals = s.totals || days && p.perPersonNext()
		return p.ofRecords(s, v == "stay")
	case "year_of_birth", "observation":
		s.measure.Quantity = study.Quantity(v)
		p.ofPeople(s)
		return true
	case "follow_up", "prior_observation":
		s.measure.Quantity = study.Quantity(v)
		return p.followUp(s)
	case "value":
		p.word("of", "for")
		return p.valueOf(s)
	case "pdc":
		return p.covered(s)
	case "gap":
		return p.gapBetween(s)
	}
	s.measure.Quantity = study.Quantity(v)
	if strings.HasSuffix(p.lastPhrase(), "pocket") && p.tryOn(s, p.outOfPocketCosts) {
		return true
	}
	return p.recordsOrAll(s)
}

// outOfPocketCosts reads "drug spending" behind "out-of-pocket", which then is what patients paid of it.
func (p *parser) outOfPocketCosts(s *sentence) bool {
	ok := p.costOf(s) && s.measure.Quantity == study.Paid
	s.measure.Quantity = study.PaidByPatient
	return ok
}

func (p *parser) ofPeople(s *sentence) bool {
	if s.people != nil && !s.people.only {
		return false
	}
	return p.try(func() bool {
		between := p.at(0) == "between"
		p.word("of", "in", "among", "for", "amongst", "between", "do", "is", "are")
		one := p.at(0) == "a" || p.at(0) == "each" || p.pos > 0 && p.toks[p.pos-1].low == "per"
		g, ok := p.people()
		if ok = ok && (!between || len(g.versus) > 0); ok {
			s.ownPeriod(g)
			s.per = s.per || one
		}
		return ok
	})
}

// ofRecords reads the records that a quantity is of: "inpatient visits with pneumonia", "lisinopril
// prescriptions", "per knee replacement".
func (p *parser) ofRecords(s *sentence, stay bool) bool {
	one := p.ahead(p.ofOne)
	if p.try(func() bool { return p.ofSaidRecords(s, stay) }) {
		if one && s.measure.Quantity.IsPaid() && !p.saysPerPatient() {
			s.per = false // "what does a patient pay for an ER visit" is of each visit
		}
		return true
	}
	if stay { // of all stays in hospital
		s.records = inpatientStays()
	}
	return stay
}

// ofOne reads "for a", "on one", "per", before a record that a number is of.
func (p *parser) ofOne() bool {
	if p.at(0) == "per" {
		return true
	}
	return p.takeOne("for", "of", "on") && slices.Contains([]string{"a", "an", "one", "each", "every"}, p.at(0))
}

// saysPerPatient reports whether "per patient" or the like is said anywhere.
func (p *parser) saysPerPatient() bool {
	for i := 1; i < len(p.toks); i++ {
		if p.toks[i-1].low == "per" && p.role[i] == "perperson" {
			return true
		}
	}
	return false
}

func inpatientStays() *event {
	return &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: "inpatient visit"}}},
		record: true}
}

func (p *parser) ofSaidRecords(s *sentence, stay bool) bool {
	if p.at(0) == "by" && p.ahead(func() bool { _, ok := p.strata(); return ok }) {
		if !slices.Contains([]study.Quantity{study.DaysSupply, study.Amount, study.Refills}, s.measure.Quantity) {
			return false
		}
		s.records = &event{Event: study.Event{Domain: study.Drug}, record: true} // "days supply by ingredient" is of all
		return true
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if stay && p.tryOn(s, p.staysThen) {
		return true
	}
	_ = p.overAll() || p.word("of", "for", "per", "in", "by", "on")
	each, every := false, p.at(0) == "all"
	for range 2 {
		each = p.at(0) == "each" || each
		p.word("each", "all", "a")
	}
	inpatient := inpatientStays()
	if stay {
		per := p.toks[p.pos-1].low == "per"
		if g, ok := p.people(); ok {
			s.people, s.records, s.per = g, inpatient, s.per || per
			return s.totals || s.per && s.measure.Stat == study.Sum || s.staysWith(p)
		}
	}
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	s.records = e
	if each && s.measure.Stat == study.Sum && p.isClass(e) { // "total cost of each statin"
		s.addStratum(stratumOf("concept drug " + ingredients))
	}
	if stay && e.Domain != study.Visit {
		if c, ok := q.atVisit(p); ok {
			inpatient.With = c
			s.records = inpatient
		}
	}
	of := p.seq(p.pos, "of") // "among patients with asthma" is of all their stays
	measured := s.measure.Quantity == study.Duration && s.measure.Stat != study.Sum && e.isStay()
	if p.ofPeople(s) && of && measured && !every && !s.people.byDeeds() { // but "all stays of pneumonia patients"
		s.staysWith(p)
	}
	return true
}

// isStay reports whether an event is a stay in hospital of which nothing more is said than when it was.
func (e *event) isStay() bool {
	return e.Domain == study.Visit && len(e.Concepts) == 1 && e.Concepts[0].Text == "inpatient visit" &&
		e.Which == study.Any && e.times == nil &&
		len(e.With)+len(e.rels)+len(e.judged) == 0 && e.Age == nil && e.Where == nil
}

// byDeeds reports whether people are told by a verb, "who had asthma", and not by a name, "with asthma".
func (g *people) byDeeds() bool {
	return slices.ContainsFunc(g.preds, func(q *predicate) bool { return q.v.form != "prep" && q.v.form != "" })
}

// staysThen reads "in 2009 of COPD patients" behind a length of stay.
func (p *parser) staysThen(s *sentence) bool {
	d, ok := p.period()
	if !ok {
		return false
	}
	s.records = inpatientStays()
	s.records.During = d
	return p.ofTheirStays(s)
}

// ofTheirStays reads whose stays are measured, behind them: "of patients with sepsis".
func (p *parser) ofTheirStays(s *sentence) bool {
	if s.people != nil && !s.people.only || !p.word("of", "for", "in", "among") {
		return false
	}
	g, ok := p.people()
	if !ok || len(g.versus) > 0 {
		return false
	}
	s.people = g
	return s.totals || s.staysWith(p)
}

// staysWith makes what people are said to have what is recorded at the stays that are measured: of pneumonia patients,
// the stays with pneumonia. All their stays are another reading.
func (s *sentence) staysWith(p *parser) bool {
	var rest []*predicate
	open := true
	for _, q := range s.people.preds {
		es := q.events()
		// "patients admitted with X"
		if e, ok := q.merged(); ok && e.Domain == study.Visit && len(e.rels) == 0 && e.times == nil &&
			len(s.records.With) == 0 {
			if e.During == nil {
				e.During = s.records.During
			}
			s.records, e.record, open = e, true, false
			continue
		}
		if len(es) == 0 || q.kind == notKind || slices.ContainsFunc(es, func(e *event) bool {
			return e.Domain != study.Condition && e.Domain != study.Procedure || e.Which != study.Any || e.Age != nil ||
				e.times != nil
		}) {
			rest = append(rest, q)
			continue
		}
		for _, e := range es {
			if e.During != nil && s.records.During == nil {
				s.records.During = e.During
			}
			e.During = nil
		}
		with, ok := q.atVisit(p)
		if !ok {
			rest = append(rest, q)
			continue
		}
		s.records.With = append(s.records.With, with...)
	}
	if open && len(rest) < len(s.people.preds) {
		s.later = append(s.later, func(q *study.Question) {
			if q.Population.Entry == nil {
				return
			}
			every := q.Clone()
			for _, c := range every.Population.Entry.With {
				every.Population.Criteria = append(every.Population.Criteria,
					study.Criterion{Has: &study.Has{Event: c.Has.Event}})
			}
			every.Population.Entry.With = nil
			s.others = append(s.others, Other{What: "All their stays, whatever was recorded at them", Question: every})
		})
	}
	s.people.preds = rest
	return true
}

// followUp reads "follow-up after the first diagnosis of X", "prior observation before starting X".
func (p *parser) followUp(s *sentence) bool {
	p.ofPeople(s)
	if p.is("after", "from", "before") ||
		p.ahead(func() bool { return p.word("of") && p.sees("whichrec") }) && p.word("of") {
		e, ok := p.timedEvent()
		if !ok {
			return false
		}
		s.records = e
		p.try(func() bool { // "from the first stroke to the end of observation"
			return s.measure.Quantity == study.FollowUpDays && p.takeOne("to", "until", "till") && p.endOfObservation()
		})
	} else if s.people != nil && len(s.people.preds) > len(traits(s.people.preds)) {
		s.atIndex = true
	} else if s.measure.Quantity == study.FollowUpDays {
		s.measure.Quantity = study.ObservedDays
	}
	return true
}

// suppliedEach reads "(how many days of supply) of metformin does a user get in total" of each person's total.
func (p *parser) suppliedEach(s *sentence) bool {
	if !p.ofRecords(s, false) || !p.is("aux") {
		return false
	}
	g, ok := p.onePerson()
	if ok {
		s.people, s.per = g, true
	} else if ok = p.perPerson(s); ok && s.people == nil {
		s.people = &people{only: true}
	}
	p.verbAlone(true)
	p.is("intotal")
	s.measure.Stat, s.totals = study.Mean, true
	p.onAverage(s)
	return ok
}

// howMuchEach reads "how many days of supply does a lisinopril prescription have on average", and sums: "how many days
// of supply of furosemide were prescribed".
func (p *parser) howMuchEach(s *sentence) bool {
	v, ok := p.lex("howquantity")
	if !ok {
		return false
	}
	s.measure.Quantity = study.Quantity(v)
	if p.tryOn(s, p.suppliedEach) {
		return true
	}
	each := p.is("aux")
	if !p.ofRecords(s, false) {
		return false
	}
	for p.is("verb") || p.is("aux") || p.is("passive") {
	}
	p.onAverage(s)
	if !each && s.measure.Stat == "" {
		s.measure.Stat = study.Sum
	}
	return s.measure.Stat != ""
}
