package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// A list of names behind a question says what to choose among: "Which antibiotic was most often started within 7 days
// of a stroke, penicillin V, amoxicillin or cefaclor?" is "which of penicillin V, amoxicillin or cefaclor …". The
// names are none of those before the comma: what they are of is a kind that was named, and what stands right before
// them is of another.

// choices are the names at the end of a question: token from is the comma before them.
type choices struct {
	from, to int
	domain   string
	strong   bool // a colon or a dash stands before them
}

// namesAtEnd finds the longest list of names of one domain at the end, with "or" before the last.
func (p *parser) namesAtEnd() (choices, bool) {
	end := len(p.toks)
	for end > 0 && isSign(p.toks[end-1].low) {
		end--
	}
	for _, domain := range clinical {
		c, names, or := choices{to: end, domain: domain}, 0, false
		for at := end; ; {
			n := p.nameBackFrom(at, domain)
			if n == 0 {
				break
			}
			names++
			c.from = at - n
			sign := c.from - 1
			if sign > 0 && p.toks[sign].low == "or" {
				or, at = true, sign
				if p.toks[at-1].low == "," {
					at--
				}
				continue
			}
			if sign < 0 || p.toks[sign].low != "," {
				break
			}
			at = sign
		}
		if names < 2 || !or {
			continue
		}
		switch c.from--; {
		case c.from < 1:
		case p.toks[c.from].low == ",":
			return c, true
		case p.toks[c.from].low == ":" || p.boundary(c.from+1) == strong:
			c.strong = true
			return c, true
		}
	}
	return choices{}, false
}

// nameBackFrom is how many tokens the longest name of a domain has that ends at token i.
func (p *parser) nameBackFrom(i int, domain string) int {
	for n := min(longestName, i); n > 0; n-- {
		if slices.ContainsFunc(p.candidates(i-n), func(c candidate) bool {
			return c.n == n && slices.Contains(c.domains, domain)
		}) {
			return n
		}
	}
	return 0
}

// chosenAmong is the question with the names to choose among behind "which of"; open where they could belong to what
// stands before them, too.
func (p *parser) chosenAmong() (o order, open bool) {
	c, ok := p.namesAtEnd()
	if !ok {
		return nil, false
	}
	most := false
	for i := range c.from {
		_, n := p.longest(i, "most")
		most = most || n > 0
	}
	if kind := p.kindAskedFor(c.domain); kind > 0 && most {
		last := c.from
		if !isSign(p.toks[last].low) { // a dash is not a token
			last++
		}
		return order{{said: "Which of", from: -1},
			{said: p.textOf(stretch{c.from + 1, c.to}), from: p.toks[c.from+1].start},
			{said: p.textOf(stretch{kind, last}), from: p.toks[kind].start}}, !c.strong
	}
	if c.strong || p.nameEnds(p.beforeNoun(c.from)) == 0 {
		return nil, false
	}
	for i := 0; i < c.from; i++ {
		one := p.entityAt(i)
		if slices.Contains(one.domains, c.domain) && slices.ContainsFunc(p.r.lookup(p.spelt(i, one.n)),
			func(h vocab.Hit) bool { return h.Kind == vocab.KindClass }) {
			return nil, true // "an antibiotic within 7 days of a stroke, amoxicillin or cefaclor"
		}
	}
	return nil, false
}

// beforeNoun is where a name may end before token i, with its noun behind it: "a stroke diagnosis".
func (p *parser) beforeNoun(i int) int {
	for k := max(1, i-3); k < i; k++ {
		if _, n := p.longest(k, "eventnoun"); n == i-k {
			return k
		}
	}
	return i
}

// kindAskedFor is where the words behind "which antibiotic", "what drug" begin, if they ask for one of a domain; 0
// where the question does not begin so.
func (p *parser) kindAskedFor(domain string) int {
	at := 0
	if p.seq(0, "in|of|for|among|with") {
		at = 1
	}
	if !p.seq(at, "which|what") {
		return 0
	}
	at++
	if c := p.entityAt(at); c.n > 0 && slices.Contains(c.domains, domain) {
		return at + c.n
	}
	for _, ph := range p.phrasesAt(at) {
		if of, _, _ := strings.Cut(ph.phrase.value, " "); ph.phrase.cat == "listdomain" && of == domain {
			return at + ph.n
		}
	}
	if p.seq(at, "one") {
		return at + 1
	}
	return 0
}

// amongNamed reads a question with names behind it to choose among; nil where there are none.
func (r *Reader) amongNamed(ctx context.Context, text string) *Reading {
	o, open := newParser(ctx, r, text).chosenAmong()
	if o != nil {
		reading, err := r.understand(ctx, o.text())
		if err == nil && reading.Question != nil {
			return o.restore(reading, text)
		}
	}
	if !open {
		return nil
	}
	return &Reading{Refusal: &Refusal{Ambiguous, "the names behind may be what to choose among, or belong to what " +
		"stands before them; say “which of …”"}}
}
