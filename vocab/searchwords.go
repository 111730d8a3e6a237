package vocab

import (
	"cmp"
	"slices"
)

// Alternative is one thing that a word asked for may be.
type Alternative struct {
	Word       string  // normalised, one word
	Similarity float64 // to what was asked for, in (0, 1]
}

// SearchWords is Search for words of which each may be several: of "fem art" the first femur or femoral, the second
// artery or arterial. Every word counts once in a term, by the best of its alternatives there; the first that the
// vocabulary has says how rare it is among the names. Words with no alternative in the vocabulary only lower the
// scores. Hits below the least similarity may be left out, see SearchAbove.
func (v *Vocabulary) SearchWords(query [][]Alternative, f Filter, k int, least float64) []Hit {
	if len(query) == 0 || k <= 0 {
		return nil
	}
	return v.search(searcher{v.index}.alternatives(query), f, k, least)
}

// alternatives weighs the words. What an alternative adds is never more than it weighs in the texts that hold it.
func (s searcher) alternatives(query [][]Alternative) []queryWord {
	words := make([]queryWord, 0, len(query))
	for _, alternatives := range query {
		w := queryWord{weight: s.idf(0)}
		known := false
		for _, a := range alternatives {
			at, ok := s.x.findWord(a.Word)
			if !ok {
				continue
			}
			weight := s.idf(s.x.wordTexts(at))
			if !known {
				w.weight, known = weight, true
			}
			w.spellings = append(w.spellings, spelling{at, a.Similarity * min(1, weight/w.weight)})
		}
		slices.SortStableFunc(w.spellings, func(a, b spelling) int { return cmp.Compare(b.similarity, a.similarity) })
		words = append(words, w)
	}
	return words
}
