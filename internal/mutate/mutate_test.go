package main

import (
	"strings"
	"testing"
)

func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("makes and runs hundreds of statements")
	}
	h := newHouse(t)
	t.Run("the rules find the mistakes that are errors", func(t *testing.T) { // as task mutate does, with fewer of each kind
		r, err := h.measure(t.Context(), options{each: 4, correct: 10})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.verdict(); err != nil {
			var out strings.Builder
			r.print(&out, options{missed: true})
			t.Errorf("%v\n%s", err, out.String())
		}
	})
	t.Run("disguises keep the answer", func(t *testing.T) { disguisesKeepTheAnswer(t, h) })
}

// A rewording that changed the answer would make mutants of correct SQL.
func disguisesKeepTheAnswer(t *testing.T, h *testbed) {
	written := map[string]int{}
	for i, p := range h.pairs {
		for k, d := range rewordings() {
			if (i+k)%16 != 0 {
				continue
			}
			text, ok := d.write(h.copyOf(p))
			if !ok {
				continue
			}
			written[d.name]++
			same, runs, err := h.same(t.Context(), p, text)
			if err != nil {
				t.Fatal(err)
			}
			if !same {
				t.Errorf("%s, %s: another answer (it runs: %v)\n%s", p.ID, d.name, runs, text)
			}
		}
	}
	for _, d := range rewordings() {
		if written[d.name] < 2 {
			t.Errorf("%s was written %d times only", d.name, written[d.name])
		}
	}
}

func newHouse(t *testing.T) *testbed {
	t.Helper()
	h, err := build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	})
	return h
}
