package llmtest

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
)

// TestEmbedder runs the contract of llm.Embedder. The embedder must give different vectors
// for different words.
func TestEmbedder(t *testing.T, e llm.Embedder) {
	texts := []string{"atopic dermatitis", "  ", "tacrolimus", "atopic dermatitis", ""}
	vecs, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if len(vecs) != len(texts) {
		t.Fatalf("%d vectors for %d texts", len(vecs), len(texts))
	}
	for i, v := range vecs {
		want := 1.0
		if strings.TrimSpace(texts[i]) == "" {
			want = 0
		}
		if got := math.Sqrt(v.Dot(v)); math.Abs(got-want) > 1e-3 {
			t.Errorf("the vector of %q has length %g, want %g", texts[i], got, want)
		}
		if len(v) != len(vecs[0]) {
			t.Errorf("vectors of %d and %d dimensions", len(v), len(vecs[0]))
		}
	}
	if d := vecs[0].Dot(vecs[3]); d < 0.999 {
		t.Errorf("one text twice gives vectors of cosine %g", d)
	}
	if d := vecs[0].Dot(vecs[2]); d > 0.999 {
		t.Errorf("two texts give vectors of cosine %g: they may be in another order than the texts", d)
	}
	if !strings.Contains(e.Name(), strconv.Itoa(len(vecs[0]))) {
		t.Errorf("Name() = %q, which does not tell the dimension %d", e.Name(), len(vecs[0]))
	}
	if none, err := e.Embed(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("Embed of nothing = %v, %v", none, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(ctx, texts); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: err = %v", err)
	}
}
