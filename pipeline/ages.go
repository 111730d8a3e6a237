package pipeline

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

// The rows of a description with the ages of its people, and with their age groups.
const (
	agesRow   = "age at index"
	ageGroups = "age group"
)

// hideAges hides mean, deviation and quartiles of the ages of few people of whom age groups are hidden, and returns how
// many cells it has hidden: of 11 people, 6 of them from 65 to 74, they left two numbers for each of the two groups
// that were hidden. With four times as many as are shown, enough people stand between each two quartiles.
func (r *work) hideAges(min int) int {
	if r.Plan == nil || min <= 1 {
		return 0
	}
	hidden := map[string]bool{}
	for _, row := range r.Table.Rows {
		if row[0] == ageGroups {
			for _, v := range row {
				s, ok := v.(string)
				hidden[r.groupOf(row)] = hidden[r.groupOf(row)] || ok && (s == privacy.Hidden || strings.HasPrefix(s, "<"))
			}
		}
	}
	cells := 0
	for _, row := range r.Table.Rows {
		if row[0] != agesRow || !hidden[r.groupOf(row)] || r.patients(row) >= int64(4*min) {
			continue
		}
		for i, c := range r.Plan.Columns {
			if c.Role == compile.Number && row[i] != nil && row[i] != privacy.Hidden {
				row[i] = privacy.Hidden
				cells++
			}
		}
	}
	return cells
}

// groupOf names the group of people that a row of a description is about; the first two columns are what it says.
func (r *work) groupOf(row []any) string {
	var of []any
	for i, c := range r.Plan.Columns {
		if i > 1 && c.Role == compile.Stratum {
			of = append(of, row[i])
		}
	}
	return fmt.Sprint(of...)
}

// patients is how many people a row of a description counts, 0 where that is hidden.
func (r *work) patients(row []any) int64 {
	for i, c := range r.Plan.Columns {
		if n, ok := row[i].(int64); ok && c.Role == compile.Numerator {
			return n
		}
	}
	return 0
}
