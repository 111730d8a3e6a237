package vocab

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

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
