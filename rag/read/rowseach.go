package read

import "context"

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
		inner := *r
		inner.composed = true
		reading, err := inner.understand(ctx, text[:p.toks[i].start])
		if err != nil || reading.Question == nil || !reading.isOfEach() {
			return nil
		}
		span := p.span(i, to)
		reading.Words = append(reading.Words, Word{span.Text, span.Start, span.End, "aside: each by itself", ""})
		return reading
	}
	return nil
}

// isOfEach reports whether the figures that are asked for are the same of several things.
func (r *Reading) isOfEach() bool {
	each := 0
	for _, o := range r.Others {
		if o.Asked {
			each++
			if !sameButNames(o.Question, r.Question) {
				return false
			}
		}
	}
	return each > 0
}
