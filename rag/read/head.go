package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// head reads the noun of the phrase: an entity with or without an event noun, a visit, a death, a code, or an
// event noun alone.
func (p *parser) head(e *event, domains []string) bool {
	if p.visitHead(e) || p.deathHead(e) {
		return true
	}
	// "another one"
	if e.again && len(p.candidates(p.pos)) == 0 && p.try(func() bool { return p.word("one") && p.at(0) != "of" }) {
		e.noun = "it"
		return true
	}
	if p.sees("bloodpressure") && len(p.candidates(p.pos)) == 0 && p.try(func() bool { return p.bloodPressure(e) }) {
		return true
	}
	for _, form := range []func(*event, []string) bool{p.prescriptionsOfDifferent, p.nounOfEntity, p.apposed,
		p.namedByNoun, p.entityNoun, p.bareNoun} {
		before := *e
		if p.try(func() bool { return form(e, domains) }) {
			return true
		}
		*e = before // the noun of "drug allergy" says no domain
	}
	return false
}

// nounOfEntity reads "diagnosis of X", "prescriptions for X", "start of X", "history of X".
func (p *parser) nounOfEntity(e *event, domains []string) bool {
	led := false
	if p.is("startnoun") {
		e.Which, e.started = study.First, true
		led = p.word("of", "on", "with")
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
	if !p.word("of", "for", "with", "to", "as", "in", "under", "by") && !led &&
		!p.ahead(func() bool { return p.code(e) }) {
		return false
	}
	e.ownNoun = true
	if !p.nameBegins() {
		if w, ok := p.lex("whichrec"); ok {
			e.which(w)
		}
	}
	for !p.nameBegins() { // "a history of a diagnosis of", but not "a record of drug allergy"
		v, ok := p.lex("eventnoun")
		if !ok || !p.word("of", "with") {
			break
		}
		p.nounDomain(e, v)
	}
	if e.again && p.is("it") { // "a second diagnosis of it"
		e.noun = "it"
		return true
	}
	return p.named(e, domains)
}

// prescriptionsOfDifferent reads "prescriptions for at least 5 different drugs", which counts the drugs.
func (p *parser) prescriptionsOfDifferent(e *event, _ []string) bool {
	if v, ok := p.lex("eventnoun"); !ok || v != "drug record" || !p.word("of", "for") {
		return false
	}
	things, ok := p.bareEvent([]string{"drug"})
	if !ok || things.distinct == "" || things.times == nil || e.times != nil || e.Which != study.Any || len(e.rels) > 0 {
		return false
	}
	*e = *things
	e.issued = true
	return true
}

// apposed reads "the observation current smoker", "the drug warfarin": the noun says which of a name's domains is
// meant.
func (p *parser) apposed(e *event, _ []string) bool {
	v, ok := p.lex("listdomain")
	if domain, level, _ := strings.Cut(v, " "); ok && level == "" && domain != "visit" &&
		!strings.HasSuffix(p.lastPhrase(), "s") {
		e.domains = []string{domain}
		p.try(func() bool { return p.takeOne("record", "concept", "code", "entry") && p.quoted() })
		p.try(func() bool { return domain == string(study.Observation) && p.word("of") })
		return p.named(e, e.domains)
	}
	return false
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
		begins := e.record && (p.at(0) == "starting" || p.at(0) == "beginning" || p.recordsStart())
		if !begins && p.is("startnoun") {
			e.Which, e.started = study.First, true
			continue
		}
		behind := func(v string) bool {
			return p.at(0) != "of" || p.pos+1 < len(p.toks) && isYear(p.toks[p.pos+1]) || p.ofPeopleAhead() || p.ofLengthAhead() || p.ofValueAhead(v)
		}
		if v, ok := p.lex("eventnoun"); ok && behind(v) && p.suits(e, v) {
			p.nounDomain(e, v)
			continue
		}
		p.pos = start
		if p.try(func() bool { return p.asDomain(e) }) || (e.Which != study.Any || e.record) && p.word("date") {
			continue
		}
		if v, ok := p.lex("visit"); ok && v != "" && slices.Contains(e.domains, "condition") &&
			!hasWord(p.lastPhrase(), "in") && !ofSeveral(e.Concepts) {
			ended := strings.Contains(p.lastPhrase(), "discharge")
			reason := &predicate{kind: leaf,
				ev: &event{Event: study.Event{Domain: study.Condition, Concepts: e.Concepts}}}
			e.With, _ = reason.atVisit(p)
			e.Domain, e.Concepts, e.domains, e.record = study.Visit, []study.Entity{{Text: v}}, nil, true
			if ended { // "stroke hospital discharges in 2009"
				p.discharges = true
				p.endedIn(e)
			}
			return true
		}
		p.pos = start
		return true
	}
}

// recordsStart reports whether "start" is a verb of records: "how many warfarin fills start in 2009", as "a fill
// starting in 2009" is. What starts is each of them, and nobody's first.
func (p *parser) recordsStart() bool {
	return p.at(0) == "start" && strings.HasSuffix(p.lastPhrase(), "s") &&
		slices.Contains([]string{"in", "during", "between", "on", "within", "after", "before"}, p.at(1))
}

// ofSeveral reports whether a name is that of people whose records follow: "diabetics' hospital stays" are all of
// theirs, and not those for diabetes.
func ofSeveral(names []study.Entity) bool {
	return len(names) == 1 && strings.HasSuffix(strings.ReplaceAll(names[0].Text, "’", "'"), "s'")
}

// asDomain reads "a wheelchair as a device", "current smoker among their observations".
func (p *parser) asDomain(e *event) bool {
	if !p.word("as", "among") {
		return false
	}
	v, ok := p.lex("listdomain")
	if !ok || !slices.Contains(e.domains, v) {
		return false
	}
	e.domains = []string{v}
	return true
}

// ofPeopleAhead reports whether "of" tells whose records they are: "metformin prescriptions of patients with X".
func (p *parser) ofPeopleAhead() bool {
	return p.ahead(func() bool {
		if !p.word("of") {
			return false
		}
		_, ok := p.people()
		return ok
	})
}

// ofValueAhead reports whether "of" tells a value: "LDL results of 130 or more".
func (p *parser) ofValueAhead(noun string) bool {
	return noun == "measurement" && p.ahead(func() bool {
		if !p.word("of") {
			return false
		}
		_, _, ok := p.comparison()
		return ok && !p.sees("unit") && !p.sees("timesword")
	})
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
	if v, ok := p.lex("listdomain"); ok && v != string(study.Death) { // a cause is listed, and is not an event
		d, _, ingredient := strings.Cut(v, " ")
		e.Domain, e.record, e.noun = study.Domain(d), true, v
		if ingredient && (e.distinct == study.ByConcept || e.times != nil && e.distinct == "") {
			e.distinct = study.ByIngredient
			p.try(func() bool { return p.ofPrescriptions(e) })
		}
		for p.is("eventnoun") {
		}
		return d != "visit"
	}
	if v, ok := p.lex("classnoun"); ok {
		e.record = true
		return p.nameAfter(e, namedAsOf(v).within(domains), 0)
	}
	v, ok := p.lex("eventnoun")
	if !ok {
		return false
	}
	if said := p.lastPhrase(); slices.Contains(partsOfDomain, said) {
		domain, _, _ := strings.Cut(v, " ")
		p.unclear = "“" + said + "” names some " + domain + " records, which no concept set of all holds; say which" +
			", or “any " + domain + "”"
	}
	if slices.Contains([]string{"refill", "refills"}, p.lastPhrase()) {
		e.again = true // of what was filled before
	}
	p.nounDomain(e, v)
	for p.is("eventnoun") {
	}
	if e.Domain == "" && len(e.domains) == 1 {
		e.Domain = study.Domain(e.domains[0])
	}
	return e.Domain != ""
}

// ofPrescriptions reads "of prescriptions", "of prescriptions of statins" behind ingredients that are counted.
func (p *parser) ofPrescriptions(e *event) bool {
	if !p.word("of", "in") {
		return false
	}
	of, ok := p.bareEvent([]string{"drug"})
	if !ok || of.Domain != study.Drug || !of.record || of.Which != study.Any || of.times != nil {
		return false
	}
	e.Concepts, e.issued = of.Concepts, true
	return true
}

// partsOfDomain are words for some procedures or drugs, which no concept set of all holds.
var partsOfDomain = []string{"surgery", "surgeries", "operation", "operations", "scan", "scans",
	"exam", "exams", "examination", "examinations", "shot", "shots", "jab", "jabs"}

// named reads the entity or the code that an event is of.
func (p *parser) named(e *event, domains []string) bool {
	if p.code(e) || p.codedAs(e) {
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
	if p.numberedEvent(e, want) {
		return true
	}
	c, ok := p.entity(want)
	if !ok {
		p.pos = start
		return false
	}
	if slices.Contains(c.domains, "drug") {
		c.text += p.strength()
	}
	e.Concepts = append(e.Concepts, study.Entity{Text: c.text})
	e.domains = c.domains
	return true
}

// codedAs reads "coded as obese", "diagnosed as diabetic": the disease that the adjective is of.
func (p *parser) codedAs(e *event) bool {
	if p.pos == 0 || p.toks[p.pos-1].low != "as" {
		return false
	}
	v, ok := p.lex("adjof")
	if ok {
		of := entityOf(v).ev
		e.Concepts, e.domains = append(e.Concepts, of.Concepts...), of.domains
	}
	return ok
}

// strength consumes what is written of strength and dose form behind the drug that was just read: " 40 mg tablets".
func (p *parser) strength() string {
	last := p.toks[p.pos-1]
	_, end := WithStrength(p.text, p.toks[p.group[p.pos-1]].start, last.end)
	if end <= last.end {
		return ""
	}
	from := p.pos
	for p.pos < len(p.toks) && p.toks[p.pos].start < end {
		p.pos++
	}
	p.mark(from, p.pos, "entity drug")
	return p.text[last.end:end]
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
