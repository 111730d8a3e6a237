package coding

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/askomop/askomop/vocab"
)

// lookups are what was looked up for one mention and is the same in every domain.
type lookups struct {
	completions memo[[]string]
	relatives   memo[[]string]
	products    memo[[]vocab.Hit]
	pools       memo[[][]labelled]
	sameWords   memo[[]vocab.Hit]
	ingredients memo[[]vocab.Hit]
	similar     memo[[]vocab.Hit]

	similarWords memo[[]vocab.Hit]
	alike        memo[[]vocab.Alternative]

	failed atomic.Bool // the vocabulary could not be asked
}

// memo keeps what was found for a key. It may be used concurrently; what it returns is not to be changed.
type memo[T any] struct {
	mu    sync.Mutex
	known map[string]func() T
}

// once returns what was found for a key, or finds it.
func (m *memo[T]) once(key string, find func() T) T {
	m.mu.Lock()
	found, ok := m.known[key]
	if !ok {
		if m.known == nil {
			m.known = map[string]func() T{}
		}
		found = sync.OnceValue(find)
		m.known[key] = found
	}
	m.mu.Unlock()
	return found()
}

// bar is the score that a hit must reach to be among the best of a search. It rises while hits are found, in whatever
// domain.
type bar struct {
	hits  int           // that are wanted
	tests bool          // only tests and observations are looked for
	at    atomic.Uint64 // bits of a number that is not negative, which are in its order
}

// height is a score that as many hits reach as are wanted; 0 where not so many are found.
func (b *bar) height() float64 { return math.Float64frombits(b.at.Load()) }

// least is the similarity that a term must have to reach the bar.
func (b *bar) least() float64 {
	least := b.height() / similarity
	if b.tests { // what a name covers can make up for its likeness
		least = max(0, (least-covers)/(1-covers))
	}
	return least
}

// raise lifts the bar to the least of the best hits, where there are as many as are wanted.
func (b *bar) raise(found map[int64]vocab.Hit) {
	if len(found) < b.hits || b.hits <= 0 {
		return
	}
	scores := make([]float64, 0, len(found))
	for _, h := range found {
		scores = append(scores, h.Score)
	}
	slices.Sort(scores)
	least := math.Float64bits(max(scores[len(scores)-b.hits], 0))
	for old := b.at.Load(); least > old && !b.at.CompareAndSwap(old, least); old = b.at.Load() {
	}
}
