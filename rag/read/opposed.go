package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
)

// One thing may stand in a question and the other, with which it is compared, behind all that is asked: "What share of
// new users of A had a stroke, compared with new users of B?", "the risk after starting A, versus that after starting
// B". What stands behind is put in the place of what has its shape before, and the question is read of both.

// opposed reads a question whose members are held against each other from afar; nil where it is none, or where one may
// have several counterparts that mean different things.
func (r *Reader) opposed(ctx context.Context, p *parser) (found *Reading) {
	for k := 1; k < len(p.toks); k++ {
		n := p.sideAt(k)
		if n == 0 {
			continue
		}
		known := map[string]*Reading{} // of the first member it is the same each time
		read := func(ctx context.Context, said string) *Reading {
			one, ok := known[said]
			if !ok {
				one = r.readPlainly(ctx, said)
				known[said] = one
			}
			return one
		}
		for _, end := range p.sideEnds(k + n) {
			if p.comparesFurther(end) {
				continue
			}
			others := p.sidesIn(stretch{k + n, end})
			tail := p.text[p.toks[end-1].end:]
			if p.saysPeriod(stretch{0, k}) && p.saysPeriod(stretch{end, len(p.toks)}) {
				continue // "of A patients in 2008 compared with B patients in 2009": each has its own
			}
			for _, e := range append(p.counterparts(k, others, tail), p.namedOfPeople(k, others, tail)...) {
				both := r.ofEach(ctx, p, e, read)
				if both != nil && e.people != "" &&
					!isOfPeople(both.Question, e.people) {
					continue
				}
				if both == nil {
					continue
				}
				if found != nil && !sameFigures(found, both) {
					return nil
				}
				found = both
			}
		}
		return found
	}
	return nil
}

// saysPeriod reports whether words name a time of the calendar.
func (p *parser) saysPeriod(s stretch) bool {
	was := p.pos
	defer func() { p.pos = was }()
	for i := s.from; i < s.to; i++ {
		p.pos = i
		if d, ok := p.period(); ok && d != nil {
			return true
		}
	}
	return false
}

// sameFigures reports whether two readings ask for the same, in all that they ask for.
func sameFigures(a, b *Reading) bool {
	return a.Question.Equal(b.Question) && slices.EqualFunc(a.Others, b.Others, func(x, y Other) bool {
		return x.Question.Equal(y.Question)
	})
}

// sideAt is how many tokens a word has that holds what follows against what stands before.
func (p *parser) sideAt(i int) int {
	if p.seq(i, "and") {
		return 0
	}
	if _, n := p.longest(i, "sideword"); n > 0 {
		return n
	}
	return boolInt(p.seq(i, "with|to|against") && p.asksToCompare() && p.seq(i+1, "that|those"))
}

// comparesFurther reports whether a list goes on at a token, or something else is held against what was named.
func (p *parser) comparesFurther(i int) bool {
	at, _ := p.separated(i)
	n, _ := p.itemAt(at)
	return p.sideAt(i) > 0 || at > i && n > 0
}

// asksToCompare reports whether the question begins with "compare".
func (p *parser) asksToCompare() bool {
	return p.seq(0, "compare|comparing|contrast") || p.seq(0, "please", "compare|contrast")
}

// sidesIn parts what stands behind "versus": "B versus C", "an A and a B", "those on A and those on B".
func (p *parser) sidesIn(s stretch) (sides []stretch) {
	from := s.from
	lead := p.toks[s.from].low
	for i := s.from + 1; i < s.to; i++ {
		to, next := i, i
		if n := p.sideAt(i); n > 0 {
			next = i + n
		} else if p.seq(i, ",|and") {
			for next < s.to && p.seq(next, ",|and") {
				next++
			}
			again := next < s.to && (isArticle[lead] && isArticle[p.toks[next].low] || p.toks[next].low == lead)
			if !again || len(p.candidates(s.from)) > 0 {
				continue
			}
		}
		if next > to {
			sides = append(sides, stretch{from, to})
			from, i = next, next
		}
	}
	sides = append(sides, stretch{from, s.to})
	for i := range sides {
		one := &sides[i]
		for one.to > one.from && isSign(p.toks[one.to-1].low) {
			one.to--
		}
		for one.from < one.to && (isArticle[p.toks[one.from].low] || p.seq(one.from, "that|those|ones|for|of")) {
			one.from++
		}
	}
	return sides
}

// counterparts are the ways of asking the question, up to token k with a tail, of what stands there and of the others.
func (p *parser) counterparts(k int, others []stretch, tail string) (ways []asked) {
	left := k
	for left > 0 && isSign(p.toks[left-1].low) {
		left--
	}
	shape := p.shape(others[0])
	for _, o := range others {
		if len(shape) == 0 || o.from >= o.to || !slices.Equal(p.shape(o), shape) {
			return nil
		}
	}
	for i := range left {
		for j := i + 1; j <= left; j++ {
			here := stretch{i, j}
			if isArticle[p.toks[i].low] || !slices.Equal(p.shape(here), shape) {
				continue
			}
			e := asked{}
			for _, o := range append([]stretch{here}, others...) {
				e.members = append(e.members, p.textOf(o))
				e.said = append(e.said, withoutCompare(p.text[:p.toks[i].start]+p.textOf(o)+
					p.text[p.toks[j-1].end:p.toks[left-1].end]+" "+strings.TrimLeft(tail, " ,")))
			}
			ways = append(ways, e)
		}
	}
	return ways
}

// namedOfPeople takes diseases or drugs that stand alone behind a sign for the people who have them: "ER visits per
// patient, asthma versus COPD".
func (p *parser) namedOfPeople(k int, others []stretch, tail string) []asked {
	i := k - 1
	for i > 0 && !isSign(p.toks[i].low) {
		i--
	}
	if i < 1 {
		return nil
	}
	e := asked{}
	for _, s := range append([]stretch{{i + 1, k}}, others...) {
		n, domain := p.itemAt(s.from)
		who, ok := map[string]string{"condition": "people with %s", "drug": "%s users"}[domain]
		if !ok || s.from+n != s.to {
			return nil
		}
		e.people, e.members = study.Domain(domain), append(e.members, p.textOf(s))
		e.said = append(e.said, withoutCompare(p.text[:p.toks[i-1].end]+" among "+fmt.Sprintf(who, p.textOf(s))+" "+
			strings.TrimLeft(tail, " ,")))
	}
	return []asked{e}
}

// isOfPeople reports whether a figure is one of people, so that a name beside it can only say who they are: a length of
// stay "with pneumonia" is of the stays with it, prescriptions of "warfarin" are those of it.
func isOfPeople(q *study.Question, of study.Domain) bool {
	m := q.Measure
	if m.Of != study.Persons || m.Event != nil && len(m.Event.Concepts) == 0 &&
		strings.TrimSuffix(string(m.Event.Domain), "_era") == string(of) {
		return false
	}
	return m.Kind != study.Number || slices.Contains([]study.Quantity{study.AgeYears, study.Value, study.Occurrences,
		study.Distincts, study.Total}, m.Quantity)
}

// shape is what a stretch consists of, whatever the names: "new users of A" is that of "new users of B"; nil where it
// names nothing, or a list.
func (p *parser) shape(s stretch) (shape []string) {
	names, visits := 0, 0
	for i := s.from; i < s.to; {
		ph, n := p.longest(i, "people")
		m, domain := p.itemAt(i)
		switch {
		case m > 0 && i+m <= s.to && domain == string(study.Visit) && i+m < s.to:
			visit, _ := p.longest(i, "visit") // "stays with A" is that of "stays with B", and not of "visits with B"
			shape = append(shape, ":"+domain, visit.value)
			visits++
			i += m
		case m > 0 && i+m <= s.to:
			shape = append(shape, ":"+domain)
			names++
			i += m
		case isArticle[p.toks[i].low]:
			i++
		case n > 0 && i+n <= s.to:
			shape = append(shape, "#"+ph.value)
			i += n
		default:
			shape = append(shape, p.toks[i].low)
			i++
		}
	}
	if visits > 1 || names != 1 {
		return nil
	}
	return shape
}

// namesIn are the texts of a question's JSON that name something.
var namesIn = lazyregexp.New(`"(text|name|code|vocabulary)":"([^"\\]|\\.)*"`)

// sameButNames reports whether two questions differ in nothing but the names.
func sameButNames(a, b *study.Question) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil &&
		namesIn.ReplaceAllString(string(x), "") == namesIn.ReplaceAllString(string(y), "")
}
