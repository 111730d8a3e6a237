package pipeline

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/privacy"
)

// sentence says in one line what the table holds.
func sentence(t *omop.Table, between []Interval) string {
	switch {
	case len(t.Rows) == 0:
		return "No rows: nothing in this database matches."
	case len(t.Rows) == 1 && isNumber(t.Rows[0][0]):
		return oneNumber(t, between)
	case len(t.Columns) >= 2:
		return manyRows(t, between)
	}
	return plural(len(t.Rows), "row") + "."
}

// oneNumber words a single row whose first cell is the number asked for; the others support it.
func oneNumber(t *omop.Table, between []Interval) string {
	row := t.Rows[0]
	s := measure(t.Columns[0].Name, row[0]) + beside(between, 0, 0)
	var rest []string
	for i := 1; i < len(row); i++ {
		rest = append(rest, words(t.Columns[i].Name)+": "+Cell(row[i])+beside(between, 0, i))
	}
	if len(rest) > 0 {
		s += " (" + strings.Join(rest, ", ") + ")"
	}
	return s + "."
}

// measure words a number by its column: "446 patients", "27.74 %", "average age: 69.5".
func measure(column string, v any) string {
	name := words(column)
	if v == nil {
		return name + ": none, nothing in this database matches"
	}
	switch {
	case strings.HasPrefix(column, "percent"):
		return Cell(v) + " %"
	case isCounted(column):
		if n, ok := v.(int64); ok && n == 1 {
			name = strings.TrimSuffix(name, "s")
		}
		return Cell(v) + " " + name
	}
	return strings.ToUpper(name[:1]) + name[1:] + ": " + key(column, v)
}

// key writes a value that orders or names: a year is no amount, and has no comma in it.
func key(column string, v any) string {
	if n, ok := v.(int64); ok && isKey(column) {
		return strconv.FormatInt(n, 10)
	}
	return Cell(v)
}

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

// manyRows names how many rows there are and the one with the largest number.
func manyRows(t *omop.Table, between []Interval) string {
	value := -1
	for i := range t.Columns {
		if !isKey(t.Columns[i].Name) && isNumericColumn(t, i) {
			value = i
			break
		}
	}
	s := plural(len(t.Rows), "row")
	if t.Truncated {
		s = "The first " + s
	}
	if value <= 0 {
		return s + "."
	}
	best := -1
	for i, row := range t.Rows {
		if x, ok := number(row[value]); ok {
			if best < 0 {
				best = i
			} else if y, _ := number(t.Rows[best][value]); x > y {
				best = i
			}
		}
	}
	if best < 0 {
		return s + "."
	}
	var keys []string
	for i, v := range t.Rows[best][:value] {
		keys = append(keys, key(t.Columns[i].Name, v))
	}
	if len(t.Rows) == 1 {
		return fmt.Sprintf("%s: %s%s.", strings.Join(keys, ", "), measure(t.Columns[value].Name, t.Rows[best][value]), beside(between, best, value))
	}
	return fmt.Sprintf("%s; the highest: %s with %s%s.", s, strings.Join(keys, ", "), measure(t.Columns[value].Name, t.Rows[best][value]), beside(between, best, value))
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
