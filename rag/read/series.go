package read

import (
	"slices"
	"strings"
)

// joins are the words and signs between the parts of a coordination.
var joins = []string{"or", "and", ",", "/", "&"}

// numberGoesOn reports whether the number that is next belongs to a name before it: the 5 of "CKD stage 4 or 5".
func (p *parser) numberGoesOn() bool {
	i := p.pos
	return i > 1 && i < len(p.toks) && p.toks[i].isNum && slices.Contains(joins, p.toks[i-1].low) &&
		p.toks[i-2].isNum && strings.HasPrefix(p.role[i-2], "entity ")
}

// numbered reads a member of a series of numbers in the midst of a name: "stage 3", "4" and "5 CKD" in "stage 3, 4 or 5
// CKD".
func (p *parser) numbered(domains []string) (candidate, bool) {
	at := p.pos // the member's number
	if at < len(p.toks) && p.toks[at].isWord {
		at++
	}
	if at >= len(p.toks) || at == 0 || !p.toks[at].isNum {
		return candidate{}, false
	}
	from := at
	for from > 1 && slices.Contains(joins, p.toks[from-1].low) && p.toks[from-2].isNum {
		from -= 2
	}
	to := at + 1
	for to < len(p.toks) && p.joinedNumber(to) > to {
		to = p.joinedNumber(to)
	}
	if from == 0 || !p.toks[from-1].isWord || to-from < 2 {
		return candidate{}, false
	}
	for n := min(4, len(p.toks)-to); n > 0; n-- {
		if slices.ContainsFunc(p.toks[to:to+n], func(t token) bool { return !t.isWord && !t.isNum }) {
			continue
		}
		text := p.spelt(from-1, 1) + " " + p.spelt(at, 1) + " " + p.spelt(to, n)
		hits := p.r.lookup(text)
		if terms, ok := p.r.terms.(LooseTerms); ok && len(hits) == 0 { // "stage 4 chronic kidney disease"
			hits = terms.Loose(text)
		}
		found := preferred(domainsOf(hits, text, n+2), domains)
		if len(found) == 0 {
			continue
		}
		end := at + 1
		if end == to { // the last has the rest of the name
			end += n
		}
		c := candidate{end - p.pos, text, found}
		p.consume(c, found[0])
		return c, true
	}
	return candidate{}, false
}

// joinedNumber is the place behind a number that is joined to what stands before it: ", or 5".
func (p *parser) joinedNumber(i int) int {
	at := i
	for at < len(p.toks) && slices.Contains(joins, p.toks[at].low) {
		at++
	}
	if at == i || at >= len(p.toks) || !p.toks[at].isNum {
		return i
	}
	return at + 1
}
