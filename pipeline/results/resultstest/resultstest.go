// Package resultstest holds the test that every results.Store must pass.
package resultstest

import (
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
)

// Run tests the stores that open gives: each call opens the same place anew.
func Run(t *testing.T, open func(t *testing.T) results.Store) {
	t.Run("a table comes back as it was", func(t *testing.T) { table(t, open) })
	t.Run("a run that is made twice leaves one generation", func(t *testing.T) { generations(t, open) })
	t.Run("several may write at once", func(t *testing.T) { together(t, open) })
}

func table(t *testing.T, open func(t *testing.T) results.Store) {
	s := open(t)
	want := &omop.Table{
		Columns: []omop.Column{{Name: "a \"b\"", Type: "VARCHAR"}, {Name: "n", Type: "BIGINT"},
			{Name: "x", Type: "DOUBLE"}, {Name: "d", Type: "DATE"}, {Name: "b", Type: "BOOLEAN"}},
		Rows: [][]any{
			{"it's <5 & more", int64(9007199254740993), 3.0, time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC), true},
			{nil, "<5", 0.1, nil, false},
		},
		Truncated: true,
	}
	k := results.Key{Schedule: "weekly", Run: "20261102T060000Z"}
	if _, err := s.Get(t.Context(), k); !errors.Is(err, results.ErrNotFound) {
		t.Fatalf("before anything was put: %v", err)
	}
	for range 2 {
		if err := s.Put(t.Context(), k, time.Now(), want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := open(t).Get(t.Context(), k)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
	if err := s.Drop(t.Context(), "weekly"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), k); !errors.Is(err, results.ErrNotFound) {
		t.Fatalf("after Drop: %v", err)
	}
}

func generations(t *testing.T, open func(t *testing.T) results.Store) {
	s := open(t)
	day := func(d int) time.Time { return time.Date(2020, 5, d, 0, 0, 0, 0, time.UTC) }
	entry := func(subject int64, from, to int) results.Entry {
		return results.Entry{Subject: subject, Start: day(from), End: day(to)}
	}
	first := []results.Entry{entry(7, 1, 9), entry(7, 20, 21), entry(9, 2, 2)}
	second := []results.Entry{entry(9, 2, 2)}
	if _, err := s.Entries(t.Context(), "bleeders", 0); !errors.Is(err, results.ErrNotFound) {
		t.Fatalf("before anything was put: %v", err)
	}
	def := results.Cohort{Name: "bleeders", Description: "who bleeds", Syntax: "SELECT 1", Initiated: day(1)}
	steps := []results.Step{{Criterion: "everybody", People: 10}, {Criterion: "bleeds", People: 2}}
	put := func(run string, people int, entries []results.Entry) results.Generation {
		t.Helper()
		g := results.Generation{Run: run, At: day(3), People: people, Rows: len(entries), Database: "a.duckdb",
			Source: "v1", Steps: steps}
		c, g, err := s.PutGeneration(t.Context(), def, g, entries)
		if err != nil || c.ID == 0 {
			t.Fatalf("cohort %+v: %v", c, err)
		}
		return g
	}
	if g := put("r1", 2, first); g.Number != 1 {
		t.Errorf("the first generation is %d", g.Number)
	}
	if g := put("r1", 2, first); g.Number != 1 {
		t.Errorf("the same run made generation %d", g.Number)
	}
	if g := put("r2", 1, second); g.Number != 2 {
		t.Errorf("the next run made generation %d", g.Number)
	}
	for n, want := range map[int][]results.Entry{0: second, 1: first, 2: second} {
		got, err := open(t).Entries(t.Context(), "bleeders", n)
		if err != nil || !reflect.DeepEqual(utc(got), want) {
			t.Errorf("generation %d: %v, %v; want %v", n, got, err, want)
		}
	}
	all, err := s.Cohorts(t.Context())
	if err != nil || len(all) != 1 || len(all[0].Generations) != 2 {
		t.Fatalf("cohorts %+v, %v", all, err)
	}
	if g := all[0].Generations[0]; g.Run != "r1" || g.People != 2 || g.Rows != 3 || !reflect.DeepEqual(g.Steps, steps) {
		t.Errorf("generation %+v", g)
	}
	def = results.Cohort{Name: "others", ID: all[0].ID, Initiated: day(1)}
	if _, _, err := s.PutGeneration(t.Context(), def, results.Generation{Run: "r"}, nil); err == nil {
		t.Error("two cohorts have one id")
	}
	if err := s.RemoveCohort(t.Context(), "bleeders"); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Cohorts(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("after RemoveCohort: %v, %v", all, err)
	}
	if err := s.RemoveCohort(t.Context(), "bleeders"); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("removing a cohort that is not there: %v", err)
	}
}

func utc(entries []results.Entry) []results.Entry {
	out := make([]results.Entry, len(entries))
	for i, e := range entries {
		out[i] = results.Entry{Subject: e.Subject, Start: e.Start.UTC(), End: e.End.UTC()}
	}
	return out
}

func together(t *testing.T, open func(t *testing.T) results.Store) {
	var wg sync.WaitGroup
	const n = 6
	stores := make([]results.Store, n)
	for i := range stores {
		stores[i] = open(t)
	}
	key := func(i int) results.Key { return results.Key{Schedule: "s", Run: string(rune('a' + i))} }
	for i := range n {
		wg.Go(func() {
			tab := &omop.Table{Columns: []omop.Column{{Name: "n", Type: "BIGINT"}}, Rows: [][]any{{int64(i)}}}
			if err := stores[i].Put(t.Context(), key(i), time.Now(), tab); err != nil {
				t.Errorf("writer %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	for i := range n {
		if got, err := stores[0].Get(t.Context(), key(i)); err != nil || got.Rows[0][0] != int64(i) {
			t.Errorf("writer %d: %v, %v", i, got, err)
		}
	}
}
