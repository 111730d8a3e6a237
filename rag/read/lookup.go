package read

import (
	"sync"

	"github.com/askomop/askomop/vocab"
)

// lookups keeps what the vocabulary knows of the texts that were looked up last: a question is read in many ways, and
// each looks for the same names.
type lookups struct {
	mu   sync.Mutex
	hits map[string][]vocab.Hit
}

// mostLookups bounds how many texts are kept; a question of fifty words has some 700, and as many in each other order
// of its parts.
const mostLookups = 1 << 15

// lookup returns the concepts that have the text as a name, synonym or abbreviation, best first.
func (r *Reader) lookup(text string) []vocab.Hit {
	if hits, ok := r.looked.get(text); ok {
		return hits
	}
	hits := r.terms.Lookup(vocab.Normalize(text))
	r.looked.put(text, hits)
	return hits
}

func (l *lookups) get(text string) (hits []vocab.Hit, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	hits, ok = l.hits[text]
	return hits, ok
}

func (l *lookups) put(text string, hits []vocab.Hit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hits == nil || len(l.hits) >= mostLookups {
		l.hits = map[string][]vocab.Hit{}
	}
	l.hits[text] = hits
}
