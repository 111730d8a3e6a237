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

// lasting reads the length of the record: "lasting longer than 7 days", "of at least 3 days".
func (p *parser) lasting(e *event) bool {
	if e.Domain != study.Visit && e.Domain != study.DrugEra && e.Domain != study.ConditionEra {
		return false
	}
	among := p.word("among") && p.at(0) == "those" && p.take()
	if !p.is("withlength") && !p.word("lasting", "lasted", "last", "of", "longer", "shorter") {
		return false
	}
	p.word("for")
	p.pos -= boolInt(slices.Contains([]string{"longer", "shorter"}, p.toks[p.pos-1].low))
	r, bare, ok := p.length()
	if !ok {
		return false
	}
	if after, ok := p.lex("cmpafter"); ok && bare {
		r = compared(after, *r.Min)
	}
	e.where().Days, e.among = &r, e.among || among
	return true
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
	if !isUnit || !whole || unit != "day" && unit != "week" {
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

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
