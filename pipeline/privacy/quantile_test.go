package privacy

import (
	"strings"
	"testing"
)

// TestTercilesAreShown holds that quantiles at a third are shown, and none at a part of one's own choice, nor two that
// few people stand between.
func TestTercilesAreShown(t *testing.T) {
	db := stays(t)
	for query, shown := range map[string]bool{
		"SELECT QUANTILE_CONT(year_of_birth, 0.3333), QUANTILE_CONT(year_of_birth, 0.6667) FROM person":         true,
		"SELECT QUANTILE_CONT(visit_end_date - visit_start_date, 0.33) FROM visit_occurrence":                   true,
		"SELECT PERCENTILE_CONT(0.667) WITHIN GROUP (ORDER BY year_of_birth) FROM person":                       true,
		"SELECT QUANTILE_CONT(year_of_birth, 0.3334) FROM person":                                               false,
		"SELECT QUANTILE_CONT(year_of_birth, 0.33), QUANTILE_CONT(year_of_birth, 0.3333) FROM person":           false,
		"SELECT QUANTILE_CONT(year_of_birth, 0.3333), COUNT(*) FILTER (WHERE year_of_birth < 1947) FROM person": false,
	} {
		if got := besideShown(t, db, query); strings.Contains(got, Hidden) == shown {
			t.Errorf("%s\nshows %s", query, got)
		}
	}
}

// TestQuartilesOfFewPeopleAreHidden holds that a quartile is shown where five stand beyond it: of whole numbers one that
// lies between two says how many do. Six people are born in each year.
func TestQuartilesOfFewPeopleAreHidden(t *testing.T) {
	db := stays(t)
	for query, shown := range map[string]bool{
		"SELECT QUANTILE_CONT(month_of_birth, 0.75) FROM person WHERE year_of_birth < 1933":                          false,
		"SELECT QUANTILE_CONT(month_of_birth, 0.75) FROM person WHERE year_of_birth < 1934":                          true,
		"SELECT PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY month_of_birth) FROM person WHERE year_of_birth < 1933": false,
		"SELECT QUANTILE_CONT(month_of_birth, [0.25, 0.5, 0.75]) FROM person WHERE year_of_birth < 1933":             false,
		"SELECT QUANTILE_CONT(month_of_birth, [0.25, 0.5, 0.75]) FROM person WHERE year_of_birth < 1934":             true,
		"SELECT MEDIAN(month_of_birth) FROM person WHERE year_of_birth < 1931":                                       false,
		"SELECT MEDIAN(month_of_birth) FROM person WHERE year_of_birth < 1932":                                       true,
	} {
		if got := besideShown(t, db, query); strings.Contains(got, Hidden) == shown {
			t.Errorf("%s\nshows %s", query, got)
		}
	}
}
