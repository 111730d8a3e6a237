package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
)

// wantTwins is how many statements of the same result are tried, and maxTwinWarnings which share of them may be warned
// of. An error is never right: the number is the pair's.
const (
	wantTwins       = 300
	maxTwinWarnings = 0.01
	twinsEach       = 5
)

// What gives the same number is as right as the library's SQL, however it is written.
func twinsAreNotAccused(t *testing.T, h *testbed) {
	tried, warned := 0, 0
	for _, d := range slices.Concat(twins(), dresses()) {
		written := 0
		for _, p := range h.spread(d.name) {
			if written == twinsEach {
				break
			}
			text, ok := d.write(h.copyOf(p))
			if !ok {
				continue
			}
			same, _, err := h.same(t.Context(), p, text)
			if err != nil {
				t.Fatal(err)
			}
			if !same { // as NOT of what can be NULL: no twin
				continue
			}
			written, tried = written+1, tried+1
			errors, warnings, err := h.newlySaid(t.Context(), p, text)
			if err != nil {
				t.Fatalf("%s, %s: %v\n%s", p.ID, d.name, err, text)
			}
			if len(errors) > 0 {
				t.Errorf("%s, %s: %v\n%s", p.ID, d.name, errors, text)
			}
			if len(warnings) > 0 {
				warned++
				t.Logf("%s, %s: %v\n%s", p.ID, d.name, warnings, text)
			}
		}
		if written < 3 {
			t.Errorf("%s was written %d times only", d.name, written)
		}
	}
	if tried < wantTwins || float64(warned) > maxTwinWarnings*float64(tried) {
		t.Errorf("of %d statements with the library's results %d are accused", tried, warned)
	}
}

// spread lists the pairs in an order that is another for each name.
func (h *testbed) spread(name string) []*pair {
	rank := func(p *pair) uint32 {
		hash := fnv.New32a()
		fmt.Fprint(hash, name, p.ID)
		return hash.Sum32()
	}
	return slices.SortedFunc(slices.Values(h.pairs), func(a, b *pair) int { return cmp.Compare(rank(a), rank(b)) })
}
