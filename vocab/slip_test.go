package vocab

import (
	"slices"
	"testing"
)

func TestSlipsMissNone(t *testing.T) {
	var near []string
	for w := range slips("ab") {
		near = append(near, w)
	}
	for _, want := range []string{"a", "b", "ba", "cab", "acb", "abc", "cb", "ac"} {
		if !slices.Contains(near, want) {
			t.Errorf("%q is no slip of \"ab\"", want)
		}
	}
	for _, w := range near {
		if w != "ab" && EditDistance(w, "ab") != 1 {
			t.Errorf("%q is at distance %d of \"ab\"", w, EditDistance(w, "ab"))
		}
	}
}

func TestASlipLeavesOutAddsOrSwaps(t *testing.T) {
	for _, tt := range []struct {
		word, of string
		want     bool
	}{
		{"metformn", "metformin", true},
		{"metformiin", "metformin", true},
		{"metfromin", "metformin", true},
		{"metfarmin", "metformin", false}, // a changed letter
		{"diabte", "diabetes", true},      // "diabtes", normalised
		{"diabetes", "diabetes", false},
		{"metfrmn", "metformin", false},
	} {
		if got := IsSlip(tt.word, tt.of); got != tt.want {
			t.Errorf("%q of %q: %v", tt.word, tt.of, got)
		}
	}
}
