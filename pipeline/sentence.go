package pipeline

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
)

func isKey(column string) bool {
	_, ok := keyLike[column]
	return ok
}

// isCounted reports whether a column is named after the things that it counts.
func isCounted(column string) bool {
	switch column {
	case "patients", "people", "persons", "records", "prescriptions", "visits", "deaths", "procedures", "measurements", "diagnoses",
		"episodes", "admissions", "stays", "exposures", "women", "men", "conditions", "drugs", "events", "readmissions", "observations":
		return true
	}
	return strings.HasPrefix(column, "patients_")
}

// keyLike are numeric columns that order rows rather than measure them.
var keyLike = map[string]struct{}{"year": {}, "month": {}, "age_group": {}, "rank": {}, "concept_id": {}, "quarter": {}, "age": {}, "year_of_birth": {}, "birth_year": {}}

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
	_, ok := number(v)
	return ok || v == nil
}

func number(v any) (float64, bool) {
	switch x := v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	}
	return 0, false
}

// Cell writes a value as people read it: 12,345, 69.5, 2009-12-31; nothing for NULL.
func Cell(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case int64:
		return thousands(strconv.FormatInt(x, 10))
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	case time.Time:
		if x.Equal(x.Truncate(24 * time.Hour)) {
			return x.Format(time.DateOnly)
		}
		return x.Format(time.DateTime)
	case bool:
		return strconv.FormatBool(x)
	}
	return fmt.Sprint(v)
}

func thousands(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

func words(column string) string { return strings.ReplaceAll(column, "_", " ") }

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(strconv.Itoa(n)) + " " + noun + "s"
}
