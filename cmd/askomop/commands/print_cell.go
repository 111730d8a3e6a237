package commands

import (
	"fmt"
	"math"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop"
)

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
			out[i] = app.DateText(cell, columns[i].Type)
		default:
			out[i] = fmt.Sprint(cell)
		}
	}
	return out
}
