// Package cell says how the values of a result are read and written, whoever shows them: 12,345 people, the year 2009,
// 69.5 %. It knows nothing of runs.
package cell

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Text writes a value as people read it: 12,345, 69.5, 2009-12-31; nothing for NULL.
func Text(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case int64:
		return Thousands(strconv.FormatInt(x, 10))
	case float64:
		return Float(x)
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

// Float writes a number to at most four decimals, a small one to three digits.
func Float(x float64) string {
	if math.Abs(x) < 0.001 && x != 0 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	s := strconv.FormatFloat(x, 'f', 4, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// IsPercent reports whether a column is named after what is told in percent: percentage, percent_women; a percentile is
// not.
func IsPercent(column string) bool {
	name := strings.ToLower(column)
	return strings.Contains(name, "pct") ||
		strings.Contains(strings.ReplaceAll(name, "percentile", ""), "percent")
}

// KeyText writes a cell that names a row as people read it: a year has no comma in it.
func KeyText(column string, v any) string {
	if n, ok := v.(int64); ok && IsKey(column) {
		return strconv.FormatInt(n, 10)
	}
	return Text(v)
}

// IsKey reports whether a column of numbers orders rows rather than measures them.
func IsKey(column string) bool {
	switch column {
	case "year", "month", "age_group", "rank", "concept_id", "quarter", "age", "year_of_birth", "birth_year":
		return true
	}
	return false
}

// Number is a value as a number; ok is false for what is none, NULL and hidden counts among it.
func Number(v any) (x float64, ok bool) {
	switch x := v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	}
	return 0, false
}

// Thousands parts the digits of a whole number by commas.
func Thousands(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// SameSex is one word for what sentences and vocabularies call the sexes.
func SameSex(word string) string {
	switch word {
	case "woman", "women", "females":
		return "female"
	case "man", "men", "males":
		return "male"
	}
	return word
}

// IsCounted reports whether a column is named after the things that it counts.
func IsCounted(column string) bool {
	switch column {
	case "patients",
		"people", "persons", "records", "prescriptions", "visits", "deaths", "procedures", "measurements",
		"diagnoses", "episodes", "admissions", "stays", "exposures", "women", "men", "conditions", "drugs",
		"events", "readmissions",
		"observations":
		return true
	}
	return strings.HasPrefix(column, "patients_")
}
