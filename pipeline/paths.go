package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// A path of treatment is what one person had, and most paths are those of one or two people. They are put into one row,
// which says how many people went them; each is on one path alone.

// foldPaths puts the paths of fewer people than min into one row.
func (r *work) foldPaths(min int) {
	if r.Study == nil || r.Plan == nil || r.Study.Measure.Kind != study.Pathways || r.Study.Top != nil || min <= 1 {
		return
	}
	path, share, part, whole := r.columnOf(compile.Stratum), r.columnOf(compile.Estimate),
		r.columnOf(compile.Numerator), r.columnOf(compile.Denominator)
	if path < 0 || share < 0 || part < 0 || whole < 0 {
		return
	}
	var kept, few [][]any
	people := 0.0
	for _, row := range r.Table.Rows {
		if n, ok := cell.Number(row[part]); ok && n > 0 && n < float64(min) {
			few, people = append(few, row), people+n
		} else {
			kept = append(kept, row)
		}
	}
	if len(few) < 2 {
		return
	}
	other := slices.Clone(few[0])
	all, _ := cell.Number(other[whole])
	other[path], other[part], other[share] = fmt.Sprintf(fewPaths+"%d people each", min), int64(people),
		math.Round(10_000*people/all)/100
	r.Table.Rows = append(kept, other)
}

const fewPaths = "paths of fewer than "

// isFewPaths reports whether a row stands for the paths of few people rather than for one.
func isFewPaths(first any) bool {
	text, ok := first.(string)
	return ok && strings.HasPrefix(text, fewPaths)
}

func (r *work) columnOf(role compile.Role) int {
	return slices.IndexFunc(r.Plan.Columns, func(c compile.Column) bool { return c.Role == role })
}

// leaveOutPaths takes the rows off whose path is hidden: they say nothing. One is left where there is no other.
func (r *work) leaveOutPaths() {
	if r.Study == nil || r.Plan == nil || r.Study.Measure.Kind != study.Pathways {
		return
	}
	path := r.columnOf(compile.Stratum)
	kept := slices.DeleteFunc(slices.Clone(r.Table.Rows), func(row []any) bool { return row[path] == privacy.Hidden })
	if len(kept) == 0 {
		kept = r.Table.Rows[:min(1, len(r.Table.Rows))]
	}
	r.LeftOut += len(r.Table.Rows) - len(kept)
	r.Table.Rows = kept
}
