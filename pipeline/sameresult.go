package pipeline

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// SameResult reports whether two runs are answered and come to the same result: the numbers that answer are the same,
// and stand beside the same groups. What else one of them shows, such as numerators, is of no account.
func SameResult(a, b *Run) bool { return sameResult(a, b, sameNumber) }

// sameResult is SameResult with another measure of which numbers are the same.
func sameResult(a, b *Run, same func(a, b float64) bool) bool {
	if a.masked == nil || b.masked == nil {
		return false
	}
	x, y := meaningfulRows(a.masked), meaningfulRows(b.masked)
	if len(x) != len(y) || a.masked.Truncated || b.masked.Truncated {
		return false
	}
	if len(x) == 0 {
		return true
	}
	for _, i := range answerColumns(a) {
		for _, k := range answerColumns(b) {
			if sameColumn(x, y, i, k, same) && sameGroups(x, y, i, k, same) {
				return true
			}
		}
	}
	return false
}

// hiddenNumber stands for all numbers that are hidden.
const hiddenNumber = -math.MaxFloat64

// mask keeps of a run's result what results are compared by: one number stands for all that are hidden. A model that
// wrote COUNT(*) * 0 + 4 as a second reading would else see by whether it agrees that the first one's number is 4.
func (r *Run) mask(small int) {
	r.masked = r.raw
	if r.Suppressed+r.LeftOut == 0 {
		return
	}
	r.masked = cloned(r.Table)
	for _, row := range r.masked.Rows {
		for i, v := range row {
			if v == privacy.Hidden || v == fmt.Sprintf("<%d", small) {
				row[i] = hiddenNumber
			}
		}
	}
}

// meaningfulRows leaves out, of several rows, those in which nothing was counted: a year without anybody can be shown
// or not.
func meaningfulRows(t *omop.Table) [][]any {
	if len(t.Rows) == 1 {
		return t.Rows
	}
	var out [][]any
	for _, row := range t.Rows {
		something := len(row) < 2
		for i, v := range row {
			x, ok := cell.Number(v)
			something = something || ok && x != 0 && i > 0
		}
		if something {
			out = append(out, row)
		}
	}
	return out
}

// answerColumns are the columns with the number that answers: the compiler says which; of others' SQL it can be any
// that is not a label, and of a single row with one the last.
func answerColumns(r *Run) []int {
	if r.Plan != nil {
		if i := r.Plan.FirstNumber(); i >= 0 && i < len(r.masked.Columns) {
			return []int{i}
		}
	}
	var out []int
	for i := range r.masked.Columns {
		numbers, label := 0, len(r.masked.Rows) > 1 && i == 0 && len(r.masked.Columns) > 1
		for _, row := range r.masked.Rows {
			switch row[i].(type) {
			case int64, float64, nil:
				numbers++
			case time.Time:
				numbers++
			}
		}
		if numbers == len(r.masked.Rows) && !label {
			out = append(out, i)
		}
	}
	return out
}

// sameColumn compares the numbers of a column of each, whatever the order of the rows.
func sameColumn(x, y [][]any, i, k int, equal func(a, b float64) bool) bool {
	a, okA := valuesOf(x, i)
	b, okB := valuesOf(y, k)
	if !okA || !okB {
		return false
	}
	slices.Sort(a)
	slices.Sort(b)
	same := true
	for n := range a {
		same = same && equal(a[n], b[n])
	}
	if same {
		return true
	}
	for _, factor := range []float64{100, 0.01} { // a share and its percentage
		all := true
		for n := range a {
			all = all && equal(a[n]*factor, b[n]) && (math.Abs(a[n]) <= 1 || math.Abs(b[n]) <= 1)
		}
		if all {
			return true
		}
	}
	return false
}

// valuesOf are the numbers of a column; a date is its day. NULL is a number of its own.
func valuesOf(rows [][]any, i int) ([]float64, bool) {
	var out []float64
	for _, row := range rows {
		switch v := row[i].(type) {
		case nil:
			out = append(out, math.MaxFloat64)
		case time.Time:
			out = append(out, float64(v.Unix()/86400))
		default:
			x, ok := cell.Number(v)
			if !ok {
				return nil, false
			}
			out = append(out, x)
		}
	}
	return out, true
}

// rounding is how far rounding to two digits may part two numbers.
const rounding = 0.006

// sameNumber reports whether two numbers are the same but for how they are rounded.
func sameNumber(a, b float64) bool {
	if a == b {
		return true
	}
	if a == math.Trunc(a) && b == math.Trunc(b) {
		return false
	}
	return math.Abs(a-b) <= max(rounding, 1e-4*max(math.Abs(a), math.Abs(b)))
}

// sameGroups reports whether the numbers stand beside the same groups, where both results name their groups by the same
// words.
func sameGroups(x, y [][]any, i, k int, same func(a, b float64) bool) bool {
	a, b := byGroup(x, i), byGroup(y, k)
	if a == nil || b == nil {
		return true
	}
	for name, v := range a {
		w, ok := b[name]
		if !ok {
			return true // other words: ids for names, bands in another form
		}
		if !same(v, w) && !same(v*100, w) && !same(v, w*100) {
			return false
		}
	}
	return true
}

// byGroup is a column's numbers by the words of their rows; nil where the words don't tell the rows apart.
func byGroup(rows [][]any, i int) map[string]float64 {
	out := map[string]float64{}
	for _, row := range rows {
		var words []string
		for k, v := range row {
			if s, ok := v.(string); ok && k != i {
				words = append(words, cell.SameSex(strings.ToLower(strings.TrimSpace(s))))
			}
		}
		name := strings.Join(words, " | ")
		x, ok := cell.Number(row[i])
		if _, twice := out[name]; twice || name == "" || !ok {
			return nil
		}
		out[name] = x
	}
	return out
}
