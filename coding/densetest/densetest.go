// Package densetest is the contract that every coding.Dense keeps.
package densetest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// Store is a Dense with the vectors that it searches.
type Store interface {
	coding.Dense
	coding.Terms
}

// terms lie around the circle, by the angle of their vectors. Source concept 9 leads to a drug.
var (
	terms = []vocab.Named{
		{Concept: 3, Term: "gout", Domain: "Condition"}, {Concept: 3, Term: "podagra", Domain: "Condition"},
		{Concept: 1, Term: "asthma", Domain: "Condition"}, {Concept: 2, Term: "asthma", Domain: "Condition"},
		{Concept: 9, Term: "aspirin", Domain: "Drug"},
	}
	vecs = []llm.Vector{{0, 1}, {0.6, 0.8}, {1, 0}, {1, 0}, {0.8, 0.6}}
)

// Nearest is what Search is to return, found by comparing all vectors in the plainest way.
func Nearest(terms []vocab.Named, vecs []llm.Vector, v llm.Vector, k int, f vocab.Filter) []vocab.Hit {
	best := map[int64]vocab.Hit{}
	for i, t := range terms {
		if len(f.Domains) > 0 && !slices.Contains(f.Domains, t.Domain) {
			continue
		}
		score := v.Dot(vecs[i])
		if old, seen := best[t.Concept]; !seen || score > old.Score || score == old.Score && t.Term < old.Term {
			best[t.Concept] = vocab.Hit{Concept: vocab.Concept{ID: t.Concept}, Term: t.Term, Score: score}
		}
	}
	hits := slices.SortedFunc(maps.Values(best), func(a, b vocab.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Concept.ID, b.Concept.ID))
	})
	return hits[:min(k, len(hits))]
}

// Run tests a Dense. open returns an empty one for vectors of two dimensions.
func Run(t *testing.T, open func(t *testing.T) Store) {
	filled := func(t *testing.T) Store {
		s := open(t)
		if err := s.Put(t.Context(), terms, vecs); err != nil {
			t.Fatal(err)
		}
		return s
	}
	search := func(t *testing.T, s Store, v llm.Vector, k int, f vocab.Filter) string {
		t.Helper()
		hits, err := s.Search(t.Context(), v, k, f)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, h := range hits {
			text += fmt.Sprintf("%d %s %.2f; ", h.Concept.ID, h.Term, h.Score)
		}
		return text
	}
	t.Run("finds each concept once, by its nearest term, nearest first, ties by id", func(t *testing.T) {
		if got, want := search(t, filled(t), llm.Vector{1, 0}, 9, vocab.Filter{}), "1 asthma 1.00; 2 asthma 1.00; 9 aspirin 0.80; 3 podagra 0.60; "; got != want {
			t.Errorf("found %s, want %s", got, want)
		}
	})
	t.Run("keeps to the domains and to k", func(t *testing.T) {
		s := filled(t)
		if got, want := search(t, s, llm.Vector{0.8, 0.6}, 2, vocab.Filter{Domains: []string{"Condition"}}), "3 podagra 0.96; 1 asthma 0.80; "; got != want {
			t.Errorf("found %s, want %s", got, want)
		}
		if got := search(t, s, llm.Vector{1, 0}, 9, vocab.Filter{Domains: []string{"Visit"}}); got != "" {
			t.Errorf("found %s of a domain without terms", got)
		}
	})
	t.Run("names the terms without a vector", func(t *testing.T) {
		s := filled(t)
		more := vocab.Named{Concept: 3, Term: "gouty arthritis", Domain: "Condition"}
		missing, err := s.Missing(t.Context(), append(slices.Clone(terms), more))
		if err != nil || len(missing) != 1 || missing[0] != more {
			t.Errorf("missing are %v, %v", missing, err)
		}
	})
	t.Run("takes a term twice for one", func(t *testing.T) {
		s := filled(t)
		if err := s.Put(t.Context(), terms[:2], vecs[:2]); err != nil {
			t.Fatal(err)
		}
		if got, want := search(t, s, llm.Vector{0, 1}, 1, vocab.Filter{}), "3 gout 1.00; "; got != want {
			t.Errorf("found %s, want %s", got, want)
		}
	})
	t.Run("refuses vectors of another dimension, and of other terms", func(t *testing.T) {
		s := filled(t)
		if _, err := s.Search(t.Context(), llm.Vector{1, 0, 0}, 1, vocab.Filter{}); err == nil {
			t.Error("three dimensions were searched among two")
		}
		if err := s.Put(t.Context(), terms[:1], []llm.Vector{{1, 0, 0}}); err == nil {
			t.Error("three dimensions were kept among two")
		}
		if err := s.Put(t.Context(), terms[:2], vecs[:1]); err == nil {
			t.Error("two terms and one vector were accepted")
		}
	})
	t.Run("finds nothing where nothing is", func(t *testing.T) {
		if got := search(t, open(t), llm.Vector{1, 0}, 9, vocab.Filter{}); got != "" {
			t.Errorf("found %s", got)
		}
	})
}
