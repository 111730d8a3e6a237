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
	from := p.pos
	q, _, ok := p.clause()
	if !ok || q.kind == aged && !q.dated || s.main != nil && placedInTime(s.main) && placedInTime(q) ||
		dated(q) && p.endsWithTime(from) { // "how many have A, and how many of them had B, in 2009": both in 2009, perhaps
		return false
	}
	if s.main != nil && !s.people.only && hangsOnIndex(q) { // "had a bleed afterwards": after what was just counted, or after the index
		return false
	}
	for _, e := range q.named() { // "took A, and how many of them took it twice": A, and not what the people have
		if e.noun == "it" && s.main != nil && !s.people.only && !e.standsFor(s.main) {
			return false
		}
	}
	if s.main != nil {
		s.people.add(s.main)
		s.people.only = false
	}
	s.measure.Kind, s.main = study.Share, q
	return true
}

// standsFor makes "it" the event of a predicate; false where the predicate is not of one, or where the verb is of
// another kind of thing.
func (e *event) standsFor(q *predicate) bool {
	if q.kind != leaf || len(q.ev.Concepts) == 0 || e.again ||
		len(e.domains) > 0 && !slices.Contains(e.domains, q.ev.likelyDomain()) {
		return false
	}
	e.noun, e.Domain, e.domains, e.Concepts = "", q.ev.Domain, q.ev.domains, q.ev.Concepts
	return true
}

// byGroups reads groups by what people have or are: "by group (took A, took B)". Behind a count they are what is
// counted, behind another measure people of whom it is told: "by group (with A, without A)".
func (p *parser) byGroups(s *sentence) bool {
	counted := s.measure.Kind == study.Count && s.measure.Of == study.Persons && s.records == nil
	if counted && s.main != nil || !p.is("stratumstrong") || !p.takeOne("group", "groups") || p.at(0) != "(" || !p.take() {
		return false
	}
	var groups []named
	for {
		from := p.pos
		q, _, ok := p.onePredicate(nil)
		if !ok && p.is("without") {
			if q, ok = p.eventList(nil, false); ok {
				q = not(q)
			}
		}
		if !ok || hangsOnIndex(q) {
			return false
		}
		groups = append(groups, named{p.nameFrom(from), q})
		if p.at(0) != "," {
			break
		}
		p.pos++
	}
	if len(groups) < 2 || p.at(0) != ")" || !p.take() {
		return false
	}
	if counted {
		s.numbers = groups
		return true
	}
	if s.people == nil {
		s.people = &people{only: true}
	}
	if len(s.people.versus) > 0 {
		return false
	}
	g := *s.people
	g.versus = groups
	s.people = &g
	return true
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
	if slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind == study.AgeGroup && s.On == "" }) {
		b.refuse(Ambiguous, "the age at each of these, or at one time of all")
	}
	if slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind.IsTime() }) {
		b.refuse(Unsupported, "several numbers of people by the time of each; ask for one of them")
	}
	b.q.Strata = append(b.q.Strata, rows)
	b.noPeriod()
}

// twoGroups makes a row each of people with and without something. Where they are told apart by what happened before or
// after something else, "with and without an earlier stroke", they are placed when that is known.
func (b *builder) twoGroups(placed bool) {
	versus := b.s.people.versus
	if len(versus) == 0 || slices.ContainsFunc(versus, func(n named) bool { return placedInTime(n.q) }) != placed {
		return
	}
	if e := b.q.Population.Entry; placed && (e == nil || e.Which == study.Any) {
		b.refuse(Ambiguous, "it does not say before or after which record; name the first")
		return
	}
	if b.s.listed != nil || b.s.top != nil {
		b.refuse(Unsupported, "a ranking in each of two groups; ask for one of them")
	}
	if b.s.outcome != nil && b.s.measure.Kind != study.Prevalence {
		b.refuse(Unsupported, "time at risk of people who have something only later; ask for the rate after the first "+
			"record of it")
	}
	rows := study.Stratum{Kind: study.Groups}
	for _, n := range versus {
		c := b.criterion(n.q)
		if placed && len(rows.Groups) == 1 { // all others: also who had it on the day itself
			had := rows.Groups[0].Is
			c = &study.Criterion{Not: &had}
		}
		if c != nil {
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

// moreCommon reads "is X more common in men than in women", "… in those who have P than in those who don't": the share
// of each.
func (p *parser) moreCommon(s *sentence) bool {
	p.is("aux")
	q, ok := p.eventList(nil, false)
	if !ok {
		return false
	}
	p.word("use", "usage")
	if !p.is("morecommon") {
		return false
	}
	p.word("in", "among", "to")
	g, sexes := &people{only: true}, p.try(func() bool {
		a, ok := p.sexWord()
		if !ok || !p.word("than") && !p.is("or") {
			return false
		}
		p.word("in", "among", "to")
		b, ok := p.sexWord()
		return ok && a != b
	})
	if sexes {
		s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	} else if g, ok = p.people(); !ok || len(g.versus) == 0 {
		return false
	}
	if s.people != nil {
		whole := *s.people
		whole.versus = g.versus
		for _, also := range g.preds {
			whole.add(also)
		}
		g = &whole
	}
	s.measure.Kind, s.main, s.people = study.Share, q, g
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
	g.only = g.bare() && g.period == nil
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
