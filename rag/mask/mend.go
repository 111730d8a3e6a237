package mask

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

//go:embed realwords.txt
var realWordList string

// realWords are English words that a slip parts from one of the lexicon, and which mean what they say.
var realWords = sync.OnceValue(func() map[string]bool {
	real := map[string]bool{}
	for w := range strings.FieldsSeq(realWordList) {
		real[w] = true
	}
	return real
})

// minMended is the length from which a word is read as one of the lexicon that a slip parts from it: of short
// words one letter makes another word.
const minMended = 6

// mend corrects the words that are neither known nor near to a clinical name: "pateints" are patients. It
// returns the words with those in place, and what it changed.
func mend(ws []word, m rag.Masked, terms LooseTerms) ([]word, []rag.Mended) {
	mended := slices.Clone(ws)
	var slips []rag.Mended
	for i, w := range ws {
		if !slices.Contains(m.Reading.Unknown, m.Question[w.start:w.end]) {
			continue
		}
		if meant := words().meant(w.text); meant != "" && !rivals(w.text, meant, terms) {
			mended[i].text = meant
			slips = append(slips, rag.Mended{Written: w.text, Read: meant})
		}
	}
	return mended, slips
}

// meant returns the word of the lexicon that one slip parts from a word, where there is one only or where all say the
// same.
func (lex *lexicon) meant(misspelt string) string {
	var near []string
	for w := range lex.own {
		if len(w) >= minMended && isTypo(misspelt, w) {
			near = append(near, w)
		}
	}
	slices.Sort(near)
	for _, w := range near[min(1, len(near)):] {
		if m, ok := lex.phrases[w]; !ok || m != lex.phrases[near[0]] || lex.starts[w] != nil {
			return ""
		}
	}
	if len(near) == 0 {
		return ""
	}
	return near[0]
}

// isTypo reports whether a word is another one with a slip inside of it: at its end a letter more or less is
// another form of a word ("separated", "singles").
func isTypo(misspelt, of string) bool {
	last := len(misspelt) - 1
	return misspelt[0] == of[0] && misspelt[last] == of[len(of)-1] && misspelt[:last] != of &&
		of[:len(of)-1] != misspelt &&
		vocab.IsSlip(misspelt, of) && !realWords()[misspelt]
}

// rivals reports whether a word is, or may be meant for, a word of clinical names other than the one of the lexicon.
func rivals(misspelt, meant string, terms LooseTerms) bool {
	n := vocab.Normalize(misspelt)
	return terms.HasWord(n) || slices.ContainsFunc(terms.Slips(n), func(w string) bool {
		return w != meant && w != vocab.Normalize(meant)
	})
}
