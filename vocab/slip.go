package vocab

import (
	"slices"
	"strings"
)

// Slips returns the words of the vocabulary that one slip of the pen parts from a normalised word: a letter
// left out, added, changed, or swapped with its neighbour; in alphabetical order. It misses none, unlike
// NearWords, so that a word with one such neighbour has only one. An s that was taken for a plural's is tried, too:
// "diabtes" is normalised to "diabte".
func (v *Vocabulary) Slips(word string) []string {
	if len(word) > longestWord {
		return nil
	}
	var found []string
	for near := range slips(word) {
		if near != word && v.HasWord(near) {
			found = append(found, near)
		}
	}
	for near := range slips(word + "s") {
		if near != word && strings.HasSuffix(near, "s") && v.HasWord(near) {
			found = append(found, near)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// longestWord is more letters than any word of a vocabulary's names has; what is longer is not a slip of one.
const longestWord = 80

// slips yields every word at edit distance 1, some twice.
func slips(word string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range len(word) + 1 {
			head, tail := word[:i], word[i:]
			if tail != "" && !yield(head+tail[1:]) {
				return
			}
			if len(tail) > 1 && !yield(head+tail[1:2]+tail[:1]+tail[2:]) {
				return
			}
			for c := byte('a'); c <= 'z'; c++ {
				if !yield(head+string(c)+tail) || tail != "" && !yield(head+string(c)+tail[1:]) {
					return
				}
			}
		}
	}
}

// IsSlip reports whether a normalised word is another one with a letter left out or added, or with two neighbours
// swapped. A letter changed into another is none here: it more often makes another word (dysphasia, dysphagia) than
// a wrong one.
func IsSlip(word, of string) bool {
	return word != of && (isSlip(word, of) || strings.HasSuffix(of, "s") && isSlip(word+"s", of))
}

func isSlip(a, b string) bool {
	if EditDistance(a, b) != 1 {
		return false
	}
	if len(a) != len(b) {
		return true
	}
	differing := 0
	for i := range a {
		if a[i] != b[i] {
			differing++
		}
	}
	return differing == 2
}
