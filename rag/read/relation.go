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
	ana     string
	strict  bool        // "before the day of it"
	known   bool        // "known": before the index where something else is that, else only that there is a record
	begins  bool        // counted from the anchor's start, though it is a visit
	byName  bool        // the index, by a name: "the index date", "the operation"
	then    bool        // "afterwards", "within 30 days afterwards": after what was said last
	open    string      // why it leaves two readings open
	day     string      // counted from this day of the calendar: "before that date"
	visit   string      // on the same visit, of this kind
	atVisit bool        // during a visit, of a drug
	within  study.Place // of two exposures at the same time: where the first day of the one lies, if it is filled
	same    bool        // "on the same day as": of two records
	act     bool        // "when they filled X": on the day of it
	ofAny   bool        // counted from any of the anchor's records, though the index is one of them
	ofOne   bool        // the index is any one of its records: "within 7 days of a diagnosis"
	follows bool        // "A followed by B": the people had the anchor, at their age
	at, to  int         // tokens
}

// relation consumes "within 90 days of diagnosis", "after they started warfarin", "in the year before a hip
// fracture", "while taking X", "afterwards". of is the event that it belongs to. What only an event can hold is not
// read: "before that date", "at the same hospital stay".
func (p *parser) relation(of *event) (r *relation, ok bool) {
	ok = p.try(func() bool {
		r, ok = p.anyRelation(of)
		return ok && r.day == "" && r.visit == ""
	})
	return r, ok
}

// anyRelation reads those that only an event can hold, too.
func (p *parser) anyRelation(of *event) (*relation, bool) {
	if p.ahead(func() bool { _, _, ok := p.beforeAndAfterIn(); return ok }) {
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
			r.at, r.to = at, p.pos
			p.fromThatDay(r, at)
			p.howSoon(r, at)
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
		r.From, r.To, r.same = &study.Offset{}, &study.Offset{}, hasWord(p.lastPhrase(), "same")
	case p.is("sameyear"):
		r.Place = study.SameYear
	case p.sameVisit(r):
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
		p.try(func() bool { return p.word("start") && p.word("of") && (p.ofRecord || p.sees("it")) }) // the start of the record itself
		anchor, ana, ok := p.anchor()
		if ok && anchor != nil && anchor.started && anchor.Which == study.Any && r.Place == study.Distance {
			anchor.Which = study.First
		}
		if ok {
			r.anchor, r.ana = anchor, ana
		}
		if ok && ana == "discharge" && (anchor != nil || p.visitsNamed(p.pos) == 0) {
			r.open = "the day of discharge is that of a stay; name the stay first (“people with a stay in 2009 …”)"
		}
		return ok
	})
	return r, true
}

// sameVisit reads "at the same visit", "during the same hospital stay".
func (p *parser) sameVisit(r *relation) bool {
	kind, ok := p.lex("samevisit")
	if !ok {
		return false
	}
	r.Place, r.visit = study.SameVisit, kind
	return true
}

// treatedUnder reports whether "under treatment with" says who is looked at, behind what they have, and not when it
// happened: "patients with asthma under treatment with X".
func (p *parser) treatedUnder() bool {
	_, verb := p.longest(p.pos, "verb")
	_, while := p.longest(p.pos, "while")
	if verb <= while || p.at(0) != "under" {
		return false
	}
	for i := p.pos - 1; i >= 0; i-- {
		if p.role[i] == "verb" || p.role[i] == "aux" {
			return p.toks[i].low == "with"
		}
	}
	return false
}

// while reads "while taking X", "during treatment with X", "during an era of X", "while on X", "during an
// inpatient visit", "when taking it".
func (p *parser) while(of *event) (*relation, bool) {
	if p.treatedUnder() || !p.is("while") {
		return nil, false
	}
	r := &relation{Relation: study.Relation{Place: study.During}}
	if p.is("it") {
		r.ana = "index"
		return r, true
	}
	they := p.is("subjpron")
	v := verb{domains: []string{"drug"}}
	filled := false
	if value, ok := p.verbOfPeople(); ok {
		v = verbOf(value)
		filled = (v.first || v.issued) && (they || v.form != "part") && of.isTaken()
		if v.first && !filled || len(v.domains) == 0 || v.domains[0] != "drug" {
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
	if filled {
		p.adverbs(v, anchor)
		r.Place, r.anchor, r.act = study.Covering, anchor, true
		ok := p.whileEither(anchor)
		if d, in := p.period(); ok && in { // "when they filled X in 2009"
			anchor.During = d
		}
		return r, ok
	}
	named := p.seq(anchor.from, "the") || anchor.from > 0 && p.seq(anchor.from-1, "the") // one that was named: "during it"
	if of != nil && (of.Domain == study.Drug || of.Domain == study.DrugEra) && anchor.Domain == study.Drug && !named {
		r.Place, r.within = study.Overlapping, r.Place // two exposures at the same time
	}
	r.anchor = anchor
	return r, p.whileEither(anchor)
}

// isTaken reports whether an event is of a drug that is taken for a time: "on warfarin when they filled metformin" is
// an exposure that covers the day of the fill.
func (e *event) isTaken() bool {
	return e != nil && e.Domain == study.Drug && !e.issued && !e.started && !e.record && e.Which == study.Any &&
		e.times == nil && len(e.Concepts) > 0
}

// whileEither reads the other drugs of "while taking A or B"; false for "while taking A and B", which may be both at
// once.
func (p *parser) whileEither(anchor *event) bool {
	start, last, more := p.pos, "", []study.Entity(nil)
	for {
		at := p.pos
		joint, ok := p.jointWord()
		var other *event
		if ok {
			other, ok = p.bareEvent([]string{"drug"})
		}
		if !ok || other.Domain != anchor.Domain || len(other.Concepts) == 0 || other.Which != study.Any {
			p.pos = at
			break
		}
		last, more = joint, append(more, other.Concepts...)
		if joint != "," {
			break
		}
	}
	switch last {
	case "or":
		anchor.Concepts = append(anchor.Concepts, more...)
	case "", ",":
		p.pos = start
	default:
		return false
	}
	return true
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

// verbOfPeople consumes a verb that is not a noun: not "use of X".
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
	inBrackets := p.pos > 0 && p.toks[p.pos-1].low == "(" // there it may tell a time that was said
	if !inBrackets && p.try(func() bool {
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
		if ok && r.anchor != nil && r.anchor.anyOne {
			p.unclear = "“before any …” may mean before the first of them, or that there is none before"
		}
		return r, ok
	}
	return nil, false
}

// anaphoricOrder reads "afterwards", "beforehand".
func (p *parser) anaphoricOrder() (*relation, bool) {
	if p.is("thenword") {
		p.try(func() bool { return p.is("thenword") && !p.sees("verb", "aux", "visitverb", "deathverb", "namedafter") })
		r := &relation{Relation: study.Relation{From: p.chooseDay("after", 1)}, ana: "index", then: true}
		if !p.sees("verb", "aux", "visitverb", "deathverb", "namedafter") {
			return r, true
		}
		if p.told && hasWord("later subsequently eventually", p.lastPhrase()) {
			r.open = "“" + p.lastPhrase() + "” may be said of what stands before it or behind it"
		}
		return r, p.told // "with a stroke who took A afterwards had B"; "who took A afterwards had B" is B's
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
