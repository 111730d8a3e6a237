package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
)

// columnNames are the names of a table's columns.
func columnNames(t *omop.Table) []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// texts are the cells of a row as texts; NULL and NaN are the empty text.
func texts(row []any, columns []omop.Column, float func(float64) string) []string {
	out := make([]string, len(row))
	for i, cell := range row {
		switch cell := cell.(type) {
		case nil:
		case float64:
			if !math.IsNaN(cell) {
				out[i] = float(cell)
			}
		case time.Time:
			out[i] = dateText(cell, columns[i].Type)
		default:
			out[i] = fmt.Sprint(cell)
		}
	}
	return out
}

// exactFloat is the shortest text that reads back as the same number.
func exactFloat(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// readableFloat is a number to at most four decimals.
func readableFloat(f float64) string {
	if math.Abs(f) < 0.001 && f != 0 {
		return strconv.FormatFloat(f, 'g', 3, 64)
	}
	s := strconv.FormatFloat(f, 'f', 4, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// dateText is YYYY-MM-DD for a date, with the time of day for a timestamp.
func dateText(t time.Time, columnType string) string {
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

// jsonCell is a cell as JSON can hold it: NaN and the infinities are null.
func jsonCell(cell any, columnType string) any {
	switch cell := cell.(type) {
	case float64:
		return jsonFloat(cell)
	case time.Time:
		return dateText(cell, columnType)
	default:
		return cell
	}
}
