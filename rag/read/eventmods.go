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
		e.Which, e.among = study.First, e.among || e.hasValue() // "above 9 for the first time"
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
	if p.anywhereInRecords() || p.try(func() bool { return p.thatWereReadmissions(e) }) {
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
	} else if from := p.pos; p.tryAge(e) {
		e.agedThen = !e.record && p.saidSince(from, "aged") && !p.saidSince(from, "when")
		return true
	}
	if p.try(func() bool { return p.visitWithout(e) }) || p.try(func() bool { return p.placeWithout(e) }) {
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
	if e.Domain == study.Visit && len(e.With) == 0 && (e.During != nil || e.times != nil) &&
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
	if e.Domain != study.Visit && p.try(func() bool { return p.whileAtVisit(e) }) ||
		p.try(func() bool { return p.bySpecialist(e) }) {
		return true
	}
	if r, ok := p.anyRelation(e); ok {
		if r.day != "" {
			return e.limitTo(p.since(r, r.day))
		}
		if r.visit != "" && !p.recordedAt(e, r) {
			return false
		}
		if a := r.anchor; a != nil && r.open == "" && r.Place == study.Distance && e.Domain == study.Visit &&
			a.Domain == study.Visit && len(a.Concepts) == 0 && r.From != nil && *r.From == (study.Offset{}) {
			r.open = "a visit of any kind may be the very one that is counted; say of which kind it is"
		}
		e.rels = append(e.rels, r)
		return e.Domain != study.Death || r.anchor == nil || r.anchor.Domain != study.Death // one dies once
	}
	if !p.verbEventBegins() && p.try(func() bool {
		suits, ok := p.lex("passive")
		if !ok || p.objectOf(p.lastPhrase()) {
			return false
		}
		e.issued = e.issued || suits == string(study.Drug) && p.takeDomainOf(e, suits) // "had X dispensed in 2009"
		return p.takeDomainOf(e, suits)
	}) {
		return true
	}
	return e.Domain == study.Measurement &&
		p.try(func() bool { return p.is("testedverb") && p.at(0) != "for" && p.at(0) != "with" })
}

// takeDomainOf makes a name that is of several domains one of what was done with it: a PSA that was measured is no
// psoriatic arthritis, and "iron measured" is the level of it. It reports whether it can be that.
func (p *parser) takeDomainOf(e *event, suits string) bool {
	if e.noun != "" || suits == "" || strings.Contains(suits, string(e.Domain)) {
		return true
	}
	for d := range strings.SplitSeq(suits, ",") {
		if slices.Contains(e.domains, d) {
			e.Domain = study.Domain(d)
			return true
		}
	}
	if !e.isDrug() || len(e.Concepts) != 1 || !hasWord(p.lastPhrase(), "measured") {
		return true
	}
	level := e.Concepts[0].Text + " level"
	if !slices.Contains(domainsOf(p.r.lookup(level), level, 2), string(study.Measurement)) {
		return false // no drug is measured
	}
	e.Domain, e.domains, e.Concepts[0].Text = study.Measurement, []string{string(study.Measurement)}, level
	return true
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
	if !p.word("starting", "beginning", "started", "began", "start", "begin") {
		return false
	}
	if slices.Contains([]string{"in", "during", "between", "on", "within"}, p.at(0)) && p.try(func() bool {
		d, ok := p.period()
		e.During = d
		return ok
	}) {
		return true
	}
	r, ok := p.relation(e) // "starting after their first stroke"
	if ok {
		e.rels = append(e.rels, r)
	}
	return ok && len(e.rels) == 1
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

// coversTime reads "that covers 2009-06-30", "that covers a day in 2009".
func (p *parser) coversTime(e *event) bool {
	if !p.word("that", "which", "covering") || p.toks[p.pos-1].low != "covering" && !p.word("covers", "cover", "covered") {
		return false
	}
	if p.dayOfYear != "" && p.try(func() bool { return p.word("day") }) {
		return true // "on 1 July of each year"
	}
	p.word("day")
	d, ok := p.period()
	e.Touching = d
	return ok
}

// whileAtVisit reads at which visit a record was made. Prescriptions are seldom recorded with the visit at which a drug
// was taken: "on warfarin during a hospital stay" is an exposure whose time meets the stay, "when they were admitted"
// one that covers the day of admission.
func (p *parser) whileAtVisit(e *event) bool {
	lead, before := p.at(0), len(e.rels)
	if !p.atVisitOf(e) {
		return false
	}
	if e.isDrug() && len(e.rels) > before && lead != "at" { // "during a stay for pneumonia"
		e.rels[before].Place, e.rels[before].atVisit = study.Overlapping, true
		return true
	}
	admission := strings.Contains(p.lastPhrase(), "admission")
	if !e.isDrug() || e.Where == nil || len(e.Where.Visit) == 0 || lead == "at" && !admission {
		return true
	}
	r := &relation{Relation: study.Relation{Place: study.Overlapping}, atVisit: true,
		anchor: &event{Event: study.Event{Domain: study.Visit, Concepts: e.Where.Visit}}}
	if lead == "when" || admission {
		r.Place = study.Covering
	}
	if e.Where.Visit = nil; reflect.DeepEqual(*e.Where, study.Where{}) {
		e.Where = nil
	}
	if d, ok := p.period(); ok && r.anchor.During == nil { // "when they were admitted in 2010"
		r.anchor.During = d
	}
	e.rels = append(e.rels, r)
	return true
}

// isDrug reports whether an event is of a drug.
func (e *event) isDrug() bool { return e.likelyDomain() == string(study.Drug) }

// theOne are the articles that mean a stay that was named before, in front of the words of stayNouns: "during the
// stay", but not "in the hospital".
var (
	theOne    = map[string]bool{"the": true, "their": true, "this": true, "that": true, "his": true, "her": true}
	stayNouns = map[string]bool{"stay": true, "visit": true, "admission": true, "hospitalization": true,
		"hospitalisation": true}
)

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
		if !p.word("at", "during", "in", "on") {
			return false
		}
		that := p.pos < len(p.toks) && theOne[p.toks[p.pos].low]
		if v, ok = p.lex("visit"); !ok || v == "" {
			return false
		}
		if that && stayNouns[p.toks[p.pos-1].low] && p.saysAny(stretch{0, at}, "visit", "visitverb") {
			p.unclear = "the stay may be the one that was named, or any of theirs; ask of stays, as “how many stays with X " +
				"had Y”, or say “during a stay”"
		}
	}
	visit := &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: v}}}}
	told := p.try(func() bool { // "during an inpatient stay for heart failure"
		p.visitReason(visit)
		return len(visit.With) > 0 && !p.sees("people")
	})
	if !told && !p.orAtVisit(visit) {
		return false
	}
	if e.Domain == study.Death {
		e.rels = append(e.rels, &relation{Relation: study.Relation{Place: study.During}, anchor: visit})
		return true
	}
	if told {
		e.rels = append(e.rels, &relation{Relation: study.Relation{Place: study.SameVisit}, anchor: visit})
		return true
	}
	e.where().Visit = visit.Concepts
	return true
}

// orAtVisit reads the other places of "at a hospital stay or an emergency room visit", "in hospital or in the emergency
// room". It is false for "at a stay and an emergency visit", which may be one record or two.
func (p *parser) orAtVisit(visit *event) bool {
	for {
		joint, kind := "", ""
		if !p.try(func() (ok bool) {
			apart := p.at(0) == ","
			if joint, ok = p.jointWord(); !ok || joint == "," {
				return false
			}
			if apart { // "at a stay, or an emergency visit" may be one that is not a place
				joint = ""
			}
			if kind, ok = p.lex("athospital"); ok {
				return true
			}
			p.word("at", "during", "in", "on")
			kind, ok = p.lex("visit")
			return ok && kind != "" && !p.ahead(func() bool { // "or a stay with sepsis" is not a place
				p.visitReason(visit.clone())
				return p.role[p.pos-1] != "visit"
			})
		}) {
			return true
		}
		if joint != "or" {
			return false
		}
		visit.Concepts = append(visit.Concepts, study.Entity{Text: kind})
	}
}

// recordedAt says of what kind the visit is at which a record was made beside another one.
func (p *parser) recordedAt(e *event, r *relation) bool {
	if e.Domain == study.Visit || e.Domain == study.Death || e.Where != nil && len(e.Where.Visit) > 0 {
		return false
	}
	e.where().Visit = []study.Entity{{Text: r.visit}}
	return true
}
