package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

func (p *parser) trySwitch() (e *event, ok bool) {
	ok = p.try(func() bool { e, ok = p.switching(); return ok })
	return e, ok
}

// coverDays makes a stay "in hospital on the day of their first stroke" one that covers the day, whenever it began;
// those "admitted on the day of" it began then.
func (e *event) coverDays(within bool) {
	for i, r := range e.rels {
		if within && r.isSameDay() && !r.same {
			c := *r
			c.Relation = study.Relation{Place: study.Covering}
			e.rels[i] = &c
		}
	}
}

// adverbs hangs on an event what the verb said of it: first ever, later, previously.
func (p *parser) adverbs(v verb, e *event) {
	e.started, e.issued = e.started || v.first, e.issued || v.issued || v.given
	e.issued = e.issued || v.got && e.distinct == study.ByIngredient // "got 5 ingredients in 2009"
	e.again = e.again || v.again
	p.takenBy(v, e)
	e.current = e.current || v.now && e.Domain == study.Drug
	if len(e.rels) == 1 && e.rels[0].isSameDay() && e.isDrug() && v.takenOn(e.rels[0].same) {
		c := *e.rels[0] // "took X on the day of Y": an exposure that covers the day, whenever it began
		c.Relation = study.Relation{Place: study.Covering}
		e.rels = []*relation{&c}
	}
	for _, r := range e.rels {
		if r.atVisit && (v.first || v.issued || v.given) {
			r.Place = study.During // "were given X during a stay": it began there
		}
		if r.act && (v.issued || v.first) {
			r.open = "“filled X when they filled Y” may mean on that day, or while they had it; say which"
		}
		if r.within != "" && (v.issued || v.first) {
			r.Place = r.within // "filled X while taking Y": on a day of Y
		}
	}
	if v.first && e.Which == study.Any { // "developed a potassium above 5.5": the first one so high
		e.Which, e.among = study.First, e.among || e.hasValue()
	}
	for w := e.With; v.first && e.chain && len(w) == 1 && w[0].Has != nil; w = w[0].Has.Event.With {
		if w[0].Has.Event.Which == study.Any {
			w[0].Has.Event.Which = study.First
		}
	}
	if v.then && len(e.rels) == 0 {
		e.rels = append(e.rels, &relation{Relation: study.Relation{From: &study.Offset{Days: 1}}, ana: "index"})
	}
	if v.prior && len(e.rels) == 0 {
		e.rels = append(e.rels, &relation{Relation: study.Relation{To: &study.Offset{Days: -1}}, ana: "index"})
	}
}

// takenOn reports whether a verb says that a drug was being taken on a day: "took", "was on"; who filled it, or took it
// on the same day as something else was recorded, has the record of that day.
func (v *verb) takenOn(same bool) bool {
	taken := v.form == "ing" || v.form == "fin" && !v.issued && !v.given && !same
	return taken && !v.first && slices.Contains(v.domains, "drug")
}

// isSameDay reports whether a relation is to a day itself.
func (r *relation) isSameDay() bool {
	day := study.Offset{}
	return r.Place == study.Distance && r.From != nil && r.To != nil && *r.From == day && *r.To == day
}

// verbEvent reads verbs that are events themselves: died, was hospitalised, was readmitted.
func (p *parser) verbEvent() (*event, bool) {
	e := &event{from: p.pos}
	switch {
	case p.try(func() bool { return p.diedOf(e) }):
	case p.is("deathverb"):
		e.Domain = study.Death
	case p.sawSpecialist(e):
	case p.discharged(e):
	default:
		if v, ok := p.lex("visitverb"); ok {
			e.Domain, e.Concepts, e.admitted = study.Visit, []study.Entity{{Text: v}},
				strings.Contains(p.lastPhrase(), "admitted")
			within := strings.HasPrefix(p.lastPhrase(), "in ") || strings.HasSuffix(p.lastPhrase(), "inpatients")
			defer func() { e.coverDays(within) }()
			e.back = hasWord(p.lastPhrase(), "back") || strings.HasPrefix(p.lastPhrase(), "return")
			p.visitReason(e)
		} else if p.is("readmitverb") {
			e.Domain, e.Concepts, e.again, e.noun = study.Visit, []study.Entity{{Text: "inpatient visit"}}, true,
				"readmission"
		} else {
			return nil, false
		}
	}
	p.eventMods(e)
	e.to = p.pos
	return e, true
}

// followedBy reads "was followed by a readmission within 30 days": what happens after the record itself.
func (p *parser) followedBy(finite bool) (*event, bool) {
	start := p.pos
	if finite && p.is("followedby") {
		e, ok := p.event(nil)
		if ok && len(e.rels) == 0 {
			e.rels = []*relation{{Relation: study.Relation{From: &study.Offset{Days: 1}}, ana: "index"}}
		}
		if ok {
			return e, true
		}
	}
	p.pos = start
	return nil, false
}

// itself reads "had it more than once": the event of the subject again.
func (p *parser) itself(v verb) (*predicate, bool) {
	start := p.pos
	again := p.try(func() bool { return p.is("recurrence") && p.at(0) != "of" })
	if e := p.timesOfIt(v); e != nil {
		return &predicate{kind: leaf, ev: e}, true
	}
	if e, ok := p.oneOfValue(); ok && v.form == "have" {
		p.eventMods(e)
		p.adverbs(v, e) // "how many later had one below 8"
		return &predicate{kind: leaf, ev: e}, true
	}
	// "one of A and B", "one or more"
	if !again && p.ahead(func() bool { _, ok := p.number(); return ok && p.word("of", "or") }) {
		return nil, false
	}
	if !again && (!p.is("it") || len(p.candidates(p.pos)) > 0 || p.nameBehind("for", "of") ||
		p.sees("eventnoun", "listdomain", "visit")) {
		p.pos = start
		return nil, false
	}
	e := &event{noun: "it", again: again || v.again, started: v.first}
	if !slices.Contains([]string{"have", "prep"}, v.form) { // what is filled, or started, is a drug
		e.domains = v.domains
	}
	p.eventMods(e)
	return &predicate{kind: leaf, ev: e}, true
}

// timesOfIt reads "three or more episodes", "at least two attacks": of what the subject has.
func (p *parser) timesOfIt(v verb) (e *event) {
	p.try(func() bool {
		r, bare, ok := p.comparison()
		if bare {
			r.Max = r.Min
		}
		word, isNoun := p.lex("eventnoun")
		if !ok || v.form != "have" || !isNoun || word != "condition any" ||
			p.at(0) == "of" || !p.end() && !isSign(p.at(0)) && !p.sees("stratumlead", "in", "within") {
			return false
		}
		e = &event{noun: "it"}
		e.times = &r
		p.eventMods(e)
		return true
	})
	return e
}
