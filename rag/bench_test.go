package rag

import (
	"testing"

	"github.com/askomop/askomop/llm/lexical"
)

// BenchmarkFits judges the examples that retrieval gives for one question.
func BenchmarkFits(b *testing.B) {
	ctx := b.Context()
	store, c := NewMemory(), NewEncoder(lexical.New())
	if err := Index(ctx, curated(b), c, store, ""); err != nil {
		b.Fatal(err)
	}
	m, err := NewMasker(clinic).Mask(ctx, "How many women with type 2 diabetes took metformin?")
	if err != nil {
		b.Fatal(err)
	}
	vecs, err := c.Encode(ctx, []Masked{m})
	if err != nil {
		b.Fatal(err)
	}
	examples, err := store.Search(ctx, vecs[0], 80, Filter{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if len(fits(m, skeletonOf(m), examples, false)) == 0 {
			b.Fatal("nothing fits")
		}
	}
}
