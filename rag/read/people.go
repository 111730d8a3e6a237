package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// people is a noun phrase of people: "women older than 70 with osteoporosis who took alendronate".
type people struct {
	preds   []*predicate
	age     *study.Range  // said of the people; it belongs to the event beside them
	ageOn   string        // the date of that age
	period  *study.Period // said of the people: "patients in 2010"
	only    bool          // nothing but a noun: "patients"
	sexes   bool          // "men and women": everybody, each sex by itself
	atRisk  bool          // "patients at risk": for the first time in a period
	anyDate bool          // nothing they had is the index
	aged    bool          // "aged" was said of the age
	ageFrom int           // so many predicates stood before the age: it is said of people who are told by something
	atStart bool          // the age is that at the start of time at risk
	madeAge bool          // the age is that "at diagnosis"
	commas  kind          // commas join clauses that tell of them: "who had a stroke, died or were hospitalised"
	joint   int           // how many things name them: "asthma and stroke patients" may have both, or either
	current bool          // "current users": at the time that is named
	newIn   bool          // a time stands behind what they had for the first time: "with a first stroke in 2009"
	versus  []named       // "with and without asthma": two groups of them
}

// bare reports whether nothing is said of the people but when.
func (g *people) bare() bool { return len(g.preds) == 0 && g.age == nil && len(g.versus) == 0 }

// useNow makes the drugs that the people's noun names what they use at the time that is named.
func (g *people) useNow() bool {
	used := false
	for _, q := range g.preds {
		for _, e := range q.events() {
			if e.Domain == study.Drug && e.Which == study.Any {
				e.current, used = true, true
			}
		}
	}
	return used
}

// people consumes a noun phrase of people with all that says who they are.
func (p *parser) people() (*people, bool) {
	start := p.pos
	g := &people{}
	if p.those() {
	} else if !p.peopleNoun(g) && !(p.is("allof") && p.peopleNoun(g)) {
		p.pos = start
		return nil, false
	}
	if g.current && !g.useNow() {
		p.pos = start
		return nil, false
	}
	p.inDatabase()
	g.atRisk = p.is("atriskword")
	p.postmods(g)
	g.anyDate = p.atAnyDate()
	p.try(func() bool { return p.orTheRest(g) })
	g.only = g.bare() && g.period == nil
	return g, true
}

// those reads "those", "all those" before what says who they are: "those ever diagnosed with X", "all those who had X".
func (p *parser) those() bool {
	return p.try(func() bool {
		p.word("all")
		return p.at(0) == "those" && p.take() && p.ahead(func() bool {
			p.word("ever", "previously", "already", "newly", "also")
			return p.sees("relpron", "verb", "without", "whose", "agelead", "agecmp", "visitverb", "deathverb", "namedafter") ||
				p.discharged(&event{}) || p.ahead(func() bool { _, ok := p.peopleAge(); return ok })
		})
	})
}

// inDatabase reads "in all", "in this database", which say that everybody is meant.
func (p *parser) inDatabase() { p.is("everywhere") }

// peopleNoun reads the adjectives and the noun: "female heart failure patients", "new users of warfarin",
// "65-year-old men".
func (p *parser) peopleNoun(g *people) bool {
	p.try(func() bool { return p.is("distinctword") && p.peopleFollow() })
	for range 6 {
		at := p.pos
		if p.adjective(g) {
			continue
		}
		p.pos = at
		break
	}
	if p.try(func() bool { return p.pluralAge(g) }) {
		return true
	}
	if v, ok := p.lex("usersof"); ok {
		if p.word("of") {
			w := verbOf(v)
			q, ok := p.eventList(w.domains, false)
			if !ok {
				return false
			}
			for _, e := range q.events() {
				p.adverbs(w, e)
			}
			g.preds = append(g.preds, q)
			return true
		}
		p.pos--
		for p.pos > 0 && p.group[p.pos-1] == p.group[p.pos] && p.role[p.pos] == "usersof" {
			p.pos--
		}
	}
	if p.try(func() bool { // "non-diabetics"
		without := p.word("non")
		v, ok := p.lex("peopleof")
		if ok && without {
			g.preds = append(g.preds, not(entityOf(v)))
		} else if ok {
			g.preds = append(g.preds, entityOf(v))
		}
		return ok
	}) {
		return true
	}
	if len(g.preds) == 0 && p.try(p.sexes) {
		g.sexes = true
		return true
	}
	v, ok := p.lex("people")
	if ok {
		return g.noun(p, v)
	}
	return p.namedPeople(g)
}

// namedPeople reads an entity with its noun: "T2DM pts", "warfarin users", "metformin initiators", "newly
// diagnosed heart failure patients".
func (p *parser) namedPeople(g *people) bool {
	v := verb{}
	p.takeOne("ever") // "ever-warfarin users"
	if value, ok := p.lex("verb"); ok {
		if v = verbOf(value); v.form != "part" {
			return false
		}
	} else if w, ok := p.lex("whichrec"); ok {
		if w != "first" {
			return false
		}
		v.first = true
	}
	q, ok := p.eventList(v.domains, false)
	if !ok {
		return false
	}
	if p.role[p.pos-1] == "passive" { // "warfarin new users": the word belongs to the noun
		if _, n := p.longest(p.pos-1, "people", "usersof"); n > 1 {
			p.pos--
		}
	}
	for range 3 {
		if !p.try(func() bool { return p.adjective(g) }) {
			break
		}
	}
	if p.ahead(p.sexes) { // "asthma admissions, men vs women": a grouping, not a noun of people
		return false
	}
	value, ok := p.lex("people")
	if !ok {
		if value, ok = p.lex("usersof"); !ok {
			return false
		}
	}
	if strings.HasPrefix(value, "drug") {
		w := verbOf(value)
		v.first = v.first || w.first
		for _, e := range q.events() {
			if !slices.Contains(e.domains, "drug") && e.Domain != study.Drug {
				return false
			}
			e.Domain = study.Drug
		}
		value = ""
	}
	for _, e := range q.events() {
		p.adverbs(v, e)
	}
	if q.kind == allKind && !q.closed {
		g.joint = len(q.kids)
	}
	g.preds = append(g.preds, q)
	return g.noun(p, value)
}

// noun hangs on the people what their noun says.
func (g *people) noun(p *parser, v string) bool {
	switch v {
	case "":
	case "female", "male":
		g.preds = append(g.preds, traitOf(study.Trait{Sex: v}))
	case "adult", "child", "elderly", "teen":
		g.setAge(*p.ageBounds(v))
	case "white", "black", "asian":
		g.preds = append(g.preds, traitOf(study.Trait{Race: v}))
	case "hispanic", "not hispanic":
		g.preds = append(g.preds, traitOf(study.Trait{Ethnicity: v}))
	case "dead":
		g.preds = append(g.preds, died())
	default:
		if !digitAt(v, 0) { // "octogenarians": 80 89
			return false
		}
		return g.setAge(namedAges(v))
	}
	return true
}

func died() *predicate {
	return &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.Death}}}
}

func entityOf(v string) *predicate {
	text, domain, _ := strings.Cut(v, "|")
	return &predicate{kind: leaf,
		ev: &event{Event: study.Event{Domain: study.Domain(domain), Concepts: []study.Entity{{Text: text}}},
			domains: []string{domain}}}
}

// setAge narrows the age of the people; false where one was said before.
func (g *people) setAge(r study.Range) bool {
	if g.age == nil {
		g.age = &r
		return true
	}
	if g.ageOn != "" { // at another date
		return false
	}
	if g.age.Min == nil && r.Max == nil {
		g.age.Min, g.age.MinOpen = r.Min, r.MinOpen
	} else if g.age.Max == nil && r.Min == nil {
		g.age.Max, g.age.MaxOpen = r.Max, r.MaxOpen
	} else if r.Min != nil && r.Max != nil && (g.age.Min == nil || *g.age.Min <= *r.Min) &&
		(g.age.Max == nil || *g.age.Max >= *r.Max) {
		g.age = &r // "adults aged 40 to 59"
	} else if g.age.Min == nil && r.Min == nil && *r.Max <= *g.age.Max ||
		g.age.Max == nil && r.Max == nil && *r.Min >= *g.age.Min {
		g.age = &r // "children under 12"
	} else {
		return false
	}
	return true
}

// yearOf gives the year behind an age of people to the records that are looked at, with the age at them: "diagnoses in
// people under 65 in 2010".
func (g *people) yearOf(e *event) {
	if len(g.ageOn) == 4 && e.During == nil && g.age != nil && !g.aged {
		e.During, g.ageOn = wholeYear(g.ageOn), ""
	}
}

// givePeriod takes off the people the period that stands behind what they have: "visits per patient with asthma in
// 2009", "with asthma and a stroke in 2009" are visits in 2009, while "per patient diagnosed with asthma in 2009" says
// when that was.
func (g *people) givePeriod() (d *study.Period) {
	if g.newThen() { // "with a first stroke in 2009": the stroke was then
		g.newIn = g.newIn || g.preds[len(g.preds)-1].v.form == "prep"
		return nil
	}
	var theirs []*event
	had := false
	for _, q := range slices.Backward(g.preds) {
		es := q.named()
		if len(es) == 0 || !q.saidWith() || slices.ContainsFunc(es, func(e *event) bool {
			return e.record || e.During == nil || d != nil && e.During != d
		}) {
			break
		}
		for _, e := range es { // said once, behind the last of them
			if d == nil {
				d = e.During
			} else if e.During != d {
				return nil
			}
		}
		theirs, had = append(theirs, es...), had || len(q.events()) > 0
	}
	if !had { // what they did not have then
		return nil
	}
	for _, e := range theirs {
		e.During = nil
	}
	return d
}

// lastNamed are the events of the last that is said of the people.
func (g *people) lastNamed() []*event {
	if n := len(g.preds); n > 0 {
		return g.preds[n-1].named()
	}
	return nil
}

// newThen reports whether the last that people are told by is one of their records, a first one or a second: a time
// behind it is when that was.
func (g *people) newThen() bool {
	if n := len(g.preds); n > 0 {
		return slices.ContainsFunc(g.preds[n-1].named(), func(e *event) bool {
			return e.Which != study.Any || e.started
		})
	}
	return false
}

// givePeriodEach takes the time behind "per patient" for that of the records: "ER visits per patient in 2009 among
// people with asthma", "per patient with asthma in 2009".
func (g *people) givePeriodEach() *study.Period {
	if d := g.period; d != nil {
		g.period = nil
		return d
	}
	return g.givePeriod()
}

// adjective reads one adjective of people.
func (p *parser) adjective(g *people) bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	before := func(f func() bool) bool { return p.try(func() bool { return f() && p.peopleFollow() }) }
	value := ""
	of := func(cat category) func() bool {
		return func() (ok bool) { value, ok = p.lex(cat); return ok }
	}
	switch {
	case before(of("sex")), before(of("ethnicity")):
		return g.noun(p, value)
	case before(func() bool { return p.word("non") && of("race")() }):
		g.preds = append(g.preds, not(traitOf(study.Trait{Race: value})))
	case before(func() bool { return p.word("non") && of("adjof")() }): // "non-diabetic"
		g.preds = append(g.preds, not(entityOf(value)))
	case before(of("race")):
		g.preds = append(g.preds, p.alternatives(traitOf(study.Trait{Race: value}), p.otherRace))
	case before(func() bool { return p.is("current") }):
		g.current = true
	case before(func() bool { return p.allergicAdjective(g) }):
	case before(of("ageword")):
		return g.setAge(*p.ageBounds(value))
	case before(of("adjof")):
		g.preds = append(g.preds, entityOf(value))
	case before(func() bool { return p.is("observedverb") }):
		g.preds = append(g.preds, &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.Observed}}})
	case before(of("dead")):
		g.preds = append(g.preds, died())
	case before(of("visitverb")):
		g.preds = append(g.preds,
			&predicate{kind: leaf,
				ev: &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: value}}}}})
	default:
		return p.try(func() bool {
			r, ok := p.atAge()
			if !ok && p.pos < len(p.toks) && p.toks[p.pos].isNum { // "65+ women", "50-64 men"
				var bare bool
				r, bare, ok = p.comparison()
				ok = ok && !bare && p.plainAge()
			}
			return ok && p.peopleFollow() && g.setAge(r)
		})
	}
	return true
}

// pluralAge reads "over-75s", "the under 10s".
func (p *parser) pluralAge(g *people) bool {
	op, ok := p.lex("cmp")
	if !ok || op != "lt" && op != "gt" {
		return false
	}
	n, ok := p.number()
	return ok && p.at(0) == "s" && p.take() && g.setAge(compared(op, n))
}

// peopleFollow reports whether the noun phrase goes on to a noun of people.
func (p *parser) peopleFollow() bool {
	return p.ahead(func() bool {
		for range 12 {
			if p.is("people", "usersof", "peopleof") {
				return true
			}
			p.skip()
			if p.pos >= len(p.toks) {
				return false
			}
			if p.at(0) == "non" || p.at(0) == "or" || p.at(0) == "and" {
				p.pos++
				if p.sees("people", "usersof", "peopleof") { // "women and men" are two nouns
					return false
				}
				continue
			}
			if p.is("sex", "race", "ethnicity", "current", "ageword", "adjof", "dead", "visitverb", "agetail",
				"observedverb") {
				continue
			}
			if cs := p.candidates(p.pos); len(cs) > 0 {
				p.pos += cs[0].n
				continue
			}
			if _, ok := p.number(); ok {
				continue
			}
			return false
		}
		return false
	})
}
