package vocab

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"
)

// Bounds of words that are alike by their n-grams.
const (
	mostAlike  = 10  // words of the vocabulary for one word
	leastAlike = 0.4 // cosine
)

// Alike returns the words of the vocabulary that share letters with a word, the most similar first: by the cosine of
// their character trigrams, which weigh the more the fewer words hold them (TF-IDF; Manning, Raghavan and Schütze 2008,
// chapter 6). The word itself is not among them. Example: pulmonary is alike to cardiopulmonary.
func (v *Vocabulary) Alike(word string) []Alternative {
	x := v.index
	keys := distinctTrigrams(word)
	if len(keys) == 0 {
		return nil
	}
	lent := alikeBuffers.Get().(*alikeBuffer)
	defer alikeBuffers.Put(lent)
	shared := lent.weights(x.wordCount())
	norm := 0.0
	for _, key := range keys {
		lent.words = x.trigramWords(key, lent.words[:0])
		w := float32(math.Log(1 + float64(x.wordCount())/float64(1+len(lent.words))))
		norm += float64(w) * float64(w)
		for _, at := range lent.words {
			if int(at) < len(shared) {
				if shared[at] == 0 {
					lent.touched = append(lent.touched, at)
				}
				shared[at] += w * w
			}
		}
	}
	var found []Alternative
	for _, at := range lent.touched {
		held := float64(shared[at])
		shared[at] = 0
		if held < leastAlike*leastAlike*norm { // the other's norm is at least what is shared
			continue
		}
		other := string(x.word(int(at)))
		if other == word {
			continue
		}
		if cosine := held / math.Sqrt(norm*x.trigramNorm(other)); cosine >= leastAlike {
			found = append(found, Alternative{other, cosine})
		}
	}
	slices.SortFunc(found, func(a, b Alternative) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Word, b.Word))
	})
	return found[:min(mostAlike, len(found))]
}

// trigramNorm is the squared length of a word's vector of trigrams.
func (x *index) trigramNorm(word string) float64 {
	norm := 0.0
	for _, key := range distinctTrigrams(word) {
		w := math.Log(1 + float64(x.wordCount())/float64(1+x.trigramCount(key)))
		norm += w * w
	}
	return norm
}

func distinctTrigrams(word string) []uint32 {
	keys := trigrams(word)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// trigramCount is how many words hold a trigram.
func (x *index) trigramCount(key uint32) int {
	s := x.sections[secTrigrams]
	n := len(s) / trigramSize
	i := sort.Search(n, func(i int) bool { return s.u32(i*trigramSize) >= key })
	if i == n || s.u32(i*trigramSize) != key {
		return 0
	}
	return int(s.u32(i*trigramSize + 8))
}

// alikeBuffer is memory of a search for words that are alike, kept for the next.
type alikeBuffer struct {
	shared  []float32
	touched []uint32
	words   []uint32
}

var alikeBuffers = sync.Pool{New: func() any { return new(alikeBuffer) }}

// weights returns a weight for each word, at zero.
func (b *alikeBuffer) weights(words int) []float32 {
	b.touched = b.touched[:0]
	if len(b.shared) < words {
		b.shared = make([]float32, words)
	}
	return b.shared
}
