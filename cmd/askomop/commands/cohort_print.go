package commands

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
)

// shownCount is a number of people as it may be shown.
func shownCount(n, minCell int) string {
	if n > 0 && n < minCell {
		return fmt.Sprintf("<%d", minCell)
	}
	return cell.Text(int64(n))
}

// shownBeside is a number beside those of other cohorts.
func shownBeside(n int, all []results.Cohort, minCell int) string {
	if about, isText := cohort.ListOf(all).Count(n, minCell).(string); isText {
		return about
	}
	return cell.Text(int64(n))
}

// attritionText is how many people are left after each criterion, a line each.
func attritionText(steps []results.Step, minCell int) string {
	var b strings.Builder
	for _, s := range cohort.Shown(steps, minCell) {
		fmt.Fprintf(&b, "  %10s  %s\n", s.People, s.Criterion)
	}
	return b.String()
}
