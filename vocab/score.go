package vocab

import (
	"cmp"
	"slices"
	"sort"
	"sync"
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

// near finds the words that share most character trigrams with a word that the vocabulary
// lacks (n-gram filtering: Navarro, ACM Computing Surveys 2001) and keeps those that are close by edit distance, best
// first.
func (s searcher) near(word string) []spelling {
	keys := trigrams(word)
	if len(keys) == 0 {
		return nil
	}
	lent := nearBuffers.Get().(*nearBuffer)
	defer nearBuffers.Put(lent)
	shared := lent.shared(s.x.wordCount())
	var found []spelling
	for i, key := range keys {
		lent.words = s.x.trigramWords(key, lent.words[:0])
		for _, w := range lent.words {
			if int(w) >= len(shared) || shared[w] == spent {
				continue
			}
			// Whoever has too few can't catch up with what is left.
			if shared[w]++; (int(shared[w])+len(keys)-1-i)*3 < len(keys) || int(shared[w])*3 < len(keys) {
				continue
			}
			shared[w] = spent
			candidate := s.x.word(int(w))
			longest := max(len(candidate), len(word))
			if abs(len(candidate)-len(word))*4 > longest {
				continue
			}
			if d := EditDistance(word, string(candidate)); d*4 <= longest {
				found = append(found, spelling{int(w), 1 - float64(d)/float64(longest)})
			}
		}
	}
	slices.SortFunc(found, func(a, b spelling) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.word, b.word))
	})
	return found[:min(maxSpellings, len(found))]
}

// nearBuffer is memory of a search for near words, kept for the next.
type nearBuffer struct {
	counts []uint8
	words  []uint32
}

var nearBuffers = sync.Pool{New: func() any { return new(nearBuffer) }}

// shared returns a count for each word, at zero.
func (b *nearBuffer) shared(words int) []uint8 {
	if cap(b.counts) < words {
		b.counts = make([]uint8, words)
	}
	b.counts = b.counts[:words]
	clear(b.counts)
	return b.counts
}

// spent marks a word that has been compared.
const spent = 255

func abs(n int) int { return max(n, -n) }

func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.text, b.text))
}

// idf is the inverse document frequency of a word (Spärck Jones, Journal of Documentation 1972): the rarer, the more it
// tells.
func (s searcher) idf(texts int) float64 { return idf(s.x.textCount(), texts) }

// findWord returns the place of a word in the index.
func (x *index) findWord(word string) (int, bool) {
	n := x.wordCount()
	i := sort.Search(n, func(i int) bool { return string(x.word(i)) >= word })
	return i, i < n && string(x.word(i)) == word
}

// trigramWords appends the words that hold a trigram.
func (x *index) trigramWords(key uint32, words []uint32) []uint32 {
	s := x.sections[secTrigrams]
	n := len(s) / trigramSize
	i := sort.Search(n, func(i int) bool { return s.u32(i*trigramSize) >= key })
	if i == n || s.u32(i*trigramSize) != key {
		return words
	}
	return x.sections[secTriWords].deltas(words, int(s.u32(i*trigramSize+4)), int(s.u32(i*trigramSize+8)))
}

func (x *index) textWords(text uint32) int {
	return int(x.sections[secTexts].u16(int(text)*textSize + 10))
}
