package read

import (
	"context"
	"slices"
)

// A list may stand behind a colon, and before it what is meant of its members: "patients with each of the following in
// 2010: stroke, asthma, pneumonia". It is said where the words for it stand: "patients with stroke, asthma or pneumonia
// in 2010, each". Of "any of the following" the members are alternatives, of "all of these" they are needed together.

// following reads a refused question with its list in the place of the words for it; nil where it has none.
func (r *Reader) following(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	for i := range p.toks {
		if !p.seq(i, "each|any|all", "of") && !p.seq(i, "following|these") {
			continue
		}
		how, at := "each", i
		if p.seq(i, "each|any|all", "of") {
			how, at = p.toks[i].low, i+2
		} else if i > 0 && p.seq(i-1, "of|the") {
			continue // it was tried from "each of" on
		}
		if at < len(p.toks) && isArticle[p.toks[at].low] && !p.seq(at, "these") {
			at++
		}
		if !p.seq(at, "following|these") {
			continue
		}
		at++
		if _, n := p.longest(at, "listdomain", "eventnoun"); n > 0 {
			at += n
		}
		if o := p.withList(text, i, at, how); o != nil {
			found, _ := r.agreed(ctx, []order{o}, text, r.readAnyhow)
			return found
		}
	}
	return nil
}

// withList says a list that stands behind a colon in the place of the tokens from i to at; nil where there is none.
func (p *parser) withList(text string, i, at int, how string) order {
	when := at
	p.pos = at
	if d, ok := p.period(); ok && d != nil {
		when = p.pos
	}
	if p.pos = 0; !p.seq(when, ":") {
		return nil
	}
	var items []stretch
	k := when + 1
	for k < len(p.toks) && !p.seq(k, "?|please") {
		c := p.entityAt(k)
		if c.n == 0 {
			return nil
		}
		items = append(items, stretch{k, k + c.n})
		for k += c.n; p.seq(k, ",|;|and|or|&"); k++ {
		}
	}
	for _, t := range p.toks[k:] {
		if !slices.Contains([]string{"?", "please", ",", "!"}, t.low) {
			return nil
		}
	}
	if len(items) < 2 || i == 0 {
		return nil
	}
	keep := func(s stretch) piece {
		from, to := p.toks[s.from].start, p.toks[s.to-1].end
		return piece{said: text[from:to], from: from}
	}
	o := order{keep(stretch{0, i})}
	for n, item := range items {
		switch {
		case n == 0:
		case n+1 == len(items) && how == "all":
			o = append(o, words("and"))
		case n+1 == len(items):
			o = append(o, words("or"))
		default:
			o = append(o, words(","))
		}
		o = append(o, keep(item))
	}
	if when > at {
		o = append(o, keep(stretch{at, when}))
	}
	if how == "each" {
		o = append(o, words(", each"))
	}
	return o
}
