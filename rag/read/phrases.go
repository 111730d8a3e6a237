package read

import "slices"

// phraseTable keeps which phrases of a lexicon stand at each token, since the grammar asks for them over and over. It
// is of one lexicon and one list of tokens: a parser that is given others begins a new one.
type phraseTable struct {
	lex   *lexicon
	first *token
	at    [][]foundPhrase
	known []bool
}

// foundPhrase is a phrase that stands at a token, and how many tokens long it is there.
type foundPhrase struct {
	phrase *phrase
	n      int
}

// phrasesAt are the phrases of any category that begin at token i, longest first.
func (p *parser) phrasesAt(i int) []foundPhrase {
	t := &p.phrases
	if t.lex != p.r.lex || t.first != &p.toks[0] || len(t.at) != len(p.toks) {
		*t = phraseTable{p.r.lex, &p.toks[0], make([][]foundPhrase, len(p.toks)), make([]bool, len(p.toks))}
	}
	if !t.known[i] {
		t.at[i], t.known[i] = p.findPhrases(i), true
	}
	return t.at[i]
}

func (p *parser) findPhrases(i int) []foundPhrase {
	var found []foundPhrase
	if t := p.toks[i]; t.unit {
		found = append(found, foundPhrase{&phrase{words: []string{t.low}, cat: "munit", value: t.low}, 1})
	}
	phrases := p.r.lex.byFirst[p.toks[i].low]
	for _, k := range p.phrasesLike(i) {
		ph := &phrases[k]
		if n := p.match(ph.words, i); n > 0 && !(ph.led && (i == 0 || !isDefinite[p.toks[i-1].low])) {
			found = append(found, foundPhrase{ph, n})
		}
	}
	return found
}

// phrasesLike are the places of the phrases that begin with the word at token i and go on with one that follows it;
// articles between the two may be left out.
func (p *parser) phrasesLike(i int) []int {
	places := p.r.lex.bySecond[p.toks[i].low]
	if places == nil {
		return nil
	}
	like := slices.Clone(places[""])
	for k := i + 1; k < len(p.toks); k++ {
		like = append(like, places[p.toks[k].low]...)
		if !isArticle[p.toks[k].low] {
			break
		}
	}
	slices.Sort(like)
	return slices.Compact(like)
}

// wordTable holds the words that are said anywhere.
type wordTable struct {
	first *token
	n     int
	said  map[string]bool
}

// lacks reports whether a word that a turn cannot do without is said nowhere, so that it need not be looked for.
func (p *parser) lacks(turn []slot) bool {
	return slices.ContainsFunc(turn, func(s slot) bool {
		return s.kind == 'w' && !s.optional && !p.saysWord(s.oneOf...)
	})
}

// saysWord reports whether one of the words is said anywhere.
func (p *parser) saysWord(words ...string) bool {
	if len(p.toks) == 0 {
		return false
	}
	if t := &p.words; t.first != &p.toks[0] || t.n != len(p.toks) {
		*t = wordTable{&p.toks[0], len(p.toks), make(map[string]bool, len(p.toks))}
		for _, tok := range p.toks {
			t.said[tok.low] = true
		}
	}
	return slices.ContainsFunc(words, func(w string) bool { return p.words.said[w] })
}
