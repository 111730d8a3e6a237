package privacy

import (
	"database/sql"
	"testing"
)

// TestTheExampleOfThePackage holds what doc.go shows.
func TestTheExampleOfThePackage(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		`CREATE TABLE person AS SELECT i AS person_id, CASE WHEN i <= 2 THEN 8515 WHEN i <= 14 THEN 8516 ELSE 8527 END AS race_concept_id FROM range(1, 45) r(i)`,
		`CREATE TABLE visit_occurrence AS SELECT k AS visit_occurrence_id, CASE WHEN k < 9 THEN 1 + k % 2 WHEN k < 40 THEN 3 + k % 12 ELSE 15 + k % 30 END AS person_id,
			DATE '2010-01-01' + CAST(k AS INTEGER) AS visit_start_date, DATE '2010-01-01' + CAST(k AS INTEGER) + CASE WHEN k < 9 THEN 8 WHEN k < 40 THEN 7 ELSE 6 END AS visit_end_date FROM range(100) r(k)`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	const query = `SELECT p.race_concept_id AS race, COUNT(*) AS visits, AVG(v.visit_end_date - v.visit_start_date) AS days, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct
		FROM visit_occurrence AS v JOIN person AS p ON p.person_id = v.person_id GROUP BY p.race_concept_id ORDER BY race`
	const want = "8515 hidden hidden hidden; 8516 hidden hidden hidden; 8527 60 6 60"
	if got := shapeShown(t, db, query); got != want {
		t.Errorf("shows %s, want %s", got, want)
	}
}
