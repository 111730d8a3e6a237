package sqltree

import "testing"

// TestAWordThatNamesAColumnAsksForAs holds that a name which is a word of SQL is told to need AS, and no other word is.
func TestAWordThatNamesAColumnAsksForAs(t *testing.T) {
	const hint = ", a word of SQL; where it is the column's name, write AS decade"
	for _, tt := range []struct {
		text string
		at   int
		want string
	}{
		{"SELECT COUNT(*) decade FROM person", 16, hint},
		{"SELECT COUNT(*) decade, 1 FROM person", 16, hint},
		{"SELECT CASE WHEN a THEN 1 END decade FROM person", 30, hint},
		{"SELECT COUNT(*) decade", 16, hint},
		{"SELECT COUNT(*) decade person", 16, ""},
		{"SELECT decade FROM person", 7, ""},
		{"SELECT COUNT(*) FROM", 20, ""},
	} {
		if got := asHint(tt.text, tt.at); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}
