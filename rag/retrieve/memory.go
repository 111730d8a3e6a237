package retrieve

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// Memory is a Store in memory with exact search. It is safe for concurrent use.
type Memory struct {
	mu    sync.RWMutex
	pairs []rag.Pair
	vecs  [][]llm.Vector // by pair, by wording
}

// NewMemory returns an empty Store.
func NewMemory() *Memory { return &Memory{} }

// Put implements Store.
func (m *Memory) Put(_ context.Context, pairs []rag.Pair, vecs []llm.Vector) error {
	want := 0
	for _, p := range pairs {
		want += 1 + len(p.Paraphrases)
	}
	if want != len(vecs) {
		return fmt.Errorf("storing pairs: %d wordings and %d vectors", want, len(vecs))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range pairs {
		n := 1 + len(p.Paraphrases)
		if i := slices.IndexFunc(m.pairs, func(q rag.Pair) bool { return q.ID == p.ID }); i >= 0 {
			m.pairs[i], m.vecs[i] = p, vecs[:n]
		} else {
			m.pairs, m.vecs = append(m.pairs, p), append(m.vecs, vecs[:n])
		}
		vecs = vecs[n:]
	}
	return nil
}

// Search implements Store.
func (m *Memory) Search(ctx context.Context, v llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var found []rag.Match
	for i, p := range m.pairs {
		if !f.Admits(p) {
			continue
		}
		best := rag.Match{Pair: p, Score: -2}
		for w, u := range m.vecs[i] {
			if len(u) != len(v) {
				return nil, fmt.Errorf("searching pairs: the question's vector has %d dimensions, those of %s have %d",
					len(v), p.ID, len(u))
			}
			if s := v.Dot(u); s > best.Score {
				best.Wording, best.Score = w, s
			}
		}
		found = append(found, best)
	}
	sort.SliceStable(found, func(i, j int) bool {
		if found[i].Score != found[j].Score {
			return found[i].Score > found[j].Score
		}
		return found[i].Pair.ID < found[j].Pair.ID
	})
	return found[:min(k, len(found))], nil
}
