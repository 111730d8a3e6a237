package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// ofThem reads a second question about those who were just counted: "…, and how many of them were women?", "… Of these,
// what percentage died?". It is a share, whose answer shows both numbers.
func (p *parser) ofThem(s *sentence) bool {
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.people == nil || s.records != nil ||
		s.people.only && s.main == nil {
		return false
	}
	for slices.Contains([]string{",", ";", "?", ":"}, p.at(0)) {
		p.pos++
	}
	p.is("and")
	before := p.theirs()
	for p.at(0) == "," {
		p.pos++
	}
	if !p.is("howmany", "share") || !before && !p.theirs() {
		return false
	}
	q, _, ok := p.clause()
	if !ok || q.kind == aged && !q.dated || s.main != nil && placedInTime(s.main) && placedInTime(q) {
		return false
	}
	if s.main != nil {
		s.people.add(s.main)
		s.people.only = false
	}
	s.measure.Kind, s.main = study.Share, q
	return true
}

// alsoHowMany reads a second number beside the first: "how many took A, and how many took B?", "how many had A before
// B, and how many the other way round?". Each is a row.
func (p *parser) alsoHowMany(s *sentence) bool {
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.records != nil || s.people == nil {
		return false
	}
	if s.main != nil {
		if s.main.kind == aged || hangsOnIndex(s.main) {
			return false
		}
		s.numbers, s.main = []named{{p.nameFrom(p.clauseFrom), s.main}}, nil
	}
	if len(s.numbers) == 0 {
		return false
	}
	first := s.numbers[0].q
	for p.at(0) == "," || p.at(0) == ";" {
		p.pos++
	}
	if !p.is("and") || !p.is("howmany") {
		return false
	}
	from := p.pos
	if q, name := p.otherWayRound(first); q != nil {
		s.numbers = append(s.numbers, named{name, q})
		return true
	}
	q, _, ok := p.clause()
	if !ok && first.kind == leaf {
		q, ok = p.elidedClause(first)
	}
	if !ok || hangsOnIndex(q) || placedInTime(q) != placedInTime(first) || q.kind == aged {
		return false
	}
	if q.v.form == "prep" && first.v.form != "prep" {
		return false // "how many with asthma took A, and how many with stroke": other people, perhaps
	}
	s.numbers = append(s.numbers, named{p.nameFrom(from), q})
	return true
}

// elidedClause reads what goes on from a clause without its verb: "how many took A and how many B", or with another
// time: "how many had a stroke in 2008, and how many in 2009".
func (p *parser) elidedClause(first *predicate) (q *predicate, ok bool) {
	if first.ev.During != nil && p.try(func() bool {
		d, isTime := p.period()
		if isTime {
			q = atTimes(first.ev, []*study.Period{d})[0]
		}
		return isTime
	}) {
		return q, true
	}
	if q, ok = p.eventList(first.v.domains, false); ok {
		for _, e := range q.events() {
			p.adverbs(first.v, e)
		}
	}
	return q, ok && (first.ev.During == nil || !slices.ContainsFunc(q.events(), func(e *event) bool {
		return e.During == nil // in the same time, perhaps
	}))
}

// otherWayRound reads "the other way round" of two things in an order: the order turned about, with its name.
func (p *parser) otherWayRound(q *predicate) (turned *predicate, name string) {
	if q.kind != leaf || len(q.ev.rels) != 1 {
		return nil, ""
	}
	r := q.ev.rels[0]
	other, word := r.anchor, ""
	switch {
	case other == nil || !unplaced(other) || len(q.ev.Concepts) == 0 || r.Place != study.Distance:
	case r.From == nil && r.To != nil && r.To.Days <= 0 && r.To.Months == 0 && r.To.Years == 0:
		word = " before "
	case r.To == nil && r.From != nil && r.From.Days >= 0 && r.From.Months == 0 && r.From.Years == 0:
		word = " after "
	}
	if word == "" || !p.try(func() bool {
		p.word("in")
		return p.at(0) == "vice" && p.at(1) == "versa" && p.take() && p.take() ||
			p.word("other", "opposite", "reverse") && p.word("way", "order") && (p.word("round", "around", "about") || true)
	}) {
		return nil, ""
	}
	a, b := other.clone(), q.ev.clone()
	a.Which, a.started = q.ev.Which, q.ev.started
	b.Which, b.started, b.rels = study.Any, false, nil
	c := *r
	c.anchor = b
	a.rels = []*relation{&c}
	return &predicate{kind: leaf, ev: a, v: q.v}, a.Name() + word + b.Name()
}

// byGroups reads groups by what people have or are: "by group (took A, took B)".
func (p *parser) byGroups(s *sentence) bool {
	if !p.is("stratumstrong") || !p.takeOne("group", "groups") || p.at(0) != "(" || !p.take() {
		return false
	}
	for {
		from := p.pos
		q, _, ok := p.onePredicate(nil)
		if !ok || hangsOnIndex(q) {
			return false
		}
		s.numbers = append(s.numbers, named{p.nameFrom(from), q})
		if p.at(0) != "," {
			return len(s.numbers) > 1 && p.at(0) == ")" && p.take()
		}
		p.pos++
	}
}

// named is one of several things that are counted beside each other.
type named struct {
	name string
	q    *predicate
}

// nameFrom is the text of what was read since token i.
func (p *parser) nameFrom(i int) string {
	return strings.Trim(p.text[p.toks[i].start:p.toks[p.pos-1].end], " ,?")
}

// severalNumbers makes a row of each number that is asked for.
func (b *builder) severalNumbers() {
	b.population(nil)
	rows := study.Stratum{Kind: study.Groups}
	for _, n := range b.s.numbers {
		if c := b.criterion(n.q); c != nil {
			rows.Groups = append(rows.Groups, study.Group{Name: n.name, Is: *c})
		}
	}
	b.q.Strata = append(b.q.Strata, rows)
	b.noPeriod()
}

// twoGroups makes a row each of people with and without something.
func (b *builder) twoGroups() {
	if len(b.s.people.versus) == 0 {
		return
	}
	if b.s.listed != nil || b.s.top != nil {
		b.refuse(Unsupported, "a ranking in each of two groups; ask for one of them")
	}
	rows := study.Stratum{Kind: study.Groups}
	for _, n := range b.s.people.versus {
		if c := b.criterion(n.q); c != nil {
			rows.Groups = append(rows.Groups, study.Group{Name: n.name, Is: *c})
		}
	}
	b.s.strata = append(b.s.strata, rows)
}

// theirs reads "of them", "of these patients".
func (p *parser) theirs() bool {
	return p.try(func() bool {
		if !p.word("of", "among") || !p.takeOne("them", "these", "those", "whom") {
			return false
		}
		p.is("people")
		return true
	})
}

// takeOne consumes one of the words, articles among them.
func (p *parser) takeOne(words ...string) bool {
	return slices.Contains(words, p.at(0)) && p.at(0) != "" && p.take()
}

// placedInTime reports whether an event of the predicate is counted from another one.
func placedInTime(q *predicate) bool {
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	return slices.ContainsFunc(es, func(e *event) bool { return len(e.rels) > 0 })
}

// hangsOnIndex reports whether an event of the predicate is counted from the people's index, which is not named beside
// it.
func hangsOnIndex(q *predicate) bool {
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	return slices.ContainsFunc(es, func(e *event) bool {
		return slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor == nil })
	})
}

// moreCommon reads "is X more common in men than in women": the share of each.
func (p *parser) moreCommon(s *sentence) bool {
	p.is("aux")
	q, ok := p.eventList(nil, false)
	if !ok || !p.is("morecommon") {
		return false
	}
	p.word("in", "among")
	a, ok := p.sexWord()
	if !ok || !p.word("than") && !p.is("or") {
		return false
	}
	p.word("in", "among")
	b, ok := p.sexWord()
	if !ok || a == b {
		return false
	}
	s.measure.Kind, s.main, s.people = study.Share, q, &people{only: true}
	s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	return true
}

// moreMenThanWomen reads "did more men than women die in 2010": how many of each.
func (p *parser) moreMenThanWomen(s *sentence) bool {
	p.is("aux")
	p.word("there")
	if !p.word("more", "fewer") {
		return false
	}
	a, ok := p.sexWord()
	if !ok || !p.word("than") && !p.is("or") {
		return false
	}
	g := &people{}
	b, ok := p.sexWord()
	if !ok || a == b {
		return false
	}
	p.postmods(g)
	g.only = len(g.preds) == 0 && g.age == nil && g.period == nil
	s.measure.Kind, s.people = study.Count, g
	s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	return p.mainClause(s) || !g.only
}

// letBe reads a name that is given to people: "Let X be patients with heart failure; how many X took furosemide?".
func (p *parser) letBe(s *sentence) bool {
	if s.people != nil || !p.word("let", "define", "call") || p.pos >= len(p.toks) || !p.toks[p.pos].isWord {
		return false
	}
	name := p.at(0)
	p.take()
	if !p.word("be", "as", "mean", "denote") {
		return false
	}
	g, ok := p.people()
	if !ok || g.only {
		return false
	}
	for p.at(0) == "," || p.at(0) == ";" || p.at(0) == ":" {
		p.pos++
	}
	s.people, p.called = g, name
	return true
}
