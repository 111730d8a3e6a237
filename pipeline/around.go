package pipeline

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// Treatments and indications are counted in windows around a date, which may lie within each other, and a person may
// have several treatments:
//
//	days     treatment   patients  all_patients
//	0 to 30  lisinopril        42           186
//	0 to 33  lisinopril        43           186   ← one person began on day 31 to 33
//	0 to 33  metoprolol        35           186
//	0 to 33  untreated        110           186   ← 43 + 35 + 110 are two more than 186: they took both

// aroundRows tells which rows of such a result are compared.
type aroundRows struct {
	*work
	days, part, whole int
	windows           map[string]study.Window
}

// hideAround hides rows that tell of few people by such a difference, and returns how many cells it has hidden.
func (r *work) hideAround(n int) int {
	if r.Plan == nil || r.Study == nil || n <= 1 ||
		r.Study.Measure.Kind != study.Treatments && r.Study.Measure.Kind != study.Indication {
		return 0
	}
	column := func(is func(compile.Column) bool) int { return slices.IndexFunc(r.Plan.Columns, is) }
	a := aroundRows{work: r, windows: map[string]study.Window{},
		days:  column(func(c compile.Column) bool { return c.Role == compile.Stratum && c.Name == "days" }),
		part:  column(func(c compile.Column) bool { return c.Role == compile.Numerator }),
		whole: column(func(c compile.Column) bool { return c.Role == compile.Denominator })}
	for _, w := range r.Study.Measure.Windows {
		a.windows[w.Name()] = w
	}
	cells := 0
	for i, row := range r.Table.Rows {
		for _, other := range r.Table.Rows[:i] {
			if a.nested(row, other) && (a.differByFew(row, other, a.part, n) || a.differByFew(row, other, a.whole, n)) {
				cells += a.hide(a.smaller(row, other))
			}
		}
	}
	if r.Study.Measure.Kind == study.Treatments {
		cells += a.hideExcess(n)
	}
	return cells
}

// nested reports whether two rows are of the same people and treatment, in windows of which one lies in the other.
func (a aroundRows) nested(x, y []any) bool {
	if a.days < 0 {
		return false
	}
	for i, c := range a.Plan.Columns {
		if c.Role == compile.Stratum && i != a.days && x[i] != y[i] {
			return false
		}
	}
	v, w := a.window(x), a.window(y)
	within := func(v, w study.Window) bool { return v.From >= w.From && v.To <= w.To }
	return within(v, w) || within(w, v)
}

func (a aroundRows) window(row []any) study.Window {
	name, _ := row[a.days].(string)
	return a.windows[name]
}

func (a aroundRows) differByFew(x, y []any, column, n int) bool {
	p, ok1 := cell.Number(x[column])
	q, ok2 := cell.Number(y[column])
	return ok1 && ok2 && p != q && p-q < float64(n) && q-p < float64(n)
}

func (a aroundRows) smaller(x, y []any) []any {
	p, _ := cell.Number(x[a.part])
	if q, ok := cell.Number(y[a.part]); ok && q < p {
		return y
	}
	return x
}

// hideExcess hides the smallest of the rows of one window that are together few more than all people.
func (a aroundRows) hideExcess(n int) int {
	treatment := -1 // the last stratum
	for i, c := range a.Plan.Columns {
		if c.Role == compile.Stratum {
			treatment = i
		}
	}
	of := map[string][][]any{}
	for _, row := range a.Table.Rows {
		var strata []any
		for i, c := range a.Plan.Columns {
			if c.Role == compile.Stratum && i != treatment {
				strata = append(strata, row[i])
			}
		}
		of[strataKey(strata)] = append(of[strataKey(strata)], row)
	}
	cells := 0
	for _, rows := range of {
		sum, smallest, open := 0.0, []any(nil), false
		for _, row := range rows {
			people, ok := cell.Number(row[a.part])
			open = open || !ok // a hidden number leaves it open
			if sum += people; people > 0 && (smallest == nil || people < numberOf(smallest[a.part])) {
				smallest = row
			}
		}
		all, ok := cell.Number(rows[0][a.whole])
		if excess := sum - all; ok && !open && smallest != nil && excess > 0 && excess < float64(n) {
			cells += a.hide(smallest)
		}
	}
	return cells
}

func numberOf(v any) float64 {
	x, _ := cell.Number(v)
	return x
}

// hide hides the numbers of a row.
func (a aroundRows) hide(row []any) (cells int) {
	for i, c := range a.Plan.Columns {
		if c.Role != compile.Stratum && c.Role != compile.Name && row[i] != nil && row[i] != privacy.Hidden {
			row[i] = privacy.Hidden
			cells++
		}
	}
	return cells
}
