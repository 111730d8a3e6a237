package read

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// mostSteps bounds the search for the ways in which a question fills a frame.
const mostSteps = 4000

// filling is a frame that is being filled, token by token.
type filling struct {
	p     *parser
	f     *frame
	ctx   context.Context
	steps int
	seen  map[string]bool
	full  []full
}

// full is a frame that is filled, in its plain words.
type full struct {
	said      order
	modifiers int
}

// sofar is what of the frame was said up to a token.
type sofar struct {
	held        map[string]stretch
	used        []bool    // of the frame's needs
	front, back []stretch // modifiers
	closed      bool      // a time was said behind, so that no part follows
}

// fillings are the ways of saying a question in the plain words of a frame, those with the fewest modifiers.
func (p *parser) fillings(ctx context.Context, f *frame) []order {
	for _, need := range f.needs {
		if !p.saysPart(need) {
			return nil
		}
	}
	c := &filling{p: p, f: f, ctx: ctx, seen: map[string]bool{}}
	c.from(0, sofar{held: map[string]stretch{}, used: make([]bool, len(f.needs))})
	if c.steps > mostSteps || len(c.full) == 0 {
		return nil
	}
	fewest := slices.MinFunc(c.full, func(a, b full) int { return a.modifiers - b.modifiers }).modifiers
	var ways []order
	said := map[string]bool{}
	for _, one := range c.full {
		if text := one.said.text(); one.modifiers == fewest && !said[text] {
			said[text] = true
			ways = append(ways, one.said)
		}
	}
	return ways
}

// saysPart reports whether a part stands anywhere in the question.
func (p *parser) saysPart(part framePart) bool {
	for _, way := range part {
		if p.lacks(way) {
			continue
		}
		for i := range p.toks {
			if to, ok := p.matches(way, i, map[string]stretch{}); ok && to > i {
				return true
			}
		}
	}
	return false
}

// from goes on at token i in every way in which the frame has room for what stands there.
func (c *filling) from(i int, s sofar) {
	key := fmt.Sprint(i, s.held, s.used, s.front, s.back)
	if c.steps++; c.steps > mostSteps || c.seen[key] || c.ctx.Err() != nil {
		return
	}
	c.seen[key] = true
	p := c.p
	if i == len(p.toks) {
		if !slices.Contains(s.used, false) {
			c.full = append(c.full, full{c.plain(s), len(s.front) + len(s.back)})
		}
		return
	}
	if isSign(p.toks[i].low) {
		c.from(i+1, s)
		return
	}
	for k, need := range c.f.needs {
		if !s.used[k] && c.inTurn(k, s) {
			c.parts(i, need, s, k)
		} else if s.used[k] && !namesThing(need) {
			c.parts(i, need, s, -1)
		}
	}
	for _, part := range c.f.may {
		c.parts(i, part, s, -1)
	}
	if n := c.filler(i, s); n > 0 {
		c.from(i+n, s)
	}
	c.modifiers(i, s)
}

// namesThing reports whether a part names what is counted, so that it says more where it stands a second time: "visits
// per patient with a visit".
func namesThing(part framePart) bool {
	return slices.ContainsFunc(part, func(way []slot) bool {
		return slices.ContainsFunc(way, func(s slot) bool { return s.kind == '=' || s.kind == ':' })
	})
}

// inTurn reports whether every need that is said in the same ways and stands before one has been said: of two drugs,
// the first one is {a}.
func (c *filling) inTurn(k int, s sofar) bool {
	for j := range k {
		if !s.used[j] && alike(c.f.needs[j], c.f.needs[k]) {
			return false
		}
	}
	return true
}

func alike(a, b framePart) bool {
	return slices.EqualFunc(a, b, func(x, y []slot) bool {
		return slices.EqualFunc(x, y, func(v, w slot) bool {
			return v.kind == w.kind && slices.Equal(v.oneOf, w.oneOf)
		})
	})
}

// parts goes on behind a part that stands at token i. What it says again must be the same.
func (c *filling) parts(i int, part framePart, s sofar, need int) {
	for _, way := range part {
		held := maps.Clone(s.held)
		to, ok := c.p.matches(way, i, held)
		if !ok || to == i {
			continue
		}
		for name, is := range held {
			if was, before := s.held[name]; before && was != is {
				ok = ok && c.same(way, name, was, is)
				held[name] = was
			}
		}
		fresh := len(held) > len(s.held)
		ok = ok && c.ofDomain(way, held)
		if !ok || fresh && s.closed {
			continue
		}
		next := s
		next.held = held
		if need >= 0 {
			next.used = slices.Clone(s.used)
			next.used[need] = true
		}
		c.from(to, next)
	}
}

// ofDomain reports whether the names of a part are of its domains before they are of others.
func (c *filling) ofDomain(way []slot, held map[string]stretch) bool {
	return !slices.ContainsFunc(way, func(s slot) bool {
		is, named := held[s.name]
		return s.kind == ':' && s.oneOf != nil && named &&
			slices.ContainsFunc(c.p.candidates(is.from), func(one candidate) bool {
				return one.n == is.to-is.from && !slices.Contains(s.oneOf, one.domains[0])
			})
	})
}

// same reports whether two stretches that were held under one name say the same.
func (c *filling) same(way []slot, name string, a, b stretch) bool {
	for _, s := range way {
		if s.name == name && s.kind == '<' {
			x, _ := c.p.cue(category(s.oneOf[0]), a.from)
			y, _ := c.p.cue(category(s.oneOf[0]), b.from)
			return x == y
		}
		if s.name == name && s.kind == '@' {
			return c.p.lengthAt(a.from) == c.p.lengthAt(b.from)
		}
	}
	return c.p.sameName(a, b)
}

// lengthAt is the length of time that is said at a token.
func (p *parser) lengthAt(i int) study.Offset {
	was := p.pos
	defer func() { p.pos = was }()
	p.pos = i
	d, _ := p.duration()
	return d
}

// sameName reports whether two stretches are one name, names of one concept, "heart failure" and "HF", or a name and
// its head, "type 2 diabetes" and "diabetes".
func (p *parser) sameName(a, b stretch) bool {
	x, y := vocab.Normalize(p.spelt(a.from, a.to-a.from)), vocab.Normalize(p.spelt(b.from, b.to-b.from))
	if x == y || strings.HasSuffix(x, " "+y) {
		return true
	}
	v, w := p.r.terms.Lookup(x), p.r.terms.Lookup(y)
	return len(v) > 0 && len(w) > 0 && v[0].Concept.ID == w[0].Concept.ID && v[0].Concept.ID != 0
}

// filler is how many tokens at i say nothing in any frame: articles, courtesies, fillers, and names that were said
// before, also by their last word: "the bleed".
func (c *filling) filler(i int, s sofar) int {
	p := c.p
	_, n := p.cue("filler", i)
	if low := p.toks[i].low; low == "any" || low == "some" {
		return n
	}
	if _, m := p.longest(i, "noise", "article"); max(n, m) > 0 {
		return max(n, m)
	}
	for _, is := range s.held {
		if len(p.candidates(is.from)) == 0 {
			continue
		}
		for _, one := range p.candidates(i) {
			if p.sameName(is, stretch{i, i + one.n}) {
				return one.n
			}
		}
	}
	if p.saysAgain(i) {
		return 1
	}
	return 0
}

// saysAgain reports whether the token is the head of a name of the question, "the bleed", or a verb that says it, "who
// bled".
func (p *parser) saysAgain(i int) bool {
	low := p.toks[i].low
	if !slices.Contains(verbsOf, low) && (i == 0 || !isDefinite[p.toks[i-1].low]) || p.inName(i) {
		return false
	}
	for k := range p.toks {
		if c := p.entityAt(k); c.n > 1 && (i < k || i >= k+c.n) && p.headOf(c, k, low) {
			return true
		}
	}
	return false
}

// modifiers goes on behind what narrows or groups the question and is kept as it is.
func (c *filling) modifiers(i int, s sofar) {
	p := c.p
	for _, what := range []string{"people", "among"} {
		if to := p.spanned(what, i); to > i {
			next := s
			next.front = append(slices.Clone(s.front), stretch{i, to})
			c.from(to, next)
		}
	}
	begun := slices.Contains(s.used, true)
	if to := p.spanned("period", i); to > i {
		next := s
		if begun {
			next.back, next.closed = append(slices.Clone(s.back), stretch{i, to}), true
		} else {
			next.front = append(slices.Clone(s.front), stretch{i, to})
		}
		c.from(to, next)
	}
	if to := p.spanned("strata", i); to > i {
		next := s
		next.back = append(slices.Clone(s.back), stretch{i, to})
		c.from(to, next)
	}
}

// plain is what was said, in the frame's plain words.
func (c *filling) plain(s sofar) order {
	var said order
	for _, one := range s.front {
		low := c.p.toks[one.from].low
		if !slices.Contains(frontWords, low) && !slices.Contains([]string{"of", "amongst"}, low) {
			said = append(said, piece{said: "among", from: -1})
		}
		said = append(said, c.p.piece(one), piece{said: ",", from: -1})
	}
	for _, word := range c.f.plain {
		name, other, _ := strings.Cut(strings.Trim(word, "{}"), "|")
		name, before, _ := strings.Cut(name, "?")
		is, held := s.held[name]
		if held && before != "" {
			said = append(said, piece{said: before, from: -1})
		}
		switch {
		case word[0] != '{':
			said = append(said, piece{said: word, from: -1})
		case !held && other != "":
			said = append(said, piece{said: strings.ReplaceAll(other, "_", " "), from: -1})
		case held:
			if says := c.says(name, is); says != "" {
				said = append(said, piece{said: says, from: -1})
			} else {
				said = append(said, c.p.piece(is))
			}
		}
	}
	for _, one := range s.back {
		said = append(said, c.p.piece(one))
	}
	return said
}

// says is what the class of a held cue says for it; "" for what is not a cue, or says itself.
func (c *filling) says(name string, is stretch) string {
	for _, part := range slices.Concat(c.f.needs, c.f.may) {
		for _, way := range part {
			for _, s := range way {
				if s.name == name && s.kind == '<' {
					if says, n := c.p.cue(category(s.oneOf[0]), is.from); n > 0 {
						return says
					}
				}
			}
		}
	}
	return ""
}

// piece is a stretch of tokens as it is written.
func (p *parser) piece(s stretch) piece {
	from, to := p.toks[s.from].start, p.toks[s.to-1].end
	return piece{said: p.text[from:to], from: from}
}
