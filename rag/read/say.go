package read

import (
	"slices"
	"strings"
)

// say puts words in the place of tokens. The first stands for what was there, so that it can be shown how it was read.
func (p *parser) say(from, to int, text string) {
	start, end := len(p.text), len(p.text)
	if from < len(p.toks) {
		start, end = p.toks[from].start, p.toks[from].start
	}
	if to > from {
		end = p.toks[to-1].end
	}
	said := tokenize(text)
	for i := range said {
		said[i].was = text[said[i].start:said[i].end]
		said[i].start, said[i].end = end, end
	}
	if len(said) > 0 {
		said[0].start = start
	} else if to > from {
		p.aside = append(p.aside, Word{p.text[start:end], start, end, "aside", ""})
	}
	p.toks = slices.Replace(slices.Clone(p.toks), from, to, said...)
	p.role, p.group = make([]string, len(p.toks)), make([]int, len(p.toks))
	p.found, p.pos = map[int][]candidate{}, 0
}

// seq reports whether the words stand at token i; each may have alternatives, parted by a bar.
func (p *parser) seq(i int, words ...string) bool {
	for k, w := range words {
		if i+k >= len(p.toks) || !isAmong(p.toks[i+k].low, w) {
			return false
		}
	}
	return true
}

// isAmong reports whether a word is one of those that bars part.
func isAmong(word, alternatives string) bool {
	for one := range strings.SplitSeq(alternatives, "|") {
		if one == word {
			return true
		}
	}
	return false
}

// entityAt is the longest name at a token, 0 tokens long where none is.
func (p *parser) entityAt(i int) candidate {
	if cs := p.candidates(i); len(cs) > 0 {
		return cs[0]
	}
	return candidate{}
}
