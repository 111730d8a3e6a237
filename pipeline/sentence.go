package pipeline

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

func isNumericColumn(t *omop.Table, i int) bool {
	seen := false
	for _, row := range t.Rows {
		switch row[i].(type) {
		case int64, float64:
			seen = true
		case nil:
		case string:
			if s := row[i].(string); s != privacy.Hidden && !strings.HasPrefix(s, "<") {
				return false
			}
		default:
			return false
		}
	}
	return seen
}

func isNumber(v any) bool {
	if s, ok := v.(string); ok {
		return s == privacy.Hidden || strings.HasPrefix(s, "<")
	}
	_, ok := cell.Number(v)
	return ok || v == nil
}

func words(column string) string { return strings.ReplaceAll(column, "_", " ") }

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return cell.Thousands(strconv.Itoa(n)) + " " + noun + "s"
}
