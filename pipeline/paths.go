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
	path, share, part, whole := r.pathColumn(), r.columnOf(compile.Estimate),
		r.columnOf(compile.Numerator), r.columnOf(compile.Denominator)
	if path < 0 || share < 0 || part < 0 || whole < 0 {
		return
	}
	few := map[string][][]any{} // by the other strata
	var kept [][]any
	var groups []string
	for _, row := range r.Table.Rows {
		n, ok := cell.Number(row[part])
		group := r.groupOfPath(row, path)
		if !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
		if ok && n > 0 && n < float64(min) {
			few[group] = append(few[group], row)
		} else {
			kept = append(kept, row)
		}
	}
	for _, group := range groups {
		rows := few[group]
		if len(rows) < 2 {
			kept = append(kept, rows...)
			continue
		}
		people := 0.0
		for _, row := range rows {
			n, _ := cell.Number(row[part])
			people += n
		}
		other := slices.Clone(rows[0])
		all, _ := cell.Number(other[whole])
		other[path], other[part] = fmt.Sprintf(fewPaths+"%d people each", min), int64(people)
		other[share] = math.Round(10_000*people/all) / 100
		kept = append(kept, other)
	}
	slices.SortStableFunc(kept, func(a, b []any) int {
		return slices.Index(groups, r.groupOfPath(a, path)) - slices.Index(groups, r.groupOfPath(b, path))
	})
	r.Table.Rows = kept
}

// pathColumn is where the path stands, behind the other strata.
func (r *work) pathColumn() int {
	return slices.IndexFunc(r.Plan.Columns, func(c compile.Column) bool { return c.Name == pathColumn })
}

const pathColumn = "path"

// groupOfPath names the strata of a row beside its path.
func (r *work) groupOfPath(row []any, path int) string {
	return fmt.Sprintf("%#v", row[:path])
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
	path := r.pathColumn()
	kept := slices.DeleteFunc(slices.Clone(r.Table.Rows), func(row []any) bool { return row[path] == privacy.Hidden })
	if len(kept) == 0 {
		kept = r.Table.Rows[:min(1, len(r.Table.Rows))]
	}
	r.LeftOut += len(r.Table.Rows) - len(kept)
	r.Table.Rows = kept
}
