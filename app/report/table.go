package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline/cell"
)

// Table is a result with its intervals beside their cells.
type Table struct {
	Columns   []Column
	Rows      [][]Cell
	Truncated bool
	Intervals string // their level, where there are some below numbers
}

// Column is a column of a Table.
type Column struct {
	Name   string
	Number bool
}

// Cell is a cell of a Table.
type Cell struct {
	Text, Interval string
	Hidden         bool
	Number         bool
}

// NewTable is an answer's result.
func NewTable(a *app.Answer) *Table {
	if q := understood(a); q != nil && q.Measure.Kind == study.Characteristics {
		if one := newTableOne(a); one != nil {
			return one
		}
	}
	t := &Table{Truncated: a.Truncated}
	if all := a.Run().Intervals; len(all) > 0 {
		t.Intervals = all[0].Percent()
	}
	for i, name := range a.Columns {
		t.Columns = append(t.Columns, Column{picture.Column(name), picture.Numeric(a.Rows, i)})
	}
	for r, row := range a.Rows {
		cells := make([]Cell, len(row))
		for i, v := range row {
			number := t.Columns[i].Number
			cells[i] = Cell{Text: picture.Cell(a.Columns[i], v), Number: number, Hidden: number && picture.IsHidden(v),
				Interval: shortInterval(a, r, i)}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// Headline is the main number of a result of one row, with its unit and its interval.
func Headline(a *app.Answer) (number, unit, interval string) {
	if len(a.Rows) != 1 {
		return "", "", ""
	}
	i := picture.FirstNumber(a)
	if i < 0 || i >= len(a.Rows[0]) {
		return "", "", ""
	}
	number, unit = picture.Cell(a.Columns[i], a.Rows[0][i]), picture.Column(a.Columns[i])
	if cell.IsPercent(unit) && number != "hidden" && number != "–" {
		number += " %"
		unit = ""
	}
	if q := understood(a); q != nil && q.Measure.Kind == study.Rate && a.Columns[i] == "rate" {
		unit = fmt.Sprintf("per %s person-years", cell.Text(int64(cmp.Or(q.Measure.Per, 1000))))
	}
	return number, unit, intervalText(a, 0, i)
}

func intervalText(a *app.Answer, row, column int) string {
	for _, i := range a.Run().Intervals {
		if i.Row == row && i.Column == column {
			return i.Percent() + " interval " + i.Text()
		}
	}
	return ""
}

// shortInterval is an interval below a number of a table; the table's foot says of which level.
func shortInterval(a *app.Answer, row, column int) string {
	_, ends, _ := strings.Cut(intervalText(a, row, column), " interval ")
	return ends
}
