package read

import (
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
	if e.times != nil && !(p.ofRecord && len(e.rels) > 0) && p.try(func() bool { p.try(func() bool { return p.at(0) == "," && p.take() }); return p.is("ondays") }) {
		e.distinct = study.ByDay
		return true
	}
	if p.try(func() bool { return p.takenFor(e) }) || p.try(func() bool { return p.washoutBefore(e) }) || p.try(func() bool { return p.timesMod(e) }) || p.try(func() bool { return p.lasting(e) }) {
		return true
	}
	if p.sees("aux") { // "were older than 75" says something new
	} else if r, ok := p.atAge(); ok {
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
		if d, ok := p.period(); ok {
			e.During = d
			return true
		}
	}
	if e.Domain == study.Visit && len(e.With) == 0 && e.During != nil && p.try(func() bool { p.visitReason(e); return len(e.With) > 0 }) {
		return true
	}
	if e.Domain == study.Drug && (e.Where == nil || e.Where.Supply == nil) && p.try(func() bool { return p.supplied(e) }) {
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
	if e.Domain != study.Visit && p.try(func() bool { return p.atVisitOf(e) }) {
		return true
	}
	if r, ok := p.relation(e); ok {
		e.rels = append(e.rels, r)
		return true
	}
	if p.is("passive") {
		return true
	}
	return e.Domain == study.Measurement && p.try(func() bool { return p.is("testedverb") && p.at(0) != "for" && p.at(0) != "with" })
}

// startsIn reads when records start: "visits starting in 2009", "prescriptions that began in 2009".
func (p *parser) startsIn(e *event) bool {
	p.is("relpron")
	if !p.word("starting", "beginning", "started", "began", "start", "begin") || !slices.Contains([]string{"in", "during", "between", "on", "within"}, p.at(0)) {
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

// supplied reads the days of supply of a prescription: "with 90 or more days of supply", "with a days supply of more than 30".
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

// washoutBefore reads "with a washout of 365 days", "after at least 365 days of prior observation", "with 365
// days of observation before it".
func (p *parser) washoutBefore(e *event) bool {
	for p.at(0) == "," || p.at(0) == "(" {
		p.pos++
	}
	p.word("with", "w/", "using", "after", "and", "having", "applying")
	p.is("after")
	p.word("a")
	days, ok := 0, false
	if p.is("washout") {
		p.word("of", "period", "is")
		d, timed := p.duration()
		days, ok = d.Days+365*d.Years, timed && d.Months == 0
	} else if r, bare, compared := p.comparison("unit"); compared && r.Min != nil && (bare || r.Max == nil && !r.MinOpen) {
		unit, isUnit := p.lex("unit")
		if !isUnit && p.role[p.pos-1] == "cmpafter" {
			unit, isUnit = "day", p.role[p.pos-2] == "unit"
		}
		days, ok = inDays(unit, *r.Min)
		ok = ok && isUnit
		p.is("cmpafter")
		p.word("of")
		prior := p.is("priorword")
		if ok && p.is("washout") {
			prior = true
		} else if !p.is("followupnoun") {
			return false
		} else if prior = prior || hasWord(p.lastPhrase(), "prior") || p.is("without"); prior {
			p.is("it")
		} else if !p.is("priorly") && !(p.is("before") && (p.is("it") || p.is("dxana") || p.is("startana"))) {
			return false
		}
		p.is("it")
	}
	p.try(func() bool { return p.at(0) == ")" && p.take() })
	if !ok || days == 0 {
		return false
	}
	if e.Which == study.Any {
		e.Which = study.First
	}
	e.With = append(e.With, study.Criterion{Observed: &study.FollowUp{Before: days}})
	return true
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
	at := p.pos
	if r, _, ok := p.comparison(); ok && r.Min != nil && p.is("unit") && (p.word("apart") || p.word("or", "more", "and") && p.word("more", "apart", "longer") && (p.word("apart") || true)) {
		e.apart = int(*r.Min)
		return e.times != nil
	}
	p.pos = at
	return p.timesAfter(e)
}

func (p *parser) timesAfter(e *event) bool {
	on := p.word("on", "in") && p.toks[p.pos-1].low == "on"
	r, bare, ok := p.comparison()
	if ok && p.is("timesword") {
		if said := p.lastPhrase(); bare && strings.Contains(said, "occasion") { // "on two occasions": at least
			r = study.Range{Min: r.Min}
		}
		e.times = asMeant(r)
		return true
	}
	if unit, isUnit := p.lex("unit"); on && ok && isUnit && unit == "day" && e.times == nil { // "on more than one day"
		if e.times, e.distinct = asMeant(r), study.ByDay; e.times.MinOpen {
			least := *e.times.Min + 1
			e.times.Min, e.times.MinOpen = &least, false
		}
		return true
	}
	return false
}

// lasting reads the length of the record: "lasting longer than 7 days", "of at least 3 days".
func (p *parser) lasting(e *event) bool {
	if e.Domain != study.Visit && e.Domain != study.DrugEra && e.Domain != study.ConditionEra {
		return false
	}
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
	e.where().Days = &r
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
