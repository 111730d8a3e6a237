package read

import "github.com/askomop/askomop/omop/study"

// paidFor reads "how much was paid for X", "how much does X cost on average".
func (p *parser) paidFor(s *sentence) bool {
	v, ok := p.lex("howpaid")
	if !ok {
		return false
	}
	s.measure.Kind, s.measure.Quantity, s.measure.Stat = study.Number, study.Paid, study.Sum
	if q := study.Quantity(v); q.IsPaid() {
		s.measure.Quantity = q
	}
	if low := p.toks[p.pos-1].low; (low == "for" || low == "on") && p.pos < len(p.toks) && isArticle[p.toks[p.pos].low] {
		p.pos-- // "what was paid in total for a stay" is of each
	}
	p.onAverage(s)
	p.is("intotal")
	theirs := s.measure.Quantity == study.PaidByPatient && (p.theirsAhead() || hasWord(p.lastPhrase(), "pay") && p.inYearAhead())
	each := p.at(0) == "per" || p.ahead(func() bool { return p.word("for") && p.is("each") && p.sees("visit", "eventnoun") })
	if !p.recordsOrAll(s) || len(s.records.AnyOf) > 0 && !s.per {
		return false
	}
	if each && !s.per && s.measure.Stat == study.Sum {
		s.measure.Stat = study.Mean // "per prescription": of each
	}
	p.onAverage(s)
	s.per = s.per || theirs && s.measure.Stat != study.Sum
	if v == "cost" {
		if !p.is("paidverb") && !p.word("cost", "costs") {
			return false
		}
		if s.measure.Stat = ""; p.is("intotal") {
			s.measure.Stat = study.Sum
		}
		p.onAverage(s)
		p.perPerson(s)
		p.onAverage(s)
	}
	return s.measure.Stat != ""
}

// costOf reads quantities behind what they are of: "visit costs per patient with X", "a knee replacement costs".
func (p *parser) costOf(s *sentence) bool {
	e, ok := p.kindOfVisit()
	if p.try(func() bool { return p.is("anyrecord") && p.sees("quantity") }) {
		e, ok = &event{Event: *study.AnyRecord(), record: true}, true
	}
	if !ok {
		q, named := p.eventList(nil, false)
		if !named {
			return false
		}
		e, ok = q.merged()
	}
	if !ok || e.times != nil || e.Domain == study.Death || e.Domain == study.Condition {
		return false
	}
	v, _ := p.lex("quantity")
	switch {
	case study.Quantity(v).IsPaid():
	case v == "duration" || v == "stay" && e.Domain == study.Visit:
		if !e.record {
			return false
		}
		s.records, s.measure.Quantity = e, study.Duration
		p.ofPeople(s)
		return true
	default:
		return false
	}
	s.records, s.measure.Quantity = e, study.Quantity(v)
	if p.perPerson(s) || p.try(func() bool { return p.is("per") && p.sees("people") }) {
		s.per = true
		p.is("people")
		p.eachOne(s)
		return true
	}
	p.ofPeople(s)
	p.onAverage(s)
	return true
}

// paidByPatients reads "(share of) inpatient costs that the patients paid", "(percentage of) the cost of prescriptions
// was paid out of pocket".
func (p *parser) paidByPatients(s *sentence) bool {
	if !p.costsOfRecords(s) {
		return false
	}
	p.is("relpron")
	for p.is("aux") {
	}
	switch {
	case p.is("paidverb"):
		if !p.outOfPocket() && !(p.word("by") && p.onlyPeople()) {
			return false
		}
	case p.onlyPeople():
		if !p.is("paidverb") && !p.word("pay") {
			return false
		}
	default:
		return false
	}
	p.outOfPocket()
	return s.takePatientShare()
}

// patientShare reads "patients' share of inpatient costs", and what it is a share of behind it: "(paid by patient /
// total paid)".
func (p *parser) patientShare(s *sentence) bool {
	p.is("stat")
	if !p.is("patientshare") || !p.word("of", "in") || !p.costsOfRecords(s) {
		return false
	}
	p.try(func() bool {
		if p.at(0) != "(" || !p.take() {
			return false
		}
		p.word("sum", "of")
		if !p.is("paidverb") || !p.word("by") || !p.onlyPeople() ||
			!(p.at(0) == "/" && p.take()) && !p.word("over", "by") && !p.is("perone") {
			return false
		}
		v, ok := p.lex("quantity")
		return ok && v == string(study.Paid) && p.at(0) == ")" && p.take()
	})
	return s.takePatientShare()
}

func (s *sentence) takePatientShare() bool {
	s.measure = study.Measure{Kind: study.Number, Stat: study.Mean, Quantity: study.PatientShare}
	return true
}

// costsOfRecords reads "the cost of prescriptions", "inpatient costs".
func (p *parser) costsOfRecords(s *sentence) bool {
	paid := func() bool { v, ok := p.lex("quantity"); return ok && v == string(study.Paid) }
	p.word("all")
	before := p.try(paid)
	if before && !p.word("of", "for") {
		return false
	}
	p.word("total", "overall")
	e, ok := p.kindOfVisit()
	if !ok {
		e, ok = p.bareEvent(nil)
	}
	if !ok || e.times != nil || len(e.rels) > 0 || !before && !p.try(paid) {
		return false
	}
	p.eventMods(e)
	s.records = e
	if s.people == nil || s.people.only {
		p.ofPeople(s)
	}
	return true
}

// onlyPeople reads "patients", "the patients themselves".
func (p *parser) onlyPeople() bool {
	v, ok := p.lex("people")
	if ok {
		p.word("themselves")
	}
	return ok && v == ""
}

func (p *parser) outOfPocket() bool {
	return p.try(func() bool {
		out := p.word("out") && p.word("of")
		p.word("own")
		return out && p.word("pocket", "pockets")
	})
}

// kindOfVisit reads the "inpatient" of "inpatient costs".
func (p *parser) kindOfVisit() (*event, bool) {
	kind := p.at(0)
	ok := p.try(func() bool { return p.word("inpatient", "outpatient") && p.sees("quantity") })
	return &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: kind + " visit"}}},
		record: true}, ok
}

// spent reads "inpatient costs by year", "drug spend in 2009": what is spent, where no statistic is said, is the total.
func (p *parser) spent(s *sentence) bool {
	s.measure.Kind, s.measure.Stat = study.Number, study.Sum
	return p.costOf(s) && s.measure.Quantity.IsPaid() && p.settled()
}
