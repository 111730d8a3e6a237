package plausible

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study/compile"
)

// stillAtRisk is the compiler's column of those who are followed on after a time of a survival curve.
const stillAtRisk = "still_at_risk"

// NobodyFollowed reports for each row of a survival curve whether its estimate is unknown since nobody is followed so
// long; nil for other results.
func NobodyFollowed(r Result) []bool {
	at := slices.IndexFunc(r.Table.Columns, func(c omop.Column) bool { return c.Name == stillAtRisk })
	value := estimate(r)
	if at < 0 || value < 0 {
		return nil
	}
	people := slices.IndexFunc(r.Plan.Columns, func(c compile.Column) bool { return c.Role == compile.Denominator })
	beyond := make([]bool, len(r.Table.Rows))
	for i, row := range r.Table.Rows {
		beyond[i] = row[value] == nil && row[at] == int64(0) && people >= 0 && row[people] != int64(0)
	}
	return beyond
}

// estimate is the first column that holds an estimate; -1 where none does.
func estimate(r Result) int {
	if r.Plan == nil {
		return -1
	}
	return slices.IndexFunc(r.Plan.Columns, func(c compile.Column) bool { return c.Role == compile.Estimate })
}

// beyondFollowUp says that some times of a survival curve have no estimate.
func beyondFollowUp(r Result) []Oddity {
	if !slices.Contains(NobodyFollowed(r), true) {
		return nil
	}
	return []Oddity{{Rule: "nobody-followed", Remark: true,
		What: "where no percentage stands, nobody is followed so long: nothing is known of that time"}}
}
