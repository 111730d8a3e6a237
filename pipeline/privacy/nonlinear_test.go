package privacy

import (
	"database/sql"
	"strings"
	"testing"
)

// wards is people with a month and a day of birth, of five wards, which stand for their races: 7 people, 15, 40, 300 and 3; each with up to seven
// stays, and dispensings of a quantity for some days.
func wards(t *testing.T) *sql.DB {
	t.Helper()
	db := clinic(t)
	for _, statement := range []string{
		`CREATE OR REPLACE TABLE person AS SELECT i AS person_id, 8507 AS gender_concept_id,
			CASE WHEN i <= 7 THEN 1 WHEN i <= 22 THEN 2 WHEN i <= 62 THEN 3 WHEN i <= 362 THEN 4 ELSE 5 END AS race_concept_id,
			1920 + hash(i) % 60 AS year_of_birth, 1 + hash(i * 7) % 12 AS month_of_birth, 1 + hash(i * 31) % 28 AS day_of_birth
			FROM range(1, 366) r(i)`,
		`CREATE OR REPLACE TABLE visit_occurrence AS SELECT row_number() OVER () AS visit_occurrence_id, person_id, 9201 AS visit_concept_id,
			DATE '2011-03-01' + CAST(person_id + k * 20 AS INTEGER) AS visit_start_date,
			DATE '2011-03-02' + CAST(person_id + k * 20 + hash(person_id + k) % 15 AS INTEGER) AS visit_end_date
			FROM person, range(0, 7) v(k) WHERE k <= hash(person_id) % 7`,
		`CREATE OR REPLACE TABLE drug_exposure AS SELECT row_number() OVER () AS drug_exposure_id, person_id, 10 AS drug_concept_id,
			1 + hash(person_id + k) % 30 AS days_supply, 1 + hash(person_id * 3 + k) % 90 AS quantity
			FROM person, range(0, 3) v(k)`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return db
}

// nonlinear are sums and averages of quotients, of products of three or more, and of each person's mean, by ward.
var nonlinear = []string{
	`SELECT race_concept_id, SUM(1.0 / month_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, AVG(60 / month_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, SUM(CASE WHEN gender_concept_id = 8507 THEN 1.0 / NULLIF(day_of_birth, 0) END) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, SUM(day_of_birth / month_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, COUNT(*) / SUM(1.0 / month_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`WITH p AS (SELECT race_concept_id AS r, 1.0 / month_of_birth AS y FROM person) SELECT r, SUM(y) FILTER (WHERE y > 0) AS x FROM p GROUP BY 1 ORDER BY 1`,
	`SELECT r, x * 10 AS x FROM (SELECT race_concept_id AS r, AVG(1.0 / (month_of_birth * day_of_birth)) AS x FROM person GROUP BY 1) s ORDER BY 1`,
	`SELECT race_concept_id, STDDEV(1.0 / month_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, SUM(month_of_birth * month_of_birth * day_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT r, SUM(y * y) AS x FROM (SELECT race_concept_id AS r, month_of_birth * month_of_birth AS y FROM person) s GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, STDDEV(month_of_birth * month_of_birth) AS x FROM person GROUP BY 1 ORDER BY 1`,
	`SELECT r, AVG(m) AS x FROM (SELECT person_id, race_concept_id AS r, AVG(visit_end_date - visit_start_date) AS m FROM person JOIN visit_occurrence USING (person_id) GROUP BY 1, 2) s GROUP BY 1 ORDER BY 1`,
	`SELECT r, AVG(d * 1.0 / k) AS x FROM (SELECT person_id, race_concept_id AS r, COUNT(*) AS k, SUM(visit_end_date - visit_start_date) AS d FROM person JOIN visit_occurrence USING (person_id) GROUP BY 1, 2) s GROUP BY 1 ORDER BY 1`,
	`SELECT r, SUM(1.0 / k) AS x FROM (SELECT person_id, race_concept_id AS r, COUNT(*) AS k FROM person JOIN visit_occurrence USING (person_id) GROUP BY 1, 2) s GROUP BY 1 ORDER BY 1`,
	`SELECT race_concept_id, AVG(quantity / days_supply) AS x FROM person JOIN drug_exposure USING (person_id) GROUP BY 1 ORDER BY 1`,
}

func TestNonlinearSumsAreRounded(t *testing.T) {
	db := wards(t)
	for _, query := range nonlinear {
		table, report, _ := hide(t, db, query)
		own := run(t, db, "SELECT * REPLACE (CAST(x AS DOUBLE) AS x) FROM ("+query+") q ORDER BY 1")
		if len(table.Rows) != 5 || !strings.Contains(strings.Join(report.Notes, " "), "rounded") {
			t.Errorf("%s\nhas %d rows and the notes %q", query, len(table.Rows), report.Notes)
			continue
		}
		for i, row := range table.Rows {
			x, isNumber := row[1].(float64)
			if large := i == 2 || i == 3; isNumber != large {
				t.Errorf("%s\nshows %v of ward %d", query, row[1], i+1)
				continue
			} else if !large {
				continue
			}
			exact, _ := own.Rows[i][1].(float64)
			few := 0.1 // of all, of 300 people
			if i == 2 {
				few = 0.4
			}
			if x == exact || x < exact*(1-few) || x > exact*(1+few) {
				t.Errorf("%s\nshows %v of ward %d, which is %v", query, x, i+1, exact)
			}
		}
	}
}

// TestLinearSumsStayAsTheyAre holds that what is recorded, in other units, is added up to all its digits, and products of
// two of it.
func TestLinearSumsStayAsTheyAre(t *testing.T) {
	db := wards(t)
	for _, query := range []string{
		`SELECT SUM(days_supply) AS x FROM drug_exposure`,
		`SELECT AVG(days_supply / 30.0) AS x FROM drug_exposure`,
		`SELECT AVG((visit_end_date - visit_start_date) / 365.25) AS x FROM visit_occurrence`,
		`SELECT AVG(n) AS x FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) s`,
		`SELECT AVG(d) AS x FROM (SELECT person_id, SUM(days_supply) AS d FROM drug_exposure GROUP BY 1) s`,
		`SELECT SUM(days_supply) * 1.0 / COUNT(DISTINCT person_id) AS x FROM drug_exposure`,
		`SELECT CORR(month_of_birth, day_of_birth) AS x FROM person`,
		`SELECT STDDEV(day_of_birth) AS x FROM person`,
		`SELECT AVG(day_of_birth * day_of_birth) AS x FROM person`,
		`SELECT AVG(quantity * days_supply) AS x FROM drug_exposure`,
	} {
		table, _, _ := hide(t, db, query)
		if got, want := shownRows(table), shownRows(run(t, db, query)); got != want {
			t.Errorf("%s\nshows %s, want %s", query, got, want)
		}
	}
}

// TestManyRoundedNumbersAreRoundedMore holds that several rounded numbers of the same people do not tell more of them than
// one.
func TestManyRoundedNumbersAreRoundedMore(t *testing.T) {
	db := wards(t)
	alone, _, _ := hide(t, db, `SELECT SUM(days_supply / quantity) AS d FROM drug_exposure`)
	beside, _, _ := hide(t, db, `SELECT SUM(1.0 / quantity) AS a, AVG(1.0 / quantity) AS b, AVG(days_supply / quantity) AS c,
		SUM(days_supply / quantity) AS d FROM drug_exposure`)
	if got := shownRows(alone) + ", " + shownRows(beside); got != "900, 60 0.055 0.8 800" {
		t.Errorf("%s is shown", got)
	}
}
