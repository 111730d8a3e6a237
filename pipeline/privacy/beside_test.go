package privacy

import (
	"database/sql"
	"strings"
	"testing"
)

// stays is 300 people born in 1930 to 1979 with two stays each in 2008 to 2015, of which two went over a New Year, and
// three over the end of a month without that; of 60 who died in the days 62 to 92 of a year three did so in April.
func stays(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, statement := range []string{
		`CREATE TABLE person AS SELECT i AS person_id, 8507 + 25 * (i % 2) AS gender_concept_id, 1930 + (i * 7) % 50 AS year_of_birth, 1 + i % 12 AS month_of_birth,
			MAKE_DATE(CAST(1930 + (i * 7) % 50 AS INTEGER), CAST(1 + i % 12 AS INTEGER), CAST(1 + i % 28 AS INTEGER)) AS birth_datetime FROM range(1, 301) r(i)`,
		`CREATE TABLE visit_occurrence AS SELECT i * 2 + k AS visit_occurrence_id, i AS person_id, 9201 AS visit_concept_id,
			CASE WHEN i <= 2 AND k = 1 THEN MAKE_DATE(2015, 12, 30) WHEN i <= 5 AND k = 1 THEN MAKE_DATE(2015, 3, 30)
				ELSE MAKE_DATE(CAST(2008 + (i + 3 * k) % 8 AS INTEGER), CAST(1 + i % 12 AS INTEGER), CAST(1 + i % 9 AS INTEGER)) END AS visit_start_date,
			visit_start_date + CAST(3 + (i * 5 + k) % 12 AS INTEGER) AS visit_end_date FROM range(1, 301) r(i), range(2) v(k)`,
		`CREATE TABLE death AS SELECT person_id, MAKE_DATE(CAST(2012 + i % 9 AS INTEGER), CASE WHEN i <= 3 THEN 4 ELSE 3 END, CASE WHEN i <= 3 THEN 1 ELSE CAST(4 + i % 25 AS INTEGER) END) AS death_date
			FROM (SELECT person_id, row_number() OVER (ORDER BY person_id) AS i FROM person WHERE person_id % 5 = 0)`,
		`CREATE TABLE observation_period AS SELECT person_id AS observation_period_id, person_id, MAKE_DATE(CAST(1995 + person_id % 10 AS INTEGER), 3, 1) AS observation_period_start_date,
			MAKE_DATE(CAST(2005 + (person_id * 3) % 15 AS INTEGER), 9, 1) AS observation_period_end_date FROM person`,
		`CREATE TABLE condition_occurrence AS SELECT visit_occurrence_id AS condition_occurrence_id, person_id, 1 AS condition_concept_id, visit_start_date + 2 AS condition_start_date, visit_occurrence_id FROM visit_occurrence WHERE person_id <= 200`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return db
}

// TestSumsOfDatesBesideEachOtherTellOfNobody holds that of sums whose difference counts few people one is hidden.
func TestSumsOfDatesBesideEachOtherTellOfNobody(t *testing.T) {
	db := stays(t)
	for _, query := range []string{
		"SELECT COUNT(DISTINCT person_id), AVG(YEAR(death_date)), AVG(YEAR(death_date) * 12 + MONTH(death_date)) FROM death WHERE DAYOFYEAR(death_date) BETWEEN 62 AND 92",
		"SELECT COUNT(DISTINCT person_id), AVG(MONTH(death_date)), AVG(DAY(death_date)) FROM death WHERE DAYOFYEAR(death_date) BETWEEN 62 AND 92",
		"SELECT COUNT(*), AVG(YEAR(death_date)), AVG(DATE_DIFF('month', DATE '2000-01-01', death_date)) FROM death WHERE DAYOFYEAR(death_date) BETWEEN 62 AND 92",
		"SELECT COUNT(*), AVG(YEAR(d.death_date) - p.year_of_birth), AVG(YEAR(d.death_date) * 12 + MONTH(d.death_date) - p.year_of_birth * 12) FROM death d JOIN person p USING (person_id)",
		"SELECT COUNT(*), SUM(EXTRACT(YEAR FROM death_date)), SUM(DATE_PART('month', death_date)) + 12 * SUM(DATE_PART('year', death_date)) FROM death",
		"SELECT (SELECT AVG(YEAR(death_date)) FROM death) AS a, (SELECT AVG(YEAR(death_date) * 12 + MONTH(death_date)) FROM death) AS b",
		"SELECT SUM(YEAR(visit_end_date)), SUM(YEAR(visit_start_date)), COUNT(*) FROM visit_occurrence",
		"SELECT AVG(YEAR(visit_end_date)), AVG(YEAR(visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(YEAR(visit_end_date)) - SUM(YEAR(visit_start_date)) AS d FROM visit_occurrence",
		"SELECT SUM(YEAR(visit_end_date)) FILTER (WHERE visit_concept_id = 9201), SUM(YEAR(visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(EXTRACT(YEAR FROM visit_end_date)), SUM(CAST(DATE_PART('year', visit_start_date) AS INT)) FROM visit_occurrence",
		"SELECT SUM(MONTH(visit_end_date)), SUM(MONTH(visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(QUARTER(visit_end_date)), SUM(QUARTER(visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(YEAR(visit_end_date) // 10), SUM(YEAR(visit_start_date) // 10) FROM visit_occurrence",
		"SELECT SUM(FLOOR(YEAR(visit_end_date) / 10.0)), SUM(FLOOR(YEAR(visit_start_date) / 10.0)) FROM visit_occurrence",
		"SELECT SUM(ROUND((YEAR(visit_end_date) - 2000) / 31.0)), SUM(ROUND((YEAR(visit_start_date) - 2000) / 31.0)) FROM visit_occurrence",
		"SELECT SUM(DATE_DIFF('year', DATE '2000-01-01', visit_end_date)), SUM(DATE_DIFF('year', DATE '2000-01-01', visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(DATE_DIFF('month', visit_start_date, visit_end_date)), SUM(DATE_DIFF('year', visit_start_date, visit_end_date)) FROM visit_occurrence",
		"SELECT SUM(DATE_TRUNC('year', visit_end_date)::DATE - DATE '2000-01-01'), SUM(DATE_TRUNC('year', visit_start_date)::DATE - DATE '2000-01-01') FROM visit_occurrence",
		"SELECT AVG(YEAR(v.visit_end_date) - p.year_of_birth), AVG(YEAR(v.visit_start_date) - p.year_of_birth) FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT AVG(YEAR(v.visit_end_date) - p.year_of_birth), AVG(2000 - p.year_of_birth), AVG(YEAR(v.visit_start_date)) FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT AVG(LEAST(YEAR(visit_end_date), 2030)), AVG(YEAR(visit_start_date)) FROM visit_occurrence",
		"SELECT AVG(COALESCE(YEAR(visit_end_date), 0)), AVG(YEAR(visit_start_date)) FROM visit_occurrence",
		"SELECT AVG(CASE WHEN visit_concept_id = 9201 THEN YEAR(visit_end_date) END), AVG(YEAR(visit_start_date)) FROM visit_occurrence",
		"SELECT 's' AS k, SUM(YEAR(visit_start_date)) AS n FROM visit_occurrence UNION ALL SELECT 'e', SUM(YEAR(visit_end_date)) FROM visit_occurrence",
		"SELECT (SELECT SUM(YEAR(visit_start_date)) FROM visit_occurrence) AS a, (SELECT SUM(YEAR(visit_end_date)) FROM visit_occurrence) AS b",
		"WITH s AS (SELECT SUM(YEAR(visit_start_date)) AS n FROM visit_occurrence), e AS (SELECT SUM(YEAR(visit_end_date)) AS n FROM visit_occurrence) SELECT s.n, e.n AS m FROM s, e",
		"WITH v AS (SELECT person_id, YEAR(visit_start_date) AS a, YEAR(visit_end_date) AS b FROM visit_occurrence) SELECT SUM(a), SUM(b) FROM v",
		"SELECT k, SUM(y) AS n FROM (SELECT person_id, 's' AS k, YEAR(visit_start_date) AS y FROM visit_occurrence UNION ALL SELECT person_id, 'e', YEAR(visit_end_date) FROM visit_occurrence) u GROUP BY k",
		"SELECT k, SUM(YEAR(d)) AS n FROM (SELECT person_id, 's' AS k, visit_start_date AS d FROM visit_occurrence UNION ALL SELECT person_id, 'e', visit_end_date FROM visit_occurrence) u GROUP BY k",
		"SELECT k, SUM(CASE WHEN k = 's' THEN YEAR(visit_start_date) ELSE YEAR(visit_end_date) END) AS n FROM visit_occurrence, (VALUES ('s'), ('e')) l(k) GROUP BY k",
		"SELECT k, SUM(YEAR(CASE WHEN k = 's' THEN visit_start_date ELSE visit_end_date END)) AS n FROM visit_occurrence, (VALUES ('s'), ('e')) l(k) GROUP BY k",
		"SELECT AVG(a), AVG(b) FROM (SELECT person_id, MAX(YEAR(visit_end_date)) AS a, MAX(YEAR(visit_start_date)) AS b FROM visit_occurrence GROUP BY 1) f",
		"SELECT AVG(a), AVG(b) FROM (SELECT person_id, SUM(YEAR(visit_end_date)) AS a, SUM(YEAR(visit_start_date)) AS b FROM visit_occurrence GROUP BY 1) f",
		"SELECT AVG(YEAR(a)), AVG(YEAR(b)) FROM (SELECT person_id, MAX(visit_end_date) AS a, MAX(visit_start_date) AS b FROM visit_occurrence GROUP BY 1) f",
		"SELECT SUM(YEAR(a.visit_start_date)), SUM(YEAR(b.visit_start_date)) FROM visit_occurrence a JOIN visit_occurrence b ON b.person_id = a.person_id AND b.visit_start_date > a.visit_start_date AND b.visit_start_date < a.visit_start_date + 1200",
		"SELECT SUM(YEAR(v.visit_start_date)), SUM(YEAR(c.condition_start_date)) FROM visit_occurrence v JOIN condition_occurrence c ON c.visit_occurrence_id = v.visit_occurrence_id",
		"SELECT (SELECT SUM(YEAR(v.visit_start_date)) FROM visit_occurrence v JOIN condition_occurrence c USING (visit_occurrence_id)) AS a, (SELECT SUM(YEAR(condition_start_date)) FROM condition_occurrence) AS b",
		"SELECT AVG(year_of_birth), AVG(month_of_birth) FROM person WHERE birth_datetime BETWEEN DATE '1950-11-20' AND DATE '1951-02-10'",
		"SELECT SUM(year_of_birth), SUM(month_of_birth), SUM(DATE_DIFF('month', DATE '1900-01-01', birth_datetime)) FROM person",
		"SELECT AVG(visit_end_date - visit_start_date), AVG(visit_end_date - DATE '2000-01-01'), AVG(visit_start_date - DATE '2000-01-01') FILTER (WHERE visit_start_date <> DATE '2015-12-30') FROM visit_occurrence",
		"SELECT YEAR(visit_start_date) AS y, COUNT(*) AS n, SUM(YEAR(visit_end_date)) AS s FROM visit_occurrence GROUP BY ROLLUP (1)",
		"SELECT YEAR(visit_start_date) AS y, COUNT(*) AS n FROM visit_occurrence GROUP BY 1 UNION ALL SELECT 0, SUM(YEAR(visit_end_date)) FROM visit_occurrence",
		"SELECT SUM(YEAR(visit_end_date)) AS s, COUNT(*) FILTER (WHERE YEAR(visit_start_date) = 2013) AS a, COUNT(*) FILTER (WHERE YEAR(visit_start_date) = 2014) AS b, COUNT(*) AS n FROM visit_occurrence WHERE visit_start_date >= DATE '2013-01-01'",
		"SELECT SUM(YEAR(visit_end_date)) AS s, SUM(CASE WHEN visit_start_date < DATE '2015-01-01' THEN 1 ELSE 0 END) AS a, COUNT(*) AS n FROM visit_occurrence WHERE visit_start_date >= DATE '2014-01-01'",
		"SELECT AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS a, AVG(p.year_of_birth) AS b, AVG(YEAR(v.visit_end_date)) AS c FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT STDDEV(YEAR(visit_end_date)), AVG(YEAR(visit_start_date)) FROM visit_occurrence",
		"SELECT SUM(visit_start_date - DATE '2000-01-01'), SUM(visit_end_date - DATE '2000-01-01') FILTER (WHERE visit_concept_id = 9201) FROM visit_occurrence",
		"SELECT gender_concept_id, SUM(YEAR(visit_end_date)), SUM(YEAR(visit_start_date)) FROM visit_occurrence JOIN person USING (person_id) GROUP BY ROLLUP (1)",
		"SELECT AVG(YEAR(visit_start_date) - year_of_birth) AS a, AVG(year_of_birth) AS b FROM visit_occurrence JOIN person USING (person_id) WHERE visit_start_date BETWEEN DATE '2010-03-20' AND DATE '2011-01-01'",
	} {
		if !strings.Contains(besideShown(t, db, query), Hidden) {
			t.Errorf("%s\nshows %s", query, besideShown(t, db, query))
		}
	}
}

func besideShown(t testing.TB, db *sql.DB, query string) string {
	t.Helper()
	if why := Read(parser{db}.parse(t, query), 5).RowLevel(); why != "" {
		return Hidden + ": " + why
	}
	table, _, _ := hide(t, db, query)
	return shownRows(table)
}

// TestOrdinarySumsOfDatesAreShownBesideEachOther holds that ages, spans and what is told of them are shown together.
func TestOrdinarySumsOfDatesAreShownBesideEachOther(t *testing.T) {
	db := stays(t)
	for _, query := range []string{
		"SELECT COUNT(*) AS n, AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS age, AVG(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT AVG(year_of_birth), AVG(month_of_birth) FROM person",
		"SELECT COUNT(*) AS n, AVG(MONTH(visit_start_date)) AS month, AVG(YEAR(visit_start_date)) AS year FROM visit_occurrence",
		"SELECT COUNT(*) AS n, AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS age, AVG(v.visit_end_date - v.visit_start_date - 3) AS days FROM visit_occurrence v JOIN person p USING (person_id) WHERE v.visit_start_date >= DATE '2009-01-01'",
		"SELECT COUNT(*) AS n, AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS age, AVG(DATE_DIFF('day', v.visit_start_date, v.visit_end_date)) AS days FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT COUNT(*) AS n, AVG(a) AS mean, STDDEV(a) AS sd, MIN(a) AS low, MAX(a) AS high, MEDIAN(a) AS median FROM (SELECT YEAR(v.visit_start_date) - p.year_of_birth AS a, v.person_id FROM visit_occurrence v JOIN person p USING (person_id)) x",
		"SELECT p.gender_concept_id, COUNT(*) AS n, AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS age, AVG(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN person p USING (person_id) GROUP BY 1 ORDER BY 1",
		"SELECT COUNT(*) AS n, AVG(YEAR(o.observation_period_start_date) - p.year_of_birth) AS age, AVG(DATE_DIFF('month', o.observation_period_start_date, o.observation_period_end_date)) AS months FROM observation_period o JOIN person p USING (person_id)",
		"SELECT COUNT(*) AS n, AVG(YEAR(o.observation_period_start_date) - p.year_of_birth) AS age, AVG(DATE_DIFF('year', o.observation_period_start_date, o.observation_period_end_date)) AS years FROM observation_period o JOIN person p USING (person_id)",
		"SELECT COUNT(*) AS n, AVG(YEAR(o.observation_period_start_date) - p.year_of_birth) AS at_start, AVG(YEAR(o.observation_period_end_date) - p.year_of_birth) AS at_end FROM observation_period o JOIN person p USING (person_id)",
		"SELECT COUNT(*) AS n, AVG(FLOOR(DATE_DIFF('day', p.birth_datetime, v.visit_start_date) / 365.25)) AS age, AVG(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE v.visit_end_date - v.visit_start_date > 7) AS long, AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS age FROM visit_occurrence v JOIN person p USING (person_id)",
		"SELECT YEAR(v.visit_start_date) AS y, COUNT(*) AS n, AVG(YEAR(v.visit_start_date) - p.year_of_birth) AS age FROM visit_occurrence v JOIN person p USING (person_id) GROUP BY 1 ORDER BY 1",
		"SELECT 'birth' AS what, AVG(2020 - year_of_birth) AS age, STDDEV(2020 - year_of_birth) AS sd FROM person",
		"SELECT (SELECT AVG(YEAR(d.death_date) - p.year_of_birth) FROM death d JOIN person p USING (person_id)) AS at_death, (SELECT AVG(YEAR(c.condition_start_date) - p.year_of_birth) FROM condition_occurrence c JOIN person p USING (person_id)) AS at_diagnosis",
		"SELECT 'death' AS at, AVG(YEAR(d.death_date) - p.year_of_birth) AS age FROM death d JOIN person p USING (person_id) UNION ALL SELECT 'diagnosis', AVG(YEAR(c.condition_start_date) - p.year_of_birth) FROM condition_occurrence c JOIN person p USING (person_id)",
		"SELECT AVG(YEAR(v.visit_start_date) - p.year_of_birth) FILTER (WHERE p.gender_concept_id = 8507) AS men, AVG(YEAR(v.visit_start_date) - p.year_of_birth) FILTER (WHERE p.gender_concept_id = 8532) AS women FROM visit_occurrence v JOIN person p USING (person_id)",
		"WITH f AS (SELECT person_id, MIN(visit_start_date) AS d, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) SELECT COUNT(*) AS people, AVG(YEAR(f.d) - p.year_of_birth) AS age, AVG(DATE_DIFF('day', f.d, o.observation_period_end_date)) AS days FROM f JOIN person p USING (person_id) JOIN observation_period o USING (person_id)",
		"SELECT COUNT(*) AS n, AVG(LEAST(YEAR(v.visit_start_date) - p.year_of_birth, 80)) AS age, AVG(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN person p USING (person_id)",
	} {
		if strings.Contains(besideShown(t, db, query), Hidden) {
			t.Errorf("%s\nshows %s", query, besideShown(t, db, query))
		}
	}
}
