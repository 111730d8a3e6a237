package pipeline

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// Survival at 30 and at 31 days tells how many died on the 31st day. Where the rows of a result count up over its last
// stratum, a row whose counts differ by few people from those of the row before is hidden: all of it but what names it.

// hideSteps hides such rows and returns how many cells it has hidden.
func (r *work) hideSteps(n int) int {
	if r.Plan == nil || !r.Plan.Steps || n <= 1 {
		return 0
	}
	hidden := 0
	before := map[string][]any{} // the last row in sight of each combination of the other strata
	skipped := map[string]bool{} // rows were hidden since
	for _, row := range r.Table.Rows {
		key := r.stepsOf(row)
		if last, ok := before[key]; ok && r.stepIsSmall(last, row, n) {
			skipped[key] = true
			for i, c := range r.Plan.Columns {
				same := c.Role == compile.Denominator && row[i] == last[i] // a whole that does not change tells nothing
				if c.Role != compile.Stratum && !same && row[i] != nil && row[i] != privacy.Hidden {
					row[i] = privacy.Hidden
					hidden++
				}
			}
			continue
		}
		for i, c := range r.Plan.Columns { // a change from a row that is hidden tells of it
			if c.Role == compile.Change && skipped[key] && row[i] != nil && row[i] != privacy.Hidden {
				row[i] = privacy.Hidden
				hidden++
			}
		}
		before[key], skipped[key] = row, false
	}
	return hidden
}

// stepsOf names the strata of a row but the last.
func (r *work) stepsOf(row []any) string {
	last := -1
	for i, c := range r.Plan.Columns {
		if c.Role == compile.Stratum {
			last = i
		}
	}
	return r.strataBut(row, last)
}

// strataOf names the strata of a row.
func (r *work) strataOf(row []any) string { return r.strataBut(row, -1) }

func (r *work) strataBut(row []any, but int) string {
	var b strings.Builder
	for i, c := range r.Plan.Columns {
		if c.Role == compile.Stratum && i != but {
			fmt.Fprintf(&b, "%v|", row[i])
		}
	}
	return b.String()
}

// stepIsSmall reports whether a count of people grew by fewer than n, but by some.
func (r *work) stepIsSmall(last, row []any, n int) bool {
	for i, c := range r.Plan.Columns {
		if c.Role != compile.Count && c.Role != compile.Numerator && c.Role != compile.Denominator {
			continue
		}
		was, ok1 := cell.Number(last[i])
		is, ok2 := cell.Number(row[i])
		if step := is - was; ok1 && ok2 && step != 0 && step < float64(n) && step > -float64(n) {
			return true
		}
	}
	return false
}
