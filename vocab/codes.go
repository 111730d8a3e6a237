package vocab

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// CodesBetween returns the concepts of a vocabulary whose codes lie between two codes,
// by code; both are in, with the codes below the last ("E11.9" takes in "E11.91"). Dots and case do not
// matter. Of CodesBetween(v, c, c) are c and the codes below it.
func (v *Vocabulary) CodesBetween(vocabulary, first, last string) []Concept {
	lo, hi, wanted := codeKey(first), codeKey(last), v.spokenVocabulary(vocabulary)
	codes := v.index.sections[secCodes]
	n := len(codes) / 4
	at := func(i int) int { return int(codes.u32(i * 4)) }
	from := sort.Search(n, func(i int) bool { return codeKey(string(v.index.conceptCode(at(i)))) >= lo })
	var out []Concept
	for i := from; i < n; i++ {
		c := v.index.concept(at(i))
		key := codeKey(c.Code)
		if key > hi && !strings.HasPrefix(key, hi) {
			break
		}
		if vocabularyKey(c.Vocabulary) == wanted {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Concept) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// spokenVocabulary is the key of a vocabulary as people call it: the American
// modification goes by the name of ICD-10 where the vocabulary has no other.
func (v *Vocabulary) spokenVocabulary(vocabulary string) string {
	key := vocabularyKey(vocabulary)
	if key == "icd10" && !v.HasVocabulary(vocabulary) {
		return "icd10cm"
	}
	return key
}
