package read

import "github.com/askomop/askomop/vocab"

// mostLookups bounds how many texts are kept; a question of fifty words has some 700, and as many in each other order
// of its parts.
const mostLookups = 1 << 15

// lookup returns the concepts that have the text as a name, synonym or abbreviation, best first.
func (r *Reader) lookup(text string) []vocab.Hit {
	if hits, ok := r.looked.Get(text); ok {
		return hits
	}
	hits := r.terms.Lookup(vocab.Normalize(text))
	r.looked.Put(text, hits)
	return hits
}
