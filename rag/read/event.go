package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// event is an event phrase: "their first diagnosis of heart failure in 2009", "at least 2 prescriptions of warfarin".
type event struct {
	study.Event
	domains  []string // that the entity may be of, best first; the first is chosen unless a verb or a noun says otherwise
	rels     []*relation
	times    *study.Range
	distinct study.Distinct
	apart    int
	record   bool   // the words name records: "prescriptions of", not only the thing
	noun     string // the event noun, for heads that are shared: "prescriptions of A or B"
	again    bool   // "another", "a second": later than the first
	started  bool   // first by its verb: "started", not "first ever"
	counted  bool   // with the number of the first of its list
	ever     bool   // "last ever": of a whole life, whatever the relation
	one      bool   // "any one": each record is an index, not only the first
	among    bool   // "among those above 9": the value chooses the records among which Which chooses
	from, to int    // tokens
}

// clone returns a copy that shares nothing but its relations' anchors.
func (e *event) clone() *event {
	c := *e
	c.Concepts = slices.Clone(e.Concepts)
	c.With = slices.Clone(e.With)
	c.rels = slices.Clone(e.rels)
	if e.Where != nil {
		w := *e.Where
		c.Where = &w
	}
	return &c
}

func (e *event) where() *study.Where {
	if e.Where == nil {
		e.Where = &study.Where{}
	}
	return e.Where
}

// verb is what a verb says of its objects.
type verb struct {
	domains []string // in which an entity may be, best first; nil is any
	first   bool
	form    string // fin, part, ing, prep
	neg     bool
	then    bool // later, subsequently
	prior   bool // previously
	only    bool
}

func verbOf(value string) verb {
	v := verb{}
	for i, f := range strings.Fields(value) {
		switch {
		case i == 0 && f != "any":
			v.domains = strings.Split(f, ",")
		case f == "first":
			v.first = true
		case i > 0:
			v.form = f
		}
	}
	return v
}

// event consumes an event phrase with everything that belongs to it. domains are those a verb asks for; nil is any.
func (p *parser) event(domains []string) (*event, bool) {
	e, ok := p.bareEvent(domains)
	if ok {
		p.eventMods(e)
		e.to = p.pos
	}
	return e, ok
}

// bareEvent consumes an event phrase without the times, ages and relations that follow it.
func (p *parser) bareEvent(domains []string) (*event, bool) {
	start := p.pos
	e := &event{from: start}
	p.premodifiers(e)
	if p.head(e, domains) {
		p.comparedValue(e)
		e.settleDomain(domains)
		if e.distinct == study.ByConcept && e.times != nil && e.Domain == study.Drug && len(e.Concepts) > 0 { // two different NSAIDs
			e.Domain, e.distinct = study.DrugEra, study.ByIngredient
		}
		e.to = p.pos
		return e, true
	}
	p.pos = start
	return nil, false
}

// premodifiers reads "at least 2", "different", "first", "most recent", "prior".
func (p *parser) premodifiers(e *event) {
	for range 4 {
		switch start := p.pos; {
		case p.try(func() bool { return p.word("any") && p.word("one") && p.at(0) != "of" }):
			e.one = true
		case e.times == nil && p.try(func() bool { return p.countOf(e) }):
		case p.is("distinctword"):
			e.distinct = study.ByConcept
		case p.ahead(func() bool { return p.is("eventnoun") && p.isWordAt("of") }):
			return // "onset of", "history of"
		default:
			if w, ok := p.lex("whichrec"); ok {
				e.ever = p.at(0) == "ever"
				e.which(w)
				p.word("ever", "recorded", "documented", "known")
				continue
			}
			if p.is("priorword") {
				e.rels = append(e.rels, &relation{Relation: study.Relation{To: &study.Offset{Days: -1}}, ana: "index"})
				continue
			}
			p.pos = start
			return
		}
	}
}

func (p *parser) isWordAt(w string) bool { return p.at(0) == w }

// countOf reads how many: "at least 3 prescriptions", but not the 30 of "30 days" or of "30 mg".
func (p *parser) countOf(e *event) bool {
	if r, ok := p.lex("timesrange"); ok {
		e.times = timesRange(r)
		return true
	}
	r, bare, ok := p.comparison()
	if !ok || p.sees("unit") || p.sees("munit") || p.sees("agetail") {
		return false
	}
	if bare { // "two diagnoses of": at least so many
		r = study.Range{Min: r.Min}
	}
	if e.times = asMeant(r); *e.times == (study.Range{Min: e.times.Min}) && *e.times.Min <= 1 {
		e.times = nil // at least one
	}
	return true
}

// asMeant makes "fewer than 3" one or two: nobody counts those without any among them.
func asMeant(r study.Range) *study.Range {
	if r.Min == nil {
		one := 1.0
		r.Min = &one
	}
	return &r
}

func timesRange(value string) *study.Range {
	op, n, _ := strings.Cut(value, " ")
	v := map[string]float64{"1": 1, "2": 2}[n]
	r := compared(op, v)
	return &r
}

func (e *event) which(w string) {
	switch w {
	case "first":
		e.Which = study.First
	case "last":
		e.Which = study.Last
	case "second":
		e.Which, e.again = study.Second, true
	case "third":
		e.Which, e.again = study.Third, true
	case "another":
		e.again = true
	}
}

// head reads the noun of the phrase: an entity with or without an event noun, a visit, a death, a code, or an
// event noun alone.
func (p *parser) head(e *event, domains []string) bool {
	if p.visitHead(e) || p.deathHead(e) {
		return true
	}
	for _, form := range []func(*event, []string) bool{p.nounOfEntity, p.entityNoun, p.bareNoun} {
		if p.try(func() bool { return form(e, domains) }) {
			return true
		}
	}
	return false
}

func (p *parser) visitHead(e *event) bool {
	if p.is("readmitnoun") {
		e.Domain, e.Concepts, e.again, e.noun = study.Visit, []study.Entity{{Text: "inpatient visit"}}, true, "readmission"
		return true
	}
	if v, ok := p.lex("visit"); ok {
		if v == "inpatient visit" && p.ahead(func() bool { return p.word("of", "length") && p.word("stay") }) {
			return false
		}
		e.Domain, e.record = study.Visit, true
		if v != "" {
			e.Concepts = []study.Entity{{Text: v}}
		}
		p.visitReason(e)
		return true
	}
	return false
}

// visitReason reads the diagnosis of a visit: "with pneumonia", "for heart failure", "at which pneumonia was
// recorded".
func (p *parser) visitReason(e *event) {
	p.try(func() bool {
		which := p.word("at", "in", "during") && p.word("which", "whom")
		if !which && !p.word("with", "for", "w/", "due", "involving", "where", "having") {
			return false
		}
		p.word("to")
		if p.sees("number") || p.ahead(func() bool { _, ok := p.date(); return ok }) {
			return false
		}
		reasons, ok := p.eventList([]string{"condition", "procedure", "measurement", "observation", "drug"}, false)
		if !ok || reasons.kind != leaf && reasons.kind != anyKind && reasons.kind != allKind {
			return false
		}
		if es := reasons.events(); len(es) == 1 && es[0].During != nil { // "admitted with X in 2009": the visit is
			e.During, es[0].During = es[0].During, nil
		}
		c, ok := reasons.atVisit()
		if !ok {
			return false
		}
		e.With = append(e.With, c...)
		p.is("passive")
		for p.is("aux") || p.is("passive") {
		}
		return true
	})
}

func (p *parser) deathHead(e *event) bool {
	if p.try(func() bool { return p.is("eventnoun") && p.word("of") && p.is("deathnoun") }) {
		e.Domain, e.record = study.Death, true
		return true
	}
	if p.is("deathof") {
		e.Domain = study.Death
		for {
			c, ok := p.entity([]string{"condition"})
			if !ok {
				return len(e.where().Cause) > 0
			}
			e.where().Cause = append(e.Where.Cause, study.Entity{Text: c.text})
			if !p.try(func() bool { return p.is("or") && p.sees("entity") }) {
				return true
			}
		}
	}
	if p.is("deathnoun") {
		e.Domain = study.Death
		return true
	}
	return false
}

// nounOfEntity reads "diagnosis of X", "prescriptions for X", "start of X", "history of X".
func (p *parser) nounOfEntity(e *event, domains []string) bool {
	if p.is("startnoun") {
		e.Which = study.First
		p.word("of", "on", "with")
		if v, ok := p.lex("eventnoun"); ok && !p.nounDomain(e, v) {
			return false
		}
	} else if v, ok := p.lex("eventnoun"); !ok || !p.nounDomain(e, v) {
		return false
	}
	for { // "prescription records of"
		v, ok := p.lex("eventnoun")
		if !ok {
			break
		}
		p.nounDomain(e, v)
	}
	p.is("passive")
	if !p.word("of", "for", "with", "to", "as", "in") && !p.ahead(func() bool { return p.code(e) }) {
		return false
	}
	if w, ok := p.lex("whichrec"); ok {
		e.which(w)
	}
	for { // "a history of a diagnosis of"
		v, ok := p.lex("eventnoun")
		if !ok || !p.word("of", "with") {
			break
		}
		p.nounDomain(e, v)
	}
	return p.named(e, domains)
}

// nounDomain notes what an event noun says: its domain, and that it names records.
func (p *parser) nounDomain(e *event, value string) bool {
	domain, rest, _ := strings.Cut(value, " ")
	e.noun = value
	switch {
	case domain == "any":
		e.record = true
	case domain == "drug_era" || domain == "condition_era":
		e.Domain, e.record = study.Domain(domain), true
	case rest == "any": // "episodes of", "history of": the entity says what
		e.record = true
	default:
		e.domains, e.record = []string{domain}, true
	}
	return true
}

// entityNoun reads "X", "X diagnosis", "warfarin prescriptions", "heart failure admissions", "HbA1c measurement".
func (p *parser) entityNoun(e *event, domains []string) bool {
	if !p.named(e, domains) {
		return false
	}
	for {
		start := p.pos
		if p.is("startnoun") {
			e.Which = study.First
			continue
		}
		if v, ok := p.lex("eventnoun"); ok && !p.word("of") && p.suits(e, v) {
			p.nounDomain(e, v)
			continue
		}
		p.pos = start
		if v, ok := p.lex("visit"); ok && v != "" && slices.Contains(e.domains, "condition") {
			reason := &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.Condition, Concepts: e.Concepts}}}
			e.With, _ = reason.atVisit()
			e.Domain, e.Concepts, e.domains, e.record = study.Visit, []study.Entity{{Text: v}}, nil, true
			return true
		}
		p.pos = start
		return true
	}
}

// suits reports whether an event noun can follow the entity: a test follows a measurement, not a disease.
func (p *parser) suits(e *event, value string) bool {
	domain, rest, _ := strings.Cut(value, " ")
	switch domain {
	case "any":
		return true
	case "drug_era", "condition_era":
		domain = strings.TrimSuffix(domain, "_era")
	}
	return rest == "any" && domain == "condition" || slices.Contains(e.domains, domain)
}

// bareNoun reads an event noun without an entity: "a prescription", "any condition", "different drugs".
func (p *parser) bareNoun(e *event, domains []string) bool {
	if v, ok := p.lex("listdomain"); ok {
		d, _, ingredient := strings.Cut(v, " ")
		e.Domain, e.record, e.noun = study.Domain(d), true, v
		if ingredient && e.distinct == study.ByConcept {
			e.distinct = study.ByIngredient
		}
		for p.is("eventnoun") {
		}
		return d != "visit"
	}
	v, ok := p.lex("eventnoun")
	if !ok {
		return false
	}
	p.nounDomain(e, v)
	for p.is("eventnoun") {
	}
	if e.Domain == "" && len(e.domains) == 1 {
		e.Domain = study.Domain(e.domains[0])
	}
	return e.Domain != ""
}

// named reads the entity or the code that an event is of.
func (p *parser) named(e *event, domains []string) bool {
	if p.code(e) {
		return true
	}
	want := domains
	if len(e.domains) == 1 {
		want = e.domains
	}
	if want != nil && e.Domain == study.DrugEra {
		want = []string{"drug"}
	}
	start := p.pos
	c, ok := p.entity(want)
	if !ok {
		p.pos = start
		return false
	}
	e.Concepts = append(e.Concepts, study.Entity{Text: c.text})
	e.domains = c.domains
	return true
}

// settleDomain chooses among the domains of the entity: the verb's order first, else the vocabulary's.
func (e *event) settleDomain(wanted []string) {
	if e.Domain != "" || len(e.domains) == 0 {
		return
	}
	for _, d := range wanted {
		if slices.Contains(e.domains, d) {
			e.Domain = study.Domain(d)
			return
		}
	}
	e.Domain = study.Domain(e.domains[0])
}

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
	if e.times != nil && p.is("ondays") {
		e.distinct = study.ByDay
		return true
	}
	if p.try(func() bool { return p.washoutBefore(e) }) || p.try(func() bool { return p.timesMod(e) }) || p.try(func() bool { return p.lasting(e) }) {
		return true
	}
	if r, ok := p.atAge(); ok {
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
	if e.During == nil && !p.sees("stratumstrong") {
		if d, ok := p.period(); ok {
			e.During = d
			return true
		}
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
	return false
}

// washoutBefore reads "with a washout of 365 days", "after at least 365 days of prior observation", "with 365
// days of observation before it".
func (p *parser) washoutBefore(e *event) bool {
	for p.at(0) == "," || p.at(0) == "(" {
		p.pos++
	}
	p.word("with", "w/", "using", "after", "and", "having")
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

// timesMod reads "at least 3 times", "twice", "more than once", "on 2 occasions", "at least 30 days apart".
func (p *parser) timesMod(e *event) bool {
	if r, ok := p.lex("timesrange"); ok && e.times == nil {
		e.times = timesRange(r)
		if *e.times.Min == 1 && e.times.MinOpen { // "more than once": on two days
			two := 2.0
			e.times, e.distinct = &study.Range{Min: &two}, study.ByDay
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
	p.word("on", "in")
	if r, bare, ok := p.comparison(); ok && p.is("timesword") {
		_ = bare
		e.times = asMeant(r)
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
	r, bare, ok := p.comparison()
	if u, isUnit := p.lex("unit"); !ok || !isUnit || u != "day" {
		return false
	}
	if after, ok := p.lex("cmpafter"); ok && bare {
		r = compared(after, *r.Min)
	}
	e.where().Days = &r
	return true
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
