package read

import (
	"slices"
	"strings"

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
		case p.sees("neither") && p.try(func() bool { return p.is("neither") && p.sees("verb") }):
			v.neg = true
		case p.goesOn():
			v.then = true
		case !p.withNoComparison() && p.is("without"):
			v.neg, v.form = true, "prep"
			p.word("having", "ever", "a", "been")
			if value, isVerb := p.lex("verb"); isVerb {
				v.domains = verbOf(value).domains
			}
			return v, finite, true
		case p.is("progressed"):
			v.then, v.form = true, "fin"
			return v, true, true
		case p.is("naive"):
			p.word("to")
			v.neg, v.form = true, "prep"
			return v, finite, true
		case p.sees("thenword") &&
			p.ahead(func() bool { return p.is("thenword") && p.sees("verb", "aux", "deathverb", "visitverb") }):
			p.is("thenword")
			v.then = true
		case p.sees("priorly") && p.ahead(func() bool { return p.is("priorly") && p.sees("verb", "aux", "visitverb") }):
			p.is("priorly")
			v.prior = true
		case p.word("ever", "also", "then", "both", "further", "additionally", "currently", "actually", "either") &&
			p.sees("verb", "aux", "deathverb", "visitverb", "neg", "without"):
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

// verbEventBegins reports whether a verb that is an event itself begins, which may begin with another verb: "attended
// the emergency room", "recorded as dead", "no longer alive".
func (p *parser) verbEventBegins() bool {
	_, n := p.longest(p.pos, "visitverb", "deathverb")
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
			p.is("deathverb", "visitverb", "readmitverb", "observedverb", "bornnoun", "switch", "stopverb") ||
			ok && verbOf(value).form == "prep"
	})
}

// onePredicate consumes one predicate. last is the verb before it, for objects without one ("but not amlodipine").
func (p *parser) onePredicate(last *verb) (q *predicate, finite, ok bool) {
	start := p.pos
	if q, ok := p.bracketed(); ok {
		return q, true, true
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
	wrap := func(q *predicate) (*predicate, bool, bool) {
		q.v = v
		if v.neg {
			q = not(q)
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
		if e, ok := p.verbEvent(); ok {
			p.adverbs(v, e)
			finite = finite || e.Domain == study.Death
			return wrap(&predicate{kind: leaf, ev: e})
		}
		if q, ok := p.namedAfterIt(); ok {
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
	q, ok = p.eventList(v.domains, true)
	if !ok || v.only {
		p.pos = start
		return nil, false, false
	}
	q = p.everyTime(q)
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

func (p *parser) trySwitch() (e *event, ok bool) {
	ok = p.try(func() bool { e, ok = p.switching(); return ok })
	return e, ok
}

// adverbs hangs on an event what the verb said of it: first ever, later, previously.
func (p *parser) adverbs(v verb, e *event) {
	e.started = e.started || v.first
	e.current = e.current || v.now && e.Domain == study.Drug
	if v.form == "ing" && !v.first && slices.Contains(v.domains, "drug") && len(e.rels) == 1 && e.rels[0].isSameDay() &&
		(e.Domain == study.Drug || e.Domain == "" && slices.Contains(e.domains, "drug")) {
		c := *e.rels[0] // "was on X on the day of Y": an exposure that covers the day, whenever it began
		c.Relation = study.Relation{Place: study.Covering}
		e.rels = []*relation{&c}
	}
	if v.first && e.Which == study.Any {
		e.Which = study.First
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
	default:
		if v, ok := p.lex("visitverb"); ok {
			e.Domain, e.Concepts, e.admitted = study.Visit, []study.Entity{{Text: v}},
				strings.Contains(p.lastPhrase(), "admitted")
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
	// "one of A and B", "one or more"
	if !again && p.ahead(func() bool { _, ok := p.number(); return ok && p.word("of", "or") }) {
		return nil, false
	}
	if !again && (!p.is("it") || len(p.candidates(p.pos)) > 0 || p.nameBehind("for", "of") || p.sees("eventnoun", "listdomain", "visit")) {
		p.pos = start
		return nil, false
	}
	e := &event{noun: "it", again: again}
	p.eventMods(e)
	return &predicate{kind: leaf, ev: e}, true
}

// nameBehind reports whether a name follows one of the words: "an entry for asthma".
func (p *parser) nameBehind(links ...string) bool {
	return p.ahead(func() bool { return p.word(links...) && len(p.candidates(p.pos)) > 0 })
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

// clause consumes predicates joined by and, or, but.
func (p *parser) clause() (*predicate, bool, bool) {
	q, finite, ok := p.onePredicate(nil)
	if !ok {
		return nil, false, false
	}
	return p.moreClauses(q, nil), finite, true
}

// moreClauses joins further predicates to the first. allowed, where given, says which may follow.
func (p *parser) moreClauses(q *predicate, allowed func(v *predicate, finite bool) bool) *predicate {
	kids, joint := []*predicate{q}, ""
	for {
		at := p.pos
		comma := (p.at(0) == "," || p.at(0) == ";") && p.take()
		bracket := !comma && p.at(0) == "(" && p.ahead(func() bool { p.take(); return p.sees("neg", "without") }) &&
			p.take()
		comma = comma || bracket
		next, then := "", false
		switch {
		case p.is("followedby"):
			next, then = "and", true
		case p.is("or"):
			next = "or"
		case p.is("and"), p.is("but"):
			next = "and"
			p.is("and")
		case comma:
			next = ","
		default:
			if p.sees("without") {
				next = "and"
			}
		}
		p.is("relpron")
		p.word("they")
		more, finite, ok := p.onePredicate(&kids[len(kids)-1].v)
		counted := ok && then && more.kind == leaf && countsOn(kids[len(kids)-1], more)
		// what follows is a chain of its own
		if ok && !counted && then && (more.kind != leaf || len(more.ev.rels) > 0) && !more.v.then {
			ok = false
		}
		if ok && then && more.kind == leaf && len(more.ev.rels) == 0 {
			more.v.then = true
			more.ev.rels = []*relation{{Relation: study.Relation{From: &study.Offset{Days: 1}}, ana: "index"}}
		}
		if bracket {
			ok = ok && more.kind == notKind && p.at(0) == ")" && p.take()
			next = "and"
		}
		if next == "" || !ok || allowed != nil && !allowed(more, finite) || next == "," && !p.listGoesOn(more) {
			p.pos = at
			break
		}
		if next != "," && joint != "" && joint != next {
			p.unclear = "“and” and “or” join the parts; say which belong together"
		}
		if next != "," {
			joint = next
		}
		if counted {
			kids[len(kids)-1] = more
			continue
		}
		onIt(kids[len(kids)-1], more)
		if follows(kids[len(kids)-1], more) {
			kids[len(kids)-1] = chained(kids[len(kids)-1], more)
			continue
		}
		kids = append(kids, more)
	}
	if joint == "or" {
		p.shareRelation(kids)
		q := grouped(anyKind, kids)
		q.apart = len(kids) > 1
		return q
	}
	return all(kids...)
}

// countsOn makes what stands before the index of what follows it in a time: "were admitted and then died within 90 days
// (of discharge)".
func countsOn(before, q *predicate) bool {
	if before.kind != leaf || len(before.ev.rels) > 0 || before.ev.Domain == "" || len(q.ev.rels) != 1 {
		return false
	}
	r := q.ev.rels[0]
	if r.anchor != nil || r.To == nil || r.From == nil || r.From.Days < 0 ||
		r.ana != "index" && (r.ana != "discharge" || before.ev.Domain != study.Visit) {
		return false
	}
	c := *r
	c.anchor = before.ev
	q.ev.rels[0] = &c
	return true
}

// onIt makes the drug of the predicate before the one that "while on it" means.
func onIt(before, q *predicate) {
	if before.kind != leaf || q.kind != leaf || before.ev.Domain != study.Drug || len(before.ev.rels) > 0 {
		return
	}
	for i, r := range q.ev.rels {
		if r.Place == study.During && r.anchor == nil && r.ana == "index" {
			c := *r
			c.anchor = before.ev.clone()
			c.anchor.Which = study.Any
			q.ev.rels[i] = &c
		}
	}
}

// follows reports whether a predicate says what happened after the one before it: "took X and then had Y".
func follows(before, q *predicate) bool {
	if q.kind != leaf || before.kind != leaf || !q.v.then || before.ev.Domain == "" {
		return false
	}
	return len(q.ev.rels) == 1 && q.ev.rels[0].anchor == nil && q.ev.rels[0].ana == "index" && q.ev.rels[0].To == nil
}

// chained makes one predicate of an event and what follows it. The first of a chain becomes the anchor; of what
// lies between, any record will do.
func chained(before, q *predicate) *predicate {
	if len(before.ev.rels) == 0 {
		q.ev.rels = []*relation{{Relation: study.Relation{From: &study.Offset{Days: 1}}, anchor: before.ev}}
		return q
	}
	next := q.ev.clone()
	next.rels = nil
	before.ev.then(next)
	return before
}

// then adds what follows an event, behind what already does.
func (e *event) then(next *event) {
	after := &study.Relation{From: &study.Offset{Days: 1}}
	has := study.Criterion{Has: &study.Has{Event: next.Event, Relation: after}}
	at := &e.With
	for len(*at) == 1 && (*at)[0].Has != nil && (*at)[0].Has.Relation != nil && (*at)[0].Has.Relation.From != nil {
		at = &(*at)[0].Has.Event.With
	}
	*at = append(*at, has)
}

// shareRelation gives the relation behind the last alternative to those before: "had a stroke or died within 1
// year of diagnosis".
func (p *parser) shareRelation(kids []*predicate) {
	last := kids[len(kids)-1].events()
	if len(last) != 1 || len(last[0].rels) == 0 {
		return
	}
	if slices.ContainsFunc(kids, func(k *predicate) bool { return k.closed }) {
		return
	}
	for _, k := range kids[:len(kids)-1] {
		for _, e := range k.events() {
			if len(e.rels) > 0 {
				return
			}
		}
	}
	for _, k := range kids[:len(kids)-1] {
		for _, e := range k.events() {
			e.rels = last[0].rels
		}
	}
}

// listGoesOn reports whether a comma joined a predicate to the list, not the parts of the sentence.
func (p *parser) listGoesOn(q *predicate) bool {
	return q.v.form != "fin" || p.at(0) == "," || p.sees("and", "or")
}
