package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop"
)

// TestWhatStandsBesideRowsFollowsThem moves a row: the interval of the next one would else be computed from its numbers.
func TestWhatStandsBesideRowsFollowsThem(t *testing.T) {
	before := [][]any{{"gout", "<5"}, {"asthma", int64(9)}}
	r := &work{Run: &Run{Table: &omop.Table{Rows: [][]any{before[1], before[0]}},
		raw: &omop.Table{Rows: [][]any{{"gout", int64(2)}, {"asthma", int64(9)}}}}, support: [][]any{{2.0}, {9.0}}}
	r.follow(before)
	if r.support[0][0] != 9.0 || r.support[1][0] != 2.0 || r.raw.Rows[0][0] != "asthma" || r.raw.Rows[1][0] != "gout" {
		t.Errorf("support %v, raw %v", r.support, r.raw.Rows)
	}
}
