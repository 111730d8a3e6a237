package privacy

import "testing"

// TestATotalOfSomeOfManyGroupsIsHidden has 20 groups of 7 people: a total of five of them less one year of birth can't be
// set against all sets of them, and one that is sure to have all need not be.
func TestATotalOfSomeOfManyGroupsIsHidden(t *testing.T) {
	db := people(t)
	if _, err := db.ExecContext(t.Context(), `CREATE OR REPLACE TABLE person AS SELECT i AS person_id, 8532 AS gender_concept_id,
		1950 + i % 20 AS year_of_birth, 100 + i // 7 AS race_concept_id FROM range(140) r(i)`); err != nil {
		t.Fatal(err)
	}
	for total, hidden := range map[string]bool{
		"SELECT COUNT(*) FROM person WHERE race_concept_id < 105 AND year_of_birth <> 1953": true,
		"SELECT COUNT(*) FROM person WHERE race_concept_id < 105":                           true,
		"SELECT COUNT(*) FROM person":                                                       false,
		"SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532":                        false,
	} {
		table, _, _ := hide(t, db, `SELECT race_concept_id, COUNT(*) AS n, (`+total+`) AS t FROM person WHERE gender_concept_id = 8532 GROUP BY 1 ORDER BY 1`)
		if len(table.Rows) != 20 || table.Rows[7][1] != int64(7) {
			t.Fatalf("%s: shows %s", total, shownRows(table))
		}
		if got := table.Rows[7][2] == any(Hidden); got != hidden {
			t.Errorf("%s: shows %v", total, table.Rows[7])
		}
	}
}
