package coding

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// Similarities of what a word may stand for, less a part of the cost of reading it so.
const (
	costToLikeness = 1.5
	leastLikeness  = 0.5
	shortStem      = 3    // letters that a word cut short has at least, where many readings may stand side by side
	stemLikeness   = 0.72 // of a word to what it is cut short to fewer than minStem letters
)

// alternatives are the words of the mention, each with all that it may be read as. Readings choose one meaning for every
// word, and few of many combinations can be tried; here one search tries them all.
func (s *session) alternatives(text string) [][]vocab.Alternative {
	words := strings.Fields(vocab.Normalize(text))
	var out [][]vocab.Alternative
	for i := 0; i < len(words); {
		n, phrase := s.longestPhrase(words, i)
		if n > 0 {
			for w := range strings.FieldsSeq(phrase) {
				if !fills(w) {
					out = append(out, s.likeWord(w))
				}
			}
			i += n
			continue
		}
		if w := s.mayBe(words, i); len(w) > 0 && !fills(w[0].Word) {
			out = append(out, w)
		}
		i++
	}
	return out
}

// longestPhrase is the number of words from place i that stand for several others, and those; 0 where they stand for themselves.
func (s *session) longestPhrase(words []string, i int) (int, string) {
	for n := min(longestPhrase, len(words)-i); n >= 1; n-- {
		for _, o := range s.rewritings(words, i, n) {
			if n > 1 && o.to != "" && o.kind != "same" && o.kind != "near" {
				return n, o.to
			}
			if n == 1 && o.kind == "short" && strings.Contains(o.to, " ") {
				return n, o.to
			}
			if n == 1 && o.kind == "short" {
				break // one word for one
			}
		}
	}
	return 0, ""
}

// likeWord is a word of a written-out form with what means the same.
func (s *session) likeWord(word string) []vocab.Alternative {
	out := []vocab.Alternative{{Word: word, Similarity: 1}}
	for _, o := range rewritingsOf(word, s.domain) {
		if (o.kind == "same" || o.kind == "near") && o.to != "" && !strings.Contains(o.to, " ") {
			out = append(out, vocab.Alternative{Word: o.to, Similarity: 1 - o.cost*costToLikeness})
		}
	}
	return out
}

// mayBe is all that the word at place i may be read as, the likeliest first; nothing where it adds nothing.
func (s *session) mayBe(words []string, i int) []vocab.Alternative {
	list := s.rewritings(words, i, 1)
	if hasKind(list, "drop") {
		return nil
	}
	var out []vocab.Alternative
	add := func(word string, likeness float64) {
		if !strings.Contains(word, " ") && word != "" && !slices.ContainsFunc(out, func(a vocab.Alternative) bool { return a.Word == word }) {
			out = append(out, vocab.Alternative{Word: word, Similarity: max(leastLikeness, likeness)})
		}
	}
	for _, o := range list {
		add(o.to, 1-o.cost*costToLikeness)
	}
	word := words[i]
	if len(word) == shortStem && !s.vocabulary.HasWord(word) && !hasKind(list, "short") {
		for k, w := range s.completions(word) {
			add(w, stemLikeness-float64(k)/100)
		}
	}
	slices.SortStableFunc(out, func(a, b vocab.Alternative) int {
		switch {
		case a.Similarity > b.Similarity:
			return -1
		case a.Similarity < b.Similarity:
			return 1
		}
		return 0
	})
	return out
}

// orderCounts is how much of a similarity the order of the words makes up: bags of words don't tell a bypass from the left leg to
// the right one from its mirror image.
const orderCounts = 0.1

// inOrder is what is left of the similarity of a term to words for their order, and for how often each is said.
func inOrder(query [][]vocab.Alternative, term string) float64 {
	words := slices.DeleteFunc(strings.Fields(term), fills)
	if len(query) == 0 || len(words) == 0 {
		return 1 - orderCounts
	}
	last, row := make([]float64, len(words)+1), make([]float64, len(words)+1)
	for _, may := range query {
		for j, w := range words {
			row[j+1] = max(row[j], last[j+1])
			if i := slices.IndexFunc(may, func(a vocab.Alternative) bool { return a.Word == w }); i >= 0 {
				row[j+1] = max(row[j+1], last[j]+may[i].Similarity)
			}
		}
		last, row = row, last
		row[0] = 0
	}
	return 1 - orderCounts*(1-2*last[len(words)]/float64(len(query)+len(words)))
}

// asWords are the words of a text, each for itself, without those that only join others.
func asWords(text string) [][]vocab.Alternative {
	var out [][]vocab.Alternative
	for w := range strings.FieldsSeq(text) {
		if !fills(w) {
			out = append(out, []vocab.Alternative{{Word: w, Similarity: 1}})
		}
	}
	return out
}

// likeliest is the text of the likeliest alternatives.
func likeliest(query [][]vocab.Alternative) string {
	words := make([]string, len(query))
	for i, may := range query {
		words[i] = may[0].Word
	}
	return strings.Join(words, " ")
}
