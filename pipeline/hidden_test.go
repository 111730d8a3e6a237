package pipeline_test

import (
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
)

// TestTheLibraryKeepsItsLargeNumbers runs pairs with small cells hidden: the same rows have to come
// as without, and no column may be withheld for want of understanding.
func TestTheLibraryKeepsItsLargeNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs much of the library")
	}
	p, parts, pairs := overLibrary(t)
	hiding := pipeline.New(parts, pipeline.Options{MinCell: 5, Limit: omop.Limit{Time: time.Minute, Rows: 10_000}})
	same, changed := 0, 0
	var open, hidden time.Duration
	for i, pair := range pairs {
		if i%8 != 0 { // a sample; all of them take a minute
			continue
		}
		want, got := p.AskTemplate(t.Context(), pair.SQL), hiding.AskTemplate(t.Context(), pair.SQL)
		if got.Status != pipeline.Answered || want.Status != pipeline.Answered {
			t.Errorf("%s: %s, %s", pair.ID, want.Message, got.Message)
			continue
		}
		open, hidden = open+want.Took.Total(), hidden+got.Took.Total()
		for _, w := range got.Warnings {
			if w.Rule == "small-cells" && got.Suppressed+got.LeftOut == 0 {
				t.Errorf("%s: %s", pair.ID, w.Message)
			}
		}
		if len(got.Table.Rows)+got.LeftOut != len(want.Table.Rows) || len(got.Table.Columns) != len(want.Table.Columns) {
			t.Errorf("%s: %d rows of %d columns, %d of %d without hiding", pair.ID, len(got.Table.Rows), len(got.Table.Columns), len(want.Table.Rows), len(want.Table.Columns))
			continue
		}
		if got.Suppressed+got.LeftOut == 0 {
			same++
			continue
		}
		changed++
		t.Logf("%s: %d of %d cells: %v\n\twas %v", pair.ID, got.Suppressed, len(got.Table.Rows)*len(got.Table.Columns), head(got.Table), head(want.Table))
	}
	t.Logf("%d pairs as they are, %d with hidden cells; %v, %v without hiding", same, changed, hidden.Round(time.Millisecond), open.Round(time.Millisecond))
	if same < 9*changed {
		t.Errorf("only %d pairs of %d show all of their numbers", same, same+changed)
	}
}
