package read

import (
	"context"
	"slices"
	"strings"
)

// Two groups may be named before what is asked "of each": "Compare new users of A with new users of B: what share of
// each had a stroke?" Or the parts that are compared have words of their own: "compare the risk after starting A and
// after starting B". The question is asked of each of two parts that have the same shape.

// mostShared is the longest part that is looked at, in tokens.
const mostShared = 12

// comparedOfEach reads such a question; nil where it is none, or where its parts may be others.
func (r *Reader) comparedOfEach(ctx context.Context, p *parser) (found *Reading) {
	for _, e := range p.sidesOfEach() {
		both := r.ofEach(ctx, p, e, r.readPlainly)
		if both != nil && found != nil && !sameFigures(found, both) {
			return nil
		}
		if both != nil {
			found = both
		}
	}
	return found
}

// sidesOfEach are the ways of asking the question of each of two parts beside each other.
func (p *parser) sidesOfEach() (ways []asked) {
	compares := p.asksToCompare()
	if !compares && !p.seq(0, "among|of|for|in") {
		return p.sidesBehind()
	}
	for k := 2; k < len(p.toks)-1; k++ {
		if !p.seq(k, "with|to|and|versus|vs|against|&") {
			continue
		}
		for from := max(1, k-mostShared); from < k; from++ {
			for to := k + 2; to <= min(len(p.toks), k+mostShared+1); to++ {
				if e, ok := p.askOfSides(stretch{from, k}, stretch{k + 1, to}, compares); ok {
					ways = append(ways, e)
				}
			}
		}
	}
	return ways
}

// sidesBehind are the ways of asking a number of each of two sides with which the question ends, and which begin with
// the same preposition: "median length of stay for stays with A and for stays with B".
func (p *parser) sidesBehind() (ways []asked) {
	end := len(p.toks)
	for end > 0 && (isSign(p.toks[end-1].low) || p.toks[end-1].low == "?") {
		end--
	}
	for k := 2; k < end-1; k++ {
		if !p.seq(k, "and|versus|vs") || !p.seq(k+1, "for|of|in|among") {
			continue
		}
		b := stretch{k + 1, end}
		for from := max(1, k-mostShared); from < k; from++ {
			a := stretch{from, k}
			if p.toks[from].low != p.toks[k+1].low || !slices.Equal(p.shape(a), p.shape(b)) || p.shape(a) == nil {
				continue
			}
			e := asked{members: []string{p.textOf(a), p.textOf(b)}, inRows: true, numbers: true}
			for _, side := range e.members {
				e.said = append(e.said, p.text[:p.toks[from].start]+side)
			}
			ways = append(ways, e)
		}
	}
	return ways
}

// askOfSides is the question asked of each of two sides: where "each" stands behind a sign, or in the place of both.
func (p *parser) askOfSides(a, b stretch, compares bool) (e asked, ok bool) {
	shape := p.shape(a)
	if len(shape) < 2 || isArticle[p.toks[a.from].low] || !slices.Equal(shape, p.shape(b)) {
		return e, false
	}
	e = asked{members: []string{p.textOf(a), p.textOf(b)}, inRows: true}
	each := p.eachBehind(b.to)
	switch {
	case each.to > 0 && a.from == 1:
		for _, side := range e.members {
			before, behind := p.text[p.toks[b.to+1].start:p.toks[each.from].start], p.text[p.toks[each.to-1].end:]
			e.said = append(e.said, before+side+behind)
		}
	case each.to == 0 && compares && !p.seq(b.to, "and|or|,"):
		for _, side := range e.members {
			said := p.text[:p.toks[a.from].start] + side + p.text[p.toks[b.to-1].end:]
			e.said = append(e.said, withoutCompare(said))
		}
	default:
		return e, false
	}
	return e, !slices.ContainsFunc(e.said, func(said string) bool { return strings.TrimSpace(said) == "" })
}

// eachBehind is where "each", "each group" or "both" stands for the two groups behind a sign at token i.
func (p *parser) eachBehind(i int) stretch {
	if i >= len(p.toks) || !isSign(p.toks[i].low) {
		return stretch{}
	}
	for k := i + 2; k < len(p.toks); k++ {
		if p.seq(k-1, "of|in|for|among") && p.seq(k, "each|both") {
			to := k + 1
			if p.seq(to, "group|cohort|groups|cohorts") {
				to++
			}
			from := k
			if _, n := p.longest(max(0, k-3), "howmany"); n == 2 { // "how many in each": how many of them
				from--
			}
			return stretch{from, to}
		}
	}
	return stretch{}
}
