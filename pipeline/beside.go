package pipeline

import (
	"math"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
)

// Two results that are shown together, an answer and what is drawn of it, must not tell of few people by what they
// have in common.

// MayShowSteps reports whether the steps of the answer's population can stand beside it. Nothing of the answer may be
// hidden, since a total can give a hidden group away; no number that it shows may be hidden among the steps; and none
// may be so near to a step that few people stand between.
func (r *Run) MayShowSteps(steps *Run, minCell int) bool {
	if r.Suppressed+r.LeftOut > 0 || !r.compared(steps) {
		return false
	}
	shown := []*omop.Table{r.raw}
	for _, o := range r.Readings {
		if o.Table != nil {
			shown = append(shown, o.Table)
		}
	}
	for _, t := range shown {
		if !steps.mayStandBeside(t, peopleColumns(r.Plan), minCell) {
			return false
		}
	}
	return true
}

// mayStandBeside compares each number of people of a table, and their sum over its rows, with those of the steps.
func (r *Run) mayStandBeside(t *omop.Table, people []int, minCell int) bool {
	for _, c := range people {
		sum := 0.0
		for _, row := range t.Rows {
			if c >= len(row) {
				return false
			}
			n, ok := cell.Number(row[c])
			if ok && !r.apartFrom(n, minCell) {
				return false
			}
			sum += n
		}
		if !r.apartFrom(sum, minCell) {
			return false
		}
	}
	return true
}

// apartFrom reports whether a number that is shown beside the result gives nobody of it away.
func (r *Run) apartFrom(shown float64, minCell int) bool {
	for _, c := range peopleColumns(r.Plan) {
		for i, row := range r.raw.Rows {
			n, ok := cell.Number(row[c])
			if !ok {
				continue
			}
			inSight := false
			if len(r.Table.Rows) == len(r.raw.Rows) { // otherwise rows were merged or left out
				_, inSight = cell.Number(r.Table.Rows[i][c])
			}
			d := math.Abs(n - shown)
			if d == 0 && !inSight || d > 0 && d < float64(minCell) {
				return false
			}
		}
	}
	return true
}

// MayShowCurve reports whether the same question at more times can stand beside the answer: no number of people that
// the answer shows is hidden there, nor is a median, which lies among more times.
func (r *Run) MayShowCurve(curve *Run) bool {
	if r.Suppressed+r.LeftOut > 0 || !r.compared(curve) || medianHiddenIn(r, curve) {
		return false
	}
	for _, c := range peopleColumns(r.Plan) {
		name := r.Plan.Columns[c].Name
		for _, o := range peopleColumns(curve.Plan) {
			if curve.Plan.Columns[o].Name == name && shownThereHiddenHere(r, c, curve, o) {
				return false
			}
		}
	}
	return true
}

func shownThereHiddenHere(there *Run, c int, here *Run, o int) bool {
	shown := map[float64]bool{}
	for _, row := range there.raw.Rows {
		if n, ok := cell.Number(row[c]); ok {
			shown[n] = true
		}
	}
	for i, row := range here.raw.Rows {
		if n, ok := cell.Number(row[o]); ok && shown[n] {
			if _, inSight := cell.Number(here.Table.Rows[i][o]); !inSight {
				return true
			}
		}
	}
	return false
}

// compared reports whether both runs were answered by compiled questions, row for row with what was hidden.
func (r *Run) compared(other *Run) bool {
	for _, one := range []*Run{r, other} {
		if one == nil || one.Status != Answered || one.Plan == nil || one.Table == nil || one.raw == nil ||
			len(one.raw.Rows) != len(one.Table.Rows) ||
			len(one.Table.Columns) != len(one.Plan.Columns) || len(one.raw.Columns) < len(one.Plan.Columns) {
			return false
		}
	}
	return true
}

// peopleColumns are the columns that count people.
func peopleColumns(p *compile.Plan) []int {
	var all []int
	for i, c := range p.Columns {
		if c.Of == study.Persons && (c.Role == compile.Count || c.Role == compile.Numerator ||
			c.Role == compile.Denominator) {
			all = append(all, i)
		}
	}
	return all
}
