package rag

import (
	"slices"
	"sort"
	"strings"
)

// lists gives the commas of an enumeration its last joiner: "A, B or C" is "A or B or C".
func (b *builder) lists() {
	for i := len(b.parts) - 2; i > 0; i-- {
		if last := b.parts[i].token; last == "and" || last == "or" {
			if any := b.index("anyof"); any >= 0 && any < i {
				last, b.parts[i].token = "or", "or" // "any of X, Y and Z"
				b.parts = slices.Delete(b.parts, any, any+1)
				i--
			}
			for k := i - 2; k > 0 && b.parts[k].token == ","; k -= 2 {
				b.parts[k].token = last
			}
		}
	}
}

// conjunction orders what has no order: the entities of a plain count that are all
// asked for, those that are not asked for behind them.
func (b *builder) conjunction() {
	if len(b.parts) == 0 || b.parts[0].token != "count" {
		return
	}
	type term struct {
		not bool
		part
	}
	var terms []term
	end := 1
	for end < len(b.parts) && !strings.HasPrefix(b.parts[end].token, "by:") {
		p := b.parts[end]
		switch {
		case p.entity >= 0:
			terms = append(terms, term{part: p})
		case p.token == "not" && end+1 < len(b.parts) && b.parts[end+1].entity >= 0:
			end++
			terms = append(terms, term{not: true, part: b.parts[end]})
			if end+1 < len(b.parts) && (b.parts[end+1].token == "and" || b.parts[end+1].token == ",") {
				return // "without X and Y": neither, or not both
			}
		case p.token == "and" || p.token == ",":
		case p.token == "or" && b.onlyOr():
			b.sortAlternatives()
			return
		default:
			return
		}
		end++
	}
	sort.SliceStable(terms, func(i, j int) bool {
		if terms[i].not != terms[j].not {
			return !terms[i].not
		}
		return terms[i].token < terms[j].token
	})
	out := []part{b.parts[0]}
	for _, t := range terms {
		if t.not {
			out = append(out, part{"not", -1, -1})
		}
		out = append(out, t.part)
	}
	b.parts = append(out, b.parts[end:]...)
}

// onlyOr reports whether the count is of alternatives alone: count X or Y [or Z].
func (b *builder) onlyOr() bool {
	for i, p := range b.parts[1:] {
		if want := i%2 == 0; want != (p.entity >= 0) || !want && p.token != "or" {
			return false
		}
	}
	return len(b.parts)%2 == 0
}

func (b *builder) sortAlternatives() {
	var es []part
	for _, p := range b.parts[1:] {
		if p.entity >= 0 {
			es = append(es, p)
		}
	}
	sort.SliceStable(es, func(i, j int) bool { return es[i].token < es[j].token })
	out := b.parts[:1]
	for i, e := range es {
		if i > 0 {
			out = append(out, part{"or", -1, -1})
		}
		out = append(out, e)
	}
	b.parts = out
}
