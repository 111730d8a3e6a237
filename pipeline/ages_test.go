package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
)

// TestAgesOfFewAreHiddenBesideHiddenAgeGroups describes people of whom age groups are hidden or not.
func TestAgesOfFewAreHiddenBesideHiddenAgeGroups(t *testing.T) {
	for _, tt := range []struct {
		people int64
		oldest any
		hidden int
	}{{11, "<5", 5}, {19, "<5", 5}, {20, "<5", 3}, {99, "<5", 3}, {100, "<5", 0}, {11, privacy.Hidden, 5}, {99, int64(5), 0}} {
		q, plan := compiled(t, `{"measure":{"kind":"characteristics"},"population":{"entry":{"domain":"condition","which":"first"}}}`)
		r := &work{Run: &Run{Study: q, Plan: plan, Table: &omop.Table{Rows: [][]any{
			{"age at index", "years", tt.people, tt.people, nil, 77.91, 12.94, 72.0, 67.5, 90.0},
			{"age group", "65-74", int64(6), tt.people, 54.55, nil, nil, nil, nil, nil},
			{"age group", "75-84", tt.oldest, tt.people, nil, nil, nil, nil, nil, nil},
			{"prior observation", "days", tt.people, tt.people, nil, 603.5, 287.9, 624.0, 424.0, 839.5},
		}}}}
		if n := r.hideAges(5); n != tt.hidden {
			t.Errorf("of %d people with a group of %v %d cells are hidden: %v", tt.people, tt.oldest, n, r.Table.Rows)
		}
		if ages, other := r.Table.Rows[0], r.Table.Rows[3]; (ages[5] == privacy.Hidden) != (tt.hidden > 3) ||
			ages[2] != tt.people || other[5] != 603.5 {
			t.Errorf("of %d people with a group of %v: %v", tt.people, tt.oldest, r.Table.Rows)
		}
	}
}
