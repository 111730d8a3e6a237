package pipeline

import (
	"testing"

	"github.com/askomop/askomop/pipeline/privacy"
)

// TestTheNoteSaysWhyNumbersAreHidden holds that few people are named as the reason only where they may be it.
func TestTheNoteSaysWhyNumbersAreHidden(t *testing.T) {
	for _, c := range []struct {
		report  privacy.Report
		leftOut int
		want    string
	}{
		{privacy.Report{Cells: 2}, 0, "2 cells hidden: fewer than 5 people stand behind, or the number would give such a count away."},
		{privacy.Report{Cells: 3, Whole: 2}, 0, "1 cell hidden: fewer than 5 people stand behind, or the number would give such a count away."},
		{privacy.Report{Cells: 2, Whole: 2}, 0, "2 cells hidden, as said of the columns."},
		{privacy.Report{Cells: 2, Whole: 2}, 1, "rows left out if there are any: fewer than 5 people stand behind, or the number would give such a count away."},
		{privacy.Report{Cells: 9, Other: true}, 0, "9 cells hidden: fewer than 5 people stand behind, the number would give such a count away, or it is one of those that are said to be too many to be compared."},
	} {
		r := &Run{Suppressed: c.report.Cells, LeftOut: c.leftOut}
		if got := hiddenNote(r, c.report, 5); len(got) != 1 || got[0] != c.want+HowToShow {
			t.Errorf("%+v: %q", c.report, got)
		}
	}
	if got := hiddenNote(&Run{}, privacy.Report{}, 5); len(got) > 0 {
		t.Errorf("nothing is hidden: %q", got)
	}
}
