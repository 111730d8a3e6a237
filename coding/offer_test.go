package coding_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
)

func TestCandidatesAreWhatTheModelIsShown(t *testing.T) {
	v := verified(t, decide(), coding.VerifyOptions{})
	for _, tt := range []struct {
		text     string
		k        int
		first    int64
		searched bool
	}{
		{"sinus inflammation", 50, 4283893, true},
		{"sinus inflammation", 1, 4283893, true},
		{"chronic sinusitis", 50, 257012, true},
		{"ICD10CM:J32.9", 50, 0, false}, // says what it means
	} {
		ids, searched, err := v.Candidates(t.Context(), coding.Entity{Domain: "condition", Text: tt.text}, tt.k)
		if err != nil || searched != tt.searched || len(ids) > tt.k || searched && (len(ids) == 0 || ids[0] != tt.first) {
			t.Errorf("%s: %v, searched %t, %v; want %d first of at most %d", tt.text, ids, searched, err, tt.first, tt.k)
		}
	}
	if _, searched, err := v.Candidates(t.Context(), coding.Entity{Domain: "star sign", Text: "virgo"}, 50); searched || err != nil {
		t.Errorf("an unknown domain: searched %t, %v", searched, err)
	}
}

func TestTopsHaveNoParentAmongThem(t *testing.T) {
	v := verified(t, decide(), coding.VerifyOptions{})
	for _, tt := range []struct{ ids, want []int64 }{
		{[]int64{257012, 4283893, 40481087, 201826}, []int64{4283893, 201826}},
		{[]int64{257012, 40481087}, []int64{257012, 40481087}},
		{[]int64{12345}, []int64{12345}}, // not in the vocabulary
		{nil, nil},
	} {
		if got, err := v.Tops(t.Context(), tt.ids); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("tops of %v: %v, %v; want %v", tt.ids, got, err, tt.want)
		}
	}
}
