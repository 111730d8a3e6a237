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

// Where an age group is hidden, the statistics of the ages could tell it. So with fewer than timesForAges times as many
// people as are shown, the mean, the deviation and the quartiles of the ages are hidden; with fewer than timesForSpread
// times as many, the deviation and the quartiles. The standardised difference, which tells the deviation, goes with it.
// Of 22 people one hidden age group could be worked out: a single young person adds more to the squares than all others
// can make up for. The mean leaves all numbers of a hidden group possible.
const (
	timesForAges   = 4
	timesForSpread = 20
)

// hideAges hides what would tell of hidden age groups, and returns how many cells it has hidden.
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
	cells, differences := 0, false
	hide := func(row []any, which func(compile.Column) bool) {
		for i, c := range r.Plan.Columns {
			if which(c) && row[i] != nil && row[i] != privacy.Hidden {
				row[i] = privacy.Hidden
				cells++
			}
		}
	}
	for _, row := range r.Table.Rows {
		if row[0] != agesRow || !hidden[r.groupOf(row)] {
			continue
		}
		switch n := r.patients(row); {
		case n < int64(timesForAges*min):
			hide(row, func(c compile.Column) bool { return c.Role == compile.Number })
			differences = true
		case n < int64(timesForSpread*min):
			hide(row, func(c compile.Column) bool { return isDeviation(c) || isQuartile(c) })
			differences = true
		}
	}
	for _, row := range r.Table.Rows {
		if differences && row[0] == agesRow {
			hide(row, func(c compile.Column) bool { return c.Name == "smd" })
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
