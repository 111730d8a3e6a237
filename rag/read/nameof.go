package read

import (
	"slices"
	"strings"
)

// What was named may be meant by "it" behind a word for a record of it: "a diagnosis of it", "the last fill of it". The
// word says of which kind it is, so that "it" is the one name of that kind before.

// saySuchRecords puts the one name of its kind in the place of "it" behind a word for a record.
func (p *parser) saySuchRecords() (changed bool) {
	for i := 2; i < len(p.toks); i++ {
		if p.toks[i].low != "it" || !p.seq(i-1, "of|for") {
			continue
		}
		noun, ok := p.eventNounBefore(i - 1)
		if !ok {
			continue
		}
		if name := p.onlyNameOf(i, noun); name != "" {
			p.say(i, i+1, name)
			changed = true
		}
	}
	return changed
}

// eventNounBefore is the domain of the word for a record that ends before token i; "any" of every one.
func (p *parser) eventNounBefore(i int) (domain string, ok bool) {
	for n := min(3, i); n > 0; n-- {
		if ph, m := p.longest(i-n, "eventnoun"); m == n {
			domain, _, _ = strings.Cut(ph.value, " ")
			return domain, domain != ""
		}
	}
	return "", false
}

// onlyNameOf is the one name in a domain before token i; "" where there is none, or more than one.
func (p *parser) onlyNameOf(i int, domain string) string {
	name := ""
	for k := 0; k < i; k++ {
		c := p.entityAt(k)
		if c.n == 0 {
			continue
		}
		if k+c.n <= i && (domain == "any" || slices.Contains(c.domains, domain)) {
			if name != "" && !strings.EqualFold(name, c.text) {
				return ""
			}
			name = c.text
		}
		k += c.n - 1
	}
	return name
}

// takenUp is the question behind a topic, from a place of the text on, with the one name of the topic in the place of
// "one" or "it": "Children with a burn: how many patients had one before they turned 18?" It is nil where the question
// has a name of its own, or not just one such word.
func (t *topic) takenUp(at int) order {
	if len(t.names) != 1 || t.names[0].lab != "" || t.kinds > 0 {
		return nil
	}
	found := -1
	for i := range t.core.toks {
		if t.core.entityAt(i).n > 0 {
			return nil
		}
		if t.core.toks[i].low != "it" && !t.core.isOneOfThem(i) {
			continue
		}
		if found >= 0 {
			return nil
		}
		found = i
	}
	if found < 0 {
		return nil
	}
	word, text := t.core.toks[found], t.core.text
	return order{{said: text[at:word.start]}, words(t.names[0].text), {said: text[word.end:], from: word.end - at}}
}
