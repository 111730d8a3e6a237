package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// people is a noun phrase of people: "women older than 70 with osteoporosis who took alendronate".
type people struct {
	preds  []*predicate
	age    *study.Range  // said of the people; it belongs to the event beside them
	ageOn  string        // the date of that age
	period *study.Period // said of the people: "patients in 2010"
	only   bool          // nothing but a noun: "patients"
}

// ageBounds are what people of a word are, in years: adults from 18, children below, elderly from 65.
var ageBounds = map[string]func() *study.Range{
	"adult":   func() *study.Range { r := compared("ge", 18); return &r },
	"child":   func() *study.Range { r := compared("lt", 18); return &r },
	"elderly": func() *study.Range { r := compared("ge", 65); return &r },
	"teen":    func() *study.Range { r := namedAges("13 19"); return &r },
}

// people consumes a noun phrase of people with all that says who they are.
func (p *parser) people() (*people, bool) {
	start := p.pos
	g := &people{}
	if p.at(0) == "those" && p.ahead(func() bool {
		p.pos++
		return p.sees("relpron", "verb", "without", "whose", "agelead", "agecmp")
	}) {
		p.take()
	} else if !p.peopleNoun(g) {
		p.pos = start
		return nil, false
	}
	p.postmods(g)
	g.only = len(g.preds) == 0 && g.age == nil && g.period == nil
	return g, true
}

// peopleNoun reads the adjectives and the noun: "female heart failure patients", "new users of warfarin",
// "65-year-old men".
func (p *parser) peopleNoun(g *people) bool {
	for range 6 {
		at := p.pos
		if p.adjective(g) {
			continue
		}
		p.pos = at
		break
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
	if v, ok := p.lex("peopleof"); ok {
		g.preds = append(g.preds, entityOf(v))
		return true
	}
	v, ok := p.lex("people")
	if ok {
		return g.noun(v)
	}
	return p.namedPeople(g)
}

// namedPeople reads an entity with its noun: "T2DM pts", "warfarin users", "metformin initiators", "newly
// diagnosed heart failure patients".
func (p *parser) namedPeople(g *people) bool {
	v := verb{}
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
	for range 3 {
		if !p.adjective(g) {
			break
		}
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
	g.preds = append(g.preds, q)
	return g.noun(value)
}

// noun hangs on the people what their noun says.
func (g *people) noun(v string) bool {
	switch v {
	case "":
	case "female", "male":
		g.preds = append(g.preds, traitOf(study.Trait{Sex: v}))
	case "adult", "child", "elderly", "teen":
		g.setAge(*ageBounds[v]())
	case "white", "black", "asian":
		g.preds = append(g.preds, traitOf(study.Trait{Race: v}))
	case "hispanic", "not hispanic":
		g.preds = append(g.preds, traitOf(study.Trait{Ethnicity: v}))
	case "dead":
		g.preds = append(g.preds, died())
	default:
		return false
	}
	return true
}

func died() *predicate {
	return &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.Death}}}
}

func entityOf(v string) *predicate {
	text, domain, _ := strings.Cut(v, "|")
	return &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.Domain(domain), Concepts: []study.Entity{{Text: text}}}, domains: []string{domain}}}
}

// setAge narrows the age of the people; false where one was said before.
func (g *people) setAge(r study.Range) bool {
	if g.age == nil {
		g.age = &r
		return true
	}
	if g.age.Min == nil && r.Max == nil {
		g.age.Min, g.age.MinOpen = r.Min, r.MinOpen
	} else if g.age.Max == nil && r.Min == nil {
		g.age.Max, g.age.MaxOpen = r.Max, r.MaxOpen
	} else {
		return false
	}
	return true
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
		return g.noun(value)
	case before(of("race")):
		g.preds = append(g.preds, traitOf(study.Trait{Race: value}))
	case before(of("ageword")):
		return g.setAge(*ageBounds[value]())
	case before(of("adjof")):
		g.preds = append(g.preds, entityOf(value))
	case before(of("dead")):
		g.preds = append(g.preds, died())
	case before(of("visitverb")):
		g.preds = append(g.preds, &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: value}}}}})
	default:
		return p.try(func() bool {
			r, ok := p.atAge()
			return ok && p.peopleFollow() && g.setAge(r)
		})
	}
	return true
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
			if p.is("sex", "race", "ethnicity", "ageword", "adjof", "dead", "visitverb", "agetail") || p.at(0) == "or" || p.at(0) == "and" {
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

// postmods reads what follows the noun: relative clauses, "with X", "on X", "aged 65+", "living in TX".
func (p *parser) postmods(g *people) {
	for range 10 {
		at := p.pos
		if !p.postmod(g) {
			p.pos = at
			return
		}
	}
}

func (p *parser) postmod(g *people) bool {
	if n := len(g.preds); n > 0 && g.preds[n-1].kind == leaf && p.try(func() bool { return p.washoutBefore(g.preds[n-1].ev) }) {
		return true
	}
	p.try(func() bool { return (p.at(0) == "," || p.at(0) == "(") && p.take() })
	joined := len(g.preds) > 0 && (p.is("and", "but"))
	{
		if r, ok := p.peopleAge(); ok {
			if e, ok := p.ageEvent(); ok {
				e.Age = &r
				g.preds = append(g.preds, &predicate{kind: leaf, ev: e})
				return true
			}
			if !g.setAge(r) {
				return false
			}
			if d, ok := p.ageDate(); ok {
				g.ageOn = d
			}
			p.is("atindex")
			return true
		}
	}
	if p.is("relpron") {
		q, _, ok := p.clause()
		if ok {
			g.add(q)
		}
		return ok
	}
	if q, ok := p.whose(); ok {
		g.preds = append(g.preds, q)
		return true
	}
	if q, ok := p.underObservation(); ok && !p.sees("unit") {
		g.preds = append(g.preds, q)
		return true
	}
	q, finite, ok := p.onePredicate(nil)
	if !ok || finite || q.v.form == "fin" || q.v.form == "have" && !joined {
		return p.peoplePeriod(g, joined)
	}
	if q.kind != trait && q.kind != aged {
		q = p.moreClauses(q, func(more *predicate, finite bool) bool {
			return !finite && (more.v.form != "fin" || more.kind == notKind)
		})
	}
	g.add(q)
	return true
}

func (p *parser) peoplePeriod(g *people, joined bool) bool {
	if joined || g.period != nil || len(g.preds) > 0 && len(g.preds[len(g.preds)-1].events()) > 0 {
		return false
	}
	d, ok := p.period()
	if ok {
		g.period = d
	}
	return ok
}

// flat are the predicates with the parts of each "and" one by one.
func flat(preds []*predicate) []*predicate {
	var found []*predicate
	for _, q := range preds {
		if q.kind == allKind && !q.together() {
			found = append(found, flat(q.kids)...)
		} else {
			found = append(found, q)
		}
	}
	return found
}

// together reports whether the parts of an "and" are related to each other: "A and B on the same day".
func (q *predicate) together() bool {
	last := q.kids[len(q.kids)-1]
	return last.kind == leaf && len(last.ev.rels) == 1 && last.ev.rels[0].ana == "same" && last.ev.rels[0].anchor == nil
}

// add hangs a predicate on the people.
func (g *people) add(q *predicate) {
	if q.kind == allKind && !q.together() {
		for _, k := range q.kids {
			if k.kind == aged && g.age == nil {
				g.age = k.age
				q.kids = slices.DeleteFunc(q.kids, func(o *predicate) bool { return o == k })
				break
			}
		}
		q = grouped(allKind, q.kids)
	}
	if q.kind == aged && g.age == nil {
		g.age = q.age
		return
	}
	g.preds = append(g.preds, q)
}

// ageDate reads the date of an age: "aged 65 to 74 in 2010", "on 2010-07-01".
func (p *parser) ageDate() (string, bool) {
	start := p.pos
	p.word("in", "on", "as", "at")
	p.word("of", "the")
	p.word("beginning", "start")
	d, ok := p.date()
	if !ok || d.year == 0 || d.day == 0 && d.month > 0 || d.months > 0 || p.at(0) == "-" || p.at(0) == "to" {
		p.pos = start
		return "", false
	}
	if d.day > 0 {
		return d.from(), true
	}
	return d.from()[:4], true
}

// whose reads "whose HbA1c was above 9", "whose last HbA1c exceeded 9", "whose age is over 65", "whose race is
// Black".
func (p *parser) whose() (*predicate, bool) {
	start := p.pos
	if !p.is("whose") {
		return nil, false
	}
	if p.is("raceword", "ethnicityword", "stratum", "stateword") {
		for p.is("aux") || p.word("of", "residence") {
		}
		if q, ok := p.traitPredicate(); ok {
			return q, true
		}
	}
	if r, ok := p.atAge(); ok {
		return &predicate{kind: aged, age: &r}, true
	}
	q, ok := p.eventList(nil, true)
	if ok {
		for p.is("aux") || p.is("passive") || p.word("ever", "of") {
		}
		es := q.events()
		for i := range es {
			e := es[len(es)-1-i]
			p.comparedValue(e)
			if i == 0 {
				p.eventMods(e)
			}
		}
		return q, true
	}
	p.pos = start
	return nil, false
}

// prepTrait reads traits that follow a noun: "in CA", "of Hispanic ethnicity", "born before 1930".
func (p *parser) prepTrait() (*predicate, bool) {
	start := p.pos
	for _, form := range []func() (*predicate, bool){p.lives, p.ofRace, p.born} {
		if q, ok := form(); ok {
			return q, true
		}
		p.pos = start
	}
	return nil, false
}

func (p *parser) lives() (*predicate, bool) {
	for p.is("aux") {
	}
	if !p.is("livein") && !p.word("in", "from") {
		return nil, false
	}
	p.is("stateword")
	return p.state()
}

func (p *parser) state() (*predicate, bool) {
	start := p.pos
	p.skip()
	at := p.pos
	v, ok := p.lex("state")
	if !ok || p.pos == at+1 && len(p.toks[at].low) == 2 && p.text[p.toks[at].start:p.toks[at].end] != v {
		p.pos = start
		return nil, false
	}
	return traitOf(study.Trait{State: v}), true
}

func (p *parser) ofRace() (*predicate, bool) {
	if !p.word("of", "with") {
		return nil, false
	}
	p.is("raceword", "ethnicityword")
	if v, ok := p.lex("ethnicity"); ok {
		p.is("ethnicityword", "raceword")
		return traitOf(study.Trait{Ethnicity: v}), true
	}
	if v, ok := p.lex("race"); ok {
		p.is("raceword", "ethnicityword")
		return traitOf(study.Trait{Race: v}), true
	}
	return nil, false
}

func (p *parser) born() (*predicate, bool) {
	for p.is("aux") {
	}
	if !p.is("bornnoun", "born") && !p.try(func() bool { return p.word("with", "whose") && p.is("bornnoun") }) {
		return nil, false
	}
	for p.is("aux") {
	}
	d, ok := p.period()
	if !ok {
		return nil, false
	}
	return traitOf(study.Trait{Born: d}), true
}

// traitPredicate reads what people are: "are women", "are Black", "live in TX", "were older than 75 when they
// started it".
func (p *parser) traitPredicate() (*predicate, bool) {
	start := p.pos
	if v, ok := p.lex("sex"); ok {
		q := traitOf(study.Trait{Sex: v})
		if older, ok := p.agedPredicate(); ok { // "are women over 75"
			return all(q, older), true
		}
		return q, true
	}
	if v, ok := p.lex("ethnicity"); ok {
		return traitOf(study.Trait{Ethnicity: v}), true
	}
	if v, ok := p.lex("race"); ok {
		return traitOf(study.Trait{Race: v}), true
	}
	if q, ok := p.prepTrait(); ok {
		return q, true
	}
	if q, ok := p.state(); ok {
		return q, true
	}
	if q, ok := p.agedPredicate(); ok {
		return q, true
	}
	if p.is("alive") {
		return p.survived(), true
	}
	if q, ok := p.observedFor(); ok {
		return q, true
	}
	if q, ok := p.underObservation(); ok {
		return q, true
	}
	p.pos = start
	return nil, false
}

// survived reads "survived at least 1 year after diagnosis", "were alive after 90 days".
func (p *parser) survived() *predicate {
	q := died()
	p.try(func() bool {
		p.is("after")
		p.is("cmp")
		d, ok := p.duration()
		if !ok {
			return false
		}
		r := &relation{Relation: study.Relation{From: &study.Offset{}, To: &d}, ana: "index"}
		if p.is("after", "from") {
			anchor, ana, ok := p.anchor()
			if !ok {
				return false
			}
			r.anchor, r.ana = anchor, ana
		} else {
			p.is("thenword")
		}
		q.ev.rels = []*relation{r}
		return true
	})
	return not(q)
}

// underObservation reads "were under observation in 2009": an observation period shares a day with it.
func (p *parser) underObservation() (*predicate, bool) {
	if !p.is("observedverb") {
		return nil, false
	}
	e := &event{Event: study.Event{Domain: study.Observed}}
	if d, ok := p.period(); ok {
		e.Touching = d
	}
	return &predicate{kind: leaf, ev: e}, true
}

// agedPredicate reads "older than 75 at first diagnosis", "over 80 when they started warfarin", "aged 65 to 74
// in 2010", "adults".
func (p *parser) agedPredicate() (*predicate, bool) {
	r, ok := p.peopleAge()
	if v, isWord := p.lex("ageword", "people"); !ok && isWord {
		if b := ageBounds[v]; b != nil {
			r, ok = *b(), true
		}
	}
	if !ok {
		return nil, false
	}
	if d, ok := p.ageDate(); ok {
		return &predicate{kind: trait, crit: &study.Criterion{Is: &study.Trait{Age: &study.Age{Range: r, On: d}}}}, true
	}
	if e, ok := p.ageEvent(); ok {
		e.Age = &r
		return &predicate{kind: leaf, ev: e}, true
	}
	if p.is("atindex") {
		p.is("it")
	}
	return &predicate{kind: aged, age: &r}, true
}

// ageEvent reads the event at which an age is meant: "at first diagnosis of X", "when they started warfarin".
func (p *parser) ageEvent() (*event, bool) {
	start := p.pos
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if p.word("at", "when", "upon") {
		p.is("subjpron")
		p.word("time")
		p.word("of")
		if e, ok := p.anchorEvent(); ok {
			if e.Which == study.Any && e.Domain != study.Death && e.Domain != study.Visit {
				e.Which = study.First
			}
			return e, true
		}
	}
	p.pos = start
	return nil, false
}

// observedFor reads "observed for at least 90 days after diagnosis", "with at least 365 days of observation
// before and 180 after".
func (p *parser) observedFor() (*predicate, bool) {
	start := p.pos
	said := p.is("observedverb")
	f := study.FollowUp{}
	for range 2 {
		if !p.try(func() bool { return p.observedSpan(&f, &said) }) {
			break
		}
	}
	if f.Before == 0 && f.After == 0 && f.For == nil {
		p.pos = start
		return nil, false
	}
	return &predicate{kind: trait, crit: &study.Criterion{Observed: &f}}, true
}

// observedSpan reads "for at least 90 days after it"; said tells whether observation was named, and is set
// where it is.
func (p *parser) observedSpan(f *study.FollowUp, said *bool) bool {
	p.word("for", "with", "and", "of", "a")
	p.is("and")
	r, bare, ok := p.comparison("unit")
	if !ok || r.Min == nil || r.Max != nil && !bare {
		return false
	}
	unit, isUnit := p.lex("unit")
	if !isUnit && p.role[p.pos-1] != "cmpafter" {
		return false
	}
	p.is("cmpafter")
	p.word("of")
	if !p.is("followupnoun") && !*said {
		return false
	}
	*said = true
	days, ok := inDays(unit, *r.Min)
	before := p.is("priorly") || p.is("before")
	after := !before && p.is("after")
	if before || after {
		p.observedAnchor()
	}
	switch {
	case before && ok:
		f.Before = days
	case before:
		return false
	case unit == "month" || unit == "year":
		o, _ := offset(unit, int(*r.Min))
		f.For = &o
	default:
		f.After = days
	}
	return ok || f.For != nil
}

func (p *parser) observedAnchor() {
	for range 2 {
		p.is("whichrec")
		if !p.is("dxana") && !p.is("startana") && !p.is("it") {
			return
		}
	}
}

func inDays(unit string, n float64) (int, bool) {
	switch unit {
	case "day":
		return int(n), true
	case "week":
		return int(7 * n), true
	case "month":
		return int(30 * n), n == 0
	case "year":
		return int(365 * n), true
	}
	return 0, false
}
