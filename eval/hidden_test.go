package eval

import "testing"

// TestAReferenceThatGuessesAHiddenNumberIsFound holds that no verdict tells a hidden number to who writes the reference.
func TestAReferenceThatGuessesAHiddenNumberIsFound(t *testing.T) {
	result := func(cells ...any) *Result { return &Result{Columns: []string{"n"}, Rows: [][]any{cells}} }
	for _, tt := range []struct {
		name             string
		shown, raw, kept *Result
		want             bool
	}{
		{"a count", result(int64(3)), result(int64(3)), result("<5"), true},
		{"another count", result(int64(4)), result(int64(3)), result("<5"), false},
		{"a mean within the tolerance", result(70.0), result(71.3), result("hidden"), true},
		{"hidden in both", result("<5"), result(int64(3)), result("<5"), false},
		{"a number in sight in both", result(int64(30), "<5"), result(int64(30), int64(3)), result(int64(30), "<5"), false},
		{"nobody", result(int64(0)), result(int64(0)), result(int64(0)), false},
		{"nothing", nil, result(int64(3)), result("<5"), false},
	} {
		if got := guesses(tt.shown, tt.raw, tt.kept); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
