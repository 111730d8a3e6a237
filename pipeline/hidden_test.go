package pipeline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
)

// TestTheLibraryKeepsItsLargeNumbers runs pairs with small cells hidden: the same rows have to come
// as without, and no column may be withheld for want of understanding.
func TestTheLibraryKeepsItsLargeNumbers(t *testing.T) {
	needs.Time(t, "runs much of the library")
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
		missing := len(want.Table.Rows) - len(got.Table.Rows) // left out, or the same as others in what is shown
		if missing != 0 && got.Suppressed+got.LeftOut == 0 || missing < 0 ||
			len(got.Table.Columns) != len(want.Table.Columns) {
			t.Errorf("%s: %d rows of %d columns, %d of %d without hiding", pair.ID, len(got.Table.Rows), len(got.Table.Columns), len(want.Table.Rows), len(want.Table.Columns))
			continue
		}
		if got.Suppressed == 0 && missing == 0 {
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

// TestNoRemarkTellsOfAHiddenNumber holds that what is said beside a result is about what it shows: the name of a column that is made of a
// hidden number would have the sanity checks compare that number with whatever its author liked.
func TestNoRemarkTellsOfAHiddenNumber(t *testing.T) {
	_, parts, _ := overLibrary(t)
	parts.Data = &village{}
	open := pipeline.New(parts, pipeline.Options{Limit: omop.Limit{Time: time.Minute, Rows: 100}})
	hiding := pipeline.New(parts, pipeline.Options{MinCell: 1_000_000, Limit: omop.Limit{Time: time.Minute, Rows: 100}})
	for _, tt := range []struct{ sql, rule string }{
		{"SELECT COUNT(*) * 0.34 AS share FROM person", "share-beyond-whole"},
		{"SELECT COUNT(*) * 10 AS patients FROM person", "more-than-everybody"},
		{"SELECT COUNT(*) AS patients, 3 AS all_patients, 0.5 AS share FROM person WHERE year_of_birth = 1940", "part-beyond-whole"},
		{"SELECT MAX(visit_start_date) + INTERVAL '100' YEAR AS day FROM visit_occurrence", "date-outside-data"},
	} {
		said := func(p *pipeline.Pipeline) bool {
			r := p.AskTemplate(t.Context(), tt.sql)
			if r.Status != pipeline.Answered {
				t.Fatalf("%s: %s", tt.sql, r.Message)
			}
			return slices.ContainsFunc(r.Warnings, func(w omop.Finding) bool { return w.Rule == tt.rule })
		}
		if !said(open) {
			t.Errorf("%s: nothing says %s of a number in sight", tt.sql, tt.rule)
		}
		if said(hiding) {
			t.Errorf("%s: %s is said of a hidden number", tt.sql, tt.rule)
		}
	}
}
