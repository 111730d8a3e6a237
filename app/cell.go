package app

import (
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
)

// ColumnNames are the names of a table's columns.
func ColumnNames(t *omop.Table) []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// significant is how many decimal digits a float64 surely holds. What differs behind them is what binary fractions make
// of decimal ones: the median of 6200.62 and 6200.635 is 6200.6275, and not 6200.6275000000005.
const significant = 15

// decimal is a number without the digits that only its binary fraction has.
func decimal(f float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', significant, 64), 64)
	if err != nil {
		return f // the largest number would be rounded past the end
	}
	return short
}

// ExactFloat is a number with all digits that it surely has.
func ExactFloat(f float64) string { return strconv.FormatFloat(decimal(f), 'f', -1, 64) }

// DateText is YYYY-MM-DD for a date, with the time of day for a timestamp.
func DateText(t time.Time, columnType string) string {
	switch strings.ToUpper(columnType) {
	case "DATE":
		return t.Format(time.DateOnly)
	case "TIME":
		return t.Format(time.TimeOnly)
	}
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.DateTime)
}

// Cell is a cell as JSON can hold it: NaN and the infinities are null.
func Cell(cell any, columnType string) any {
	switch cell := cell.(type) {
	case float64:
		return Float(cell)
	case time.Time:
		return DateText(cell, columnType)
	default:
		return cell
	}
}

// Cells are the cells of a table as JSON can hold them.
func Cells(t *omop.Table) [][]any {
	rows := [][]any{}
	for _, row := range t.Rows {
		cells := make([]any, len(row))
		for i, cell := range row {
			cells[i] = Cell(cell, t.Columns[i].Type)
		}
		rows = append(rows, cells)
	}
	return rows
}

// DefuseCell is a cell of a CSV file that no spreadsheet takes for a formula: an apostrophe goes before a text that
// begins like one. Numbers stay.
func DefuseCell(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}
