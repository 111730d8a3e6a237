package vocab

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
)

// Limits of one search; they bound its work on the largest vocabularies.
const (
	maxSpellings = 8 // words of the vocabulary that a misspelt word is taken for
	// best texts whose concepts are looked at; twice as many as concepts are wanted where that is more
	minTexts      = 100
	maxTermsAText = 64     // concepts looked at for one text
	maxHolding    = 50_000 // texts looked at that hold certain words
	maxSame       = 8_000  // of them, those that are compared word by word: more hold only the commonest words
)

// Search returns at most k concepts whose terms are most similar to the text,
// best first, ties by kind, standing and id; each concept once, with its best term. Similarity counts
// rare words more than common ones; a misspelt word counts by how near it is.
func (v *Vocabulary) Search(text string, f Filter, k int) []Hit {
	return v.SearchAbove(text, f, k, 0)
}

// SearchAbove is Search for who needs no hits below a similarity: it may leave them out, and is the faster the higher
// that is.
func (v *Vocabulary) SearchAbove(text string, f Filter, k int, least float64) []Hit {
	query := strings.Fields(Normalize(text))
	if len(query) == 0 || k <= 0 {
		return nil
	}
	return v.search(searcher{v.index}.spellings(query), f, k, least)
}

// search returns at most k concepts whose terms are most similar to the words, and may leave out those below the least
// similarity.
func (v *Vocabulary) search(words []queryWord, f Filter, k int, least float64) []Hit {
	a, any := v.index.admitting(f)
	if !any {
		return nil
	}
	s := searcher{v.index}
	found := s.best(words, a.mask, func(text uint32) bool {
		return a.exact || len(a.terms(text, 1)) > 0
	}, max(minTexts, 2*k), least)
	best := map[int]scoredTerm{}
	for _, c := range found {
		for _, t := range a.terms(c.text, maxTermsAText) {
			h := scoredTerm{t, c.score, v.index.standing(t.concept)}
			if old, ok := best[t.concept]; !ok || compareScored(h, old) < 0 {
				best[t.concept] = h
			}
		}
	}
	scored := slices.SortedFunc(maps.Values(best), compareScored)
	hits := make([]Hit, 0, min(k, len(scored)))
	for _, t := range scored[:min(k, len(scored))] {
		hits = append(hits, v.index.hit(t.term, t.score))
	}
	return hits
}

// scoredTerm is a term that a search has found.
type scoredTerm struct {
	term
	score    float64
	standing int
}

// compareScored orders by score, kind, standing and id; ordinals are in the order of the ids.
func compareScored(a, b scoredTerm) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.kind, b.kind), cmp.Compare(a.standing, b.standing),
		cmp.Compare(a.concept, b.concept))
}

// WithWords returns the concepts one of whose names or synonyms holds every word of
// the text, by name; at most limit. It finds what looks narrower than a term.
func (v *Vocabulary) WithWords(text string, f Filter, limit int) []Hit {
	return v.holding(strings.Fields(Normalize(text)), f, limit, maxHolding, func(uint32) bool { return true })
}

// SameWords returns the concepts one of whose names or synonyms consists of the words of the text in any
// order, apart from words that skip picks out, by name: "hip fracture" is "fracture of hip".
func (v *Vocabulary) SameWords(text string, f Filter, skip func(word string) bool) []Hit {
	words := contentWords(Normalize(text), skip)
	return v.holding(words, f, math.MaxInt, maxSame, func(text uint32) bool {
		// Words to skip are few: a much longer text holds others.
		return v.index.textWords(text) <= 2*len(words)+4 &&
			slices.Equal(contentWords(string(v.index.text(int(text))), skip), words)
	})
}

// contentWords are the words of a normalised text that skip does not pick out, sorted.
func contentWords(normalised string, skip func(string) bool) []string {
	words := slices.DeleteFunc(strings.Fields(normalised), skip)
	slices.Sort(words)
	return words
}

// holding returns the concepts by the names and synonyms that hold all the words and that accept takes, of the first
// most texts.
func (v *Vocabulary) holding(words []string, f Filter, limit, most int, accept func(text uint32) bool) []Hit {
	at := map[int64]int{} // of the hit of a concept, which is by its best kind of term
	var hits []Hit
	looked := 0
	for text := range v.index.textsWith(words) {
		if looked++; looked > most {
			break
		}
		if !accept(text) {
			continue
		}
		from, to := v.index.terms(int(text))
		for i := from; i < to; i++ {
			t := v.index.term(i)
			if t.kind > KindSynonym {
				break
			}
			h := v.index.hit(t, 1)
			switch have, seen := at[h.Concept.ID]; {
			case seen && h.Kind < hits[have].Kind:
				hits[have] = h
			case !seen && f.Admits(h.Concept):
				at[h.Concept.ID] = len(hits)
				hits = append(hits, h)
			}
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Concept.Name, b.Concept.Name), cmp.Compare(a.Concept.ID, b.Concept.ID))
	})
	return hits[:min(limit, len(hits))]
}

// textsWith yields the texts that hold every one of the words, ascending.
func (x *index) textsWith(words []string) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		var lists []*postings
		for _, word := range words {
			at, ok := x.findWord(word)
			if !ok {
				return
			}
			lists = append(lists, x.postings(at))
		}
		if len(lists) == 0 {
			return
		}
		slices.SortFunc(lists, func(a, b *postings) int { return cmp.Compare(a.count, b.count) })
		for text := lists[0].text; text != noText; {
			furthest := text
			for _, l := range lists {
				l.seek(text)
				furthest = max(furthest, l.text)
			}
			if furthest == text {
				if !yield(text) {
					return
				}
				lists[0].next()
				furthest = lists[0].text
			}
			text = furthest
		}
	}
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
