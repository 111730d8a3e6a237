package vocab

import (
	"cmp"
	"math"
	"slices"
	"sort"
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
			if old, ok := best[h.Concept.ID]; f.admits(h.Concept) && (!ok || better(h, old)) {
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
			if !seen[h.Concept.ID] && f.admits(h.Concept) {
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

func (f Filter) admits(c Concept) bool {
	return (len(f.Domains) == 0 || slices.Contains(f.Domains, c.Domain)) &&
		(len(f.Vocabularies) == 0 || slices.Contains(f.Vocabularies, c.Vocabulary)) &&
		(!f.Standard || c.IsStandard() && c.Invalid == "")
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

// searcher is one search over the inverted index.
type searcher struct{ x *index }

// queryWord is a word asked for, with the words of the vocabulary that it may be.
type queryWord struct {
	weight    float64 // how much the word tells, from how few texts hold it
	spellings []spelling
}

// spelling is a word of the vocabulary and its similarity to the word asked for, in (0, 1].
type spelling struct {
	word       int
	similarity float64
}

func (s searcher) spellings(query []string) []queryWord {
	words := make([]queryWord, 0, len(query))
	for _, q := range query {
		var w queryWord
		if at, ok := s.x.findWord(q); ok {
			w.spellings = []spelling{{at, 1}}
		} else {
			w.spellings = s.near(q)
		}
		w.weight = s.idf(0)
		if len(w.spellings) > 0 {
			w.weight = s.idf(s.x.wordTexts(w.spellings[0].word))
		}
		words = append(words, w)
	}
	return words
}

// near finds the words that share most trigrams with a word that the vocabulary
// lacks and keeps those that are close by edit distance, best first.
func (s searcher) near(word string) []spelling {
	shared := map[uint32]int{}
	keys := trigrams(word)
	for _, key := range keys {
		for _, w := range s.x.trigramWords(key) {
			shared[w]++
		}
	}
	var found []spelling
	for w, n := range shared {
		if n*3 < len(keys) {
			continue
		}
		candidate := string(s.x.word(int(w)))
		longest := max(len(candidate), len(word))
		if d := EditDistance(word, candidate); d*4 <= longest {
			found = append(found, spelling{int(w), 1 - float64(d)/float64(longest)})
		}
	}
	slices.SortFunc(found, func(a, b spelling) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.word, b.word))
	})
	return found[:min(maxSpellings, len(found))]
}

// candidate is a text with its score.
type candidate struct {
	text  uint32
	score float64
}

// candidates adds up, for the texts that hold any of the words, the weights of
// the words that they hold. It goes from the rarest word to the most common,
// and common words only add to texts found before once there are enough of them.
func (s searcher) candidates(words []queryWord) []candidate {
	order := slices.Clone(words)
	slices.SortStableFunc(order, func(a, b queryWord) int { return cmp.Compare(b.weight, a.weight) })
	sums := map[uint32]float64{}
	for _, w := range order {
		full := len(sums) >= maxCandidates
		for _, sp := range w.spellings {
			for _, text := range s.x.postings(sp.word) {
				if _, ok := sums[text]; ok || !full {
					sums[text] += w.weight * sp.similarity
				}
			}
		}
	}
	all := make([]candidate, 0, len(sums))
	for text, sum := range sums {
		// A long text holds words that were not asked for: without knowing which, its length stands for them.
		all = append(all, candidate{text, sum / (1 + 0.1*float64(s.x.textWords(text)))})
	}
	slices.SortFunc(all, compareCandidates)
	return all[:min(maxRescored, len(all))]
}

func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.text, b.text))
}

// rescore gives each candidate the weighted Dice coefficient of its words and those asked for, in [0, 1].
func (s searcher) rescore(words []queryWord, found []candidate) []candidate {
	var asked float64
	for _, w := range words {
		asked += w.weight
	}
	for i, c := range found {
		var held, both float64
		matched := make([]float64, len(words))
		for word := range strings.SplitSeq(string(s.x.text(int(c.text))), " ") {
			at, ok := s.x.findWord(word)
			if !ok {
				continue
			}
			held += s.idf(s.x.wordTexts(at))
			for j, w := range words {
				for _, sp := range w.spellings {
					if sp.word == at {
						matched[j] = max(matched[j], sp.similarity)
					}
				}
			}
		}
		for j, w := range words {
			both += w.weight * matched[j]
		}
		found[i].score = min(2*both/(asked+held), 1)
	}
	slices.SortFunc(found, compareCandidates)
	return found
}

// idf weighs a word by the share of texts that hold it.
func (s searcher) idf(texts int) float64 {
	return math.Log(1 + float64(s.x.textCount()+1)/float64(texts+1))
}

// findWord returns the place of a word in the index.
func (x *index) findWord(word string) (int, bool) {
	n := x.wordCount()
	i := sort.Search(n, func(i int) bool { return string(x.word(i)) >= word })
	return i, i < n && string(x.word(i)) == word
}

// trigramWords returns the words that hold a trigram.
func (x *index) trigramWords(key uint32) []uint32 {
	s := x.sections[secTrigrams]
	n := len(s) / trigramSize
	i := sort.Search(n, func(i int) bool { return s.u32(i*trigramSize) >= key })
	if i == n || s.u32(i*trigramSize) != key {
		return nil
	}
	return x.sections[secTriWords].deltas(int(s.u32(i*trigramSize+4)), int(s.u32(i*trigramSize+8)))
}

func (x *index) textWords(text uint32) int {
	return int(x.sections[secTexts].u16(int(text)*textSize + 10))
}

func intersect(a, b []uint32) []uint32 {
	out := a[:0:0]
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			out = append(out, a[i])
			i, j = i+1, j+1
		}
	}
	return out
}
