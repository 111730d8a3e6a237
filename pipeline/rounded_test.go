package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop/study/compile"
)

// A mean that is rounded to 4.90 is no other than what rounds to it, though its last digit is not shown.
func TestNumbersAreComparedAtTheDigitsOfTheirRounding(t *testing.T) {
	const toTwo = "SELECT ROUND(AVG(COALESCE(v.value, 0)), 2) AS mean_value FROM v"
	for _, tt := range []struct {
		sql         string
		asked, seen float64
		same        bool
	}{
		{toTwo, 4.9, 4.885, false},
		{toTwo, 4.9, 4.8971, true},
		{toTwo, 4.9, 4.9, true},
		{toTwo, 4.87, 4.9, true}, // the other is rounded to one
		{toTwo, 5, 4.96, false},
		{"SELECT ROUND(s.n / 365.25, 1) AS years FROM s", 4.9, 4.885, true},
		{"SELECT ROUND(AVG(v), 2) AS m, ROUND(s.n / 365.25, 1) AS years FROM s", 4.9, 4.885, true},
		{"SELECT AVG(v) AS m FROM s", 4.9, 4.885, true},
	} {
		run := &Run{Plan: &compile.Plan{SQL: tt.sql}}
		if got := sameAsRounded(run)(tt.asked, tt.seen); got != tt.same {
			t.Errorf("%s: %g and %g: same is %t", tt.sql, tt.asked, tt.seen, got)
		}
	}
}
