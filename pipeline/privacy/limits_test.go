package privacy

import (
	"database/sql"
	"strings"
	"testing"
)

// shortStays is 200 people with a stay of one to four days each, but for three who stayed for five, one of them from
// April to May. A drug was taken for as many days.
func shortStays(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, statement := range []string{
		`CREATE TABLE person AS SELECT i AS person_id, 8507 + 25 * (i % 2) AS gender_concept_id, 1930 + (i * 7) % 50 AS year_of_birth FROM range(1, 201) r(i)`,
		`CREATE TABLE visit_occurrence AS SELECT i AS visit_occurrence_id, i AS person_id, 9201 AS visit_concept_id,
			MAKE_DATE(2015, CASE WHEN i % 2 = 1 THEN 4 ELSE 6 END, CASE WHEN i = 3 THEN 28 ELSE CAST(1 + i % 23 AS INTEGER) END) AS visit_start_date,
			visit_start_date + CASE WHEN i <= 3 THEN 5 ELSE CAST(1 + (i // 2) % 4 AS INTEGER) END AS visit_end_date FROM range(1, 201) r(i)`,
		`CREATE TABLE procedure_occurrence AS SELECT person_id AS procedure_occurrence_id, person_id, visit_start_date AS procedure_date FROM visit_occurrence`,
		`CREATE TABLE drug_exposure AS SELECT person_id AS drug_exposure_id, person_id, 1 AS drug_concept_id, visit_start_date AS drug_exposure_start_date,
			visit_end_date AS drug_exposure_end_date, CAST(visit_end_date - visit_start_date AS INTEGER) AS days_supply, 2 AS quantity FROM visit_occurrence`,
		`CREATE TABLE observation_period AS SELECT person_id AS observation_period_id, person_id, DATE '2010-01-01' AS observation_period_start_date,
			CASE WHEN person_id <= 20 THEN visit_end_date - 1 ELSE DATE '2016-12-31' END AS observation_period_end_date FROM visit_occurrence`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return db
}

// TestLimitsAndPartsOfDatesTellOfNobody holds that of sums one is hidden that tells with the others how many stay longer
// than a limit, or go over the end of a month.
func TestLimitsAndPartsOfDatesTellOfNobody(t *testing.T) {
	db := shortStays(t)
	for _, query := range []string{
		"SELECT SUM(DAY(visit_end_date)), SUM(DAY(visit_start_date)), SUM(visit_end_date - visit_start_date) FROM visit_occurrence WHERE MONTH(visit_start_date) = 4",
		"SELECT SUM(visit_end_date - visit_start_date) - SUM(DAY(visit_end_date)) + SUM(DAY(visit_start_date)) AS n FROM visit_occurrence",
		"SELECT MONTH(visit_start_date) AS m, AVG(DAY(visit_end_date)) - AVG(DAY(visit_start_date)) AS d, AVG(visit_end_date - visit_start_date) AS s FROM visit_occurrence GROUP BY 1",
		"SELECT AVG(EXTRACT(DAY FROM visit_end_date)), AVG(EXTRACT(DAY FROM visit_start_date)), AVG(DATE_DIFF('day', visit_start_date, visit_end_date)) FROM visit_occurrence",
		"SELECT SUM(DATE_PART('doy', visit_end_date)), SUM(DATE_PART('doy', visit_start_date)), SUM(visit_end_date - visit_start_date) FROM visit_occurrence",
		"SELECT SUM(EXTRACT(WEEK FROM visit_end_date)), SUM(DATE_DIFF('week', visit_start_date, visit_end_date)), SUM(EXTRACT(WEEK FROM visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(MONTH(visit_end_date)), SUM(DATE_DIFF('month', visit_start_date, visit_end_date)) FROM visit_occurrence",
		"SELECT SUM(QUARTER(visit_end_date)), SUM(visit_end_date - visit_start_date) FROM visit_occurrence",
		"SELECT SUM(DAY(drug_exposure_end_date)), SUM(DAY(drug_exposure_start_date)), SUM(days_supply) FROM drug_exposure",
		"SELECT SUM(DAY(drug_exposure_end_date)), SUM(days_supply), COUNT(*) FROM drug_exposure WHERE DAY(drug_exposure_start_date) <= 20",
		"SELECT (SELECT SUM(DAY(visit_end_date)) FROM visit_occurrence) AS a, (SELECT SUM(DAY(procedure_date)) FROM procedure_occurrence) AS b, (SELECT SUM(days_supply) FROM drug_exposure) AS c",
		"SELECT visit_end_date - visit_start_date AS days, COUNT(*) AS n, SUM(DAY(visit_end_date) - DAY(visit_start_date)) AS d FROM visit_occurrence GROUP BY 1",
		"WITH v AS (SELECT person_id, DAY(visit_end_date) AS a, DAY(visit_start_date) AS b, visit_end_date - visit_start_date AS c FROM visit_occurrence) SELECT SUM(a - b), SUM(c) FROM v",

		"SELECT SUM(LEAST(visit_end_date, visit_start_date + 4) - visit_start_date), SUM(visit_end_date - visit_start_date) FROM visit_occurrence",
		"SELECT gender_concept_id AS g, AVG(LEAST(visit_end_date, visit_start_date + 4) - visit_start_date) AS a, AVG(visit_end_date - visit_start_date) AS b FROM visit_occurrence JOIN person USING (person_id) GROUP BY 1",
		"SELECT SUM(DATE_DIFF('day', visit_start_date, LEAST(visit_end_date, visit_start_date + 4))), SUM(DATE_DIFF('day', visit_start_date, visit_end_date)) FROM visit_occurrence",
		"SELECT SUM(visit_end_date - GREATEST(visit_start_date, visit_end_date - 4)), SUM(visit_end_date - visit_start_date) FROM visit_occurrence",
		"SELECT SUM(LEAST(visit_end_date, visit_start_date + 4) - DATE '1900-01-01'), SUM(visit_end_date - DATE '1900-01-01') FROM visit_occurrence",
		"SELECT SUM(LEAST(visit_end_date, CAST(visit_start_date + INTERVAL 4 DAY AS DATE)) - visit_start_date) FROM visit_occurrence",
		"SELECT SUM(CASE WHEN visit_end_date >= visit_start_date + 4 THEN visit_start_date + 4 ELSE visit_end_date END - visit_start_date), SUM(visit_end_date - visit_start_date) FROM visit_occurrence",
		"SELECT SUM(CASE WHEN visit_end_date - visit_start_date >= 4 THEN 4 ELSE visit_end_date - visit_start_date END), SUM(visit_end_date - visit_start_date) FROM visit_occurrence",
		"WITH v AS (SELECT person_id, visit_start_date AS s, visit_end_date AS e, visit_start_date + 4 AS l FROM visit_occurrence) SELECT SUM(LEAST(e, l) - s), SUM(e - s) FROM v",
		"SELECT AVG(a), AVG(b) FROM (SELECT person_id, SUM(LEAST(visit_end_date, visit_start_date + 4) - visit_start_date) AS a, SUM(visit_end_date - visit_start_date) AS b FROM visit_occurrence GROUP BY 1) f",
		"SELECT SUM(LEAST(days_supply, quantity + 2)), SUM(days_supply) FROM drug_exposure",

		"SELECT SUM(LEAST(visit_end_date - visit_start_date, 3)), SUM(visit_end_date - visit_start_date), COUNT(*) FILTER (WHERE visit_end_date - visit_start_date >= 4) FROM visit_occurrence",
		"SELECT SUM(LEAST(visit_end_date - visit_start_date, 3)), SUM(visit_end_date - visit_start_date), COUNT(*) FILTER (WHERE visit_end_date - visit_start_date <= 3), COUNT(*) FROM visit_occurrence",
		"SELECT SUM(LEAST(visit_end_date - visit_start_date, 3)), SUM(visit_end_date - visit_start_date), COUNT(DISTINCT CASE WHEN visit_end_date - visit_start_date >= 4 THEN person_id END) FROM visit_occurrence",
		"SELECT AVG(LEAST(visit_end_date - visit_start_date, 3)), AVG(visit_end_date - visit_start_date), AVG(CASE WHEN visit_end_date - visit_start_date >= 4 THEN 1.0 ELSE 0 END) FROM visit_occurrence",
		"SELECT SUM(LEAST(days_supply, 3)), SUM(days_supply), COUNT(*) FILTER (WHERE days_supply > 3) FROM drug_exposure",
		"SELECT SUM(LEAST(visit_end_date, visit_start_date + 3) - visit_start_date), SUM(visit_end_date - visit_start_date), COUNT(*) FILTER (WHERE visit_end_date - visit_start_date >= 4) FROM visit_occurrence",
		"SELECT SUM(LEAST(visit_end_date - visit_start_date, 3)), SUM(visit_end_date - visit_start_date), SUM(visit_end_date - visit_start_date) FILTER (WHERE visit_end_date - visit_start_date >= 4) FROM visit_occurrence",
	} {
		if !strings.Contains(besideShown(t, db, query), Hidden) {
			t.Errorf("%s\nshows %s", query, besideShown(t, db, query))
		}
	}
}

// TestOrdinaryLimitsAreShown holds that what is cut off for enough people is shown, and parts of dates by themselves.
func TestOrdinaryLimitsAreShown(t *testing.T) {
	db := shortStays(t)
	for _, query := range []string{
		"SELECT SUM(LEAST(visit_end_date, visit_start_date + 2) - visit_start_date) AS a, SUM(visit_end_date - visit_start_date) AS b, COUNT(*) AS n FROM visit_occurrence",
		"SELECT SUM(LEAST(visit_end_date - visit_start_date, 2)) AS a, SUM(visit_end_date - visit_start_date) AS b, COUNT(*) AS n FROM visit_occurrence",
		"SELECT AVG(LEAST(v.visit_end_date, o.observation_period_end_date) - v.visit_start_date) AS days, COUNT(*) AS n FROM visit_occurrence v JOIN observation_period o USING (person_id)",
		"SELECT AVG(MONTH(visit_start_date)) AS m, COUNT(*) AS n FROM visit_occurrence WHERE visit_start_date >= DATE '2015-01-01'",
		"SELECT AVG(DAY(visit_start_date)) AS d, COUNT(*) AS n FROM visit_occurrence",
		"SELECT MONTH(visit_start_date) AS m, AVG(visit_end_date - visit_start_date) AS days, AVG(2015 - year_of_birth) AS age FROM visit_occurrence JOIN person USING (person_id) GROUP BY 1 ORDER BY 1",
	} {
		if strings.Contains(besideShown(t, db, query), Hidden) {
			t.Errorf("%s\nshows %s", query, besideShown(t, db, query))
		}
	}
}
