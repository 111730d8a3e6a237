package eval

import (
	"cmp"
	"math"
	"slices"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// column is one column of a result, as it is compared.
type column struct {
	name   string
	cells  []cell
	naming bool // its numbers name something and measure nothing
}

func columnsOf(t *omop.Table) []column {
	cols := make([]column, len(t.Columns))
	for i, c := range t.Columns {
		cols[i] = column{name: c.Name, cells: make([]cell, len(t.Rows))}
		flags := len(t.Rows) > 1 // several truth values say which group a row is of
		for r, row := range t.Rows {
			cols[i].cells[r] = newCell(row[i])
			_, flag := row[i].(bool)
			flags = flags && flag
		}
		cols[i].naming = flags || naming(cols[i])
	}
	return cols
}

// What the names of columns tell, by their words.
var (
	namingName  = lazyregexp.New(`(?i)(^|_)(year|month|quarter|week|weekday|day_of_week|decade|hour|id|rank|age_group|sequence|position|zip|code)$`)
	ageName     = lazyregexp.New(`(?i)(^|_)age$`)
	averageName = lazyregexp.New(`(?i)(^|_)(average|mean|median|avg|total|min|max|minimum|maximum|oldest|youngest|std|stddev|quartile|p25|p75)(_|$)`)
	shareName   = lazyregexp.New(`(?i)(^|_)(percent|percentage|share|proportion|fraction|pct|ratio|rate|prevalence|incidence|survival|mortality|coverage|pdc|risk|probability)s?(_|$)`)
	derivedName = lazyregexp.New(`(?i)(^|_)(percent|percentage|share|proportion|fraction|pct|ratio|rate|prevalence|incidence|average|mean|median|avg|risk|per|survival|pdc)s?(_|$)`)
)

// naming reports whether the numbers of a column name something: by the column's
// name, or because several rows hold different years. A single age is a measure.
func naming(c column) bool {
	switch {
	case averageName.MatchString(c.name) || shareName.MatchString(c.name) || !whole(c):
		return false // 7.5 visits_per_year are not a year
	case namingName.MatchString(c.name):
		return true
	case ageName.MatchString(c.name):
		return len(c.cells) > 1
	}
	return len(c.cells) > 1 && years(c)
}

// years reports whether a column counts up or down through years, each once.
func years(c column) bool {
	seen := map[float64]bool{}
	for _, v := range c.cells {
		if v.kind != numberCell || v.num != math.Trunc(v.num) || v.num < 1900 || v.num > 2100 || seen[v.num] {
			return false
		}
		seen[v.num] = true
	}
	return true
}

// supporting marks the wanted columns that stand beside the number that was asked
// for: whole numbers behind a share, an average or the like.
func supporting(want []column) []bool {
	out := make([]bool, len(want))
	main := slices.IndexFunc(want, func(c column) bool { return !c.naming && holdsNumbers(c) })
	if main < 0 || !derivedName.MatchString(want[main].name) {
		return out
	}
	for i := main + 1; i < len(want); i++ {
		out[i] = !want[i].naming && holdsNumbers(want[i]) && whole(want[i]) && !derivedName.MatchString(want[i].name)
	}
	return out
}

func holdsNumbers(c column) bool {
	numbers := false
	for _, v := range c.cells {
		if v.kind == textCell {
			return false
		}
		numbers = numbers || v.kind == numberCell
	}
	return numbers
}

func whole(c column) bool {
	return !slices.ContainsFunc(c.cells, func(v cell) bool {
		return v.kind == numberCell && v.num != math.Trunc(v.num)
	})
}

// factors are what got's numbers may be multiplied by to be compared with want's:
// 1, and where want is a share also 100 or 0.01.
func factors(want, got column) []float64 {
	out := []float64{1}
	if want.naming || !holdsNumbers(want) || !holdsNumbers(got) {
		return out
	}
	switch {
	case percentSigns(want) != percentSigns(got): // "42 %" against 0.42 or 42
		if percentSigns(want) {
			return append(out, 100)
		}
		return append(out, 0.01)
	case isShare(want) && within(want, 1) && within(got, 100):
		out = append(out, 0.01)
	case shareName.MatchString(want.name) && within(want, 100) && within(got, 1):
		out = append(out, 100)
	}
	return out
}

func percentSigns(c column) bool {
	return slices.ContainsFunc(c.cells, func(v cell) bool { return v.percent })
}

// isShare reports whether a column holds fractions of one: by its name, or by a value that no count can have.
func isShare(c column) bool {
	return shareName.MatchString(c.name) || !whole(c) && !averageName.MatchString(c.name)
}

func within(c column, most float64) bool {
	return !slices.ContainsFunc(c.cells, func(v cell) bool {
		return v.kind == numberCell && (v.num < 0 || v.num > most)
	})
}

// sorted returns the cells in the order in which columns are compared.
func (c column) sorted() []cell {
	s := slices.Clone(c.cells)
	slices.SortFunc(s, compareCells)
	return s
}

func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.num, b.num), cmp.Compare(a.text, b.text))
}
