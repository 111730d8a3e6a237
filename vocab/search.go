package vocab

import (
	"cmp"
	"slices"
	"strings"
)

// Limits of one search; they bound its work on the largest vocabularies.
const (
	maxSpellings  = 8      // words of the vocabulary that a misspelt word is taken for
	maxCandidates = 50_000 // texts that are scored roughly
	maxRescored   = 400    // texts that are scored exactly
	maxTermsAText = 64     // concepts looked at for one text
)

// Search returns at most k concepts whose terms are most similar to the text,
// best first, ties by kind, standing and id; each concept once, with its best term. Similarity counts
// rare words more than common ones; a misspelt word counts by how near it is.
func (v *Vocabulary) Search(text string, f Filter, k int) []Hit {
	query := strings.Fields(Normalize(text))
	if len(query) == 0 || k <= 0 {
		return nil
	}
	s := searcher{x: v.index}
	words := s.spellings(query)
	best := map[int64]Hit{}
	for _, c := range s.rescore(words, s.candidates(words)) {
		from, to := v.index.terms(int(c.text))
		first := v.index.term(from).kind
		for i := from; i < min(to, from+maxTermsAText); i++ {
			t := v.index.term(i)
			if t.kind == KindProduct && first != KindProduct {
				break
			}
			h := v.index.hit(t, c.score)
			if old, ok := best[h.Concept.ID]; f.Admits(h.Concept) && (!ok || better(h, old)) {
				best[h.Concept.ID] = h
			}
		}
	}
	hits := make([]Hit, 0, len(best))
	for _, h := range best {
		hits = append(hits, h)
	}
	slices.SortFunc(hits, compareHits)
	return hits[:min(k, len(hits))]
}

// WithWords returns the concepts one of whose names or synonyms holds every word of
// the text, by name; at most limit. It finds what looks narrower than a term.
func (v *Vocabulary) WithWords(text string, f Filter, limit int) []Hit {
	return v.holding(strings.Fields(Normalize(text)), f, limit, func([]byte) bool { return true })
}

// SameWords returns the concepts one of whose names or synonyms consists of the words of the text in any
// order, apart from words that skip picks out, by name: "hip fracture" is "fracture of hip".
func (v *Vocabulary) SameWords(text string, f Filter, skip func(word string) bool) []Hit {
	words := contentWords(Normalize(text), skip)
	return v.holding(words, f, 1<<31-1, func(held []byte) bool {
		return slices.Equal(contentWords(string(held), skip), words)
	})
}

// contentWords are the words of a normalised text that skip does not pick out, sorted.
func contentWords(normalised string, skip func(string) bool) []string {
	words := slices.DeleteFunc(strings.Fields(normalised), skip)
	slices.Sort(words)
	return words
}

// holding returns the concepts by the names and synonyms that hold all the words and that accept takes.
func (v *Vocabulary) holding(words []string, f Filter, limit int, accept func(text []byte) bool) []Hit {
	seen := map[int64]bool{}
	var hits []Hit
	for _, text := range v.index.textsWith(words) {
		if !accept(v.index.text(int(text))) {
			continue
		}
		from, to := v.index.terms(int(text))
		for i := from; i < to; i++ {
			t := v.index.term(i)
			if t.kind > KindSynonym {
				break
			}
			h := v.index.hit(t, 1)
			if !seen[h.Concept.ID] && f.Admits(h.Concept) {
				seen[h.Concept.ID] = true
				hits = append(hits, h)
			}
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Concept.Name, b.Concept.Name), cmp.Compare(a.Concept.ID, b.Concept.ID))
	})
	return hits[:min(limit, len(hits))]
}

// textsWith returns the texts that hold every one of the words, ascending.
func (x *index) textsWith(words []string) []uint32 {
	var texts []uint32
	for i, word := range words {
		at, ok := x.findWord(word)
		if !ok {
			return nil
		}
		if list := x.postings(at); i == 0 {
			texts = list
		} else {
			texts = intersect(texts, list)
		}
	}
	return texts
}

// NearWords returns the words of the vocabulary at the given edit distance or nearer, nearest first; at most
// eight. A word that the vocabulary has is near itself.
func (v *Vocabulary) NearWords(word string, distance int) []string {
	var words []string
	for _, sp := range (searcher{v.index}).near(word) {
		if near := string(v.index.word(sp.word)); EditDistance(word, near) <= distance {
			words = append(words, near)
		}
	}
	return words
}

// HasWord reports whether any term of the vocabulary holds the normalised word.
func (v *Vocabulary) HasWord(word string) bool {
	_, ok := v.index.findWord(word)
	return ok
}

// Admits reports whether a concept passes the filter.
func (f Filter) Admits(c Concept) bool {
	return (len(f.Domains) == 0 || slices.Contains(f.Domains, c.Domain)) &&
		(len(f.Vocabularies) == 0 || slices.Contains(f.Vocabularies, c.Vocabulary)) &&
		(!f.Standard || c.IsStandard() && c.Invalid == "") && (!f.Source || !c.IsStandard())
}

func better(a, b Hit) bool { return compareHits(a, b) < 0 }

func compareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(standing(a.Concept), standing(b.Concept)), cmp.Compare(a.Concept.ID, b.Concept.ID))
}

func standing(c Concept) int {
	switch {
	case c.Invalid != "":
		return 2
	case !c.IsStandard():
		return 1
	}
	return 0
}
