package read

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// A thing may be called by words that the vocabulary does not have, with its name in brackets: "a sore throat of viral
// origin (acute viral pharyngitis)", "a clot-buster (alteplase)"; or its kind may stand behind it: "bronchitis
// (acute)", "kidney disease, the chronic kind". The name is put in the place of the words.

// glossedNames reads a question with such a name; nil where it has none, or where it is open what it stands for.
func (r *Reader) glossedNames(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	for _, b := range p.nameGlosses() {
		var found *Reading
		var meaning []byte
		for from := b.from - 1; from >= max(0, b.from-5); from-- {
			if p.joinsCalled(from) {
				continue
			}
			if !p.mayBeCalled(from) && !p.leadsCalled(from) {
				break
			}
			name := p.glossName(b, from)
			if name == "" {
				continue
			}
			said := text[:p.toks[from].start] + name + text[p.toks[b.to-1].end:]
			if Outside(said) != "" {
				continue
			}
			reading := r.readGlossed(ctx, said)
			if reading == nil || reading.Question == nil {
				continue
			}
			doc, err := json.Marshal(reading.Question)
			if err != nil || found != nil && !bytes.Equal(meaning, doc) {
				return nil
			}
			found, meaning = reading, doc
			found.Words = []Word{{text, 0, len(text), "by the name that is given: " + said, ""}}
			found.Mentions = p.mentionsOf([]*Reading{found})
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// readGlossed reads a question in which a name was put, which may hold another gloss or remarks.
func (r *Reader) readGlossed(ctx context.Context, said string) *Reading {
	if reading := r.readPlainly(ctx, said); reading != nil {
		return reading
	}
	return r.glossedNames(ctx, said)
}

// nameGlosses are the brackets, and the ends of sentences behind a comma, that may hold a name or a kind.
func (p *parser) nameGlosses() []stretch {
	found := p.brackets()
	for i := 1; i+1 < len(p.toks); i++ {
		if p.toks[i].low != "," {
			continue
		}
		to := i + 1
		for to < len(p.toks) && !isSign(p.toks[to].low) && p.boundary(to) == none {
			to++
		}
		if to-i <= 4 {
			found = append(found, stretch{i, to})
		}
	}
	return found
}

// glossName is the name that a gloss gives to the words from a token to it: its own, or the kind with what it is of.
func (p *parser) glossName(b stretch, from int) string {
	first, last := b.from+1, b.to
	bracket := p.toks[b.from].low == "("
	if bracket {
		last--
	}
	for first < last && isArticle[p.toks[first].low] {
		first++
	}
	first = p.behindDomain(first, last)
	if first >= last {
		return ""
	}
	called, name := p.textOf(stretch{from, b.from}), p.textOf(stretch{first, last})
	if bracket && p.wholeName(first, last) &&
		(!p.wholeName(from, b.from) || p.isClassName(called) && !p.isClassName(name)) {
		return name // of a class, "a blood thinner (warfarin)", the one that is meant
	}
	if p.wholeName(first, last) { // "asthma (COPD)" is not a kind of it
		return ""
	}
	if kinds := p.kindsListed(called, first, last); bracket && kinds != "" {
		return kinds
	}
	if p.seq(last-1, "kind|type|form|sort|variety|one|ones") && last-1 > first {
		last--
	}
	kind := p.textOf(stretch{first, last}) + " " + called
	if last-first <= 2 && len(p.r.lookup(kind)) > 0 {
		return kind
	}
	return ""
}

// behindDomain is the first token behind the domain of a quoted name that is of that domain: of 'device record
// "Wheelchair"'.
func (p *parser) behindDomain(first, last int) int {
	ph, n := p.longest(first, "listdomain", "eventnoun")
	domain, _, _ := strings.Cut(ph.value, " ")
	at := first + n
	if n > 0 && p.seq(at, "record|concept|code|entry") {
		at++
	}
	if n == 0 || at >= last || !strings.ContainsAny(p.text[p.toks[at-1].end:p.toks[at].start], "\"“") ||
		!slices.ContainsFunc(p.candidates(at), func(c candidate) bool {
			return c.n == last-at && slices.Contains(c.domains, domain)
		}) {
		return first
	}
	return at
}

// kindsListed are the names of which a list gives the words that tell them apart: "insulin glargine, insulin detemir or
// regular insulin" of "insulin (glargine, detemir or regular)"; or all of a list behind words that the vocabulary does
// not have. It is "" where one is no name.
func (p *parser) kindsListed(called string, first, last int) string {
	var said strings.Builder
	items := 0
	for at := first; at < last; items++ {
		to := at
		for to < last && !slices.Contains([]string{",", "or", "and", "/"}, p.toks[to].low) {
			to++
		}
		name := ""
		if p.wholeName(at, to) && len(p.r.lookup(called)) == 0 {
			name = p.wordsFrom(at, to)
		}
		for _, text := range []string{called + " " + p.wordsFrom(at, to), p.wordsFrom(at, to) + " " + called} {
			if name == "" && to > at && len(p.r.lookup(text)) > 0 {
				name = text
			}
		}
		if name == "" {
			return ""
		}
		said.WriteString(name)
		for at = to; at < last && slices.Contains([]string{",", "or", "and", "/"}, p.toks[at].low); at++ {
			said.WriteString(strings.Replace(" "+p.toks[at].low+" ", " , ", ", ", 1))
		}
	}
	if items < 2 {
		return ""
	}
	return strings.ReplaceAll(said.String(), "  ", " ")
}

// joinsCalled reports whether a token joins the words of what a thing is called: "surgery on the knee joint".
func (p *parser) joinsCalled(i int) bool {
	joins := []string{"on", "to", "in", "for"}
	return slices.Contains(joins, p.toks[i].low) ||
		i > 0 && isArticle[p.toks[i].low] && slices.Contains(joins, p.toks[i-1].low)
}

// leadsCalled reports whether a token is a noun of the grammar that what it is done to follows: "surgery on the knee".
func (p *parser) leadsCalled(i int) bool {
	return p.seq(i, "surgery|operation|operations|procedure|treatment|therapy|injury") && p.joinsCalled(i+1)
}

// isClassName reports whether a name is of a class of drugs.
func (p *parser) isClassName(name string) bool {
	return slices.ContainsFunc(p.r.lookup(name), func(h vocab.Hit) bool { return h.Kind == vocab.KindClass })
}

// wholeName reports whether a stretch is one name of the vocabulary.
func (p *parser) wholeName(from, to int) bool {
	return slices.ContainsFunc(p.candidates(from), func(c candidate) bool { return c.n == to-from })
}

// mayBeCalled reports whether a token may be part of what a thing is called: no number, no sign, and no word of the
// grammar.
func (p *parser) mayBeCalled(i int) bool {
	low := p.toks[i].low
	if isSign(low) || p.toks[i].isNum || isArticle[low] || strings.ContainsAny(low, "?()") ||
		slices.Contains([]string{"and", "or", "but", "not", "no"}, low) || p.boundary(i+1) != none {
		return false
	}
	if low == "of" || low == "home" || len(p.candidates(i)) > 0 {
		return true
	}
	_, n := p.longest(i) // a word of the grammar, as "diagnosis" is
	return n == 0
}
