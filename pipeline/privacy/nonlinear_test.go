package privacy

import "testing"

func TestScratch(t *testing.T) {
	db := clinic(t)
	for _, q := range []string{
		`SELECT COUNT(*) AS n, SUM(1.0 / year_of_birth) AS s, AVG(1.0 / year_of_birth) a FROM person`,
		`SELECT COUNT(*) AS n, SUM(year_of_birth*year_of_birth*year_of_birth) AS s, AVG(year_of_birth*year_of_birth) a FROM person`,
		`SELECT race_concept_id, COUNT(*) AS n, COUNT(*)/SUM(1.0 / year_of_birth) AS s FROM person GROUP BY 1 ORDER BY 1`,
		`WITH v AS (SELECT person_id, AVG(visit_end_date - visit_start_date) AS m FROM visit_occurrence GROUP BY 1) SELECT COUNT(*), AVG(m), STDDEV(m), ROUND(AVG(m), 1) FROM v`,
		`WITH v AS (SELECT person_id, SUM(visit_end_date - visit_start_date) * 1.0 / COUNT(*) AS m FROM visit_occurrence GROUP BY 1), w AS (SELECT AVG(m) AS x FROM v) SELECT x * 1000 FROM w`,
		`SELECT (SELECT AVG(1.0 / year_of_birth) FROM person) AS a`,
		`SELECT gender_concept_id FROM person GROUP BY 1 HAVING SUM(1.0 / year_of_birth) > 0.01 ORDER BY SUM(1.0 / year_of_birth) DESC`,
		`SELECT COUNT(*) AS n, AVG(1.0 * (visit_end_date - visit_start_date) / (year_of_birth)) AS s FROM person JOIN visit_occurrence USING (person_id)`,
	} {
		t.Log(q, "\n   =>", shapeShown(t, db, q), "\n   raw ", shownRows(run(t, db, q)))
	}
}
