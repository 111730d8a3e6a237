package pgvector_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

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
	got := 0
	for range 100 { // a server tells of the scans of a session some time after its end
		if got = indexScans(t, schema) - scans; got >= questions {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if got < questions {
		t.Errorf("the index was used %d times for %d searches", got, questions)
	}
}

func TestConceptsOfOtherVocabulariesStayUntilTheyArePruned(t *testing.T) {
	c := openConcepts(t, pgvector.Options{Embedder: "test:2", Dim: 2, Schema: newSchema(t)})
	old := []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}, {Concept: 1, Term: "Gicht", Domain: "Condition"}, {Concept: 2, Term: "asthma", Domain: "Condition"}}
	if err := c.Put(t.Context(), old, []llm.Vector{{1, 0}, {0.8, 0.6}, {0, 1}}); err != nil {
		t.Fatal(err)
	}
	for _, vocabulary := range []string{"before", "now"} {
		if err := c.Finish(t.Context(), vocabulary, 3); err != nil {
			t.Fatal(err)
		}
	}
	now := []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}}
	if n, err := c.Others(t.Context(), now); err != nil || n != 2 {
		t.Errorf("others are %d, %v; want 2", n, err)
	}
	if n, err := c.Prune(t.Context(), "now", now); err != nil || n != 2 {
		t.Errorf("removed %d, %v; want 2", n, err)
	}
	hits, err := c.Search(t.Context(), llm.Vector{0, 1}, 5, vocab.Filter{})
	if err != nil || len(hits) != 1 || hits[0].Term != "gout" {
		t.Errorf("found %+v, %v; want gout alone", hits, err)
	}
	for vocabulary, want := range map[string]int{"now": 3, "before": 0} {
		if n, err := c.Indexed(t.Context(), vocabulary); err != nil || n != want {
			t.Errorf("%s: indexed are %d, %v; want %d", vocabulary, n, err, want)
		}
	}
	if n, err := c.Prune(t.Context(), "now", now); err != nil || n != 0 {
		t.Errorf("again: removed %d, %v", n, err)
	}
	empty := openConcepts(t, pgvector.Options{Embedder: "other:2", Dim: 2, Schema: newSchema(t)})
	if n, err := empty.Prune(t.Context(), "now", now); err != nil || n != 0 {
		t.Errorf("of nothing: removed %d, %v", n, err)
	}
}

func TestAConceptThatChangesItsDomainIsFoundInTheNewOne(t *testing.T) {
	c := openConcepts(t, pgvector.Options{Embedder: "test:2", Dim: 2, Schema: newSchema(t)})
	terms := []vocab.Named{{Concept: 1, Term: "smoker", Domain: "Condition"}, {Concept: 2, Term: "gout", Domain: "Condition"}, {Concept: 2, Term: "gout", Domain: "Condition"}}
	vecs := []llm.Vector{{1, 0}, {0, 1}, {0, 1}}
	if err := c.Put(t.Context(), terms, vecs); err != nil {
		t.Fatal(err)
	}
	terms[0].Domain = "Observation"
	missing, err := c.Missing(t.Context(), terms)
	if err != nil || len(missing) != 1 || missing[0] != terms[0] {
		t.Fatalf("missing are %+v, %v", missing, err)
	}
	if err := c.Put(t.Context(), missing, vecs[:1]); err != nil {
		t.Fatal(err)
	}
	for domain, want := range map[string]int64{"Observation": 1, "Condition": 2} {
		hits, err := c.Search(t.Context(), llm.Vector{1, 0}, 5, vocab.Filter{Domains: []string{domain}})
		if err != nil || len(hits) != 1 || hits[0].Concept.ID != want {
			t.Errorf("%s: found %+v, %v; want concept %d", domain, hits, err, want)
		}
	}
}

func TestConceptsAboveTwoThousandDimensions(t *testing.T) {
	for _, dim := range []int{2001, 4000, 4001} {
		schema := newSchema(t)
		c := openConcepts(t, pgvector.Options{Embedder: "large", Dim: dim, Schema: schema, IndexAbove: 5})
		r := rand.New(rand.NewPCG(7, 8))
		var terms []vocab.Named
		var vecs []llm.Vector
		for i := range 20 {
			terms = append(terms, vocab.Named{Concept: int64(i), Term: fmt.Sprint(i), Domain: "Drug"})
			vecs = append(vecs, randomVector(r, dim))
		}
		if err := c.Put(t.Context(), terms, vecs); err != nil {
			t.Fatal(err)
		}
		if err := c.Finish(t.Context(), "v", len(terms)); err != nil {
			t.Fatal(err)
		}
		if indexed := indexes(t, schema); indexed != (dim <= 4000) {
			t.Errorf("%d dimensions: indexed is %v", dim, indexed)
		}
		hits, err := c.Search(t.Context(), vecs[13], 3, vocab.Filter{})
		if err != nil || len(hits) != 3 || hits[0].Concept.ID != 13 || hits[0].Score < 0.999 {
			t.Errorf("%d dimensions: found %+v, %v", dim, hits, err)
		}
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
