package dense_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/dense"
	"github.com/askomop/askomop/coding/densetest"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

var _ coding.Dense = (*dense.Index)(nil)

// randomTerms are terms with unit vectors; every third concept has two terms.
func randomTerms(n, dim int) ([]vocab.Named, []llm.Vector) {
	rng := rand.New(rand.NewPCG(5, 6))
	terms, vecs := make([]vocab.Named, n), make([]llm.Vector, n)
	for i := range terms {
		terms[i] = vocab.Named{Concept: int64(i - i%3/2), Term: string(rune('a'+i%26)) + string(rune('a'+i/26%26)), Domain: []string{"Condition", "Drug", "Procedure"}[i%3]}
		vecs[i] = randomVector(rng, dim)
	}
	return terms, vecs
}

func randomVector(rng *rand.Rand, dim int) llm.Vector {
	v := make(llm.Vector, dim)
	var sum float64
	for i := range v {
		v[i] = float32(rng.NormFloat64())
		sum += float64(v[i] * v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func open(t testing.TB, terms []vocab.Named, vecs []llm.Vector) *dense.Index {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vectors")
	if err := dense.Write(path, "test:8", terms, vecs); err != nil {
		t.Fatal(err)
	}
	x, err := dense.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// TestSearchFindsWhatComparingAllFinds holds that the first pass loses nothing that matters, and that scores are exact.
func TestSearchFindsWhatComparingAllFinds(t *testing.T) {
	for _, dim := range []int{3, 32, 100, 384} { // padded, whole, and with a rest
		terms, vecs := randomTerms(9000, dim)
		x := open(t, terms, vecs)
		rng := rand.New(rand.NewPCG(7, 8))
		found, wanted := 0, 0
		for _, f := range []vocab.Filter{{}, {Domains: []string{"Drug"}}, {Domains: []string{"Condition", "Procedure"}}, {Domains: []string{"Visit"}}} {
			v := randomVector(rng, dim)
			want := densetest.Nearest(terms, vecs, v, 50, f)
			got, err := x.Search(t.Context(), v, 50, f)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%d dimensions, %v: %d hits, want %d, %v", dim, f, len(got), len(want), err)
			}
			for i, h := range want {
				wanted++
				if slices.Contains(got, h) {
					found++
				}
				if i > 0 && got[i].Score > got[i-1].Score {
					t.Errorf("%d dimensions: not nearest first", dim)
				}
			}
		}
		if found*100 < wanted*99 {
			t.Errorf("%d dimensions: %d of %d found", dim, found, wanted)
		}
	}
}

func TestAFewTermsAreAllFound(t *testing.T) {
	x := open(t, []vocab.Named{{Concept: 3, Term: "gout", Domain: "Condition"}, {Concept: 3, Term: "podagra", Domain: "Condition"}, {Concept: 9, Term: "aspirin", Domain: "Drug"}},
		[]llm.Vector{{0, 1}, {0.6, 0.8}, {0.8, 0.6}})
	hits, err := x.Search(t.Context(), llm.Vector{1, 0}, 50, vocab.Filter{})
	if err != nil || len(hits) != 2 || hits[0].Concept.ID != 9 || hits[1].Term != "podagra" || math.Abs(hits[1].Score-0.6) > 1e-6 {
		t.Errorf("%+v, %v", hits, err)
	}
	if hits, err := x.Search(t.Context(), llm.Vector{0, 0}, 1, vocab.Filter{}); err != nil || len(hits) != 1 {
		t.Errorf("a vector without content: %+v, %v", hits, err)
	}
	if _, err := x.Search(t.Context(), llm.Vector{1}, 1, vocab.Filter{}); err == nil {
		t.Error("one dimension was searched among two")
	}
	if x.Len() != 3 {
		t.Errorf("%d terms, want 3", x.Len())
	}
}

func TestADamagedFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors")
	terms, vecs := randomTerms(10, 4)
	if err := dense.Write(path, "test:8", terms, vecs); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func([]byte) []byte{
		"cut off":      func(b []byte) []byte { return b[:len(b)-1] },
		"longer":       func(b []byte) []byte { return append(b, 0) },
		"another file": func(b []byte) []byte { b[0] ^= 1; return b },
		"meta changed": func(b []byte) []byte { b[30] ^= 1; return b },
		"a short one":  func(b []byte) []byte { return b[:12] },
	} {
		if err := os.WriteFile(path, damage(slices.Clone(whole)), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := dense.Open(path); !errors.Is(err, dense.ErrDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := dense.Write(path, "test:8", terms, vecs[:9]); err == nil {
		t.Error("ten terms and nine vectors were written")
	}
}

func BenchmarkSearch(b *testing.B) {
	terms, vecs := randomTerms(100_000, 384)
	x := open(b, terms, vecs)
	v := randomVector(rand.New(rand.NewPCG(9, 9)), 384)
	b.Run("int8", func(b *testing.B) {
		for b.Loop() {
			if _, err := x.Search(b.Context(), v, 50, vocab.Filter{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("exact", func(b *testing.B) {
		for b.Loop() {
			if _, err := x.ExactRows(b.Context(), v, 50); err != nil {
				b.Fatal(err)
			}
		}
	})
}
