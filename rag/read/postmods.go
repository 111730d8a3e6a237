package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// postmods reads what follows the noun: relative clauses, "with X", "on X", "aged 65+", "living in TX".
func (p *parser) postmods(g *people) {
	outer := p.told
	defer func() { p.told = outer }()
	for range 10 {
		p.told = someHappened(g.preds)
		at := p.pos
		if !p.postmod(g) {
			p.pos = at
			return
		}
	}
}

func (p *parser) postmod(g *people) bool {
	if n := len(g.preds); n > 0 && g.preds[n-1].kind == leaf &&
		p.try(func() bool { return p.washoutBefore(g.preds[n-1].ev) }) {
		return true
	}
	if n := len(g.preds); n > 0 && g.preds[n-1].kind == leaf && g.age != nil && g.ageOn == "" &&
		g.preds[n-1].ev.Age == nil && g.preds[n-1].ev.Which == study.Any && p.is("atindex") {
		g.preds[n-1].ev.Which = study.First // "patients under 40 with X at first diagnosis"
		return true
	}
	if p.try(func() bool { return p.withAndWithout(g) }) ||
		len(g.preds) > 0 && p.at(0) == "(" && p.anywhereInRecords() {
		return true
	}
	if p.at(0) == "(" &&
		p.ahead(func() bool { var bands study.Stratum; p.ageBands(&bands); return len(bands.Bands) > 1 }) {
		return false // of a grouping
	}
	if p.groupAsked && p.at(0) == "," || p.andGroup() {
		return false // of the sentence around those who are left out, or another group
	}
	p.try(func() bool { return (p.at(0) == "," || p.at(0) == "(") && p.take() })
	joined := len(g.preds) > 0 && (p.is("and", "but")) || g.age != nil && p.andObserved()
	if !p.sees("aux") { // "were older than 75" is what is asked
		from := p.pos
		open := p.at(0) == "(" || p.pos > 0 && p.toks[p.pos-1].low == "(" && p.role[p.pos-1] == "word"
		if r, ok := p.peopleAge(); ok {
			if open {
				p.try(func() bool { return p.at(0) == ")" && p.take() })
			}
			g.aged = p.saidSince(from, "aged")
			if e, ok := p.ageEvent(); ok {
				e.Age, e.agedAt = &r, true
				g.preds = append(g.preds, &predicate{kind: leaf, ev: e})
				return true
			}
			if n := len(g.preds); n > 0 && g.age == nil && p.try(func() bool { // "users aged over 60 at their first fill"
				return p.is("atindex") && hasWord(p.lastPhrase(), "first") &&
					g.preds[n-1].agedAtFirst(&predicate{kind: aged, age: &r, dated: true})
			}) {
				return true
			}
			if !g.setAge(r) {
				return false
			}
			g.ageFrom = len(g.preds)
			if d, ok := p.ageDate(); ok {
				g.ageOn = d
			}
			g.atStart = p.is("atstart", "atindex")
			g.madeAge = g.atStart && atDiagnosis(p.lastPhrase())
			return true
		}
	}
	if p.is("relpron") {
		outer := p.relative
		p.clauseComma, p.relative = false, true
		q, _, ok := p.clause()
		p.relative = outer
		if ok {
			if p.clauseComma {
				g.commas = q.kind
			}
			g.add(q)
		}
		return ok
	}
	if q, ok := p.whose(); ok {
		g.preds = append(g.preds, q)
		return true
	}
	if q, ok := p.observedFor(); ok {
		g.add(q)
		return true
	}
	if q, ok := p.underObservation(); ok && !p.sees("unit") {
		g.preds = append(g.preds, q)
		return true
	}
	at := p.pos
	q, finite, ok := p.onePredicate(nil)
	if !ok || finite || at > 0 && p.toks[at-1].low == "," && p.finiteAt(at) || q.v.form == "fin" || q.v.form == "have" && !joined {
		p.pos = at // what is asked of them: its time is not theirs
		return p.peoplePeriod(g, joined)
	}
	if q.kind != trait && q.kind != aged {
		p.told = p.told || len(q.events()) > 0
		q = p.moreClauses(q, func(more *predicate, finite bool) bool {
			return !finite && (more.v.form != "fin" || more.kind == notKind)
		})
	}
	g.add(q)
	return true
}

// someHappened reports whether one of the predicates names what people had, after which another thing may come.
func someHappened(preds []*predicate) bool {
	return slices.ContainsFunc(preds, func(q *predicate) bool { return len(q.events()) > 0 })
}

// withAndWithout reads "with and without asthma", "with versus without a stroke": two groups of the people.
func (p *parser) withAndWithout(g *people) bool {
	if len(g.versus) > 0 || !p.word("with") || !p.is("and", "versus") || !p.word("without") {
		return false
	}
	from := p.pos
	q, ok := p.eventList(nil, true)
	if !ok || len(q.events()) == 0 || slices.ContainsFunc(q.events(), func(e *event) bool {
		return e.isDrug() && len(e.rels) == 0
	}) {
		return false // of a drug, "with" leaves open when: while taking it, or ever; "an earlier record of it" does not
	}
	name := p.nameFrom(from)
	g.versus = []named{{"with " + name, q}, {"without " + name, not(q)}}
	return true
}

func (p *parser) peoplePeriod(g *people, joined bool) bool {
	if n := len(g.preds); !joined && g.period == nil && n > 0 && g.preds[n-1].kind == leaf &&
		p.try(func() bool { return p.nounPeriod(g.preds[n-1]) }) {
		g.newIn = g.newThen()
		return true
	}
	if joined || g.period != nil || len(g.preds) > 0 && len(g.preds[len(g.preds)-1].events()) > 0 {
		return false
	}
	d, ok := p.period()
	if ok {
		g.period = d
	}
	return ok
}

// nounPeriod reads when people were what their noun says: "warfarin initiators in 2009 had", "of heart failure patients
// in 2009, how many".
func (p *parser) nounPeriod(q *predicate) bool {
	if q.v.form != "" || q.ev.During != nil || q.ev.Age != nil || len(q.ev.Concepts) == 0 || q.ev.current {
		return false
	}
	d, ok := p.period()
	began := (q.ev.Which != study.Any || q.ev.started) && p.settled() // "HbA1c of new metformin users in 2009"
	if !ok || !began && !p.ahead(func() bool {
		if p.at(0) == "," && p.take() {
			return p.sees("howmany", "share", "whatis")
		}
		return p.sees("aux", "verb", "relpron", "without", "neg", "deathverb", "visitverb", "switch")
	}) {
		return false
	}
	q.ev.During = d
	return true
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
				if n := len(g.preds); n == 0 || !g.preds[n-1].agedAtFirst(k) {
					g.age, g.madeAge = k.age, k.made
				}
				q.kids = slices.DeleteFunc(q.kids, func(o *predicate) bool { return o == k })
				break
			}
		}
		v, plain := q.v, q.plain
		if q = grouped(allKind, q.kids); q.kind == allKind {
			q.v, q.plain = v, plain
		}
	}
	if n := len(g.preds); q.kind == aged && n > 0 && g.age == nil && g.preds[n-1].agedAtFirst(q) {
		return // "patients with asthma who were over 60 at their first diagnosis"
	}
	if q.kind == aged && g.age == nil {
		g.age, g.ageFrom, g.madeAge = q.age, len(g.preds), q.made
		return
	}
	g.preds = append(g.preds, q)
}

// ageDate reads the date of an age: "aged 65 to 74 in 2010", "on 2010-07-01".
func (p *parser) ageDate() (string, bool) {
	start := p.pos
	if p.is("dataend") {
		return study.DataEnd, true
	}
	p.word("in", "on", "as", "at")
	if d, ok := p.dayAgain(); ok {
		return d, true
	}
	p.word("of", "the")
	atEnd := p.word("end", "close")
	p.word("beginning", "start")
	d, ok := p.date()
	if !ok && atEnd && p.word("of") {
		d, ok = p.yearNamed()
	}
	if !ok || d.year == 0 || d.day == 0 && d.month > 0 || d.months > 0 || p.at(0) == "-" || p.at(0) == "to" {
		p.pos = start
		return "", false
	}
	p.remember(start, &study.Period{From: d.from(), To: d.to()})
	switch {
	case d.day > 0:
		return d.from(), true
	case atEnd: // what they have is that of this day, too
		return d.to(), true
	}
	return d.from()[:4], true
}

// whoseVisit reads "whose stay carried a heart failure diagnosis": people with such a visit.
func (p *parser) whoseVisit() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		v, isVisit := p.lex("visit")
		e := &event{record: true, from: p.pos}
		e.Domain, e.Concepts = study.Visit, []study.Entity{{Text: v}}
		q = &predicate{kind: leaf, ev: e, v: verb{form: "have"}}
		return isVisit && v != "" && p.visitsHad(e)
	})
	return q, ok
}

// whose reads "whose HbA1c was above 9", "whose last HbA1c exceeded 9", "whose age is over 65", "whose race is
// Black".
func (p *parser) whose() (*predicate, bool) {
	start := p.pos
	if !p.is("whose") {
		return nil, false
	}
	if q, ok := p.whoseOnly(); ok {
		return q, true
	}
	if q, ok := p.whoseVisit(); ok {
		return q, true
	}
	if p.ahead(func() bool { // an observation period, and no record of domain observation
		return p.is("followupnoun") && p.takeOne("began", "begins", "started", "starts", "ended", "ends")
	}) {
		p.pos = start
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
		for p.is("aux") || p.is("passive") ||
			p.word("ever", "of", "came", "fell", "lay", "falls", "fall", "comes", "lies", "occurs", "occurred",
				"happened", "happens") {
		}
		es := q.events()
		for i := range es {
			e := es[len(es)-1-i]
			p.comparedValue(e)
			if i == 0 {
				p.eventMods(e)
			}
		}
		if either, ok := es[0].orOtherwise(); ok && len(es) == 1 && q.kind == leaf {
			q = either
		}
		if slices.Contains([]string{"followed", "follows", "preceded", "precedes"}, p.at(0)) {
			p.pos = start // the event came later or earlier: nobody was followed up
			return nil, false
		}
		return q, true
	}
	p.pos = start
	return nil, false
}
