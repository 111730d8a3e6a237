// Package storetest is the contract that every rag.Store keeps.
package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// Run tests a Store. open returns an empty one for vectors of dim dimensions.
func Run(t *testing.T, open func(t *testing.T, dim int) rag.Store) {
	t.Run("finds each pair once, by its nearest wording, best first", func(t *testing.T) {
		s := open(t, 2)
		put(t, s, pair("a", 2), llm.Vector{1, 0}, llm.Vector{0, 1})
		put(t, s, pair("b", 2), llm.Vector{0.6, 0.8}, llm.Vector{0.6, 0.8})
		got := search(t, s, llm.Vector{0, 1}, 5)
		want := []found{{"a", 1, 1}, {"b", 0, 0.8}}
		if !slices.EqualFunc(got, want, near) {
			t.Errorf("found %v, want %v", got, want)
		}
	})
	t.Run("returns at most k, ties by id", func(t *testing.T) {
		s := open(t, 2)
		for _, id := range []string{"c", "a", "b"} {
			put(t, s, pair(id, 1), llm.Vector{1, 0})
		}
		got := search(t, s, llm.Vector{1, 0}, 2)
		if len(got) != 2 || got[0].id != "a" || got[1].id != "b" {
			t.Errorf("found %v, want a and b", got)
		}
	})
	t.Run("leaves out the pairs to be skipped", func(t *testing.T) {
		s := open(t, 2)
		put(t, s, pair("a", 1), llm.Vector{1, 0})
		put(t, s, pair("b", 1), llm.Vector{0, 1})
		got := search(t, s, llm.Vector{1, 0}, 5, rag.Filter{Skip: []string{"a", "unheard-of"}})
		if len(got) != 1 || got[0].id != "b" {
			t.Errorf("found %v, want b alone", got)
		}
	})
	t.Run("finds only what passes the filter", func(t *testing.T) {
		s := open(t, 2)
		pairs := []rag.Pair{
			{ID: "a", Question: "a", Topic: "counts", Verified: "A. Reviewer, 2026"},
			{ID: "b", Question: "b", Topic: "drugs"},
			{ID: "c", Question: "c", Topic: "drugs", Verified: "A. Reviewer, 2026"}, {ID: "d", Question: "d"},
		}
		if err := s.Put(t.Context(), pairs, []llm.Vector{{1, 0}, {0.8, 0.6}, {0.6, 0.8}, {0, 1}}); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			filter rag.Filter
			want   string
		}{
			{rag.Filter{}, "a b c d"},
			{rag.Filter{Topics: []string{"drugs"}}, "b c"},
			{rag.Filter{Topics: []string{"drugs", "counts"}, Skip: []string{"b"}}, "a c"},
			{rag.Filter{Topics: []string{"unheard-of"}}, ""},
			{rag.Filter{Verified: true}, "a c"},
			{rag.Filter{Verified: true, Topics: []string{"drugs"}}, "c"},
			{rag.Filter{Verified: true, Skip: []string{"a", "c"}}, ""},
		} {
			var ids []string
			for _, f := range search(t, s, llm.Vector{1, 0}, 9, c.filter) {
				ids = append(ids, f.id)
			}
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("%+v: found %q, want %q", c.filter, got, c.want)
			}
		}
	})
	t.Run("replaces a pair of the same id", func(t *testing.T) {
		s := open(t, 2)
		put(t, s, pair("a", 2), llm.Vector{1, 0}, llm.Vector{1, 0})
		changed := pair("a", 1)
		changed.SQL = "SELECT 2"
		put(t, s, changed, llm.Vector{0, 1})
		ms, err := s.Search(t.Context(), llm.Vector{0, 1}, 5, rag.Filter{})
		if err != nil || len(ms) != 1 || ms[0].Pair.SQL != "SELECT 2" || ms[0].Score < 0.999 {
			t.Errorf("found %+v, %v", ms, err)
		}
	})
	t.Run("refuses vectors that do not belong to the wordings", func(t *testing.T) {
		if err := open(t, 2).Put(t.Context(), []rag.Pair{pair("a", 2)}, []llm.Vector{{1, 0}}); err == nil {
			t.Error("two wordings and one vector were accepted")
		}
	})
	t.Run("refuses a question of another dimension", func(t *testing.T) {
		s := open(t, 2)
		put(t, s, pair("a", 1), llm.Vector{1, 0})
		if _, err := s.Search(t.Context(), llm.Vector{1, 0, 0}, 5, rag.Filter{}); err == nil {
			t.Error("three dimensions were searched among two")
		}
	})
	t.Run("finds nothing in an empty store", func(t *testing.T) {
		if got := search(t, open(t, 2), llm.Vector{1, 0}, 5); len(got) != 0 {
			t.Errorf("found %v", got)
		}
	})
}

type found struct {
	id      string
	wording int
	score   float64
}

func near(a, b found) bool {
	return a.id == b.id && a.wording == b.wording && a.score-b.score < 1e-3 && b.score-a.score < 1e-3
}

// pair returns a pair with n wordings.
func pair(id string, n int) rag.Pair {
	p := rag.Pair{ID: id, Question: id + " asked", Topic: "test", SQL: "SELECT 1"}
	for i := 1; i < n; i++ {
		p.Paraphrases = append(p.Paraphrases, id+" asked again")
	}
	return p
}

func put(t *testing.T, s rag.Store, p rag.Pair, vecs ...llm.Vector) {
	t.Helper()
	if err := s.Put(t.Context(), []rag.Pair{p}, vecs); err != nil {
		t.Fatal(err)
	}
}

func search(t *testing.T, s rag.Store, v llm.Vector, k int, f ...rag.Filter) []found {
	t.Helper()
	ms, err := s.Search(t.Context(), v, k, append(f, rag.Filter{})[0])
	if err != nil {
		t.Fatal(err)
	}
	out := make([]found, len(ms))
	for i, m := range ms {
		out[i] = found{m.Pair.ID, m.Wording, m.Score}
	}
	return out
}
