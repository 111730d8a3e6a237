package vocab

import "sync"

// Kept keeps what was found for texts: a question is read in many ways, and each looks for the same few names. It keeps
// so many texts at most, and forgets all of them where there are more. It may be used concurrently; the hits are not to
// be changed.
type Kept struct {
	most int
	mu   sync.Mutex
	hits map[string][]Hit
}

// NewKept returns a Kept for so many texts.
func NewKept(most int) *Kept { return &Kept{most: most, hits: map[string][]Hit{}} }

// Get returns what was found for a text, and whether it was looked for.
func (k *Kept) Get(text string) (hits []Hit, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	hits, ok = k.hits[text]
	return hits, ok
}

// Put keeps what was found for a text, which may be nothing.
func (k *Kept) Put(text string, hits []Hit) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.hits) >= k.most {
		clear(k.hits)
	}
	k.hits[text] = hits
}
