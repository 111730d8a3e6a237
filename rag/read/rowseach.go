package read

import (
	"context"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// "One row per drug please." behind a question of several things asks for the rows that they have anyway.

// inRowsOfEach reads a refused question without such a sentence at its end; nil where what is left is not the same of
// each of several.
func (r *Reader) inRowsOfEach(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	for i := len(p.toks) - 1; i > 1 && !r.composed; i-- {
		if p.boundary(i) != strong {
			continue
		}
		to := len(p.toks)
		for to > i && (isSign(p.toks[to-1].low) || p.seq(to-1, "please|thanks|thx|cheers")) {
			to--
		}
		if rows := p.part(0, to); to == i || rows.apartEnd(i) != to {
			return nil
		}
		domain := ""
		for k := i; k < to; k++ {
			if d := namedKinds[p.toks[k].low]; d != "" {
				domain = d
			}
		}
		inner := *r
		inner.composed = true
		reading, err := inner.understand(ctx, text[:p.toks[i].start])
		if err != nil || reading.Question == nil || !reading.isOfEach(domain) {
			return nil
		}
		span := p.span(i, to)
		reading.Words = append(reading.Words, Word{span.Text, span.Start, span.End, "aside: each by itself", ""})
		return reading
	}
	return nil
}

// isOfEach reports whether a question, or those that are asked beside it, is the same of several things of a domain, or
// of any where that is "".
func (r *Reading) isOfEach(domain string) bool {
	is := func(e *study.Event) bool {
		return e != nil && len(e.Concepts) > 0 && (domain == "" || string(e.Domain) == domain)
	}
	if at := r.Question.Beside(); at >= 0 {
		return !slices.ContainsFunc(r.Question.Strata[at].Groups, func(g study.Group) bool { return !is(g.Entry) })
	}
	each := 0
	for _, o := range r.Others {
		if !o.Asked {
			continue
		}
		if each++; !sameButNames(o.Question, r.Question) || domain != "" &&
			!slices.ContainsFunc(spotsOf(o.Question), func(s spot) bool { return is(s.ev) }) {
			return false
		}
	}
	return each > 0
}
