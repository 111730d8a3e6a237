package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
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
		such := p.toks[i-1].low == "such"
		again := such || p.ledAsKnown(i)
		isVerb := slices.Contains(verbsOf, w.low) && !again && !isArticle[p.toks[i-1].low] && !p.inName(i)
		if isVerb && p.seq(i+1, "(") {
			if c := p.entityAt(i + 2); c.n > 0 && p.seq(i+2+c.n, ")") && p.headOf(c, i+2, w.low) {
				p.say(i+2+c.n, i+3+c.n, "")
				p.say(i, i+2, "had")
				changed = true
			}
			continue
		}
		if !isVerb && (!again || p.entityAt(i).n > 1) {
			continue
		}
		name, n := p.namedBy(0, i, w.low)
		if n == 0 && again {
			name, n = p.namedBy(i+1, len(p.toks), w.low)
		}
		if _, noun := p.longest(i+1, "eventnoun"); n == 0 && again && noun > 0 {
			name, n = p.namedInFront(i, w.low)
		}
		switch {
		case n != 1:
			continue
		case isVerb:
			p.say(i, i+1, "had "+name)
		case such && i > 1 && p.toks[i-2].low == "any":
			p.say(i-2, i+1, name)
		case such || isDefinite[p.toks[i-1].low]:
			p.say(i-1, i+1, name)
		default:
			p.say(i, i+1, name)
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

// wholeNames is the question with the whole name in the place of each shorter form that is a name by itself: "the
// fracture", "their first fracture" and "before first fracture" of people with a hip fracture are that fracture, and
// not any. It is nil where there is none; unclear are those that may be short for several names.
func (r *Reader) wholeNames(ctx context.Context, text string) (whole order, put []wholeName, unclear []string) {
	p := newParser(ctx, r, text)
	changed := p.sayFirstOnes()
	for i := 1; i < len(p.toks); i++ {
		c := p.entityAt(i)
		if c.n == 0 {
			continue
		}
		if _, people := p.longest(i+c.n, "people"); people == 0 && p.ledAsKnown(i) && !p.goesOnBehind(i+c.n) {
			switch name, n := p.wholeOf(i, c); {
			case n > 1:
				unclear = append(unclear, c.text)
			case n == 1 && !strings.EqualFold(name, c.text):
				p.say(i, i+c.n, name)
				_, which := p.longest(i-1, "whichrec")
				put = append(put, wholeName{c.text, name, which > 0 && p.calledBefore(i, c) == ""})
				changed = true
			}
		}
		i += p.entityAt(i).n - 1
	}
	if !changed {
		return nil, nil, unclear
	}
	return p.asOrder(), put, unclear
}

// wholeOf is the name of which the one at token i is a shorter form, or another one, and how many it may be short for;
// 0 for none.
func (p *parser) wholeOf(i int, c candidate) (name string, n int) {
	if name = p.calledBefore(i, c); name != "" {
		return name, 1
	}
	if name, n = p.namedBy(0, i, c.text); n == 0 {
		name, n = p.ofPeopleBehind(i+c.n, c.text)
	}
	if n == 0 && p.isPartOf(i, c) {
		return c.text, 2 // itself or the longer one
	}
	return name, n
}

// asOrder is the text with what was put into it.
func (p *parser) asOrder() order {
	var o order
	at := 0
	for i := 0; i < len(p.toks); i++ {
		t := p.toks[i]
		if t.was == "" {
			continue
		}
		said := []string{t.was}
		for i+1 < len(p.toks) && p.toks[i+1].was != "" && p.toks[i+1].start == t.end && p.toks[i+1].end == t.end {
			i++
			said = append(said, p.toks[i].was)
		}
		o = append(o, piece{said: p.text[at:t.start], from: at},
			piece{said: strings.Join(said, " "), from: t.start, instead: t.end - t.start})
		at = t.end
	}
	return append(o, piece{said: p.text[at:], from: at})
}

// namesEntity reports whether a question has an entity that is written so.
func namesEntity(q *study.Question, text string) bool {
	return slices.ContainsFunc(spotsOf(q), func(s spot) bool {
		return slices.ContainsFunc(s.ev.Concepts, func(e study.Entity) bool { return strings.EqualFold(e.Text, text) })
	})
}

// goesOnBehind reports whether what stands at token i narrows the name before it, "fracture of the radius", and does
// not say whose it is, "fracture of hip fracture patients".
func (p *parser) goesOnBehind(i int) bool {
	if !p.seq(i, "of|in") {
		return false
	}
	name := p.entityAt(i + 1)
	_, people := p.longest(i+1+name.n, "people")
	return people == 0
}

// ofPeopleBehind is the last name whose head is the word of those that people have behind token i: "hip fracture
// patients", "people with a hip fracture".
func (p *parser) ofPeopleBehind(i int, word string) (name string, n int) {
	for k := i; k < len(p.toks); k++ {
		at := k
		_, people := p.longest(k, "people")
		if people > 0 && p.seq(k+people, "with") {
			at = k + people + 1
			for at < len(p.toks) && isArticle[p.toks[at].low] {
				at++
			}
		} else if _, behind := p.longest(k+p.entityAt(k).n, "people"); behind == 0 {
			continue
		}
		if c := p.entityAt(at); c.n > 0 {
			if one, m := p.namedBy(at, at+c.n, word); m > 0 && !strings.EqualFold(one, name) {
				name, n = one, n+1
			}
			k = at + c.n - 1
		}
	}
	return name, n
}

// ledAsKnown reports whether what stands at token i is said as a thing that is known: "the fracture", "their last one",
// "from first celecoxib to first bleed", "after fracture". "A fracture" and "another fracture" may be any.
func (p *parser) ledAsKnown(i int) bool {
	lead, which := i, false
	for back := 1; back <= min(3, i); back++ {
		if ph, n := p.longest(i-back, "whichrec"); n == back && (ph.value == "first" || ph.value == "last") {
			lead, which = i-back, true
		}
	}
	if lead == 0 {
		return false
	}
	before := p.toks[lead-1].low
	return slices.Contains([]string{"the", "that", "this", "their", "his", "her", "whose"}, before) ||
		slices.Contains([]string{"after", "before", "following", "since"}, before) ||
		which && slices.Contains([]string{"from", "to", "between", "and", "until", "at"}, before)
}

// isPartOf reports whether all words of a name stand in another one that was said before it, or in the name of its
// concept: "insulin" after "insulin glargine" may be that or any. What stands behind a word that joins two things in a
// name is the other one: "osteoporosis" after "fracture due to osteoporosis".
func (p *parser) isPartOf(i int, c candidate) bool {
	short := strings.Fields(vocab.Normalize(c.text))
	for k := 0; k < i; k++ {
		long := p.entityAt(k)
		if long.n == 0 || p.sameThing(long, c) {
			continue
		}
		if p.isOtherPart(long, short) {
			k += long.n - 1
			continue
		}
		words := strings.Fields(vocab.Normalize(long.text))
		if len(words) > len(short) && !slices.ContainsFunc(short, func(w string) bool {
			return !slices.Contains(words,
				w)
		}) {
			return true
		}
		k += long.n - 1
	}
	return false
}

// sameThing reports whether two names are those of one concept: "A1c" and "HbA1c".
func (p *parser) sameThing(a, b candidate) bool {
	of, other := p.r.lookup(a.text), p.r.lookup(b.text)
	return len(of) == len(other) && slices.EqualFunc(of, other, func(a, b vocab.Hit) bool {
		return a.Concept.ID == b.Concept.ID
	})
}

// namedBy is the last name between two tokens whose head is the word, and how many such there are; 1 where the word is
// one of them.
func (p *parser) namedBy(from, i int, word string) (name string, n int) {
	word = lower(word)
	for k := from; k < i; {
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

// namedInFront is the last disease named before token i that begins with a word, and how many do: "their first strep
// diagnosis" after "strep throat".
func (p *parser) namedInFront(i int, word string) (name string, n int) {
	for k := 0; k < i; k++ {
		c := p.entityAt(k)
		if c.n == 0 || k+c.n > i || !slices.Contains(c.domains, "condition") {
			continue
		}
		words := strings.Fields(lower(c.text))
		if len(words) > 1 && words[0] == word && !strings.EqualFold(name, c.text) {
			name, n = c.text, n+1
		}
		k += c.n - 1
	}
	return name, n
}

// headOf reports whether a word, or several, are the last of a name at token i, or of the concept's own.
func (p *parser) headOf(c candidate, i int, short string) bool {
	if !slices.Contains(c.domains, "condition") && !slices.Contains(c.domains, "procedure") {
		return false
	}
	said := strings.Fields(short)
	if p.hasHead(lower(c.text), said) {
		return true
	}
	hits := p.r.lookup(p.spelt(i, c.n))
	if len(hits) == 0 {
		return false
	}
	return len(strings.Fields(hits[0].Concept.Name)) > 1 && p.hasHead(strings.ToLower(hits[0].Concept.Name), said)
}

// hasHead reports whether words are the head of a name: "fracture" of "hip fracture" and of "fracture of hip".
func (p *parser) hasHead(name string, said []string) bool {
	words := p.untilLink(name)
	of := slices.Index(words, "of")
	return endsWith(words, said) || of > 0 && endsWith(words[:of], said)
}

// endsWith reports whether a name ends with words that were said.
func endsWith(name, said []string) bool {
	if len(said) == 0 || len(name) < len(said) {
		return false
	}
	for k, w := range name[len(name)-len(said):] {
		if !sameStem(w, said[k]) {
			return false
		}
	}
	return true
}

// headReadBefore reports whether a word is the head of a name that was read before: "fracture" of "closed hip fracture"
// and of "closed fracture of hip".
func (p *parser) headReadBefore(word string) bool {
	said := strings.Fields(lower(word))
	for from := 0; from < p.pos; {
		to := from + 1
		if !strings.HasPrefix(p.role[from], "entity ") {
			from = to
			continue
		}
		for to < p.pos && p.role[to] == p.role[from] && p.group[to] == p.group[from] {
			to++
		}
		if to-from > len(said) && p.hasHead(lower(p.spelt(from, to-from)), said) {
			return true
		}
		from = to
	}
	return false
}
