package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// eventMods reads what follows an event: periods, relations, ages, times, visits.
func (p *parser) eventMods(e *event) {
	for range 8 {
		start := p.pos
		if !p.eventMod(e) {
			p.pos = start
			return
		}
	}
}

func (p *parser) eventMod(e *event) bool {
	if p.is("firsttime") {
		e.Which = study.First
		return true
	}
	if e.Which == study.Any && len(e.Concepts) > 0 && p.try(func() bool {
		w, ok := p.lex("whichrec")
		return ok && w == "first" && (strings.HasSuffix(p.lastPhrase(), "ed") || p.is("passive"))
	}) {
		e.Which = study.First // "AF first recorded at age 65 or over"
		return true
	}
	if p.is("againword") {
		e.again = true
		return true
	}
	if p.anywhereInRecords() {
		return true
	}
	if e.times != nil && !(p.ofRecord && len(e.rels) > 0) && p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		open := p.at(0) == "(" && p.take()
		return p.is("ondays") && (!open || p.at(0) == ")" && p.take())
	}) {
		e.distinct = study.ByDay
		return true
	}
	if p.try(func() bool { return p.atChosenTest(e) }) || p.try(func() bool { return p.whoeverOrWhy(e) }) ||
		p.try(func() bool { return p.inOneYear(e) }) ||
		p.try(func() bool { return p.nothingMore(e) }) {
		return true
	}
	if p.try(func() bool { return p.takenFor(e) }) || p.try(func() bool { return p.washoutBefore(e) }) ||
		p.try(func() bool { return p.timesMod(e) }) || p.try(func() bool { return p.lasting(e) }) {
		return true
	}
	if p.sees("aux") { // "were older than 75" says something new
	} else if r, ok := p.ageOfEvent(e); ok {
		if e.Age != nil {
			return false
		}
		e.Age = &r
		return true
	}
	if p.is("and") { // "after X and before Y"
		r, ok := p.relation(e)
		if ok && len(e.rels) > 0 {
			e.rels = append(e.rels, r)
		}
		return ok && len(e.rels) > 1
	}
	if e.During == nil && e.record && p.try(func() bool { return p.startsIn(e) }) {
		return true
	}
	if e.During == nil && !p.sees("stratumstrong") {
		of := p.at(0) == "of" // "the last HbA1c of 2009" is not the last ever
		if d, ok := p.period(); ok {
			e.During = d
			if of && !e.ever {
				e.Which = ofThese(e.Which)
			}
			return true
		}
	}
	if e.Domain == study.Visit && len(e.With) == 0 && e.During != nil &&
		p.try(func() bool { p.visitReason(e); return len(e.With) > 0 }) {
		return true
	}
	if e.Domain == study.Measurement && e.Where == nil && p.is("outofrange") {
		return p.outsideRange(e)
	}
	if e.Domain == study.Drug && (e.Where == nil || e.Where.Supply == nil || e.usualSupply) &&
		p.try(func() bool { return p.supplied(e) }) {
		if one := 1.0; e.usualSupply && e.Where.Supply.Min == nil {
			e.Where.Supply.Min = &one
		}
		e.usualSupply = false
		return true
	}
	if p.try(func() bool { return p.asFirstOf(e) }) {
		return true
	}
	if p.try(func() bool { return p.forWhich(e) }) {
		return true
	}
	if e.Touching == nil && p.try(func() bool { return p.coversTime(e) }) {
		return true
	}
	if e.Touching == nil && e.Domain == study.Observed {
		if d, ok := p.dayHeld(); ok {
			e.Touching = d
			return true
		}
	}
	if e.Domain != study.Visit && p.try(func() bool { return p.atVisitOf(e) }) ||
		p.try(func() bool { return p.bySpecialist(e) }) {
		return true
	}
	if r, ok := p.relation(e); ok {
		e.rels = append(e.rels, r)
		return true
	}
	if !p.verbEventBegins() && p.try(func() bool { return p.is("passive") && !p.objectOf(p.lastPhrase()) }) {
		return true
	}
	return e.Domain == study.Measurement &&
		p.try(func() bool { return p.is("testedverb") && p.at(0) != "for" && p.at(0) != "with" })
}

// objectOf reports whether what follows a participle is its object: "with asthma given lisinopril".
func (p *parser) objectOf(participle string) bool {
	for _, ph := range p.r.lex.byFirst[participle] {
		if ph.cat == "verb" && len(ph.words) == 1 && verbOf(ph.value).form == "part" {
			wanted := verbOf(ph.value).domains
			return p.ahead(func() bool {
				if p.is("it") {
					return true
				}
				e, ok := p.bareEvent(wanted)
				return ok && (slices.Contains(wanted, string(e.Domain)) || e.Domain == study.DrugEra)
			})
		}
	}
	return false
}

// anywhereInRecords reads what says only that some record is meant: "in their record", "(ever)", "at any time",
// "recorded at least once".
func (p *parser) anywhereInRecords() bool {
	return p.try(func() bool {
		open := p.at(0) == "(" && p.take()
		switch {
		case p.is("inrecords"):
		case (open || !p.sees("stratumstrong")) && p.word("ever") && (open || p.end() || !p.at0Letter()):
		case open && p.is("everywhere"):
		case open && p.at(0) == "any" && p.ahead(func() bool { p.pos++; return p.is("eventnoun") && p.at(0) == ")" }):
			p.pos++
			p.is("eventnoun")
		default:
			return false
		}
		return !open || p.at(0) == ")" && p.take()
	})
}

// at0Letter reports whether a word is next, not a sign.
func (p *parser) at0Letter() bool { return p.pos < len(p.toks) && p.toks[p.pos].isWord }

// startsIn reads when records start: "visits starting in 2009", "prescriptions that began in 2009".
func (p *parser) startsIn(e *event) bool {
	p.is("relpron")
	if !p.word("starting", "beginning", "started", "began", "start", "begin") ||
		!slices.Contains([]string{"in", "during", "between", "on", "within"}, p.at(0)) {
		return false
	}
	d, ok := p.period()
	e.During = d
	return ok
}

// forWhich reads "for which the person had Y before the record".
func (p *parser) forWhich(e *event) bool {
	if p.ofRecord || !p.word("for") || !p.word("which") || !p.word("person") {
		return false
	}
	p.ofRecord = true
	defer func() { p.ofRecord = false }()
	q, _, ok := p.onePredicate(nil)
	if ok {
		e.judged = append(e.judged, q)
	}
	return ok
}

// clausesOfRecords counts the clauses that were read of a record.
func (p *parser) clausesOfRecords() int {
	n := 0
	for i := range p.toks {
		if p.role[i] == "word" && p.match([]string{"for", "which", "person"}, i) > 0 {
			n++
		}
	}
	return n
}

// supplied reads the days of supply of a prescription: "with 90 or more days of supply", "with a days supply of more
// than 30".
func (p *parser) supplied(e *event) bool {
	if !p.word("with", "of", "for", "having", "have", "had") {
		return false
	}
	if p.try(func() bool { return p.word("supply") && p.word("of") }) {
		r, _, ok := p.comparison()
		if ok && p.is("unit") {
			e.where().Supply = &r
		}
		return ok
	}
	quantity := func() bool { v, is := p.lex("quantity"); return is && v == "days_supply" }
	first := p.try(quantity)
	if first {
		p.word("of", "is", "was")
	}
	r, _, ok := p.comparison()
	if first {
		p.is("unit")
	} else {
		ok = ok && quantity()
	}
	if ok {
		e.where().Supply = &r
	}
	return ok
}

// coversTime reads "that covers 2009-06-30", "that covers a day in 2009".
func (p *parser) coversTime(e *event) bool {
	if !p.word("that", "which", "covering") || p.toks[p.pos-1].low != "covering" && !p.word("covers", "covered") {
		return false
	}
	p.word("day")
	d, ok := p.period()
	e.Touching = d
	return ok
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
	e.Domain, e.lasted = study.DrugEra, true
	e.where().Days = &r
	return true
}

// timesMod reads "at least 3 times", "twice", "more than once", "on 2 occasions", "at least 30 days apart".
func (p *parser) timesMod(e *event) bool {
	if r, ok := p.lex("timesrange"); ok && e.times == nil {
		e.times = timesRange(r)
		if *e.times.Min == 1 && e.times.MinOpen { // "more than once": on two days
			two := 2.0
			e.times = &study.Range{Min: &two}
			if p.choose("repeated") == "days" {
				e.distinct = study.ByDay
			}
		}
		return true
	}
	if p.try(func() bool { return p.daysApart(e) }) {
		return true
	}
	return p.timesAfter(e)
}

// daysApart reads "at least 30 days apart", "separated by 30 or more days", "with at least 30 days between them", and
// "twice" before it.
func (p *parser) daysApart(e *event) bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if e.times == nil && p.word("twice") {
		two := 2.0
		e.times = &study.Range{Min: &two}
		if p.daysApart(e) {
			return true
		}
		e.times = nil
		return false
	}
	led := p.word("separated") && p.word("by") ||
		p.word("with") && p.ahead(func() bool { _, _, ok := p.comparison("unit"); return ok })
	r, bare, ok := p.comparison()
	if !ok || r.Min == nil || r.MinOpen {
		return false
	}
	after := !bare // "30 or more days"
	unit, isUnit := p.lex("unit")
	days, whole := inDays(unit, *r.Min)
	if !isUnit || !whole || r.Max != nil && !bare {
		return false
	}
	if value, isAfter := p.lex("cmpafter"); isAfter && bare && value == "ge" {
		after = true
	}
	between := p.word("apart") || p.word("between") && p.takeOne("them", "these", "those") ||
		p.word("in") && p.word("between") || p.word("from") && p.word("each") && p.word("other")
	if !between && !(led && after && p.toks[p.pos-1].low != "with" && p.saidSince(max(0, p.pos-8), "separated")) {
		return false
	}
	e.apart = days
	return e.times != nil
}

func (p *parser) timesAfter(e *event) bool {
	on := p.word("on", "in") && p.toks[p.pos-1].low == "on"
	r, bare, ok := p.comparison()
	if on && ok && p.try(func() bool { return p.onDays(e, r, bare) }) {
		return true
	}
	if ok && p.is("timesword") {
		if said := p.lastPhrase(); bare && strings.Contains(said, "occasion") { // "on two occasions": at least
			r = study.Range{Min: r.Min}
		}
		e.times = asMeant(r)
		return true
	}
	return false
}

// onDays reads the days of "on two or more different days", of which none is counted twice; where a number was said
// before, it is the same.
func (p *parser) onDays(e *event, r study.Range, bare bool) bool {
	p.is("distinctword")
	if unit, isUnit := p.lex("unit"); (!isUnit || unit != "day") && !p.word("dates", "days") {
		return false
	}
	if bare {
		r = study.Range{Min: r.Min}
	}
	if r.MinOpen {
		least := *r.Min + 1
		r.Min, r.MinOpen = &least, false
	}
	n := asMeant(r)
	if e.times != nil && !reflect.DeepEqual(e.times, n) || e.distinct != "" && e.distinct != study.ByDay {
		return false
	}
	e.times, e.distinct = n, study.ByDay
	return true
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

// atVisitOf reads where a record was made: "at an inpatient visit", "during a hospital stay", "in the emergency
// room".
func (p *parser) atVisitOf(e *event) bool {
	at := p.pos
	if p.word("while", "when") {
		for p.is("subjpron") || p.is("aux") {
		}
		if v, ok := p.lex("visitverb"); ok && e.Domain != study.Death {
			e.where().Visit = []study.Entity{{Text: v}}
			return true
		}
		p.pos = at
	}
	v, ok := p.lex("athospital")
	if !ok {
		if !p.word("at", "during", "in") {
			return false
		}
		if v, ok = p.lex("visit"); !ok || v == "" {
			return false
		}
	}
	if e.Domain == study.Death {
		e.rels = append(e.rels, &relation{Relation: study.Relation{Place: study.During},
			anchor: &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: v}}}}})
		return true
	}
	e.where().Visit = []study.Entity{{Text: v}}
	return true
}
