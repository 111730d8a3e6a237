package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// event is an event phrase: "their first diagnosis of heart failure in 2009", "at least 2 prescriptions of warfarin".
type event struct {
	study.Event
	// that the entity may be of, best first; the first is chosen unless a verb or a noun says otherwise
	domains     []string
	rels        []*relation
	ahead       int // how many of rels stand before its name: "a prior stroke"
	times       *study.Range
	distinct    study.Distinct
	adds        study.Quantity // times is what this adds up to
	usualSupply bool           // its limits on days supplied are the usual ones of a total, and were not said
	apart       int
	record      bool   // the words name records: "prescriptions of", not only the thing
	noun        string // the event noun, for heads that are shared: "prescriptions of A or B"
	lent        bool   // its noun stands behind another one: the first of "asthma and COPD diagnoses"
	ownNoun     bool   // it begins with its noun: "a fill of A", not "A fill"
	firstOf     *event // "as their first antihypertensive": the class
	again       bool   // "another", "a second": later than the first
	recurrent   bool   // "recurrent": on two days, where no time is said
	untold      bool   // first, though no word says so: the time of "age of patients with A"
	started     bool   // first by its verb: "started", not "first ever"
	counted     bool   // with the number of the first of its list
	timesBehind bool   // its number stands behind it: "A more than once"
	ownArticle  bool   // "a stroke", also behind another member of a list
	agedAt      bool   // "over 80 at their first A": its age is what is said of the people
	agedThen    bool   // "with heart failure aged 70 or over": the people's age, not that at a record
	ever        bool   // "last ever": of a whole life, whatever the relation
	one         bool   // "any one": each record is an index, not only the first
	anyOne      bool   // it is one by the word "any"
	indefinite  bool   // "after a stroke", not "after the stroke" or "after stroke"
	lasted      bool   // "took X for longer than a year": of one drug, not of a list
	switched    bool   // "switched to": after the last record of another drug
	issued      bool   // "filled": what its records are of, not what was taken
	told        bool   // its value is told by a verb: "an LDL result was below 70"
	among       bool   // "among those above 9": the value chooses the records among which Which chooses
	// what must hold with this record as the index: "for which the person had Y before the record"
	judged    []*predicate
	taken     bool         // "taking": its verb says that it lasts
	fills     bool         // its words name prescriptions
	current   bool         // "current users": the record covers the time that is named
	leads     bool         // "A first and B later"
	chain     bool         // With holds what came later, of the same verb
	separate  bool         // "separate" was said
	ownWhich  bool         // "first", "second" stands before it, and not before another member of its list only
	eitherNth bool         // the "second" before another member of its list is its, too
	nth       bool         // chosen by how many there are: the second, of "after at least two"
	oneYear   bool         // "in a single calendar year": as many as times says
	abnormal  bool         // "an abnormal HbA1c": outside of its normal range
	back      bool         // "came back to the ER": another such visit than the one before
	admitted  bool         // "admission", "being admitted": counted from its start
	otherwise *study.Range // "below 18 or above 40": the value may lie in this range, too
	extreme   string       // "highest", "lowest": max or min of the person's values
	mayShare  *lentWhen    // a clause behind it has a time that it may share
	class     bool         // of a class that a word names by itself: "vaccines"
	pair      bool         // both blood pressures below their limits
	both      bool         // both blood pressures, which have no value together
	madeThere bool         // "diagnosed", "recorded" was said of it: a place behind it is its own
	open      string       // why it leaves two readings open
	leftOut   *event       // "excluding tramadol", of opioids: people with it may be meant
	from, to  int          // tokens
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
	denied  denial // what denies it
	then    bool   // later, subsequently
	prior   bool   // previously
	issued  bool   // filled, prescribed: a record for each
	given   bool   // received: what was dispensed, but not only drugs
	got     bool   // got: of drugs, what was dispensed
	act     bool   // given, administered: done on its day
	again   bool   // refilled
	only    bool
	now     bool // currently
	leaves  bool // "excluding those with": the people that are left out, whose time is their own
}

func verbOf(value string) verb {
	v := verb{}
	for i, f := range strings.Fields(value) {
		switch {
		case i == 0 && f != "any":
			v.domains = strings.Split(f, ",")
		case f == "first":
			v.first = true
		case f == "issued":
			v.issued = true
		case f == "given":
			v.given = true
		case f == "got":
			v.got = true
		case f == "act":
			v.act = true
		case f == "again":
			v.again = true
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
	if p.summedEvent(e) || p.planEvent(e) {
		return e, true
	}
	p.premodifiers(e)
	p.try(func() bool {
		return p.word("form", "kind", "type", "sort", "forms", "kinds", "types") && p.word("of") && p.formsOf(start)
	})
	if e.Which != study.Any && p.bracketedHead(e, domains) || p.head(e, domains) {
		p.try(func() bool { return p.otherThan(e) })
		p.comparedValue(e)
		if e.extreme != "" && (e.Which != study.Any || !e.hasValue() && !p.ahead(func() bool { // "in 2009 was"
			p.period()
			return p.is("aux")
		})) {
			p.pos = start
			return nil, false
		}
		e.settleDomain(domains)
		e.settleSeparate()
		if e.abnormal && !p.outsideRange(e) {
			p.pos = start
			return nil, false
		}
		if e.distinct == study.ByIngredient && e.Domain == study.Drug {
			e.Domain = study.DrugEra
		}
		p.differentThings(e)
		// two different NSAIDs
		if e.distinct == study.ByConcept && e.times != nil && e.Domain == study.Drug && len(e.Concepts) > 0 {
			e.Domain, e.distinct = study.DrugEra, study.ByIngredient
		}
		e.to = p.pos
		return e, true
	}
	p.pos = start
	return nil, false
}

// settleSeparate takes separate records of a thing for records, and separate concussions for ones on different days:
// they are not of different things, as "two separate NSAIDs" are.
func (e *event) settleSeparate() {
	if !e.separate || e.distinct != study.ByConcept || len(e.Concepts) == 0 {
		return
	}
	switch {
	case e.record:
		e.distinct = ""
	case e.Domain != study.Drug:
		e.distinct = study.ByDay
	}
}

// formsOf reports whether "any form of" stands before an entity, which means the entity with all below it.
func (p *parser) formsOf(start int) bool {
	return start > 0 && slices.Contains([]string{"any", "some", "all"}, p.toks[p.pos-3].low) &&
		len(p.candidates(p.pos)) > 0
}

// differentThings makes a number of drugs or diseases, of which no record was named, one of different ones: "5 or more
// drugs", "more than one statin".
func (p *parser) differentThings(e *event) {
	if e.times == nil || e.distinct != "" {
		return
	}
	at := p.pos
	for k := p.pos - 1; len(e.Concepts) == 0 && len(e.Except) > 0 && k > e.from; k-- {
		if p.role[k] == "listdomain" { // "four drugs other than metformin"
			at = k + 1
			break
		}
	}
	last := p.toks[at-1].low
	// "at most one antihypertensive drug", as "at least two antihypertensives"
	thing := e.noun == string(study.Drug) && slices.Contains(differentThings, last+"s")
	named := len(e.Concepts) == 1 && (thing || e.noun == "" && !e.record) && e.Domain == study.Drug
	bare := len(e.Concepts) == 0 && p.role[at-1] == "listdomain" && // "only one drug" is one of them, too
		(slices.Contains(differentThings, last) || slices.Contains(differentThings, last+"s"))
	if named && !p.nounOfListAhead() || bare {
		e.distinct = study.ByConcept
	}
}

// nounOfListAhead reports whether the noun of the records stands behind the last one of a list: "3 A or B fills".
func (p *parser) nounOfListAhead() bool {
	return p.ahead(func() bool {
		for {
			if _, ok := p.jointWord(); !ok || p.sees("eventnoun") {
				return false
			}
			if e, ok := p.bareEvent([]string{"drug"}); !ok || e.record {
				return ok
			}
		}
	})
}

// differentThings are words for kinds of things, not for records of them.
var differentThings = []string{"drugs", "medications", "medicines", "meds", "conditions", "diseases", "disorders",
	"comorbidities", "illnesses"}

// otherThan reads what is left out of a class: "statins other than atorvastatin", "four drugs other than metformin".
func (p *parser) otherThan(e *event) bool {
	bare, domains := len(e.Concepts) == 0, e.domains
	if bare {
		domains = []string{string(e.Domain)}
	}
	// in a ranking it is of what is ranked
	if bare && (!ofThings[e.Domain] || !p.seq(p.pos, "other", "than") || p.listed != "" && e.times == nil) || !bare && p.said("most") {
		return false
	}
	comma := p.at(0) == "," && p.take()
	drugs := bare || !comma && slices.Contains(e.domains, "drug") && p.seq(p.pos, "other", "than")
	if !p.is("otherthan") {
		return false
	}
	for {
		o, ok := p.bareEvent(domains)
		if !ok || !plain(&o.Event) || o.times != nil || o.Which != study.Any || !drugs && !isKindOf(o, e) {
			return false
		}
		e.Except = append(e.Except, o.Concepts...)
		if !p.try(func() bool {
			_, joint := p.jointWord()
			return joint && p.ahead(func() bool {
				o, ok := p.bareEvent(domains)
				return ok && (drugs || isKindOf(o, e))
			})
		}) {
			break
		}
	}
	if comma {
		p.try(func() bool { return p.at(0) == "," && p.take() })
	}
	return len(e.Except) > 0
}

// isKindOf reports whether one thing is a kind of another by its name: "skin cancer" of "any cancer".
func isKindOf(o, e *event) bool {
	last := func(name string) string { return lower(name[strings.LastIndexByte(name, ' ')+1:]) }
	return len(e.Concepts) == 1 && !slices.ContainsFunc(o.Concepts, func(c study.Entity) bool {
		return !strings.Contains(c.Text, " ") || !sameStem(last(c.Text), last(e.Concepts[0].Text))
	})
}

// premodifiers reads "at least 2", "different", "first", "most recent", "prior".
func (p *parser) premodifiers(e *event) {
	for range 4 {
		switch start := p.pos; {
		case p.try(func() bool { return p.word("any") && p.word("one") && p.at(0) != "of" }):
			e.one = true
		case e.times == nil && !p.ofOneWord() && p.try(func() bool { return p.countOf(e) }):
		case p.try(func() bool {
			return p.word("recorded", "documented", "registered", "coded", "diagnosed", "measured") && !p.isWordAt("as") && p.headFollows()
		}):
			e.record = true
		case p.try(func() bool { return p.word("abnormal", "pathological") && p.headFollows() }):
			e.abnormal = true
		case p.sees("whichvalue") && p.ahead(func() bool { p.is("whichvalue"); return p.headFollows() }):
			e.extreme, _ = p.lex("whichvalue")
		case e.times == nil && p.anotherKind():
			e.again = true // "a different statin" is another one
		case p.is("distinctword"):
			e.distinct, e.separate = study.ByConcept, p.toks[p.pos-1].low == "separate"
		case p.ahead(func() bool { return p.is("eventnoun") && p.isWordAt("of") }):
			return // "onset of", "history of"
		case p.suchChoice(e):
			return
		default:
			if p.sees("whichrec") && (p.nameBegins() || p.ofOneName()) { // "second degree burn", "first-degree burn"
				return
			}
			if w, ok := p.lex("whichrec"); ok {
				e.ever = p.at(0) == "ever" || strings.HasSuffix(p.lastPhrase(), "ever")
				e.which(w)
				p.word("ever", "recorded", "documented", "known")
				continue
			}
			if p.later(e) {
				continue
			}
			if p.is("priorword") {
				r := &relation{Relation: study.Relation{To: &study.Offset{Days: -1}}, ana: "index",
					known: slices.Contains([]string{"known", "established"}, p.lastPhrase())}
				if p.try(func() bool { return p.is("or") && p.is("sameday") }) { // "no earlier or same-day X"
					r.To = &study.Offset{}
				}
				e.rels = append(e.rels, r)
				continue
			}
			p.pos = start
			return
		}
	}
}

// later reads "later" before a name, "a later HbA1c": after the index.
func (p *parser) later(e *event) bool {
	if !p.is("laterword") {
		return false
	}
	e.rels = append(e.rels, &relation{Relation: study.Relation{From: p.chooseDay("after", 1)}, ana: "index", then: true})
	return true
}

// ofOneWord reports whether the number that is next is part of a word: "23-valent vaccine", "12-lead ECG".
func (p *parser) ofOneWord() bool {
	return p.ahead(func() bool {
		p.skip()
		if p.pos+1 >= len(p.toks) || !p.toks[p.pos].isNum || !p.toks[p.pos+1].isWord {
			return false
		}
		_, unit := p.longest(p.pos+1, "unit", "agelead")
		return unit == 0 && p.text[p.toks[p.pos].end:p.toks[p.pos+1].start] == "-"
	})
}

// ofOneName reports whether the word that is next is joined to one that says no order: "first-degree", not
// "first-ever".
func (p *parser) ofOneName() bool {
	return p.ahead(func() bool {
		p.skip()
		if p.pos+1 >= len(p.toks) {
			return false
		}
		next := p.toks[p.pos+1]
		return p.text[p.toks[p.pos].end:next.start] == "-" &&
			!slices.Contains([]string{"ever", "time", "recorded", "onset", "diagnosed"}, next.low)
	})
}

// nameBegins reports whether a name of several words begins here, of which no word is the grammar's.
func (p *parser) nameBegins() bool {
	return p.ahead(func() bool {
		p.skip()
		cs := p.candidates(p.pos)
		if len(cs) > 0 {
			return cs[0].n > 1 && !p.splits(p.pos, cs[0])
		}
		_, ok := p.elided(nil) // the "second" of "second or third degree burns"
		return ok
	})
}

// headFollows reports whether an event's name or noun is next.
func (p *parser) headFollows() bool {
	p.skip()
	return len(p.candidates(p.pos)) > 0 || p.sees("eventnoun", "visit")
}

func (p *parser) isWordAt(w string) bool { return p.at(0) == w }

// countOf reads how many: "at least 3 prescriptions", but not the 30 of "30 days" or of "30 mg".
func (p *parser) countOf(e *event) bool {
	if p.try(func() bool { return p.word("multiple") && p.sees("eventnoun", "visit") && !p.nameBegins() }) {
		e.times = timesRange("ge 2")
		return true
	}
	if r, ok := p.lex("timesrange"); ok {
		e.times = timesRange(r)
		return true
	}
	if r, ok := p.noneOr(); ok {
		p.noneSaid = true
		e.times = &r
		return !p.sees("unit")
	}
	if r, ok := p.oneBut(); ok {
		e.times = &r
		return !p.sees("unit")
	}
	if e.again && p.at(0) == "one" { // "another one"
		return false
	}
	r, bare, ok := p.comparison()
	if !ok || p.sees("unit") || p.sees("munit") || p.sees("agetail") || bare && isYear(p.toks[p.pos-1]) {
		return false
	}
	if bare { // "two diagnoses of": at least so many
		r = study.Range{Min: r.Min}
		p.bareSaid = true
	}
	if e.times = &r; r.Min != nil && r == (study.Range{Min: r.Min}) && *r.Min <= 1 {
		e.times = nil // at least one
	}
	return true
}

func timesRange(value string) *study.Range {
	op, n, _ := strings.Cut(value, " ")
	v := map[string]float64{"1": 1, "2": 2}[n]
	r := compared(op, v)
	return &r
}

func (e *event) which(w string) {
	e.ownWhich = true
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
	case "recurrent":
		e.again, e.recurrent = true, true
	}
}
