package coding

import "github.com/askomop/askomop/vocab"

// Loose finds what a text names that is no term of the vocabulary itself: its words in
// another order ("hip fracture" for "fracture of hip"), or with one slip of the pen. It is
// what Code accepts beyond exact terms, so that a masker can tell an entity by it.
func (r *Rules) Loose(text string) []vocab.Hit {
	s := &session{Rules: r, found: &lookups{}}
	normalised := vocab.Normalize(text)
	if hits := s.sameWords(normalised); len(hits) > 0 {
		return hits
	}
	return s.misspelt(normalised)
}
