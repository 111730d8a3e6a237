package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

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
	kids, joint, parts, lastFrom := []*predicate{q}, "", orParts{}, 0
	var out []*predicate // who is left out, of all that stands before
	outer := p.told
	defer func() { p.told = outer }()
	for {
		p.told = outer || p.relative && someHappened(kids)
		at := p.pos
		if p.andGroup() {
			break
		}
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
			if p.sees("without", "leadout") {
				next = "and"
			}
		}
		p.is("relpron")
		p.word("they")
		from := p.pos
		if next == "or" && p.whileAgain(kids) {
			joint = next
			continue
		}
		more, finite, ok := p.onePredicate(&kids[len(kids)-1].v)
		if !ok && next == "or" {
			more, ok = p.bareAlternative(kids)
		}
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
		if ok && next == "or" && !finite && kids[len(kids)-1].agedOr(more) {
			p.unclear = agedOrWhat
		}
		did := comma && p.toks[at].low == "," && (finite || p.finiteAt(from))
		if next == "" || !ok || allowed != nil && !allowed(more, finite) || next == "," && !p.listGoesOn(more, did) {
			p.pos = at
			break
		}
		p.clauseComma = p.clauseComma || next == "," && did
		p.deniedOrNot(kids[len(kids)-1], more, at, from)
		if p.whileElse(kids, more, next, finite) {
			continue
		}
		if more.groupsOut || more.kind == notKind && more.kids[0].v.leaves {
			if !p.leavesThings(kids[len(kids)-1], more) {
				out = append(out, more)
			}
			continue
		}
		if !comma && p.ofLastOnly(kids, more) {
			continue
		}
		if !comma && joint == "or" && isTight(more) && p.commaBefore(lastFrom) { // "had A, or took B without C"
			kids[len(kids)-1], p.commaOr = all(kids[len(kids)-1], more), true
			continue
		}
		lastFrom = from
		if next == "or" && parts.add(kids, joint, comma) {
			kids, joint = []*predicate{more}, ""
			p.commaOr = true
			continue
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
		if (next == "and" || next == ",") && !finite {
			shareTime(kids[len(kids)-1], more)
		}
		oneThen(kids[len(kids)-1], more)
		p.onIt(kids[len(kids)-1], more)
		shareAdverb(kids[0], more)
		p.shareWithElided(kids[len(kids)-1], more)
		p.sharePlace(kids[len(kids)-1], more, finite)
		p.atSuchVisit(kids[len(kids)-1], more, next)
		if follows(kids[len(kids)-1], more) {
			p.followsMany(kids[len(kids)-1])
			kids[len(kids)-1] = chained(kids[len(kids)-1], more)
			continue
		}
		kids = append(kids, more)
	}
	if len(parts.groups) > 0 {
		return leftWithout(p.anyOfParts(parts, kids, joint), out)
	}
	if joint == "or" {
		p.clauseApart(kids, lastFrom)
	}
	if joint == "and" {
		shareDenied(kids)
	}
	shareWhen(kids, joint)
	kids = spread(kids)
	if joint == "or" {
		p.shareRelation(kids)
		q := grouped(anyKind, kids)
		q.apart = len(kids) > 1
		return leftWithout(q, out)
	}
	return all(slices.Concat(kids, spread(out))...)
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
	c.anchor, c.follows = before.ev, true
	q.ev.rels[0] = &c
	return true
}

// oneThen makes "one" what people did not have in another time: "had no emergency visit in 2009 but had one in 2010".
func oneThen(before, q *predicate) {
	if before.kind != notKind || before.kids[0].kind != leaf || q.kind != leaf || q.ev.noun != "it" || q.ev.again ||
		len(q.ev.rels) > 0 || q.ev.times != nil || len(q.ev.domains) > 0 {
		return
	}
	if no := before.kids[0].ev; len(no.rels) == 0 && no.times == nil && apartInTime(no.During, q.ev.During) {
		one := no.clone()
		one.During = q.ev.During
		q.ev = one
	}
}

// onIt makes the drug of the predicate before the one that "while on it" means. Where another drug was named before,
// "it" may be that: "of those starting metformin, how many had been on insulin before or started it afterwards".
func (p *parser) onIt(before, q *predicate) {
	if before.kind != leaf || q.kind != leaf || before.ev.Domain != study.Drug || len(before.ev.Concepts) == 0 {
		return
	}
	it := q.ev.noun == "it" && slices.Contains(q.ev.domains, string(study.Drug))
	for i, r := range q.ev.rels {
		if r.Place == study.During && r.anchor == nil && r.ana == "index" {
			c := *r
			c.anchor = before.ev.clone()
			c.anchor.Which, c.anchor.rels = study.Any, nil
			q.ev.rels[i] = &c
			it = it || len(before.ev.rels) > 0
		}
	}
	if it && p.namesDrugBefore(before.ev) {
		p.unclear = "“it” may be one drug or the other; say which by its name"
	}
}

// namesDrugBefore reports whether another drug was named before an event.
func (p *parser) namesDrugBefore(e *event) bool {
	for i := range e.from {
		if p.role[i] == "entity "+string(study.Drug) && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
			return strings.Contains(lower(c.Text), p.toks[i].low)
		}) {
			return true
		}
	}
	return false
}

// shareAdverb gives the "previously" or "later" before the first verb to one behind it that has no time of its own:
// "had previously had a stroke or taken warfarin".
func shareAdverb(first, q *predicate) {
	if first.kind == notKind || q.kind == notKind || !first.v.prior && !first.v.then || q.v.prior || q.v.then {
		return
	}
	from := first.events()
	if len(from) == 0 || len(from[0].rels) != 1 || from[0].rels[0].anchor != nil {
		return
	}
	for _, e := range q.events() {
		if len(e.rels) == 0 && e.During == nil && e.Age == nil {
			e.rels = from[0].rels
		}
	}
}

// shareWithElided gives the time behind "but no B" to what stands before it, which has the verb of both: "took A but
// no B after a stroke", "had A but not B in 2009". What is of another domain may lie at any time: "had a stroke but no
// MRI in 2009"; whether "within 30 days of a stroke" is said of it is not clear. A time that points back, "took A but
// no B in the year before", may be counted from A: not the parser knows that.
func (p *parser) shareWithElided(before, q *predicate) {
	if before.kind != leaf || before.closed || q.kind != notKind || q.v.form != "" && q.v.form != "prep" ||
		q.kids[0].v.leaves {
		return
	}
	e, denied := before.ev, q.kids[0].events()
	if e.Domain == study.Death {
		return // "died without X in the last year of life"
	}
	if slices.ContainsFunc(denied, func(d *event) bool { return sameNames(e, d) }) {
		return
	}
	if e.isDrug() && slices.ContainsFunc(denied, (*event).duringVisit) {
		p.unclear = "not at the same visit, or at none of them? Ask of those who took it at one, or say “never”"
		return
	}
	if len(e.rels) > 0 || e.During != nil || e.Age != nil || len(e.With) > 0 || len(denied) == 0 {
		return
	}
	no := denied[len(denied)-1]
	if !q.kids[0].isListed() || e.Domain != no.Domain {
		if slices.ContainsFunc(no.rels, func(r *relation) bool { return r.anchor != nil && r.To != nil }) {
			p.unclear = timeOfBoth
		}
		if slices.ContainsFunc(no.rels, func(r *relation) bool {
			return r.anchor == nil && r.From != nil &&
				r.To != nil
		}) {
			q.shares, q.sharesOpen = e, true
		}
		return
	}
	if slices.ContainsFunc(no.rels, func(r *relation) bool { return r.anchor == nil || r.Place != study.Distance }) {
		q.shares = e
		return
	}
	e.rels, e.During, e.Age = no.rels, no.During, no.Age
}

// timeOfBoth is why a time behind what people did not have leaves two readings open.
const timeOfBoth = "whether the time is said of both, or only of what they did not have"

// atSuchVisit makes a diagnosis behind "with" one of a visit, as that before it is: "were hospitalised with A in 2008
// and with B in 2010". Without a time of its own it may be of the same stay.
func (p *parser) atSuchVisit(before, q *predicate, joint string) {
	if before.kind != leaf || before.ev.Domain != study.Visit || !slices.ContainsFunc(before.ev.With, atSameVisit) ||
		q.kind != leaf || q.v.form != "prep" || q.ev.likelyDomain() != string(study.Condition) || len(q.ev.rels) > 0 ||
		q.ev.Which != study.Any || q.ev.times != nil {
		return
	}
	if joint == "and" && q.ev.During == nil {
		p.unclear = "both at one stay, or each at one of its own? Say “with A and B” or “and were hospitalised with B”"
		return
	}
	visit, diagnosis := before.ev.clone(), q.ev.clone()
	visit.During, diagnosis.During = diagnosis.During, nil
	cs, ok := (&predicate{kind: leaf, ev: diagnosis}).atVisit(p)
	if ok {
		visit.With = cs
		q.ev = visit
	}
}

// shareFromIndex gives a time that is counted from the index to what shares a verb with the predicate behind it: "of
// new users of C, how many took A but no B in the year before".
func (b *builder) shareFromIndex(q *predicate) {
	for _, k := range q.kids {
		if k.shares == nil || b.index == nil || k.shares == b.index {
			continue
		}
		if k.sharesOpen {
			b.refuse(Ambiguous, timeOfBoth)
			continue
		}
		for _, r := range k.kids[0].ev.rels {
			if r.anchor == nil && r.ana != "same" && r.Place == study.Distance && len(k.shares.rels) == 0 {
				k.shares.rels = k.kids[0].ev.rels
			}
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
	has := study.Criterion{Has: &study.Has{Event: next.Event, Relation: after, Times: next.times,
		Distinct: next.distinct, Apart: next.apart, Summed: next.adds}}
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
	if len(last) != 1 || len(last[0].rels) == 0 || last[0].rels[0].atVisit { // a visit is shared by shareWhen
		return
	}
	if slices.ContainsFunc(kids, func(k *predicate) bool { return k.closed }) {
		return
	}
	if !kids[len(kids)-1].isTaking() && slices.ContainsFunc(kids[:len(kids)-1], (*predicate).isOrTakes) {
		p.unclear = "what people are or take stands beside a time that need not be said of it; say it of each"
	}
	for _, k := range kids[:len(kids)-1] {
		for _, e := range k.events() {
			if len(e.rels) > 0 || e.During != nil && e.During != last[0].During || e.Touching != nil { // "took B in 2009 or fell after A"
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

// isTaking reports whether people are said to be on a drug, not to have got it: "were on warfarin".
func (q *predicate) isTaking() bool {
	return q.kind == leaf && q.ev.isDrug() && !q.ev.started && !q.ev.issued && (q.v.form == "prep" || q.v.form == "ing")
}

// isOrTakes reports whether an alternative says what people are or take, without a time of its own: "were women or fell
// within a year after a stroke".
func (q *predicate) isOrTakes() bool {
	return q.kind == trait || q.kind == aged ||
		q.isTaking() && len(q.ev.rels) == 0 && q.ev.During == nil && q.ev.Touching == nil
}

// shareTime gives the time behind an exclusion without a verb of its own to what it is excluded from: "took A, but not
// B, in 2009", "had A but no B within 30 days after C". A condition stays when what is excluded is of another kind:
// "diabetes but no metformin in 2009" is of everybody with diabetes.
func shareTime(before, q *predicate) {
	if q.kind != notKind || !q.kids[0].isListed() || before.closed || q.kids[0].v.leaves {
		return
	}
	es := q.kids[0].events()
	last := es[len(es)-1] // "but neither B nor C in 2009"
	anchored := len(last.rels) == 1 && last.rels[0].anchor != nil
	if last.During == nil && !anchored || len(last.rels) > 0 && !anchored {
		return
	}
	kind := last.likelyDomain()
	for _, e := range before.events() {
		if e.Domain == study.Death || sameNames(e, last) || // "had asthma, but no asthma in 2009"
			!e.onlyGoesOn() || len(e.rels)*len(last.rels) > 0 || e.During != nil || e.Age != nil ||
			e.likelyDomain() == string(study.Condition) && kind != string(study.Condition) {
			return
		}
	}
	for _, e := range before.events() {
		if e.During = last.During; anchored {
			e.rels = last.rels
		}
	}
}

// isListed reports whether a predicate is an event, or one of a list with one time behind it.
func (q *predicate) isListed() bool {
	if q.kind != anyKind || len(q.kids) == 0 {
		return q.kind == leaf
	}
	last := q.kids[len(q.kids)-1]
	return !slices.ContainsFunc(q.kids, func(k *predicate) bool {
		return k.kind != leaf ||
			k.ev.During != nil && (last.ev == nil || !reflect.DeepEqual(k.ev.During, last.ev.During))
	})
}

// sameNames reports whether two events are named alike.
func sameNames(a, b *event) bool {
	return len(a.Concepts) > 0 && slices.EqualFunc(a.Concepts, b.Concepts, func(x, y study.Entity) bool {
		return strings.EqualFold(x.Text, y.Text)
	})
}

// likelyDomain is the domain of an event, or the best of those that its entity may be of.
func (e *event) likelyDomain() string {
	if e.Domain == "" && len(e.domains) > 0 {
		return e.domains[0]
	}
	return string(e.Domain)
}

// listGoesOn reports whether a comma joined a predicate to the list, not the parts of the sentence: "those who fell,
// fell more than once" tells of whom, and what is asked of them.
func (p *parser) listGoesOn(q *predicate, finite bool) bool {
	return q.v.form != "fin" && !(finite && p.relative) || p.at(0) == "," || p.sees("and", "or")
}

// finiteAt reports whether a verb that says what people did or are stands at a token: "were over 80", "lived in Texas".
func (p *parser) finiteAt(i int) bool {
	return i < len(p.toks) && (p.role[i] == "aux" || p.role[i] == "livein" && hasWord("live lives lived reside resides resided", p.toks[i].low))
}

// clauseList refuses clauses joined by commas of which the last may be what is asked: "of those who had a stroke, took
// warfarin and were women", "how many people who had a stroke, died or were hospitalised". Only where all of them must
// hold and people are counted, it is the same.
func (b *builder) clauseList() {
	joined := b.s.people.commas
	if joined == anyKind && (b.s.main == nil || b.s.lastAsked) || joined == allKind && b.s.lastAsked {
		b.refuse(Ambiguous, "which of these tell of whom, and which are asked of them? Say “of those who …, how many …”")
	}
}
