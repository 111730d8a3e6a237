package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
)

// TestWhetherReadingsAgreeTellsNoHiddenNumber holds that a reading with a guessed number agrees with one whose number is
// hidden whatever the guess, as far as the guess is hidden, too.
func TestWhetherReadingsAgreeTellsNoHiddenNumber(t *testing.T) {
	result := func(n int64, shown any) *Run {
		r := &Run{raw: &omop.Table{Columns: []omop.Column{{Name: "patients"}}, Rows: [][]any{{n}}},
			Table: &omop.Table{Columns: []omop.Column{{Name: "patients"}}, Rows: [][]any{{shown}}}}
		if shown != any(n) {
			r.Suppressed = 1
		}
		r.mask(5)
		return r
	}
	four := result(4, "<5")
	for _, guess := range []int64{1, 3, 4, 9} {
		if !SameResult(four, result(guess, privacy.Hidden)) {
			t.Errorf("a guess of %d, which is hidden, differs from a hidden 4", guess)
		}
		if SameResult(four, result(guess, guess)) {
			t.Errorf("a guess of %d in sight is the same as a hidden 4", guess)
		}
	}
	if !SameResult(result(7, int64(7)), result(7, int64(7))) || SameResult(result(7, int64(7)), result(8, int64(8))) {
		t.Error("numbers in sight are not compared")
	}
}
