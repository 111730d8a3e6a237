package pgvector_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/densetest"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/vocab"
)

func openConcepts(t *testing.T, o pgvector.Options) *pgvector.Concepts {
	t.Helper()
	c, err := pgvector.OpenConcepts(t.Context(), serverURL(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// finished is a Store whose index is built whenever something was put.
type finished struct{ *pgvector.Concepts }

func (f finished) Put(ctx context.Context, terms []vocab.Named, vecs []llm.Vector) error {
	if err := f.Concepts.Put(ctx, terms, vecs); err != nil {
		return err
	}
	return f.Finish(ctx, "test", len(terms))
}

func TestConceptsKeepTheContract(t *testing.T) {
	for name, above := range map[string]int{"comparing all": -1, "with an index": 1} {
		t.Run(name, func(t *testing.T) {
			densetest.Run(t, func(t *testing.T) densetest.Store {
				return finished{openConcepts(t, pgvector.Options{Embedder: "test:2", Dim: 2, Schema: newSchema(t), IndexAbove: above})}
			})
		})
	}
}

func TestTheIndexFindsTheConceptsThatComparingAllFinds(t *testing.T) {
	const dim, k = 24, 20
	schema := newSchema(t)
	r := rand.New(rand.NewPCG(5, 6))
	var terms []vocab.Named
	var vecs []llm.Vector
	for i := range 3000 {
		terms = append(terms, vocab.Named{Concept: int64(i / 2), Term: fmt.Sprint(i), Domain: []string{"Condition", "Drug", "Condition"}[i/2%3]})
		vecs = append(vecs, randomVector(r, dim))
	}
	c := openConcepts(t, pgvector.Options{Embedder: "test", Dim: dim, Schema: schema, IndexAbove: 100})
	if err := c.Put(t.Context(), terms, vecs); err != nil {
		t.Fatal(err)
	}
	if err := c.Finish(t.Context(), "v", len(terms)); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Indexed(t.Context(), "v"); err != nil || n != len(terms) {
		t.Errorf("indexed are %d, %v", n, err)
	}
	if n, err := c.Indexed(t.Context(), "another"); err != nil || n != 0 {
		t.Errorf("of another vocabulary indexed are %d, %v", n, err)
	}
	if !indexes(t, schema) {
		t.Fatal("there is no index above the size")
	}
	found, scans := 0, indexScans(t, schema)
	const questions = 10
	for range questions {
		v, filter := randomVector(r, dim), vocab.Filter{Domains: []string{"Condition"}}
		want := densetest.Nearest(terms, vecs, v, k, filter)
		got, err := c.Search(t.Context(), v, k, filter)
		if err != nil || len(got) != k {
			t.Fatalf("found %d, %v", len(got), err)
		}
		in := map[int64]bool{}
		for _, h := range want {
			in[h.Concept.ID] = true
		}
		for _, h := range got {
			if in[h.Concept.ID] {
				found++
			}
		}
	}
	if share := float64(found) / (questions * k); share < 0.95 {
		t.Errorf("the index finds %.3f of the nearest concepts; at least 0.95 is expected", share)
	}
	c.Close()
	if got := indexScans(t, schema) - scans; got < questions {
		t.Errorf("the index was used %d times for %d searches", got, questions)
	}
}

func TestTwoThatEmbedConceptsAtOnceEmbedEverythingOnce(t *testing.T) {
	schema := newSchema(t)
	var terms []vocab.Named
	for i := range 1200 {
		terms = append(terms, vocab.Named{Concept: int64(i), Term: "term " + fmt.Sprint(i), Domain: "Condition"})
	}
	e := counting{mu: &sync.Mutex{}, texts: map[string]int{}}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			c, err := pgvector.OpenConcepts(t.Context(), serverURL(t), pgvector.Options{Embedder: e.Name(), Dim: 512, Schema: schema})
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			unlock, err := c.Lock(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			if err := coding.EmbedTerms(t.Context(), terms, e, c, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(e.texts) != len(terms) {
		t.Errorf("%d texts were embedded, want %d", len(e.texts), len(terms))
	}
	for text, n := range e.texts {
		if n != 1 {
			t.Errorf("%q was embedded %d times", text, n)
		}
	}
}
