package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// "Mean age of metformin users versus insulin users" asks the same of two groups of people. What stands behind "versus"
// is put in the place of its counterpart before it; where exactly one place gives a question that differs in the
// people's event alone, the two are one question, with a row for each.

// besideWords part the two sides of a question that is said back.
const besideWords = "; beside it, "

// saidBeside reads a question that is said back in two parts.
func (r *Reader) saidBeside(ctx context.Context, text string) *Reading {
	a, b, ok := strings.Cut(text, besideWords)
	if !ok {
		return nil
	}
	return r.twoSides(ctx, text, a, b)
}

// compared reads "…X… versus Y …"; nil where it is none, or where several counterparts of Y are found.
func (r *Reader) compared(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	var found *Reading
	for k := range p.toks {
		_, n := p.longest(k, "sideword")
		if n == 0 || k == 0 {
			continue
		}
		if _, people := p.peopleEnd(k + n); !people && p.toks[k].low == "and" {
			continue // "users of A and of B" may be users of both
		}
		from := k + n
		if p.seq(from, "those|that|ones") && from+1 < len(p.toks) { // what follows says it of the same people
			from++
		}
		for _, end := range p.sideEnds(from) {
			if p.comparesFurther(end) {
				continue
			}
			tail := text[p.toks[end-1].end:]
			right := text[p.toks[from].start:p.toks[end-1].end]
			one := text[:p.toks[k-1].end] + tail
			name, domain := p.itemAt(from)
			for i := k - 1; i >= 0 && ctx.Err() == nil; i-- {
				if m, of := p.itemAt(i); from+name == end && (of != domain || i+m != k || i > 0 && p.seq(i-1, "and|or|nor|,")) {
					continue // a name alone stands in the place of a name that is none of a list
				}
				two := text[:p.toks[i].start] + right + tail
				both := r.twoSides(ctx, text, one, two)
				if both == nil {
					continue
				}
				for w := range both.Words { // of the tail, which stands behind the other side
					if word := &both.Words[w]; word.Start >= p.toks[k-1].end &&
						!strings.HasPrefix(text[word.Start:], word.Text) {
						word.Start, word.End = word.Start+len(text)-len(one), word.End+len(text)-len(one)
					}
				}
				if found != nil && !found.Question.Equal(both.Question) {
					return nil
				}
				found = both
			}
		}
		return found
	}
	return found
}

// sideEnds are the tokens before which what stands behind "versus" may end: the end, a grouping, a time, a verb, a
// sign.
func (p *parser) sideEnds(from int) []int {
	var ends []int
	if at, ok := p.peopleEnd(from); ok && at < len(p.toks) {
		ends = append(ends, at)
	}
	for i := from + 1; i <= len(p.toks); i++ {
		if i == len(p.toks) || isSign(p.toks[i].low) {
			return append(ends, i)
		}
		_, n := p.longest(i, "stratumlead", "verb", "deathverb")
		if n > 0 || p.seq(i, "in|during|between|among|within|since") {
			ends = append(ends, i)
		}
	}
	return ends
}

// peopleEnd is where people end that begin at a token: "users of B" in "of users of A and of users of B had a stroke".
func (p *parser) peopleEnd(from int) (end int, ok bool) {
	at := p.pos
	p.pos = from
	g, ok := p.people()
	end, p.pos = p.pos, at
	return end, ok && len(g.preds) > 0 && len(g.versus) == 0
}

// readWithRemarks reads a question in the grammar's words, with what is said of it in brackets or in a further
// sentence; nil where it is refused.
func (r *Reader) readWithRemarks(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	reading := p.read()
	if reading.Question == nil && (len(p.brackets()) > 0 || p.parts(0, len(p.toks))) {
		reading = newParser(ctx, r, text).explained()
	}
	if reading == nil || reading.Question == nil {
		return nil
	}
	return reading
}

// twoSides reads two questions as one whose people have either of two events; nil where they differ in more.
func (r *Reader) twoSides(ctx context.Context, text, one, two string) *Reading {
	a := r.readWithRemarks(ctx, one)
	if a == nil {
		return nil
	}
	b := r.readWithRemarks(ctx, two)
	if b == nil {
		return nil
	}
	q := joinedBy([]*study.Question{a.Question, b.Question}, besideOf, withEither)
	if q == nil {
		return nil
	}
	reading := &Reading{Question: q, Words: a.Words, Mentions: a.Mentions, Notes: a.Notes}
	for _, m := range b.Mentions {
		if !slices.ContainsFunc(a.Mentions, func(o Mention) bool { return strings.EqualFold(o.Text, m.Text) }) {
			if at := strings.LastIndex(lower(text), lower(m.Text)); at >= 0 {
				m.Start, m.End = at, at+len(m.Text)
				reading.Mentions = append(reading.Mentions, m)
				reading.Words = append(reading.Words, Word{m.Text, m.Start, m.End, "entity " + m.Domain, ""})
			}
		}
	}
	return reading
}
