package read

import (
	"context"
	"slices"
)

// An order that is said loosely may be said exactly behind "i.e.": "how many had an earlier osteoporosis, i.e. before
// the first closed fracture of the hip?" The exact words take the place of the loose one, where both point the same
// way.

// looseOrders are words for an order that leave open what it is counted from.
var looseOrders = map[string]string{"earlier": "before", "prior": "before", "previous": "before",
	"previously": "before", "preceding": "before", "beforehand": "before", "pre-existing": "before",
	"later": "after", "subsequent": "after", "subsequently": "after", "afterwards": "after", "following": "after",
	"thereafter": "after"}

// glossedOrder reads a question with such a gloss; nil where it has none.
func (r *Reader) glossedOrder(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	all := p.remark(0, len(p.toks))
	for k := 3; k < len(p.toks)-1; k++ {
		_, n := all.p.longest(k, "plain", "glossword")
		if n == 0 || p.boundary(k) == none || !all.p.seq(k, "i|ie|that|namely|meaning") || n < 2 && p.seq(k, "i|that") {
			continue
		}
		from := k + n
		for from < len(p.toks) && isSign(p.toks[from].low) {
			from++
		}
		if at := p.looseOrder(k, from); at > 0 {
			end := k
			for isSign(p.toks[end-1].low) {
				end--
			}
			said := text[:p.toks[at].start] + text[min(p.toks[at].end+1, p.toks[end-1].end):p.toks[end-1].end] + " " +
				text[p.toks[from].start:]
			reading := r.readPlainly(ctx, said)
			if reading == nil {
				return nil
			}
			reading.Words = []Word{{text, 0, len(text), "as it is explained: " + said, ""}}
			reading.Mentions = p.mentionsOf([]*Reading{reading})
			return reading
		}
	}
	return nil
}

// looseOrder is the one loose word before token k that points where the words from a token on do; 0 without.
func (p *parser) looseOrder(k, from int) (at int) {
	side := ""
	for i := from; i < min(from+5, len(p.toks)) && side == ""; i++ {
		if p.seq(i, "before|after") {
			side = p.toks[i].low
		}
	}
	if side == "" || !p.seq(from, "before|after|within|at|up|in|any") {
		return 0
	}
	for i := 1; i < k; i++ {
		if looseOrders[p.toks[i].low] == "" {
			continue
		}
		if at > 0 || looseOrders[p.toks[i].low] != side {
			return 0
		}
		at = i
	}
	if slices.ContainsFunc(p.toks[:k], func(t token) bool { return t.low == "before" || t.low == "after" }) {
		return 0
	}
	return at
}
