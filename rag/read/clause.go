package read

import (
	"github.com/askomop/askomop/omop/study"
)

// verbGroup consumes auxiliaries, adverbs, negation and the verb: "have never been treated with", "did not
// start", "were newly diagnosed with".
// finite tells whether an auxiliary or a finite verb was among them.
func (p *parser) verbGroup() (v verb, finite, ok bool) {
	var auxHave bool
	start := p.pos
	for range 8 {
		at := p.pos
		switch {
		case !p.sees("without") && !p.verbEventBegins() && p.negates():
			v.neg = true
		// "were neither given A nor B"
		case p.sees("neither") && p.try(func() bool { return p.is("neither") && p.sees("verb", "visitverb") }):
			v.neg = true
		case p.goesOn():
			v.then = true
		case !p.withNoComparison() && !p.leavesOut() && p.is("without"):
			v.neg, v.form, v.leaves = true, "prep", p.leavesPeopleOut()
			if p.tookNoPart() {
				v.form = ""
				return v, finite, true
			}
			p.word("having", "ever", "a", "been")
			if value, isVerb := p.lex("verb"); isVerb {
				v.domains = verbOf(value).domains
			}
			return v, finite, true
		case p.sees("progressed"): // "progressed to B": to a first B
			value, _ := p.lex("progressed")
			v.then, v.first, v.form = true, value == "first", "fin"
			return v, true, true
		case p.is("naive"):
			p.word("to")
			v.neg, v.form = true, "prep"
			return v, finite, true
		case p.sees("thenword") &&
			p.ahead(func() bool { return p.is("thenword") && p.sees("verb", "aux", "deathverb", "visitverb") }):
			p.is("thenword")
			v.then = true
		case p.at(0) == "only" && p.ahead(func() bool { return p.take() && p.is("thenword") && p.sees("verb") }):
			p.take() // "and only later began B"
		case p.sees("priorly") && !p.beforeDoing() &&
			p.ahead(func() bool { return p.is("priorly") && p.sees("verb", "aux", "visitverb") }):
			p.is("priorly")
			v.prior = true
		case p.word("ever", "also", "then", "both", "further", "additionally", "currently", "actually", "either") &&
			p.sees("verb", "aux", "deathverb", "visitverb", "neg", "without", "namedafter", "adjof"):
			v.then = v.then || p.toks[p.pos-1].low == "then"
			v.now = v.now || p.toks[p.pos-1].low == "currently"
		case p.sees("whichrec") &&
			p.ahead(func() bool { w, _ := p.lex("whichrec"); return w == "first" && p.sees("verb") }):
			if value, isVerb := p.lex("verb"); isVerb { // "newly diagnosed with" is a verb of its own
				return p.withVerb(v, value, finite || auxHave)
			}
			p.is("whichrec")
			v.first = true
		case p.verbEventBegins():
			return v, finite, v.neg || finite
		default:
			p.pos = at
			value, isVerb := p.lex("verb")
			if isVerb && !(verbOf(value).form == "have" && p.verbFollows()) {
				return p.withVerb(v, value, finite || auxHave)
			}
			p.pos = at
			if !p.is("aux") {
				return v, finite, v.neg || finite || at > start && p.sees("deathverb")
			}
			finite = true
		}
	}
	return v, finite, false
}

// beforeDoing reports whether a time stands before what is done: "before starting insulin", not "previously started".
func (p *parser) beforeDoing() bool {
	return p.sees("before") && p.ahead(func() bool {
		p.is("before")
		value, ok := p.lex("verb")
		return ok && verbOf(value).form == "ing"
	})
}

// verbEventBegins reports whether a verb that is an event itself begins, which may begin with another verb: "attended
// the emergency room", "recorded as dead", "no longer alive".
func (p *parser) verbEventBegins() bool {
	_, n := p.longest(p.pos, "visitverb", "deathverb", "namedafter")
	_, m := p.longest(p.pos, "verb", "neg")
	return m > 0 && n > m
}

func (p *parser) withVerb(v verb, value string, finite bool) (verb, bool, bool) {
	w := verbOf(value)
	w.neg, w.then, w.prior, w.now = v.neg, v.then, v.prior, v.now
	w.first = w.first || v.first
	w.only = p.try(func() bool { // "only A", but "just one prescription" is a number
		return p.is("only") && !p.ahead(func() bool { _, isNumber := p.number(); return isNumber })
	})
	return w, finite || w.form == "fin" || w.form == "have", true
}

// verbFollows reports whether a participle follows "have", which is an auxiliary then.
func (p *parser) verbFollows() bool {
	return p.ahead(func() bool {
		for p.is("neg") || p.word("ever", "also", "been", "to", "be") || p.is("priorly") {
		}
		if p.ahead(func() bool { return p.is("eventnoun") && (p.at(0) == "of" || p.at(0) == "for") }) {
			return false // "have fills of"
		}
		value, ok := p.lex("verb")
		return ok && verbOf(value).form != "prep" ||
			p.is("deathverb", "visitverb", "sawverb", "readmitverb", "observedverb", "bornnoun", "switch", "stopverb") ||
			!isArticle[p.at(0)] && p.is("namedafter") || // "had a sprained ankle" names what they had
			ok && verbOf(value).form == "prep"
	})
}

// solePredicate consumes one predicate. last is the verb before it, for objects without one ("but not amlodipine").
func (p *parser) solePredicate(last *verb) (q *predicate, finite, ok bool) {
	start := p.pos
	if q, ok := p.bracketed(); ok {
		return q, true, true
	}
	if q, ok := p.peopleLeftOut(); ok {
		return q, false, true
	}
	if q, ok := p.someClauses(); ok {
		return q, true, true
	}
	if q, ok := p.prepTrait(); ok {
		return q, false, true
	}
	if last != nil {
		if q, ok := p.inTimeDid(); ok {
			return q, true, true
		}
	}
	v, finite, ok := p.verbGroup()
	if !ok {
		p.pos, v = start, verb{}
	}
	v.denied = p.denialOf(start, v.neg)
	wrap := func(q *predicate) (*predicate, bool, bool) {
		q.v = v
		if v.neg {
			q = p.denyBy(q, v)
		}
		return q, finite, true
	}
	if v.form == "" {
		if e, ok := p.followedBy(finite); ok {
			return wrap(&predicate{kind: leaf, ev: e})
		}
		if e, ok := p.trySwitch(); ok {
			return wrap(&predicate{kind: leaf, ev: e})
		}
		if q, isVerb, ok := p.namedAfterIt(); ok {
			finite = finite || isVerb
			return wrap(q)
		}
		if e, ok := p.verbEvent(); ok {
			p.adverbs(v, e)
			finite = finite || e.Domain == study.Death || e.Domain == study.Visit && finiteVerbs[p.toks[e.from].low]
			return wrap(p.everyTime(p.moreTimes(e)))
		}
		if q, ok := p.stateOfHealth(); ok && finite {
			return wrap(q)
		}
		alive := p.sees("alive") || p.at(0) == "turned"
		if q, ok := p.traitPredicate(); ok && (finite || alive) {
			finite = true
			return wrap(q)
		}
		if !v.neg && (last == nil || !p.sees("neither", "noneof")) {
			p.pos = start
			return nil, false, false
		}
		if last != nil {
			v.domains, v.first = last.domains, last.first
		}
	}
	if p.negates() { // "had no visit"
		v.neg = true
	}
	if q, ok := p.observedFor(); ok {
		return wrap(q)
	}
	if p.sees("observedverb") && v.form == "" {
		if q, ok := p.underObservation(); ok {
			return wrap(q)
		}
	}
	if q, ok := p.itself(v); ok {
		return wrap(q)
	}
	if only, ok := p.onlyOfClass(v); ok {
		return wrap(only)
	}
	q, ok = p.deniedList(v.neg && last != nil, v.domains)
	if !ok || v.only {
		p.pos = start
		return nil, false, false
	}
	q = p.onBothSides(p.everyTime(q))
	for _, e := range q.events() {
		p.adverbs(v, e)
	}
	if q.kind == notKind {
		for _, e := range q.kids[0].events() {
			p.adverbs(v, e)
		}
	}
	return wrap(q)
}

// finiteVerbs begin verbs of visits that say what people did, "had been in hospital", and not who they are, "admitted".
var finiteVerbs = map[string]bool{"had": true, "have": true, "has": true, "went": true, "stayed": true, "spent": true,
	"received": true, "required": true, "needed": true, "got": true, "ended": true}

// negates reads "not", "no", "never"; the "no" of "no more than 2" compares.
func (p *parser) negates() bool {
	return p.try(func() bool {
		return !p.ahead(func() bool { return p.is("cmp") && p.group[p.pos-1] < p.pos-1 }) && p.is("neg") &&
			!p.notComparison()
	})
}

// notComparison reports whether the "not" that was just read compares: "had not fewer than 2".
func (p *parser) notComparison() bool {
	_, n := p.longest(p.pos-1, "cmp")
	return n > 1
}

// withNoComparison reports whether "with no" goes on to a number: "with no fewer than 2 diagnoses".
func (p *parser) withNoComparison() bool {
	return p.ahead(func() bool { p.skip(); return p.word("with") && p.at(0) == "no" && p.is("cmp") })
}

// goesOn reads "went on to" before a verb: what comes then.
func (p *parser) goesOn() bool {
	return p.try(func() bool {
		return p.word("went", "go", "goes", "going", "gone") && p.word("on") && p.word("to") &&
			p.sees("verb", "deathverb", "visitverb", "aux")
	})
}

// inTimeDid reads a time before its verb: "and within a year (of starting) added insulin glargine".
func (p *parser) inTimeDid() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		r, ok := p.distance()
		if !ok || r.anchor != nil || !p.sees("verb") {
			return false
		}
		v, _, _ := p.verbGroup()
		e, ok := p.event(v.domains)
		if !ok || v.neg || len(e.rels) > 0 {
			return false
		}
		p.adverbs(v, e)
		e.rels = []*relation{r}
		q = &predicate{kind: leaf, ev: e, v: v}
		q.v.then = true
		return true
	})
	return q, ok
}

// bracketed reads clauses that brackets keep together: "(had A or had B) and had C".
func (p *parser) bracketed() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		if p.at(0) != "(" {
			return false
		}
		p.take()
		q, _, ok = p.clause()
		if ok = ok && p.at(0) == ")" && p.take(); ok {
			c := *q
			c.closed = true
			q = &c
		}
		return ok
	})
	return q, ok
}

// diedOf reads "died of pneumonia".
func (p *parser) diedOf(e *event) bool {
	if !p.is("diedof") {
		return false
	}
	c, ok := p.entity([]string{"condition"})
	if ok {
		e.Domain = study.Death
		e.where().Cause = []study.Entity{{Text: c.text}}
	}
	return ok
}

// nameBehind reports whether a name follows one of the words: "an entry for asthma".
func (p *parser) nameBehind(links ...string) bool {
	return p.ahead(func() bool { return p.word(links...) && len(p.candidates(p.pos)) > 0 })
}
