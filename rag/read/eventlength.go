package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// supplied reads the days of supply of a prescription: "with 90 or more days of supply", "with a days supply of more
// than 30".
func (p *parser) supplied(e *event) bool {
	if !p.word("with", "of", "for", "having", "have", "had") {
		return false
	}
	if p.try(func() bool { return p.word("supply") && p.word("of") }) {
		r, bare, ok := p.comparison()
		ok = ok && p.is("unit")
		if ok {
			r = p.orMore(r, bare)
			e.where().Supply = &r
		}
		return ok
	}
	quantity := func() bool { v, is := p.lex("quantity"); return is && v == "days_supply" }
	first := p.try(quantity)
	if first {
		p.word("of", "is", "was")
	}
	r, bare, ok := p.comparison()
	if first {
		p.is("unit")
	} else {
		ok = ok && quantity()
	}
	if ok {
		r = p.orMore(r, bare)
		e.where().Supply = &r
	}
	return ok
}

// orMore reads what may stand behind the unit of a number that is bare: "90 days of supply or more".
func (p *parser) orMore(r study.Range, bare bool) study.Range {
	if after, ok := p.lexIf(bare, "cmpafter"); ok {
		return compared(after, *r.Min)
	}
	return r
}

// takenFor reads "for longer than one year", "for at least 90 days": an era of continuous use that lasts so long.
func (p *parser) takenFor(e *event) bool {
	if e.Domain != study.Drug || len(e.Concepts) == 0 || e.Where != nil || len(e.rels) > 0 || !p.word("for") {
		return false
	}
	r, bare, ok := p.comparison("unit")
	unit, isUnit := p.lex("unit")
	if !isUnit && ok && p.role[p.pos-1] == "cmpafter" && p.role[p.pos-2] == "unit" {
		unit, isUnit = "day", p.toks[p.pos-2].low == "days"
	}
	if after, isAfter := p.lex("cmpafter"); isAfter && bare {
		r, bare = compared(after, *r.Min), false
	}
	if !ok || bare || !isUnit {
		return false
	}
	for _, end := range []*float64{r.Min, r.Max} {
		if end == nil {
			continue
		}
		days, ok := inDays(unit, *end)
		if !ok {
			return false
		}
		*end = float64(days)
	}
	if p.inSum() { // not of one era
		e.adds, e.times = study.DaysSupply, &r
		e.supplyUsually()
		return true
	}
	e.Domain, e.lasted = study.DrugEra, true
	e.where().Days = &r
	return true
}

// inSum reads "in total", "altogether" behind a length of time, be it skipped as noise already: "in total in 2009".
func (p *parser) inSum() bool {
	if p.skip(); p.pos >= 2 && (p.seq(p.pos-2, "in", "total") || p.seq(p.pos-1, "altogether")) {
		return true
	}
	return p.try(func() bool { p.word("in"); return p.takeOne("total", "all", "altogether", "cumulatively") })
}

// lasting reads the length of the record: "lasting longer than 7 days", "of at least 3 days", "that ran for exactly one
// day".
func (p *parser) lasting(e *event) bool {
	exposure := e.Domain == study.Drug && e.record && slices.ContainsFunc(p.toks[e.from:p.pos], func(t token) bool {
		return t.low == "exposure" || t.low == "exposures"
	})
	if !exposure && e.Domain != study.Visit && e.Domain != study.DrugEra && e.Domain != study.ConditionEra {
		return false
	}
	among := p.word("among") && p.at(0) == "those" && p.take()
	lasts := p.try(func() bool { p.is("relpron"); return p.is("runsfor") })
	if !lasts && (exposure || !p.is("withlength") && !p.word("of", "longer", "shorter")) {
		return false
	}
	p.word("for")
	p.pos -= boolInt(slices.Contains([]string{"longer", "shorter"}, p.toks[p.pos-1].low))
	exact := lasts && p.toks[p.pos-1].low != "last" || // "visits, last 7 days"
		p.ahead(func() bool { v, is := p.lex("cmp"); return is && v == "eq" })
	var r study.Range
	var bare bool
	if !p.try(func() (ok bool) { r, bare, ok = p.length(); return ok }) &&
		!(exact && p.try(func() (ok bool) { r, ok = p.exactLength(); return ok })) {
		return false
	}
	if after, ok := p.lex("cmpafter"); ok && bare {
		r = compared(after, *r.Min)
	}
	e.where().Days, e.among = &r, e.among || among
	return true
}

// ofLengthAhead reports whether "of" tells how long records last: "warfarin eras of at least 60 days".
func (p *parser) ofLengthAhead() bool {
	return p.ahead(func() bool {
		if !p.word("of") {
			return false
		}
		_, bare, ok := p.length()
		return ok && !bare
	})
}

// length reads a number of days with its comparator: "longer than 7 days", "at least two weeks", "more than a week".
func (p *parser) length() (r study.Range, bare, ok bool) {
	r, bare, ok = p.comparison()
	if !ok {
		op, compares := p.lex("cmp")
		r, bare = compared(op, 1), !compares
		if !compares && !p.ahead(func() bool { return p.is("unit") && p.is("cmpafter") }) { // "a week or longer"
			return r, false, false
		}
	}
	unit, isUnit := p.lex("unit")
	if after, isAfter := p.lex("cmpafter"); isAfter && bare && r.Min != nil {
		n := *r.Min
		r, bare = compared(after, n), false
	}
	days, whole := inDays(unit, 1)
	if !isUnit || !whole || unit == "month" || unit == "hour" || unit == "minute" {
		return r, false, false
	}
	for _, end := range []*float64{r.Min, r.Max} {
		if end != nil {
			*end *= float64(days)
		}
	}
	if r.Min != nil && r.Min == r.Max {
		return r, bare, false
	}
	return r, bare, true
}

// exactLength reads a number of days that is the length itself: "exactly two days", "one night".
func (p *parser) exactLength() (study.Range, bool) {
	if op, compares := p.lex("cmp"); compares && op != "eq" {
		return study.Range{}, false
	}
	n, ok := p.number()
	unit, isUnit := p.lex("unit")
	days, whole := inDays(unit, n)
	if !ok || !isUnit || !whole || unit != "day" && unit != "week" || p.sees("cmpafter") {
		return study.Range{}, false
	}
	return compared("eq", float64(days)), true
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
