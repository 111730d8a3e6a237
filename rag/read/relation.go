package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// relation is a temporal phrase: where an event lies to another one.
type relation struct {
	study.Relation
	anchor *event // nil: ana says which
	// "index": the index event of the subject; "dx", "start": that index as a diagnosis or a start; "same": to its
	// neighbour
	ana    string
	strict bool // "before the day of it"
	begins bool // counted from the anchor's start, though it is a visit
}

// relation consumes "within 90 days of diagnosis", "after they started warfarin", "in the year before a hip
// fracture", "while taking X",
// "afterwards". of is the event that it belongs to.
func (p *parser) relation(of *event) (*relation, bool) {
	if p.ahead(func() bool { return p.is("before") && p.is("and", "versus") && p.is("after") }) {
		return nil, false // one of two times, each of which is asked for
	}
	start := p.pos
	p.try(func() bool { return p.at(0) == "," && p.take() })
	forms := []func() (*relation, bool){
		p.dayOrTime, p.samePlace, p.distance,
		func() (*relation, bool) { return p.atTheTime(of) },
		func() (*relation, bool) { return p.while(of) },
		p.order, p.anaphoricOrder,
	}
	for _, form := range forms {
		at := p.pos
		if r, ok := form(); ok && (!p.ofRecord || r.anchor != nil || p.saidSince(at, "record")) {
			p.dayAside(r)
			if of != nil && len(of.Concepts) == 0 && of.record && of.Which == study.Any && !of.again &&
				r.anchor == nil && p.role[p.pos-1] == "firstana" && p.toks[p.pos-1].low == "one" {
				p.unclear = "it does not say what is meant after “the first one”: any record, or one of the same thing"
			}
			return r, true
		}
		p.pos = at
	}
	p.pos = start
	return nil, false
}

// saidSince reports whether a word stands between token i and the position.
func (p *parser) saidSince(i int, word string) bool {
	return slices.ContainsFunc(p.toks[i:p.pos], func(t token) bool { return t.low == word })
}

// samePlace reads "on the same day as X", "in the same year", "at the same visit as X", "at the same time as X".
func (p *parser) samePlace() (*relation, bool) {
	r := &relation{}
	switch {
	case p.try(func() bool { return p.onTheDay() && p.is("or") && p.sees("after", "before") }),
		p.try(func() bool { return p.is("sameday") && p.is("or") && p.is("thenword") }):
		return nil, false
	case p.is("sameday"):
		r.From, r.To = &study.Offset{}, &study.Offset{}
	case p.is("sameyear"):
		r.Place = study.SameYear
	case p.is("samevisit"):
		r.Place = study.SameVisit
	case p.overlaps():
		r.Place = study.Overlapping
	default:
		return nil, false
	}
	r.ana = "same"
	p.try(func() bool {
		if !p.word("as", "with", "of") &&
			!(r.Place == study.Overlapping && strings.HasPrefix(p.lastPhrase(), "overlap")) {
			return false
		}
		anchor, ana, ok := p.anchor()
		if ok && anchor != nil && anchor.started && anchor.Which == study.Any && r.Place == study.Distance {
			anchor.Which = study.First
		}
		if ok {
			r.anchor, r.ana = anchor, ana
		}
		return ok
	})
	return r, true
}

// distance reads relations with a length of time: "within 90 days (of X)", "in the 30 days before X", "more
// than 180 days after X", "in the year before X".
func (p *parser) distance() (*relation, bool) {
	if r, ok := p.window(); ok {
		return r, true
	}
	if r, ok := p.spanFrom(); ok {
		return r, true
	}
	if p.is("within") {
		sides := p.plusMinus()
		at := p.pos
		p.is("nextword")
		d, ok := p.duration()
		if !ok {
			return nil, false
		}
		if sides {
			p.word("of")
			return p.anchoredOrIndex(&relation{Relation: study.Relation{From: negative(d), To: &d}})
		}
		p.word("or")
		r, ok := p.withinOf(d, p.chooseWithin())
		if ok {
			r.begins = r.begins || p.firstDaysOf(at)
		}
		return r, ok
	}
	if !p.overNumber() && p.try(func() bool { return p.is("in") || p.word("of") }) {
		at := p.pos
		following := p.is("nextword")
		preceding := !following && p.is("lastword")
		said := p.lastPhrase()
		d, ok := p.duration()
		if !ok {
			return nil, false
		}
		if preceding && p.is("before") {
			return p.anchored(&relation{Relation: study.Relation{From: negative(d), To: &study.Offset{Days: -1}}})
		}
		if preceding {
			r, ok := p.priorTo(d)
			if said == "last" || said == "past" { // of the data, perhaps
				r.ana = "recent"
			}
			return r, ok
		}
		if following {
			if r, ok := p.withinOf(d, p.chooseWithin()); ok {
				r.begins = r.begins || p.firstDaysOf(at)
				return r, true
			}
		}
		return p.inTime(d)
	}
	return p.comparedTime()
}

// firstDaysOf reports whether the relation read since token i is "the first 3 days of a stay", which begin with it.
func (p *parser) firstDaysOf(i int) bool {
	return (p.toks[i].low == "first" || p.toks[i+1].low == "first") && p.saidSince(i, "of") &&
		!slices.ContainsFunc(p.toks[i:p.pos], func(t token) bool {
			return t.low == "after" || t.low == "following" || t.low == "discharge"
		})
}

// withinOf reads the anchor of "within 90 days": after it unless "before" is said; none is the index.
func (p *parser) withinOf(d, from study.Offset) (*relation, bool) {
	r := &relation{Relation: study.Relation{From: &from, To: &d}}
	if p.bothSides() {
		r.From = negative(d)
		return p.anchoredOrIndex(r)
	}
	if p.is("before") {
		r.From, r.To = negative(d), &study.Offset{Days: -1}
		return p.anchored(r)
	}
	if p.try(func() bool { return p.is("after") || p.is("from") }) {
		if _, ok := p.anchored(r); !ok {
			return nil, false
		}
		p.notOnTheDay(r)
		return r, true
	}
	p.is("thenword")
	r.ana = "index"
	p.notOnTheDay(r)
	return r, true
}

// notOnTheDay reads "not on the day itself", which moves the beginning to the day after.
func (p *parser) notOnTheDay(r *relation) {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		if !p.is("notday") {
			return false
		}
		r.From = &study.Offset{Days: 1}
		return true
	})
}

// inTime reads "in the 30 days before X", "in the year after X", "in the 90 days that followed".
func (p *parser) inTime(d study.Offset) (*relation, bool) {
	at := p.pos
	if p.bothSides() {
		return p.anchoredOrIndex(&relation{Relation: study.Relation{From: negative(d), To: &d}})
	}
	if p.is("before") {
		if r, ok := p.anchored(&relation{Relation: study.Relation{From: negative(d),
			To: &study.Offset{Days: -1}}}); ok {
			return r, true
		}
		p.pos = at
	}
	if p.is("after") || p.is("from") ||
		p.try(func() bool { return p.at(0) == "that" && p.take() && p.word("followed") }) {
		from := p.chooseWithin()
		if r, ok := p.anchored(&relation{Relation: study.Relation{From: &from, To: &d}}); ok {
			return r, true
		}
		p.pos = at
		if p.is("after") && !p.at0Letter() { // "in the 30 days after?"
			return &relation{Relation: study.Relation{From: &from, To: &d}, ana: "index"}, true
		}
		p.pos = at
	}
	if p.is("priorly") {
		return p.priorTo(d)
	}
	if p.is("thenword") {
		return &relation{Relation: study.Relation{From: &study.Offset{}, To: &d}, ana: "index"}, true
	}
	return nil, false
}

func (p *parser) priorTo(d study.Offset) (*relation, bool) {
	return &relation{Relation: study.Relation{From: negative(d), To: &study.Offset{Days: -1}}, ana: "index"}, true
}

// comparedTime reads "more than 180 days after X", "at least 30 days before X", "3 months after X", "90 or more
// days after X".
func (p *parser) comparedTime() (*relation, bool) {
	op, prefixed := p.lex("cmp")
	d, ok := p.duration()
	if !ok && p.ahead(func() bool { _, ok := p.number(); return ok }) { // "90 or more days"
		n, _ := p.number()
		if after, isAfter := p.lex("cmpafter"); isAfter {
			unit, isUnit := p.lex("unit")
			if d, ok = offset(unit, int(n)); !isUnit {
				return nil, false
			}
			op, prefixed = after, true
		}
	}
	if !ok {
		return nil, false
	}
	if after, isAfter := p.lex("cmpafter"); isAfter && !prefixed {
		op, prefixed = after, true
	}
	if !prefixed && !p.sees("after", "before") {
		return nil, false
	}
	r := &relation{}
	r.From, r.To = bounds(op, prefixed, d)
	if p.is("thenword") {
		r.ana = "index"
		return r, true
	}
	switch {
	case p.is("after") || p.try(func() bool { return p.word("from") }):
	case p.is("before"):
		r.From, r.To = mirrored(r.From, r.To)
	default:
		return nil, false
	}
	return p.anchored(r)
}

// bounds are the ends of "more than / at least / less than / at most 90 days after".
func bounds(op string, compared bool, d study.Offset) (from, to *study.Offset) {
	switch {
	case !compared:
		return &d, &d
	case op == "ge":
		return &d, nil
	case op == "gt":
		return shifted(d, 1), nil
	case op == "lt":
		return &study.Offset{}, shifted(d, -1)
	case op == "le":
		return &study.Offset{}, &d
	}
	return &d, &d
}

func mirrored(from, to *study.Offset) (*study.Offset, *study.Offset) {
	var f, t *study.Offset
	if to != nil {
		f = negative(*to)
	}
	if from != nil {
		t = negative(*from)
		if from.Days == 0 && from.Months == 0 && from.Years == 0 {
			t = &study.Offset{Days: -1}
		}
	}
	return f, t
}

// while reads "while taking X", "during treatment with X", "during an era of X", "while on X", "during an
// inpatient visit", "when taking it".
func (p *parser) while(of *event) (*relation, bool) {
	if !p.is("while") {
		return nil, false
	}
	r := &relation{Relation: study.Relation{Place: study.During}}
	if p.is("it") {
		r.ana = "index"
		return r, true
	}
	p.is("subjpron")
	v := verb{domains: []string{"drug"}}
	if value, ok := p.verbOfPeople(); ok {
		v = verbOf(value)
		if v.first || len(v.domains) == 0 || v.domains[0] != "drug" {
			return nil, false
		}
		if p.is("it") {
			r.ana = "index"
			return r, true
		}
	}
	anchor, ok := p.bareEvent([]string{"drug", "visit"})
	if !ok || anchor.Domain != study.Drug && anchor.Domain != study.DrugEra {
		return nil, false
	}
	if anchor.Which != study.Any { // "during a first exposure" is not during any
		return nil, false
	}
	if len(anchor.Concepts) == 0 { // "during exposure": to the drug of the subject
		r.ana = "index"
		return r, true
	}
	if of != nil && (of.Domain == study.Drug || of.Domain == study.DrugEra) && anchor.Domain == study.Drug {
		r.Place = study.Overlapping // two exposures at the same time
	}
	r.anchor = anchor
	return r, true
}

// atTheTime reads "at the time of their stroke" of a drug: an exposure that covers it.
func (p *parser) atTheTime(of *event) (*relation, bool) {
	if p.try(func() bool { return p.word("covering") && p.is("it") }) { // as it is said back
		return &relation{Relation: study.Relation{Place: study.Covering}, ana: "index"}, true
	}
	if of == nil || of.Domain != study.Drug || !p.word("at") || !p.word("time", "moment") || !p.word("of") {
		return nil, false
	}
	anchor, ok := p.anchorEvent()
	return &relation{Relation: study.Relation{Place: study.Covering}, anchor: anchor}, ok && len(anchor.rels) == 0
}

// lastPhraseFinite reports whether the verb just read needs a subject: "took", "had", not "start of" or "use".
func (p *parser) lastPhraseFinite() bool {
	phrase := p.lastPhrase()
	return slices.Contains([]string{"had", "has", "have", "got", "took", "received", "used", "started", "began",
		"filled", "underwent", "developed", "initiated", "suffered", "experienced"}, phrase)
}

// verbOfPeople consumes a verb that is no noun: not "use of X".
func (p *parser) verbOfPeople() (value string, ok bool) {
	ok = p.try(func() bool { value, ok = p.lex("verb"); return ok && p.at(0) != "of" })
	return value, ok
}

// order reads "after X", "before they started X", "prior to X".
func (p *parser) order() (*relation, bool) {
	after, before := p.chooseDay("after", 1), p.chooseDay("before", -1)
	p.try(func() bool { p.word("at"); return p.word("time", "anytime", "sometime") && p.sees("after", "before") })
	switch {
	case p.try(func() bool { return p.onTheDay() && p.is("or") && p.sees("after", "before") }):
		after, before = &study.Offset{}, &study.Offset{}
	case p.try(func() bool { return p.word("strictly") && p.sees("after", "before") }):
		after, before = &study.Offset{Days: 1}, &study.Offset{Days: -1}
	}
	if p.try(func() bool {
		return p.word("up") && p.word("to") && (!p.word("and") || p.word("including")) &&
			!p.ahead(func() bool { _, ok := p.number(); return ok })
	}) {
		return p.anchored(&relation{Relation: study.Relation{To: &study.Offset{}}})
	}
	if p.is("after") {
		return p.anchored(&relation{Relation: study.Relation{From: after}})
	}
	if p.is("before") {
		r, ok := p.anchored(&relation{Relation: study.Relation{To: before}})
		if ok && r.anchor != nil && r.anchor.one {
			p.unclear = "“before any …” may mean before the first of them, or that there is none before"
		}
		return r, ok
	}
	return nil, false
}

// anaphoricOrder reads "afterwards", "beforehand".
func (p *parser) anaphoricOrder() (*relation, bool) {
	if p.is("thenword") {
		p.is("thenword")
		return &relation{Relation: study.Relation{From: p.chooseDay("after", 1)}, ana: "index"},
			!p.sees("verb", "aux", "visitverb", "deathverb")
	}
	if p.is("priorly") {
		r := &relation{Relation: study.Relation{To: p.chooseDay("before", -1)}, ana: "index"}
		if p.try(func() bool { return p.is("or") && p.is("sameday") }) {
			r.To = &study.Offset{}
		}
		return r, true
	}
	if p.try(func() bool { return p.is("sameday") && p.is("or") && p.is("thenword") }) {
		return &relation{Relation: study.Relation{From: &study.Offset{}}, ana: "index"}, true
	}
	return nil, false
}

func (p *parser) anchored(r *relation) (*relation, bool) {
	p.word("of", "from", "to", "that")
	p.try(func() bool { return p.word("date") && p.word("of") })
	p.try(func() bool { return p.word("date", "day") && p.sees("subjpron", "startana") })
	if p.try(func() bool { return p.is("or") && p.onTheDay() }) { // "before or on the day of it"
		r.letInDay()
	}
	r.strict = p.try(func() bool { return p.word("day") && p.word("of") })
	end := p.try(func() bool { return p.word("end") && p.word("of") })
	begins := !end && p.try(func() bool { return p.word("start") && p.word("of") && (p.ofRecord || p.sees("it")) })
	anchor, ana, ok := p.anchor()
	if !ok {
		return nil, false
	}
	r.End, r.begins = end, begins
	r.anchor, r.ana = anchor, ana
	p.orOnIt(r)
	if anchor != nil && anchor.Domain == study.Visit && r.To != nil &&
		(r.To.Days < 0 || r.To.Months < 0 || r.To.Years < 0) {
		r.begins = true
	}
	return r, true
}

// anchor consumes what a relation is counted from: an event phrase, a clause ("they were diagnosed with X",
// "starting X"), or an anaphor ("diagnosis", "it").
func (p *parser) anchor() (*event, string, bool) {
	if p.ofRecord && p.word("record") {
		return nil, "index", true
	}
	if !p.ofRecord {
		p.try(func() bool { return p.word("date", "time") && p.word("of") })
	}
	any := p.at(0) == "any"
	if e, ok := p.anchorEvent(); ok {
		e.one = e.one || any && e.Which == study.Any
		return e, "", true
	}
	if p.try(p.oneOfTheirs) {
		return nil, "each", true
	}
	if of, ok := p.theRecord(); ok && !p.ofRecord {
		return nil, kindOfRecord(of), true
	}
	switch {
	case p.is("startana"):
		p.is("it")
		return nil, "start", true
	case p.is("dxana"):
		p.is("passive")
		return nil, "dx", true
	case p.is("discharge"):
		var of *event
		p.try(func() bool {
			if !p.word("from", "of", "after") {
				return false
			}
			e, ok := p.bareEvent([]string{"visit"})
			of = e
			return ok && e.Domain == study.Visit
		})
		if of != nil && of.Domain != study.Visit {
			of = nil
		}
		return of, "discharge", true
	case !p.ofRecord && (p.theNamed() || p.is("firstana", "it")):
		p.try(func() bool { // "after it was first diagnosed"
			p.is("aux")
			p.is("whichrec")
			return p.is("passive")
		})
		return nil, "index", true
	}
	return nil, "", false
}

// kindOfRecord is how the index is named by the kind of its records: "dx" and "start" are of conditions and of what is
// taken or done.
func kindOfRecord(of []study.Domain) string {
	switch {
	case slices.Contains(of, study.Drug):
		return "start"
	case slices.Contains(of, study.Condition):
		return "dx"
	case len(of) == 0:
		return "index"
	}
	return "its " + string(of[0])
}

// suits reports whether an anaphor can mean an index of the domain: no drug has a diagnosis.
func (r *relation) suits(index study.Domain) bool {
	switch kind, domain, _ := strings.Cut(r.ana, " "); kind {
	case "dx":
		return index == study.Condition || index == study.ConditionEra || index == study.Observation ||
			index == study.Measurement
	case "start":
		return index != study.Condition && index != study.ConditionEra && index != study.Death
	case "its":
		return string(index) == domain
	case "recent":
		return false
	}
	return true
}

// anchorEvent reads an anchor with an entity of its own.
func (p *parser) anchorEvent() (*event, bool) {
	start := p.pos
	subject := p.is("subjpron")
	first := false
	subject = p.try(func() bool {
		first = p.at(0) == "first"
		return p.word("first", "being") && p.sees("verb", "aux", "visitverb")
	}) || subject
	if p.is("deathverb") {
		return &event{Event: study.Event{Domain: study.Death}}, true
	}
	for p.is("aux") {
		if !subject { // "in the year before had a stroke": another clause begins
			p.pos = start
			return nil, false
		}
	}
	if value, ok := p.lex("visitverb"); ok {
		admitted := strings.Contains(p.lastPhrase(), "admitted")
		return &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: value}}}, record: true,
			admitted: admitted}, true
	}
	v := verb{}
	if value, ok := p.lex("verb"); ok {
		v = verbOf(value)
		if !subject && !first && (v.form == "fin" || v.form == "have") && p.lastPhraseFinite() {
			p.pos = start
			return nil, false
		}
		p.word("with", "of")
	}
	list, ok := p.eventList(v.domains, false)
	if !ok {
		p.pos = start
		return nil, false
	}
	e, ok := list.merged()
	if ok {
		e.started = e.started || v.first || first && v.domains != nil
	}
	if !ok || len(e.Concepts) == 0 && e.Domain != study.Death && e.Domain != study.Visit {
		p.pos = start
		return nil, false
	}
	return e, true
}
