package read

import (
	"context"
	"slices"
)

// A predicate may be explained behind "i.e.": "How many simvastatin users later switched to atorvastatin, i.e. had
// their first atorvastatin fill after their first simvastatin fill?" The predicate begins where the people end, and
// what says it exactly is put in its place.

// glossed reads a question with such a gloss; nil where it has none, or where the predicate says more than the gloss.
func (r *Reader) glossed(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	k, from := p.gloss()
	if k == 0 {
		return nil
	}
	s := newParser(ctx, r, text).predicateFrom(k)
	if s == 0 || p.saysMore(stretch{s, k}, stretch{from, len(p.toks)}) {
		return nil
	}
	said := text[:p.toks[s].start] + text[p.toks[from].start:]
	reading := r.readPlainly(ctx, said)
	if reading == nil {
		return nil
	}
	reading.Words = []Word{{text, 0, len(text), "as it is explained: " + said, ""}}
	reading.Mentions = p.mentionsOf([]*Reading{reading})
	return reading
}

// gloss finds the token that leads in a gloss, and the one at which its predicate begins; 0 where there is none.
func (p *parser) gloss() (lead, from int) {
	all := p.remark(0, len(p.toks))
	for k := 2; k < len(p.toks)-2; k++ {
		_, n := all.p.longest(k, "plain")
		if n == 0 || p.boundary(k) == none {
			continue
		}
		from = k + n
		for from < len(p.toks) && (isSign(p.toks[from].low) || p.toks[from].low == "they") {
			from++
		}
		if p.predicateAt(from) {
			return k, from
		}
	}
	return 0, 0
}

// predicateAt reports whether a gloss that begins at a token says what people do or have.
func (p *parser) predicateAt(from int) bool {
	_, n := p.longest(from, "aux", "verb")
	return n > 0
}

// predicateFrom is where the predicate begins that ends at a token: behind "how many" with the people, or where they
// stand in front, behind it alone. It is 0 where there is none.
func (p *parser) predicateFrom(to int) int {
	for isSign(p.toks[to-1].low) {
		to--
	}
	for i := range to {
		_, n := p.longest(i, "howmany", "share")
		if n == 0 {
			continue
		}
		p.pos = i + n
		p.word("of")
		at := p.pos
		if _, ok := p.people(); ok && p.pos < to {
			return p.pos
		}
		p.pos = at // "users switched to B" may be users of whom no more is said
		if p.peopleNoun(&people{}) && p.pos < to {
			return p.pos
		}
		if i > 0 && p.toks[i-1].low == "," {
			return i + n
		}
		return 0
	}
	return 0
}

// moreWords join a further thing to a predicate, or turn it round.
var moreWords = []string{"and", "or", "but", "nor", "not", "no", "without", "never", "except", "who", "that"}

// saysMore reports whether words name or limit something of which those of the gloss say nothing.
func (p *parser) saysMore(s, gloss stretch) bool {
	said := p.part(gloss.from, gloss.to)
	for i := s.from; i < s.to; {
		n := 1
		switch c := p.entityAt(i); {
		case c.n > 0:
			if n = c.n; !said.says(p, stretch{i, i + n}) && !said.namesConcept(c.text) {
				return true
			}
		case p.toks[i].isNum && !said.says(p, stretch{i, i + 1}), slices.Contains(moreWords, p.toks[i].low):
			return true
		default:
			if _, m := p.longest(i, "visit", "visitverb", "deathverb", "deathnoun", "stratumlead", "sex"); m > 0 {
				return true
			}
		}
		i += n
	}
	return false
}
