package tsv_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/askomop/askomop/internal/tsv"
)

func TestRowsLeaveOutCommentsAndBlankLinesAndKeepTheirNumbers(t *testing.T) {
	var got []string
	for n, fields := range tsv.Rows("# name\tvalue\na\t1\r\n\n \t \nb\t\n\tc # d\nlast") {
		got = append(got, fmt.Sprintf("%d %q", n, fields))
	}
	want := []string{`2 ["a" "1"]`, `5 ["b" ""]`, `6 ["" "c # d"]`, `7 ["last"]`}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for n := range tsv.Rows("a\nb") {
		if n > 1 {
			t.Error("goes on after the loop has ended")
		}
		break
	}
}
