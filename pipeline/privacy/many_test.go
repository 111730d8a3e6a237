package privacy

import (
	"fmt"
	"testing"
)

// TestWhoHasTwoKindsIsSoughtInManyGroups holds that of a disease and two of its kinds, which few people have both of,
// one number is hidden among more groups than are taken four at a time.
func TestWhoHasTwoKindsIsSoughtInManyGroups(t *testing.T) {
	db := clinic(t)
	for _, statement := range []string{
		`DELETE FROM concept_ancestor`, `DELETE FROM condition_occurrence`,
		`INSERT INTO condition_occurrence SELECT person_id + k * 1000, person_id, k, DATE '2010-01-01' FROM person, range(1, 99) r(k)
			WHERE k = 1 AND person_id <= 25 OR k = 2 AND person_id BETWEEN 24 AND 40 OR k > 2 AND (person_id * (k + 7) + k * k * 7) % 97 < 60`,
		`INSERT INTO concept_ancestor SELECT k, k FROM range(1, 99) r(k) UNION ALL SELECT 1000, 1 UNION ALL SELECT 1000, 2`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	table, _, _ := hide(t, db, "SELECT ancestor_concept_id AS k, COUNT(DISTINCT person_id) AS n FROM condition_occurrence JOIN concept_ancestor ON descendant_concept_id = condition_concept_id GROUP BY 1")
	inSight, shown := 0, map[string]string{}
	for _, row := range table.Rows {
		shown[fmt.Sprint(row[0])] = fmt.Sprint(row[1])
		if row[1] != Hidden {
			inSight++
		}
	}
	if inSight <= mostByFour {
		t.Errorf("only %d of %d numbers are shown", inSight, len(table.Rows))
	}
	if shown["1"] == "25" && shown["2"] == "17" && shown["1000"] == "40" {
		t.Error("25 and 17 of 40 are shown: two people are in both")
	}
}
