package report

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
)

// joinedColumn is a column that is made of several.
type joinedColumn struct {
	name, form string
	of         []string
}

// ofTableOne are the columns of characteristics as a paper's first table has them.
var ofTableOne = []joinedColumn{
	{"patients (%)", "%s (%s)", []string{"patients", "percentage"}},
	{"mean (SD)", "%s (%s)", []string{"mean", "sd"}},
	{"median (quartiles)", "%s (%s–%s)", []string{"median", "lower_quartile", "upper_quartile"}},
}

// allPatients is how many the percentages are of: the first row says it.
const allPatients = "all_patients"

// newTableOne are characteristics in columns that people compare: "83 (36.4)". It is nil where a column is missing.
func newTableOne(a *app.Answer) *Table {
	t := &Table{Truncated: a.Truncated, Rows: make([][]Cell, len(a.Rows))}
	taken := []string{allPatients}
	add := func(name string, number bool, text func(row []any) Cell) {
		t.Columns = append(t.Columns, Column{name, number})
		for r, row := range a.Rows {
			t.Rows[r] = append(t.Rows[r], text(row))
		}
	}
	for i, name := range a.Columns {
		if slices.Contains(taken, name) {
			continue
		}
		j := slices.IndexFunc(ofTableOne, func(j joinedColumn) bool { return j.of[0] == name })
		if j < 0 {
			number := picture.Numeric(a.Rows, i)
			add(picture.Column(name), number, func(row []any) Cell {
				hidden := number && picture.IsHidden(row[i])
				return Cell{Text: picture.Cell(name, row[i]), Number: number, Hidden: hidden}
			})
			continue
		}
		places, ok := placesOf(a.Columns, ofTableOne[j].of)
		if !ok {
			return nil
		}
		taken = append(taken, ofTableOne[j].of...)
		add(ofTableOne[j].name, true, func(row []any) Cell {
			return joinedCell(ofTableOne[j].form, a.Columns, row, places)
		})
	}
	return t
}

func placesOf(columns, names []string) (places []int, ok bool) {
	for _, name := range names {
		i := slices.Index(columns, name)
		if i < 0 {
			return nil, false
		}
		places = append(places, i)
	}
	return places, true
}

// joinedCell is several numbers as one text; the first alone where another is hidden or missing.
func joinedCell(form string, columns []string, row []any, places []int) Cell {
	var texts []any
	for _, i := range places {
		if row[i] == nil || picture.IsHidden(row[i]) {
			first := row[places[0]]
			return Cell{Text: picture.Cell(columns[places[0]], first), Number: true, Hidden: picture.IsHidden(first)}
		}
		texts = append(texts, picture.Cell(columns[i], row[i]))
	}
	return Cell{Text: fmt.Sprintf(form, texts...), Number: true}
}
