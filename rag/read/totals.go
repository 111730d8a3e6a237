package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// totalsNext reads the "total" behind another statistic, which then is of each person's total: "the 90th percentile of
// total drug spending".
func (p *parser) totalsNext(s *sentence) bool {
	s.totals = p.try(func() bool {
		if p.sees("usequantity", "quantity") || p.namesMoreThan("stat") {
			return false // "total dose", "total cost", "total cholesterol"
		}
		v, ok := p.lex("stat")
		return ok && study.Stat(v) == study.Sum
	}) || s.totals
	return true
}

// daysCounted reads the "number of" before days that add up for each person: "the mean number of hospital days".
func (p *parser) daysCounted(s *sentence) {
	if p.try(func() bool {
		return p.is("howmany") && p.ahead(func() bool {
			v, ok := p.lex("quantity")
			return ok && v == "stay" && p.inDays() && p.perVisitNext()
		})
	}) {
		return // the mean of each visit's days
	}
	s.totals = p.try(func() bool {
		return p.is("howmany") && p.ahead(func() bool {
			v, ok := p.lex("quantity")
			return ok && (v == "stay" && p.inDays() || v == string(study.DaysSupply) && p.said("perperson"))
		})
	}) || s.totals
}

// inDays reports whether a length of stay was said as days, which add up: "hospital days".
func (p *parser) inDays() bool { return hasWord(p.lastPhrase(), "days") }

// perVisitNext reports whether a mean is of each visit: "days spent in hospital per inpatient visit".
func (p *parser) perVisitNext() bool {
	return p.ahead(func() bool { return p.word("per", "each") && p.sees("visit") })
}

// perPersonFirst reads "per patient" before what is added up: "the mean per-patient total cost of procedures".
func (p *parser) perPersonFirst(s *sentence) {
	p.tryOn(s, func(s *sentence) bool {
		return p.perPerson(s) && p.totalsNext(s) && p.ahead(func() bool {
			v, ok := p.lex("quantity")
			return ok && study.Quantity(v).CanBeSummed()
		})
	})
}

// perPersonNext reports whether each person's number is asked for: "per patient with COPD".
func (p *parser) perPersonNext() bool {
	return p.sees("perperson") || p.ahead(func() bool {
		per := p.word("per")
		_, ok := p.people()
		return per && ok
	})
}

// perOneOf reads "per metformin user", "per woman with COPD".
func (p *parser) perOneOf(s *sentence) bool {
	if !p.word("per") || s.people != nil && !s.people.only {
		return false
	}
	g, ok := p.people()
	s.people, s.per = g, true
	return ok && !g.only
}

// recordsOrAll reads the records of which each person's total is, before or behind the person; of costs it is that of
// all records where none are named: "total cost per person for ER visits", "total cost per person".
func (p *parser) recordsOrAll(s *sentence) bool {
	if p.ofRecords(s, false) {
		return true
	}
	if s.measure.Quantity.IsPaid() && s.measure.Stat != study.Sum && p.ofPeople(s) { // "the mean total cost of patients"
		s.per = true
	}
	all := p.try(func() bool { return p.word("of", "for", "on") && p.is("anyrecord") })
	if p.perPerson(s) {
		if s.measure.Quantity.IsPaid() && !all && p.tryOn(s, p.spentOn) {
			return true
		}
		p.eachOne(s)
		if !all && p.tryOn(s, func(s *sentence) bool {
			return (p.at(0) == "for" || p.at(0) == "of" || p.at(0) == "on") && p.ofRecords(s, false)
		}) {
			return true
		}
	}
	switch q := s.measure.Quantity; {
	case q.IsPaid() && q.CanBeSummed():
		s.records = &event{Event: *study.AnyRecord(), record: true}
	case slices.Contains([]study.Quantity{study.DaysSupply, study.Amount, study.Refills}, q) && s.per:
		s.records = &event{Event: study.Event{Domain: study.Drug}, record: true}
	default:
		return false
	}
	return true
}

// eachOne reads who each person is, behind "per person". Where people stand before, "among women, … per person in
// 2009", the time is that of what is added up.
func (p *parser) eachOne(s *sentence) {
	g := &people{}
	p.postmods(g)
	named := s.people != nil && !s.people.only
	switch {
	case named && g.bare() && g.period == nil:
		return
	case named && g.bare() && s.period == nil:
		s.period = g.period
		return
	}
	g.only = g.bare() && g.period == nil
	s.people = g
}

// timeAround reads when what is added up or counted for each person was, counted from what they have once: "(spending
// per person) in the 90 days before death", "in the year after a first stroke".
func (p *parser) timeAround(s *sentence, each *event) bool {
	r, ok := p.relation(each)
	if !ok || len(each.rels) > 0 || r.Place != study.Distance || r.From == nil || r.To == nil || r.anchor == nil {
		return false
	}
	of := r.anchor
	if of.Domain != study.Death && of.Which != study.First || of.times != nil || len(of.rels) > 0 {
		return false
	}
	if s.people == nil || s.people.only {
		s.people = &people{}
	}
	each.rels = append(each.rels, r)
	if !slices.ContainsFunc(s.people.preds, func(q *predicate) bool { return q.kind == leaf && sameEvent(q.ev, of) }) {
		had := of.clone()
		if s.people.preds = append(s.people.preds, &predicate{kind: leaf, ev: had}); had.Domain != study.Death {
			had.Which = study.Any // who has a first one has one
		}
	}
	return true
}

// numbersBeforeDeath reads when the records were of which each person's number is asked, counted from their death:
// "(stays per person) in the 90 days before death".
func (p *parser) numbersBeforeDeath(s *sentence) bool {
	if !p.timeAround(s, s.counted) {
		return false
	}
	return s.counted.rels[0].anchor.Domain == study.Death
}

// eachPays reads "how much does the average patient with COPD cost", "how much did each patient pay for drugs".
func (p *parser) eachPays(s *sentence) bool {
	if v, ok := p.lex("howpaid"); !ok || v != "cost" || !p.personOf(s) {
		return false
	}
	p.onAverage(s)
	switch {
	case p.word("cost"):
		s.measure.Quantity = study.Paid
	case p.word("pay", "spend"):
		s.measure.Quantity = study.PaidByPatient
		s.per = s.per || p.toks[p.pos-1].low == "spend" || p.theirsAhead() || p.inYearAhead()
		p.outOfPocket()
	default:
		return false
	}
	p.onAverage(s)
	switch {
	case s.measure.Stat == "" && p.inTotal():
		s.measure.Stat, s.per = study.Sum, false
	case s.measure.Stat == "":
		s.measure.Stat = study.Mean
	}
	return p.recordsOrAll(s)
}

// inTotal reports whether the sum of what people paid is asked for: "how much did people with COPD pay in total?"
func (p *parser) inTotal() bool {
	total := false
	for i, t := range p.toks {
		if slices.Contains([]string{"each", "every", "average", "per", "mean", "typical", "apiece"}, t.low) {
			return false
		}
		total = total || p.seq(i, "in", "total|all") || slices.Contains([]string{"altogether", "overall"}, t.low)
	}
	return total
}

// theirsAhead reports whether what follows is all of somebody's: "for their prescriptions".
func (p *parser) theirsAhead() bool {
	return slices.ContainsFunc(p.toks[p.pos:min(len(p.toks), p.pos+8)], func(t token) bool { return t.low == "their" })
}

// inYearAhead reports whether what follows is all that somebody paid for in a year: "for drugs in 2009", "on
// medications that year", but not "for an emergency visit in 2009".
func (p *parser) inYearAhead() bool {
	for i := p.pos; i < len(p.toks); i++ {
		if p.seq(i, "for|per", "a|an|each|every|one|the") || p.seq(i, "per") {
			return false
		}
	}
	return slices.ContainsFunc(p.toks[p.pos:], func(t token) bool {
		return t.low == "year" || t.isNum && len(t.low) == len("2009") && t.num > 1900 && t.num < 2100
	})
}

// daysEach reads "how many hospital days does a patient with COPD have on average".
func (p *parser) daysEach(s *sentence) bool {
	if !p.is("howmany") {
		return false
	}
	v, ok := p.lex("quantity")
	if !ok || v != "stay" || !p.inDays() {
		return false
	}
	p.onAverage(s)
	if p.is("aux"); !p.personOf(s) {
		return false
	}
	p.onAverage(s)
	for p.is("aux") || p.word("spend", "accumulate", "need") {
	}
	s.measure.Quantity, s.records, s.totals = study.Duration, inpatientStays(), true
	p.onAverage(s)
	if s.measure.Stat == "" && !s.per { // "how many hospital days did patients with COPD have"
		s.measure.Stat, s.totals = study.Sum, false
	}
	return s.measure.Stat != ""
}

// personOf reads one person, or people of whom a mean is asked: "the average patient with COPD", "women".
func (p *parser) personOf(s *sentence) bool {
	if p.perPerson(s) {
		g := &people{}
		p.postmods(g)
		if g.only = g.bare(); !g.only || s.people == nil {
			s.people = g
		}
		return true
	}
	g, ok := p.people()
	if !ok {
		g, ok = p.onePerson()
		s.per = s.per || ok
	}
	s.people = g
	return ok
}

// spentOn reads "on inpatient care" behind "spending per patient", where it says for what was paid; patients on a drug
// take it.
func (p *parser) spentOn(s *sentence) bool {
	return p.at(0) == "on" && p.ofRecords(s, false) && s.records.Domain != study.Drug
}

// ofTotals reports whether a number is of what each person's records add up to.
func (s *sentence) ofTotals() bool {
	m := s.measure
	if m.Quantity == study.Duration && s.records != nil && s.records.Domain != study.Visit {
		return false // exposures overlap, so their days do not add up
	}
	return m.Quantity.CanBeSummed() && (m.Kind == study.Number || m.Kind == study.Distribution) &&
		(s.totals || s.per && (m.Quantity.IsPaid() || m.Stat == study.Sum))
}

// totals makes a number of records one of each person's total. With a population of people who had something, those
// without any such record count as 0; else only who has one counts. The other of both is another reading.
func (b *builder) totals() {
	s, m, e := b.s, &b.q.Measure, b.q.Population.Entry
	if !s.ofTotals() || e == nil || e.Which != study.Any {
		if s.records != nil && len(s.records.AnyOf) > 0 {
			b.refuse(NoEvent, "it does not say what the costs are of; say “of inpatient visits”, or “the total cost per patient”")
		}
		return
	}
	if _, whole := calendarYear(e.During); whole {
		s.oneYear(e)
	} else if s.p.saysPerYear() {
		b.refuse(Ambiguous, "“per year” may mean the total of each calendar year, or that of a year of observation; say “by year”")
	}
	if s.p.costsAPerson() {
		b.refuse(Ambiguous, "what it “costs a patient” may be what was paid for it, or what the patient paid; say "+
			"“the average cost per …”, or “out of pocket”")
	}
	m.Event, m.Summed, m.Quantity, m.Of = e, m.Quantity, study.Total, study.Persons
	b.q.Population.Entry = nil
	if m.Within != nil && m.Summed == study.DaysSupply {
		where := study.Where{}
		if e.Where != nil {
			where = *e.Where
		}
		where.Supply, m.Within = m.Within, nil
		e.Where = &where
	}
	switch {
	case m.Kind == study.Distribution: // too many values to list
		m.Kind, m.Stat = study.Number, study.Summary
	case m.Stat == study.Sum: // "total spending per patient" is the mean of each patient's total
		m.Stat = study.Mean
	}
	s.later = append(s.later, s.withoutAny)
}

// saysPerYear reports whether "per year" was said, which beside "per patient" is not a grouping.
func (p *parser) saysPerYear() bool {
	for i := 1; i < len(p.toks); i++ {
		if p.toks[i].low == "year" && (p.toks[i-1].low == "per" || p.toks[i-1].low == "a") {
			return true
		}
	}
	return false
}

// costsAPerson reports whether it is asked what something costs somebody: "how much does an ER visit cost a patient".
func (p *parser) costsAPerson() bool {
	for i := 2; i < len(p.toks); i++ {
		if (p.toks[i-2].low == "cost" || p.toks[i-2].low == "costs") && p.toks[i-1].low == "a" &&
			slices.Contains([]string{"patient", "person", "member"}, p.toks[i].low) {
			return true
		}
	}
	return false
}

// withoutAny settles whether people without any record count, and tells the other reading.
func (s *sentence) withoutAny(q *study.Question) {
	m := &q.Measure
	m.Zeros = s.noneToo
	if s.having || s.noneToo || m.Event.Age != nil ||
		slices.ContainsFunc(q.Strata, func(t study.Stratum) bool { return q.SumsBy(&t) }) {
		return
	}
	told := slices.Clone(q.Population.Criteria) // who they are
	for _, t := range q.Strata {
		for _, g := range t.Groups {
			told = append(told, g.Is)
		}
	}
	m.Zeros = slices.ContainsFunc(told, func(c study.Criterion) bool { return c.Is == nil })
	other := q.Clone()
	other.Measure.Zeros = !m.Zeros
	what := "People without any counted as 0"
	if m.Zeros {
		what = "Only of people with any"
	}
	s.others = append(s.others, Other{What: what, Question: other})
}
