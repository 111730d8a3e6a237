package coding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// shortStem is how many letters a word cut short has at least, where many readings may stand side by side.
const shortStem = 3

// Searches with other choices where words stand for several phrases: "mets" for metastasis, and for secondary malignant
// neoplasm.
const likenessSearches = 3

// alternatives are the words of the mention, each with all that it may be read as. Readings choose one meaning for
// every word, and few of many combinations can be tried; here one search tries them all. Where words stand for phrases
// the one of the given number is taken, the last where there are fewer; other tells that some have more.
func (s *session) alternatives(text string, number int) (query [][]vocab.Alternative, other bool) {
	words := strings.Fields(vocab.Normalize(text))
	for i := 0; i < len(words); {
		n, phrases := s.phrases(words, i)
		other = other || number+1 < len(phrases)
		if len(phrases) == 0 || phrases[min(number, len(phrases)-1)] == "" {
			if w := s.mayBe(words, i); len(w) > 0 && !fills(w[0].Word) {
				query = append(query, w)
			}
			i++
			continue
		}
		for w := range strings.FieldsSeq(phrases[min(number, len(phrases)-1)]) {
			if !fills(w) {
				query = append(query, s.likeWord(w))
			}
		}
		i += n
	}
	return query, other
}

// phrases are what the longest shorthand from place i stands for, the likeliest first, and how many words it has; the
// empty phrase is the word itself and all single words that it may be.
func (s *session) phrases(words []string, i int) (n int, phrases []string) {
	for n = min(longestPhrase, len(words)-i); n >= 1; n-- {
		var near []string
		single := false
		for _, o := range s.rewritings(words, i, n) {
			several := strings.Contains(o.to, " ")
			switch {
			case o.kind == "near" && (several || n > 1):
				near = append(near, o.to)
			case o.to == "" || o.kind == "near" || n > 1 && o.kind == "same" || n == 1 && o.kind != "short":
			case n > 1 || several:
				phrases = append(phrases, o.to)
			case !single:
				single, phrases = true, append(phrases, "")
			}
		}
		if len(phrases)+len(near) > 0 {
			if !single && (len(phrases) == 0 || n == 1 && s.vocabulary.HasWord(words[i])) {
				phrases = append(phrases, "") // names may write it so as well
			}
			return n, append(phrases, near...)
		}
	}
	if rest, ok := strings.CutPrefix(words[i], "post"); ok && !s.vocabulary.HasWord(words[i]) && s.vocabulary.HasWord(rest) {
		return 1, []string{"posterior " + rest, "postoperative " + rest} // Normalize has joined "post pituitary"
	}
	return 0, nil
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
	if hasKind(list, "drop") && !hasKind(list, "short") { // "NEC" adds nothing, but names say other for it
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
	if s.domain != "Drug" {
		for _, w := range s.relatives(word) {
			add(w, 1-costNear*costToLikeness)
		}
	}
	slices.SortStableFunc(out, func(a, b vocab.Alternative) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return out
}

// inOrder is the factor by which the similarity of a term to words falls where their order differs, or how often each
// is said.
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

// fits is the factor by which the similarity of a term to words falls where their order differs, or the term lacks
// some.
func fits(query [][]vocab.Alternative, term string) float64 {
	words := slices.DeleteFunc(strings.Fields(term), fills)
	if len(query) == 0 || len(words) == 0 {
		return 1 - orderCounts
	}
	held, shared := 0.0, make([]bool, len(words))
	for _, may := range query {
		most := 0.0
		for j, w := range words {
			if i := slices.IndexFunc(may, func(a vocab.Alternative) bool { return a.Word == w }); i >= 0 {
				most, shared[j] = max(most, may[i].Similarity), true
			}
		}
		held += most
	}
	fit := inOrder(query, term) * (1 - missingCounts*(1-held/float64(len(query))))
	if slices.Contains(shared, false) && addsNothing(words, shared) {
		fit *= silence
	}
	return fit
}

// addsNothing reports whether the words of a term that a mention does not share only say that nothing is said.
func addsNothing(words []string, shared []bool) bool {
	for j, w := range words {
		switch {
		case shared[j]:
		case w != "unspecified" && w != "other" && w != "site" && w != "specified" && w != "type":
			return false
		}
	}
	return true
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
