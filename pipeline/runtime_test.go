package pipeline_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/pipeline"
)

// TestAnErrorTellsNothingOfTheData runs statements that fail on data and on the same data with other values in it: what a person without
// --rows is told is the same.
func TestAnErrorTellsNothingOfTheData(t *testing.T) {
	_, parts, _ := overLibrary(t)
	p := pipeline.New(parts, pipeline.Options{MinCell: 5})
	for _, sql := range []string{
		`SELECT COUNT(DISTINCT CAST(person_source_value || 'x%s' AS INTEGER)) AS n FROM person`,
		`SELECT COUNT(DISTINCT CAST('20%s-13-01' || SUBSTR(person_source_value, 1, 1) AS DATE)) AS n FROM person`,
		`SELECT COUNT(*) AS n FROM person WHERE CAST(year_of_birth || '%s' AS TINYINT) > 0`,
		`SELECT COUNT(*) FILTER (WHERE regexp_matches('a', '(' || race_concept_id || '%s')) AS n FROM person`,
		`SELECT COUNT(*) FILTER (WHERE year_of_birth = (SELECT year_of_birth FROM person p WHERE p.year_of_birth < 19%s0)) AS n FROM person`,
	} {
		one := p.AskTemplate(t.Context(), strings.Replace(sql, "%s", "4", 1))
		other := p.AskTemplate(t.Context(), strings.Replace(sql, "%s", "5", 1))
		if one.Status == pipeline.Answered || one.Message == "" {
			t.Errorf("%s: %s %q", sql, one.Status, one.Message)
		}
		if one.Message != other.Message || one.Err != nil && one.Err.Error() != other.Err.Error() {
			t.Errorf("%s: the error tells of the values:\n%s\n%s", sql, one.Message, other.Message)
		}
		for _, word := range []string{"year_of_birth'", "190", "191", "192", "193"} {
			if strings.Contains(one.Message, word) && !strings.Contains(sql, word) {
				t.Errorf("%s: %q stands in %q", sql, word, one.Message)
			}
		}
	}
}
