package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// prepTrait reads traits that follow a noun: "in CA", "of Hispanic ethnicity", "born before 1930".
func (p *parser) prepTrait() (*predicate, bool) {
	start := p.pos
	for _, form := range []func() (*predicate, bool){p.lives, p.livesNot, p.ofRace, p.born} {
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
	resident := p.pos > 0 &&
		(strings.HasPrefix(p.toks[p.pos-1].low, "resident") || strings.HasPrefix(p.toks[p.pos-1].low, "inhabitant"))
	if !(resident && p.word("of")) && !p.is("livein") && !p.word("in", "from") {
		return nil, false
	}
	p.is("stateword")
	return p.state()
}

// livesNot reads "not living in California or Texas", "do not live in Texas".
func (p *parser) livesNot() (*predicate, bool) {
	for p.is("aux") {
	}
	if !p.is("neg") || !p.sees("livein") {
		return nil, false
	}
	q, ok := p.lives()
	if !ok || q.each {
		return nil, false
	}
	return not(q), true
}

func (p *parser) state() (*predicate, bool) {
	first, ok := p.oneState()
	if !ok {
		return nil, false
	}
	next := func() (*predicate, bool) {
		p.word("in")
		p.is("stateword")
		return p.oneState()
	}
	if several, ok := p.eachState(first, next); ok {
		return several, true
	}
	return p.alternatives(first, next), true
}

// eachState reads the states behind the first of "living in California, Texas and Florida": nobody lives in all of
// them, so each is asked for by itself.
func (p *parser) eachState(first *predicate, next func() (*predicate, bool)) (*predicate, bool) {
	kids, at := []*predicate{first}, p.pos
	for {
		comma := p.at(0) == "," && p.take()
		and := p.word("and")
		q, ok := next()
		if !ok || !comma && !and {
			p.pos = at
			return nil, false
		}
		if kids = append(kids, q); and {
			several := grouped(anyKind, kids)
			several.each = true
			return several, true
		}
	}
}

func (p *parser) oneState() (*predicate, bool) {
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

func (p *parser) race() (*predicate, bool) {
	v, ok := p.lex("race")
	return traitOf(study.Trait{Race: v}), ok
}

// otherRace reads another alternative to a race, which may be an ethnicity: "Black or Hispanic".
func (p *parser) otherRace() (*predicate, bool) {
	if q, ok := p.race(); ok {
		return q, true
	}
	v, ok := p.lex("ethnicity")
	return traitOf(study.Trait{Ethnicity: v}), ok
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
	if q, ok := p.race(); ok {
		return p.alternatives(q, p.otherRace), true
	}
	if q, ok := p.prepTrait(); ok {
		return q, true
	}
	if q, ok := p.state(); ok {
		return q, true
	}
	if q, ok := p.turned(); ok {
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

// turned reads "turned 65 in 2009", "turned 65 to 74 in 2009": of that age in the year.
func (p *parser) turned() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		if !p.word("turned", "turn") {
			return false
		}
		n, ok := p.number()
		to := n
		p.try(func() bool {
			last, isRange := 0.0, p.word("to", "-", "through")
			if isRange {
				last, isRange = p.number()
			}
			to = max(n, last)
			return isRange && last > n
		})
		if !ok || to > 120 {
			return false
		}
		on, ok := p.ageDate()
		q = &predicate{kind: trait,
			crit: &study.Criterion{Is: &study.Trait{Age: &study.Age{Range: study.Range{Min: &n, Max: &to}, On: on}}}}
		return ok && len(on) == 4
	})
	return q, ok
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
	if len(q.ev.rels) == 0 {
		p.try(func() bool { // "were alive at the end of 2009 and had diabetes"
			d, ok := p.period()
			q.ev.During = d
			return ok && isDay(d) && p.sees("and", "but")
		})
		if q.ev.During != nil && !p.sees("and", "but") {
			q.ev.During = nil
		}
	}
	q.v.form = "alive"
	return not(q)
}

// agedPredicate reads "older than 75 at first diagnosis", "over 80 when they started warfarin", "aged 65 to 74
// in 2010", "adults".
func (p *parser) agedPredicate() (*predicate, bool) {
	if p.behindWhich() {
		return nil, false
	}
	r, ok := p.peopleAge()
	if v, isWord := p.lex("ageword", "people"); !ok && isWord {
		if b := p.ageBounds(v); b != nil {
			r, ok = *b, true
		}
	}
	if !ok { // "were 50 at first diagnosis"
		ok = p.try(func() bool {
			n, isNumber := p.number()
			r = study.Range{Min: &n, Max: &n}
			return isNumber && n <= oldestSaid && n == float64(int(n)) && p.sees("atindex")
		})
	}
	if !ok {
		return nil, false
	}
	if d, ok := p.ageDate(); ok {
		return &predicate{kind: trait, crit: &study.Criterion{Is: &study.Trait{Age: &study.Age{Range: r, On: d}}}}, true
	}
	if e, ok := p.ageEvent(); ok {
		e.Age, e.agedAt = &r, true
		return &predicate{kind: leaf, ev: e}, true
	}
	dated, made := p.is("atindex"), false
	if dated {
		made = atDiagnosis(p.lastPhrase())
		p.is("it")
	}
	dated = dated || p.try(p.whenItWas)
	return &predicate{kind: aged, age: &r, dated: dated, made: made}, true
}

// whenItWas reads "when it was first recorded", "when it first happened".
func (p *parser) whenItWas() bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if !p.word("when") || !p.is("it", "subjpron") {
		return false
	}
	for p.is("aux") {
	}
	p.is("whichrec")
	return p.is("passive") || p.word("happened", "occurred", "began", "started") || p.role[p.pos-1] == "whichrec"
}

// ageEvent reads the event at which an age is meant: "at first diagnosis of X", "when they started warfarin".
func (p *parser) ageEvent() (*event, bool) {
	start := p.pos
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if p.word("at", "when", "upon") ||
		p.try(func() bool { return p.word("on") && p.ahead(func() bool { return p.word("date", "day") }) }) {
		p.word("time", "date", "day")
		p.word("of")
		any := p.at(0) == "a" || p.at(0) == "an" // "over 80 at the time of a fall"
		if e, ok := p.anchorEvent(); ok {
			if e.Which == study.Any && e.Domain != study.Death && e.Domain != study.Visit && (!any || e.started) {
				e.takeFirst()
				e.untold = !e.started
			}
			return e, true
		}
	}
	p.pos = start
	return nil, false
}

// ageAt takes an age at a record of the kind that is counted for the age at each of them: "stays of people aged 65 or
// older at admission" are not all stays of those who once had one at that age.
func (g *people) ageAt(records *event) {
	if records == nil || g.age != nil {
		return
	}
	for i, q := range g.preds {
		if q.kind == leaf && q.ev.likelyDomain() == records.likelyDomain() && q.ev.Age != nil &&
			(q.ev.Which == study.Any || q.ev.untold) &&
			(len(q.ev.Concepts) == 0 || slices.EqualFunc(q.ev.Concepts, records.Concepts, isOneOf)) &&
			q.ev.times == nil && q.ev.During == nil && len(q.ev.rels)+len(q.ev.With) == 0 {
			g.age, g.preds = q.ev.Age, slices.Delete(slices.Clone(g.preds), i, i+1)
			return
		}
	}
}

// isOneOf reports whether a name is the singular or the plural of another: "the mammogram" of mammograms.
func isOneOf(a, b study.Entity) bool {
	return a.Code == b.Code && vocab.Normalize(a.Text) == vocab.Normalize(b.Text)
}

// stateOfHealth reads what people are by a disease: "are obese", "were diabetic".
func (p *parser) stateOfHealth() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		v, ok := p.lex("adjof")
		if !ok || p.sees("people") {
			return false
		}
		q = entityOf(v)
		p.eventMods(q.ev)
		return true
	})
	return q, ok
}

// behindWhich reports whether a clause is of a thing, not of people: "their last HbA1c, which was above 8".
func (p *parser) behindWhich() bool {
	i := p.pos - 1
	for i >= 0 && p.role[i] == "aux" {
		i--
	}
	return i >= 0 && p.toks[i].low == "which"
}
