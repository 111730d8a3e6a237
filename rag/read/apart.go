package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The same may be asked of each of several things: "How many people took A, B or C, separately for each?", "Compare A
// and B: of the people who took each drug, what percentage had a stroke?", "average cost per inpatient visit and per ER
// visit". The question is read once for each of them, with its name in the place of the list and of the words that
// stand for each; then the questions are joined (joined.go).

// list is several things that a question names beside each other.
type list struct {
	stretch
	items  []string
	versus bool // they are held against each other
	close  bool // so, by a word that stands between what it parts: "A vs B", unless A is one of others
	per    bool // "per A, per B and per C"
	head   bool // the list stands by itself before a sign: "Compare A and B: …"
}

// mostItems bounds how many things a question is read of.
const mostItems = 8

// asked is a question as it is asked of each of several members.
type asked struct {
	members, said []string
	inRows        bool         // or not at all
	noTail        bool         // that would say when: "how many later had A and how many B" leaves open whether B was later, too
	eachNamed     bool         // of a figure that is of one thing at a time
	twice         bool         // "of A and of B"
	numbers       bool         // of a mean or a median alone: a count of both may be one of them together
	people        study.Domain // of names that are taken for the people who have them
}

// apart reads a question that asks the same of each of several; nil where it does not, or where one is not read.
func (r *Reader) apart(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	var found *Reading
	for _, l := range p.lists() {
		for _, e := range p.askedOf(l) {
			one := r.ofEach(ctx, p, e, r.readFigures)
			if one != nil && found != nil && !sameFigures(found, one) {
				return nil // it could be each of either list
			}
			if one != nil {
				found = one
				break
			}
		}
	}
	if found != nil {
		return found
	}
	if found := r.ofEach(ctx, p, p.askedWithoutVerb(), r.readPlainly); found != nil {
		return found
	}
	if found := r.comparedOfEach(ctx, p); found != nil {
		return found
	}
	if found := r.opposed(ctx, p); found != nil {
		return found
	}
	return r.sided(ctx, p)
}

// askedOf are the ways in which a question may be asked of each of a list by itself.
func (p *parser) askedOf(l list) (ways []asked) {
	markers := p.apartWords(l)
	stands := p.standIns(l, markers)
	if by := p.listRankedBy(l); by > 0 {
		ways = append(ways, p.rankingOf(l, by))
	}
	if l.versus && !l.head && !l.close && len(markers)+len(stands) == 0 {
		return ways
	}
	compares := p.asksToCompare() && len(p.lists()) == 1 && slices.ContainsFunc(measureWords, p.said)
	plain := len(markers)+len(stands) == 0 && !l.versus && !l.per && !compares
	named, twice := p.asksEachNamed(l)
	if plain && !named {
		return ways
	}
	for _, bare := range []bool{true, false} {
		if bare && !(l.head && len(stands) > 0) {
			continue
		}
		e := asked{members: l.items, inRows: l.versus || len(markers) == 0 && compares,
			eachNamed: plain, twice: twice}
		for _, item := range l.items {
			e.said = append(e.said, p.saidOf(item, l, markers, stands, bare))
		}
		ways = append(ways, e)
	}
	return ways
}

// asksApart reports whether the words ask for each of a list by itself.
func (p *parser) asksApart() bool {
	return slices.ContainsFunc(p.lists(), func(l list) bool { return len(p.apartWords(l)) > 0 })
}

// ofEach reads the question of each member and joins what was read; nil where they differ in more than what is named.
func (r *Reader) ofEach(ctx context.Context, p *parser, e asked,
	read func(context.Context, string) *Reading) *Reading {
	var each []*Reading
	for _, said := range e.said {
		if ctx.Err() != nil || Outside(said) != "" {
			return nil
		}
		one := read(ctx, said)
		if one == nil || len(each) > 0 && !sameButNames(one.Question, each[0].Question) ||
			e.inRows && len(one.Question.Strata) > 0 || // these are compared, perhaps
			e.noTail && (isTimed(one.Question.Outcome) || isDated(one.Question)) ||
			e.numbers && one.Question.Measure.Kind != study.Number ||
			e.eachNamed && !isOfOneThing(one.Question, len(e.members), e.twice) {
			return nil
		}
		each = append(each, one)
	}
	if len(each) < 2 {
		return nil
	}
	whole := &Reading{Mentions: p.mentionsOf(each), Notes: each[0].Notes}
	figures := make([][]*study.Question, len(each))
	for i, one := range each {
		figures[i] = append(figures[i], one.Question)
		for _, o := range one.Others {
			if o.Asked {
				figures[i] = append(figures[i], o.Question)
			}
		}
		if len(figures[i]) != len(figures[0]) {
			return nil
		}
	}
	for k := range figures[0] {
		var of []*study.Question
		for i := range figures {
			of = append(of, figures[i][k])
		}
		p.r.byTheirNames(of)
		var found []Other
		if q := joined(of); q != nil {
			found = []Other{{What: q.String(), Question: q, Always: true, Asked: true}}
		} else if e.inRows {
			return nil // it may be held against another thing
		} else {
			for i, q := range of {
				found = append(found, Other{What: e.members[i], Question: q, Always: true, Asked: true})
			}
		}
		whole.Others = append(whole.Others, found...)
	}
	whole.Question, whole.Others = whole.Others[0].Question, whole.Others[1:]
	if len(whole.Others) > 0 && tells(whole.Others[0].Question, whole.Question) {
		whole.Question, whole.Others = whole.Others[0].Question, whole.Others[1:]
	}
	whole.Words = []Word{{p.text, 0, len(p.text), "asked of each of " + strings.Join(e.members, ", "), ""}}
	return whole
}

// readFigures reads a question, or one that asks for several figures; nil where it is refused.
func (r *Reader) readFigures(ctx context.Context, text string) *Reading {
	if one := r.readPlainly(ctx, text); one != nil {
		return one
	}
	return r.figures(ctx, text)
}

// mentionsOf are the names of all readings, at their places in the question.
func (p *parser) mentionsOf(each []*Reading) []Mention {
	var all []Mention
	for _, one := range each {
		for _, m := range one.Mentions {
			at := strings.Index(lower(p.text), lower(m.Text))
			if at < 0 || slices.ContainsFunc(all, func(o Mention) bool { return strings.EqualFold(o.Text, m.Text) }) {
				continue
			}
			m.Start, m.End = at, at+len(m.Text)
			all = append(all, m)
		}
	}
	return all
}

// saidOf is the question as it would be asked of one item; bare leaves out the list and what stands before it.
func (p *parser) saidOf(item string, l list, markers, stands []stretch, bare bool) string {
	var b strings.Builder
	last := 0
	if bare {
		last = p.toks[l.to].end
	}
	put := func(s stretch, words string) {
		if from := p.toks[s.from].start; from >= last {
			b.WriteString(p.text[last:from] + words)
			last = p.toks[s.to-1].end
		}
	}
	type place struct {
		stretch
		words string
	}
	places := []place{{l.stretch, item}}
	for _, s := range markers {
		places = append(places, place{s, ""})
	}
	for _, s := range stands {
		words := item
		if users := p.bareUsers(s.from); users == s.to || p.seq(s.from, "first") {
			words = p.textOf(s) + " of " + item
		}
		places = append(places, place{s, words})
	}
	slices.SortFunc(places, func(a, b place) int { return a.from - b.from })
	for _, one := range places {
		put(one.stretch, one.words)
	}
	return withoutCompare(b.String() + p.text[last:])
}

// withoutCompare is a question without the word that asks to compare what it is asked of.
func withoutCompare(said string) string {
	for _, lead := range []string{"please ", "compare ", "comparing "} {
		if said = strings.TrimSpace(said); len(said) > len(lead) && strings.EqualFold(said[:len(lead)], lead) {
			said = said[len(lead):]
		}
	}
	return said
}

// bareUsers is the end of "new users" at a token, where no name says of what; the token itself where none are there.
func (p *parser) bareUsers(i int) int {
	ph, n := p.longest(i, "people")
	named := i > 0 && slices.ContainsFunc(p.candidates(i-1), func(c candidate) bool { return c.n == 1 })
	if n == 0 || !strings.HasPrefix(ph.value, "drug") || p.seq(i+n, "of") || named {
		return i
	}
	return i + n
}

// listSeps part the items of a list.
var listSeps = []string{",", "and", "or", "/", "&", "plus"}

// lists are the lists of two things or more that the question names, the longest at each place.
func (p *parser) lists() []list {
	var all []list
	for i := 0; i < len(p.toks); i++ {
		if l, ok := p.listAt(i); ok {
			all = append(all, l)
			i = l.to
		}
	}
	return all
}

// visitsAt is a list of kinds of visits with one noun for all: "inpatient, outpatient and ER visits".
func (p *parser) visitsAt(i int) (l list, ok bool) {
	var kinds []string
	at, from := i, i
	for ; at < len(p.toks) && len(kinds) < mostItems; at++ {
		if ph, n := p.longest(at, "visit"); n > 1 && ph.value != "" && at == from {
			noun := p.toks[at+n-1].low
			for _, kind := range kinds {
				one := newParser(context.Background(), p.r, kind+" "+noun)
				ph, m := one.longest(0, "visit")
				if m != len(one.toks) || ph.value == "" {
					return l, false
				}
				l.items = append(l.items, kind+" "+noun)
			}
			l.items = append(l.items, p.textOf(stretch{at, at + n}))
			l.stretch = stretch{i, at + n}
			return l, len(kinds) > 0
		}
		if next, _ := p.separated(at); next > at {
			if at == from {
				return l, false
			}
			kinds = append(kinds, p.textOf(stretch{from, at}))
			at, from = next-1, next
		} else if !p.toks[at].isWord || at-from > 2 {
			return l, false
		}
	}
	return l, false
}

// listAt is the list whose first item begins at a token.
func (p *parser) listAt(i int) (l list, ok bool) {
	if l, ok = p.visitsAt(i); ok {
		return l, true
	}
	n, domain := p.itemAt(i)
	if n == 0 {
		return l, false
	}
	l.from, l.to = i, i+n
	l.items = []string{p.textOf(l.stretch)}
	for len(l.items) < mostItems {
		at, versus := p.separated(l.to)
		if at == l.to {
			break
		}
		again := 0 // words before each item
		for k := 1; k <= 4 && k <= i && at+k < len(p.toks); k++ {
			if p.same(stretch{i - k, i}, at) {
				again = k
			}
		}
		m, other := p.itemAt(at + again)
		if m == 0 || other != domain {
			break
		}
		l.per = again > 0 && p.toks[at].low == "per" && (l.per || len(l.items) == 1)
		if versus != l.versus && len(l.items) > 1 {
			return l, false // "A, B and C compared with D"
		}
		l.versus = versus
		alone := len(l.items) == 1 && !(i > 0 && p.seq(i-1, "and|or|nor|,"))
		l.close = versus && !p.seq(l.to, "compared") && (l.close || alone)
		l.to = at + again + m
		l.items = append(l.items, p.textOf(stretch{at + again, l.to}))
	}
	p.addUsers(&l)
	lead := i == 0 || p.seq(i-1, "compare|comparing|for|between|among|of") && i-1 == 0 ||
		i == 3 && p.seq(0, "for|of|among|in", "each|all", "of")
	l.head = lead && (p.seq(l.to, ":") || l.to > 0 && p.seq(l.to, ",") && p.seq(0, "for|compare|comparing"))
	return l, len(l.items) > 1
}

// addUsers makes users of drugs that are named before a sign: "A and B users: what share of each …".
func (p *parser) addUsers(l *list) {
	ph, n := p.longest(l.to, "people")
	if n == 0 || len(l.items) < 2 || !strings.HasPrefix(ph.value, "drug") || !p.seq(l.to+n, ":|,") {
		return
	}
	for i := range l.items {
		l.items[i] += " " + p.textOf(stretch{l.to, l.to + n})
	}
	l.to += n
}

// separated is the token behind what parts two items; the same where nothing does.
func (p *parser) separated(i int) (at int, versus bool) {
	at = i
	for at < len(p.toks) && slices.Contains(listSeps, p.toks[at].low) {
		at++
	}
	switch {
	case at > i:
		for at < len(p.toks) && isArticle[p.toks[at].low] {
			at++
		}
		return at, false
	case p.seq(i, "compared|versus") && p.seq(i+1, "with|to|against"):
		at, versus = i+2, true
	case p.seq(i, "versus|vs|v"):
		at, versus = i+1, true
	case p.seq(i, "with|against|to") && p.seq(0, "compare|comparing|please|contrast"):
		at, versus = i+1, true
	}
	for versus && at < len(p.toks) && isArticle[p.toks[at].low] {
		at++
	}
	return at, versus
}

// itemAt is how many tokens a name has that begins at a token, and of which domain it is.
func (p *parser) itemAt(i int) (n int, domain string) {
	if i >= len(p.toks) {
		return 0, ""
	}
	if ph, m := p.longest(i, "visit"); m > 0 && ph.value != "" {
		return m, string(study.Visit)
	}
	if cs := p.candidates(i); len(cs) > 0 {
		return cs[0].n, cs[0].domains[0]
	}
	return 0, ""
}

func (p *parser) textOf(s stretch) string { return p.text[p.toks[s.from].start:p.toks[s.to-1].end] }
