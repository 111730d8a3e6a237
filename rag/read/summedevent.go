package read

import (
	"github.com/askomop/askomop/omop/study"
)

// summedEvent reads records of which people have so much in total: "a total of more than 30 hospital days", "total drug
// costs above 1,000 dollars", "more than 180 days' supply of metformin in total". Only amounts above some number are
// read: whether "less than 30" holds for people without any is open.
func (p *parser) summedEvent(e *event) bool {
	for _, form := range []func(*event) bool{p.amountOf, p.daysOfDrug, p.amountBehind, p.costsBehind} {
		if p.try(func() bool { return form(e) }) {
			e.record, e.to = true, p.pos
			return true
		}
	}
	return false
}

// amountOf reads an amount before what it is of: "a total of more than 30 hospital days", "more than 1,000 dollars in
// total drug costs".
func (p *parser) amountOf(e *event) bool {
	said := p.sum()
	p.word("of")
	r, ok := p.amount()
	money := p.is("currency")
	if !ok {
		return false
	}
	p.word("in", "of")
	said = p.sum() || said
	if money {
		of, q, total := p.costsNamed()
		return of != nil && (said || total) && e.summed(of, q, r)
	}
	switch v, _ := p.lex("quantity"); {
	case v == "stay" && p.inDays():
		return e.summed(inpatientStays(), study.Duration, r)
	case v == string(study.DaysSupply) && p.word("of"):
		of, ok := p.bareEvent([]string{"drug"})
		said = p.is("intotal") || said
		return ok && said && e.summed(of, study.DaysSupply, r)
	}
	return false
}

// daysOfDrug reads "more than 90 days of opioids", "at least 180 days' worth of metformin": the days that their
// exposures supply, added up.
func (p *parser) daysOfDrug(e *event) bool {
	op, ok := p.lex("cmp")
	n, number := p.number()
	r := compared(op, n)
	if !ok || !number || r.Min == nil || r.Max != nil || *r.Min < 1 || !p.takeOne("days", "days'") {
		return false
	}
	p.takeOne("worth")
	if !p.takeOne("of") || p.sees("quantity", "followupnoun", "observedverb") {
		return false
	}
	of, ok := p.bareEvent([]string{"drug"})
	return ok && !of.record && len(of.Concepts) > 0 && of.likelyDomain() == string(study.Drug) &&
		e.summed(of, study.DaysSupply, &r)
}

// amountBehind reads "a total duration in days above 30 of inpatient visits".
func (p *parser) amountBehind(e *event) bool {
	if !p.sum() {
		return false
	}
	v, ok := p.lex("quantity")
	r, more := p.amount()
	if !ok || !more || !study.Quantity(v).CanBeSummed() || !p.word("of") {
		return false
	}
	if p.is("anyrecord") {
		return study.Quantity(v).IsPaid() && e.summed(&event{Event: *study.AnyRecord()}, study.Quantity(v), r)
	}
	of, ok := p.bareEvent(nil)
	return ok && e.summed(of, study.Quantity(v), r)
}

// costsBehind reads "total drug costs above 1,000 dollars".
func (p *parser) costsBehind(e *event) bool {
	said := p.sum()
	if !said && !p.sees("quantity") {
		return false
	}
	of, q, total := p.costsNamed()
	if of == nil || !said && !total {
		return false
	}
	p.is("aux")
	p.word("of")
	r, ok := p.amount()
	p.is("currency")
	return ok && e.summed(of, q, r)
}

// amount reads "more than 30", "at least 1,000", "above $1,000".
func (p *parser) amount() (*study.Range, bool) {
	r, bare, ok := p.comparison("currency")
	if !ok {
		op, _ := p.lex("cmp")
		money := p.is("currency")
		n, number := p.number()
		r, bare, ok = compared(op, n), op == "", money && number
	}
	return &r, ok && !bare && r.Min != nil && *r.Min >= 0
}

// sum reads "total", "cumulative".
func (p *parser) sum() bool {
	return p.try(func() bool { v, ok := p.lex("stat"); return ok && study.Stat(v) == study.Sum })
}

// costsNamed reads "drug costs", "total costs", "costs of inpatient visits"; total says that a total was said.
func (p *parser) costsNamed() (of *event, q study.Quantity, total bool) {
	var s sentence
	if !p.sees("quantity") {
		if !p.costOf(&s) || s.people != nil || s.per {
			return nil, "", false
		}
	} else {
		v, _ := p.lex("quantity")
		total, s.measure.Quantity = hasWord(p.lastPhrase(), "total"), study.Quantity(v)
		s.records = &event{Event: *study.AnyRecord()}
		p.try(func() bool {
			if !p.word("of", "for") || p.sees("cmp", "currency") {
				return false
			}
			e, ok := p.bareEvent(nil)
			if ok {
				s.records = e
			}
			return ok
		})
	}
	if q = s.measure.Quantity; !q.IsPaid() {
		return nil, "", false
	}
	return s.records, q, total
}

// summed makes the event one of records of which the quantity adds up to the range; false where they have no such
// quantity, or more is said of them.
func (e *event) summed(of *event, q study.Quantity, r *study.Range) bool {
	switch {
	case !q.CanBeSummed() || of.times != nil || of.Which != study.Any || len(of.rels) > 0:
		return false
	case q == study.Duration && of.Domain != study.Visit:
		return false // exposures overlap
	case !q.IsPaid() && q != study.Duration && of.Domain != study.Drug:
		return false
	}
	e.Event, e.adds, e.times = of.Event, q, r
	if q == study.DaysSupply && (e.Where == nil || e.Where.Supply == nil) {
		e.supplyUsually()
	}
	return true
}

// supplyUsually limits the days supplied to those that are added up where no others are said.
func (e *event) supplyUsually() {
	one, year := 1.0, 365.0
	e.where().Supply, e.usualSupply = &study.Range{Min: &one, Max: &year}, true
}
