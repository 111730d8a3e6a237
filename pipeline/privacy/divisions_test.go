package privacy

import "testing"

// TestOfSeveralDivisionsThatOfRollupIsShown holds that a CUBE of many rows, or with a small number, is as ROLLUP is.
func TestOfSeveralDivisionsThatOfRollupIsShown(t *testing.T) {
	db := stays(t)
	for _, tt := range []struct {
		name, years, where string
		least              int // of rows with a number in sight
	}{
		{"more rows than are compared", "year_of_birth // 5", "TRUE", 23},
		{"a small number", "year_of_birth // 10", "gender_concept_id = 8507 OR year_of_birth < 1960 OR month_of_birth = 2 AND year_of_birth < 1964", 3},
	} {
		shownBy := func(by string) (string, int, bool) {
			table, report, _ := hide(t, db, "SELECT COALESCE(CAST(gender_concept_id AS VARCHAR), 'all') AS sex, "+tt.years+
				" AS years, COUNT(*) AS n FROM person WHERE "+tt.where+" GROUP BY "+by+" (gender_concept_id, "+tt.years+") ORDER BY ALL")
			n := 0
			for _, row := range table.Rows {
				if inSight(row[2]) {
					n++
				}
			}
			return shownRows(table), n, report.Rows
		}
		rollup, _, _ := shownBy("ROLLUP")
		if cube, n, leftOut := shownBy("CUBE"); cube != rollup || n < tt.least || !leftOut {
			t.Errorf("%s: shows %s\nROLLUP %s", tt.name, cube, rollup)
		}
	}
}
