package commands

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
)

// peopleText is a number of people as it may be shown.
func peopleText(n any) string {
	if n, ok := n.(int); ok {
		return cell.Text(int64(n))
	}
	return fmt.Sprint(n)
}

// shownBeside is a number beside those of other cohorts.
func shownBeside(n int, all []results.Cohort, minCell int) string {
	return peopleText(cohort.ListOf(all).Count(n, minCell))
}

// attritionText is how many people are left after each criterion, a line each.
func attritionText(steps []results.Step, minCell int) string {
	var b strings.Builder
	for _, s := range cohort.Shown(steps, minCell) {
		fmt.Fprintf(&b, "  %10s  %s\n", s.People, s.Criterion)
	}
	return b.String()
}
