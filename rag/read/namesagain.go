package read

import (
	"slices"
	"strings"
)

// A name said before may be said again by its last word or by a verb: "the fracture", "any such infection", "who bled".
// The whole name is put in its place.

// verbsOf are verbs that say again what a name says: "bled" of a haemorrhage.
var verbsOf = []string{"bled", "bleed", "bleeds", "fractured"}

// sayNamesAgain puts the name in the place of its head, "the bleed", "any such infection", and of its verb, "who bled".
// Where the name stands in brackets behind the verb, the verb goes: "who bled (GI haemorrhage)".
func (p *parser) sayNamesAgain() (changed bool) {
	for i := 1; i < len(p.toks); i++ {
		w := p.toks[i]
		if !w.isWord || len(w.low) < 4 {
			continue
		}
		isVerb := slices.Contains(verbsOf, w.low) && !isArticle[p.toks[i-1].low] && !p.inName(i)
		if isVerb && p.seq(i+1, "(") {
			if c := p.entityAt(i + 2); c.n > 0 && p.seq(i+2+c.n, ")") && p.headOf(c, i+2, w.low) {
				p.say(i+2+c.n, i+3+c.n, "")
				p.say(i, i+2, "had")
				changed = true
			}
			continue
		}
		definite := slices.Contains([]string{"the", "that", "such"}, p.toks[i-1].low)
		// "after infarction"
		bare := !isVerb && !definite && slices.Contains([]string{"after", "before", "following"}, p.toks[i-1].low) &&
			p.entityAt(i).n == 0
		if !isVerb && !definite && !bare || !isVerb && p.entityAt(i).n > 1 {
			continue
		}
		name, n := p.namedBy(i, w.low)
		switch {
		case n != 1:
			continue
		case isVerb:
			p.say(i, i+1, "had "+name)
		case bare:
			p.say(i, i+1, name)
		case p.toks[i-1].low == "such" && i > 1 && p.toks[i-2].low == "any":
			p.say(i-2, i+1, name)
		default:
			p.say(i-1, i+1, name)
		}
		changed = true
		i += len(strings.Fields(name)) // which ends with the word that was replaced
	}
	return changed
}

// inName reports whether a token is part of a name that begins before it: "bleed" of "GI bleed".
func (p *parser) inName(i int) bool {
	for k := max(0, i-longestName); k < i; k++ {
		if k+p.entityAt(k).n > i {
			return true
		}
	}
	return false
}

// sayWhole puts the whole name in the place of its last word where that is a name by itself: "the fracture" of a hip
// fracture is that fracture, and not any.
func (p *parser) sayWhole() {
	for i := 2; i < len(p.toks); i++ {
		c := p.entityAt(i)
		if c.n != 1 || !slices.Contains([]string{"the", "that", "this"}, p.toks[i-1].low) ||
			p.seq(i+1, "of|in|or|and|,") {
			continue
		}
		if _, n := p.longest(i+1, "people"); n > 0 {
			continue
		}
		switch name, n := p.namedBy(i, c.text); {
		case n > 1 && !strings.EqualFold(name, c.text):
			p.unclear = "it does not say which " + c.text + " is meant"
		case n == 1 && !strings.EqualFold(name, c.text):
			p.say(i, i+1, name)
		}
	}
}

// namedBy is the last name before token i whose head is the word, and how many such there are; 1 where the word is one
// of them.
func (p *parser) namedBy(i int, word string) (name string, n int) {
	word = lower(word)
	for k := 0; k < i; {
		c := p.entityAt(k)
		if c.n == 0 {
			k++
			continue
		}
		switch {
		case k+c.n > i:
		case lower(c.text) == word:
			return c.text, 1
		case p.headOf(c, k, word) && !strings.EqualFold(name, c.text):
			name = c.text
			n++
		}
		k += c.n
	}
	return name, n
}

// headOf reports whether a word is the last of a name at token i, or of the concept's own.
func (p *parser) headOf(c candidate, i int, word string) bool {
	if !slices.Contains(c.domains, "condition") && !slices.Contains(c.domains, "procedure") {
		return false
	}
	if sameStem(p.toks[i+c.n-1].low, word) {
		return true
	}
	hits := p.r.lookup(p.spelt(i, c.n))
	if len(hits) == 0 {
		return false
	}
	words := strings.Fields(strings.ToLower(hits[0].Concept.Name))
	return len(words) > 1 && sameStem(words[len(words)-1], word)
}
