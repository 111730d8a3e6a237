package rag

import (
	"testing"

	"github.com/askomop/askomop/llm/lexical"
)

// BenchmarkFits judges the examples that retrieval gives for one question.
func BenchmarkFits(b *testing.B) {
	ctx := b.Context()
	store, e := NewMemory(), lexical.New()
	if err := Index(ctx, curated(b), e, store, ""); err != nil {
		b.Fatal(err)
	}
	m, err := NewMasker(clinic).Mask(ctx, "How many women with type 2 diabetes took metformin?")
	if err != nil {
		b.Fatal(err)
	}
	vecs, err := e.Embed(ctx, []string{m.Text})
	if err != nil {
		b.Fatal(err)
	}
	examples, err := store.Search(ctx, vecs[0], 80)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if len(fits(m, skeletonOf(m), examples, false)) == 0 {
			b.Fatal("nothing fits")
		}
	}
}
