package app

import (
	"context"
	"slices"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// current is a store that several libraries and versions may share, seen with this library's
// eyes: what it finds is among this library's pairs, and as this library has them. So a pair
// that was mended or removed never answers in its old form, be the index behind or not.
type current struct {
	rag.Store
	pairs map[string]rag.Pair
}

func newCurrent(s rag.Store, pairs []rag.Pair) current {
	c := current{s, make(map[string]rag.Pair, len(pairs))}
	for _, p := range pairs {
		c.pairs[p.ID] = p
	}
	return c
}

// Search implements rag.Store.
func (c current) Search(ctx context.Context, v llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	for {
		found, err := c.Store.Search(ctx, v, k, f)
		if err != nil {
			return nil, err
		}
		var strange []string
		for i, m := range found {
			own, there := c.pairs[m.Pair.ID]
			if !there {
				strange = append(strange, m.Pair.ID)
				continue
			}
			found[i] = asOwn(m, own)
		}
		if len(strange) == 0 {
			return found, nil
		}
		f.Skip = slices.Concat(f.Skip, strange)
	}
}

// asOwn gives a match this library's pair, at the wording that was found where that is still one.
func asOwn(m rag.Match, own rag.Pair) rag.Match {
	wording := 0
	if stored := m.Pair.Wordings(); m.Wording >= 0 && m.Wording < len(stored) {
		wording = max(0, slices.Index(own.Wordings(), stored[m.Wording]))
	}
	m.Pair, m.Wording = own, wording
	return m
}
