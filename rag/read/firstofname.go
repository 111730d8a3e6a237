package read

import (
	"slices"
	"strings"
)

// "On the day of their first one" is on that of the first of what people are told by: "patients with a haemorrhage who
// were on warfarin on the day of their first one" were on it on the day of their first haemorrhage, not on that of any.

// sayFirstOnes puts the name in the place of "one" in "on the day of their first one", "when they had their last one".
func (p *parser) sayFirstOnes() (changed bool) {
	for i := 2; i < len(p.toks); i++ {
		if p.dayOfOne(i) {
			if name := p.onlyNamed(i); name != "" {
				p.say(i, i+1, name)
				changed = true
			}
		}
	}
	return changed
}

// dayOfOne reports whether token i is the "one" of a day: "on the date of the first one".
func (p *parser) dayOfOne(i int) bool {
	if i < 2 || !p.seq(i, "one|ones") || p.seq(i+1, "of|year|day|month|week|more|time") {
		return false
	}
	at := -1
	for back := 1; back <= min(3, i); back++ {
		if ph, n := p.longest(i-back, "whichrec"); n == back && (ph.value == "first" || ph.value == "last" ||
			ph.value == "second") {
			at = i - back
		}
	}
	for at > 0 && p.seq(at-1, "the|their|his|her|that|this|very") {
		at--
	}
	if at < 2 {
		return false
	}
	return p.seq(at-1, "of") && p.seq(at-2, "day|date|time|dates|days") || p.seq(at-1, "had|suffered|experienced|got") &&
		slices.ContainsFunc(p.toks[max(0, at-4):at-1], func(t token) bool { return t.low == "when" })
}

// onlyNamed is the one thing that is named before token i, of several the one that is no drug; "" where it may be
// another.
func (p *parser) onlyNamed(i int) string {
	var drugs, others []string
	for k := 0; k < i; k++ {
		c := p.entityAt(k)
		if c.n == 0 || k+c.n > i {
			continue
		}
		list := &others
		if slices.Contains(c.domains, "drug") && !slices.Contains(c.domains, "condition") {
			list = &drugs
		}
		if !slices.ContainsFunc(*list, func(o string) bool { return strings.EqualFold(o, c.text) }) {
			*list = append(*list, c.text)
		}
		k += c.n - 1
	}
	switch {
	case len(others) == 1:
		return others[0]
	case len(others) == 0 && len(drugs) == 1:
		return drugs[0]
	}
	return ""
}
