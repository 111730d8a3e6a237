package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
)

// TestTreatmentsInNestedWindowsTellOfNobody shows rows of windows that differ by few people, and of treatments that few
// people had together.
func TestTreatmentsInNestedWindowsTellOfNobody(t *testing.T) {
	q, plan := compiled(t, `{"measure":{"kind":"treatments","events":[{"domain":"drug","concepts":[{"text":"metformin"}]},
		{"domain":"drug","concepts":[{"text":"warfarin"}]}],"windows":[{"from":0,"to":30},{"from":0,"to":33},{"from":31,"to":60}]},
		"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"}}}`)
	for name, c := range map[string]struct {
		rows   string
		hidden string
	}{
		"one more in a larger window":   {"0 to 30 metformin 42 186|0 to 33 metformin 43 186", "0 to 30 metformin"},
		"many more":                     {"0 to 30 metformin 42 186|0 to 33 metformin 63 186", ""},
		"the same":                      {"0 to 30 metformin 42 186|0 to 33 metformin 42 186", ""},
		"another window":                {"0 to 30 metformin 42 186|31 to 60 metformin 43 186", ""},
		"another drug":                  {"0 to 30 metformin 42 186|0 to 33 warfarin 43 186", ""},
		"a person less is observed":     {"0 to 30 metformin 42 186|0 to 33 metformin 42 185", "0 to 33 metformin"},
		"two who took both":             {"0 to 33 metformin 43 186|0 to 33 warfarin 35 186|0 to 33 untreated 110 186", "0 to 33 warfarin"},
		"ten who took both":             {"0 to 33 metformin 43 186|0 to 33 warfarin 35 186|0 to 33 untreated 118 186", ""},
		"nobody who took both":          {"0 to 33 metformin 43 186|0 to 33 warfarin 35 186|0 to 33 untreated 108 186", ""},
		"two of them in another window": {"0 to 33 metformin 43 186|31 to 60 warfarin 35 186|0 to 33 untreated 110 186", ""},
	} {
		r := &work{Run: &Run{Study: q, Plan: plan, Table: &omop.Table{}}}
		var names []string
		for row := range strings.SplitSeq(c.rows, "|") {
			var from, to, part, whole int64
			var drug string
			if _, err := fmt.Sscanf(row, "%d to %d %s %d %d", &from, &to, &drug, &part, &whole); err != nil {
				t.Fatal(err)
			}
			days := fmt.Sprintf("%d to %d", from, to)
			names = append(names, days+" "+drug)
			r.Table.Rows = append(r.Table.Rows, []any{days, drug, 100 * float64(part) / float64(whole), part, whole})
		}
		cells, hidden := r.hideAround(5), ""
		for i, row := range r.Table.Rows {
			if row[3] == privacy.Hidden {
				hidden += names[i]
			}
		}
		if hidden != c.hidden || cells != 3*min(1, len(c.hidden)) {
			t.Errorf("%s: hides %q, %d cells; want %q", name, hidden, cells, c.hidden)
		}
	}
}
