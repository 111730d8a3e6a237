package vocab

import (
	"iter"
	"sort"
	"strings"
)

// Words yields the words of the vocabulary's terms that begin with a prefix, in
// order, each with the number of different terms that hold it.
func (v *Vocabulary) Words(prefix string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		x := v.index
		n := x.wordCount()
		for i := sort.Search(n, func(i int) bool { return string(x.word(i)) >= prefix }); i < n; i++ {
			word := string(x.word(i))
			if !strings.HasPrefix(word, prefix) || !yield(word, x.wordTexts(i)) {
				return
			}
		}
	}
}
