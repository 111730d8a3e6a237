package privacy

import (
	"database/sql"
	"strings"
	"testing"
)

// staysWithConcepts is stays with a vocabulary.
func staysWithConcepts(t testing.TB) *sql.DB {
	t.Helper()
	db := stays(t)
	names := "CREATE TABLE concept AS SELECT * FROM (VALUES (8507, 'MALE'), (8532, 'FEMALE')) t(concept_id, concept_name)"
	if _, err := db.ExecContext(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestNumbersThatAreCombinedOutOfSightTellOfNobody holds that two numbers of people whose difference is few are not
// combined where neither is shown: by the rows that are there, their order and places, in aggregates and over windows.
// Two of the 300 people of stays were born after September 1979.
func TestNumbersThatAreCombinedOutOfSightTellOfNobody(t *testing.T) {
	db := staysWithConcepts(t)
	const early = "birth_datetime < DATE '1979-10-01'"
	all, some := "(SELECT COUNT(*) FROM person)", "(SELECT COUNT(*) FROM person WHERE "+early+")"
	pairs := " FROM visit_occurrence a JOIN visit_occurrence b ON a.person_id = b.person_id AND a.visit_occurrence_id <> b.visit_occurrence_id"
	for _, query := range []string{
		// the rows of a list
		"SELECT y FROM RANGE(10) r(y) WHERE y = " + all + " - " + some,
		"SELECT y FROM RANGE(400) r(y) WHERE y = " + some,
		"SELECT y FROM RANGE(400) r(y) WHERE y IN (" + all + ", " + some + ")",
		"SELECT y FROM RANGE(400) r(y) WHERE y BETWEEN " + some + " AND " + all,
		"SELECT y FROM RANGE(400) r(y) JOIN (SELECT " + all + " AS n) t ON t.n = r.y",
		"SELECT y FROM RANGE(400) r(y), (SELECT " + all + " AS a, " + some + " AS b) t WHERE a - b = y",
		"SELECT 1 WHERE " + all + " - " + some + " = 2",
		"SELECT concept_id FROM concept c WHERE (SELECT COUNT(*) FROM person p WHERE p.gender_concept_id = c.concept_id) - (SELECT COUNT(*) FROM person p WHERE p.gender_concept_id = c.concept_id AND " + early + ") = 2",
		"SELECT y FROM RANGE(10) r(y) ORDER BY ABS(y - (" + all + " - " + some + ")) LIMIT 1",
		// aggregates and windows over such rows
		"SELECT SUM(k * x) FROM (SELECT 1 AS k, " + all + " AS x UNION ALL SELECT -1, " + some + ")",
		"SELECT LIST(x) FROM (SELECT " + all + " AS x UNION ALL SELECT " + some + ")",
		"SELECT AVG(x), MIN(x) FROM (SELECT " + all + " AS x UNION ALL SELECT " + some + ")",
		"SELECT STDDEV(n) FROM (SELECT (SELECT COUNT(*) FROM person WHERE year_of_birth < x) AS n FROM (VALUES (1978), (1979)) t(x))",
		"SELECT SUM(n) FROM (SELECT (SELECT COUNT(*) FROM person p WHERE p.gender_concept_id = c.concept_id) AS n FROM concept c)",
		"SELECT COUNT(*) FROM (SELECT " + all + " AS x UNION ALL SELECT " + some + ") WHERE x = 298",
		"SELECT SUM(k * x) OVER () FROM (SELECT 1 AS k, " + all + " AS x UNION ALL SELECT -1, " + some + ")",
		"SELECT RANK() OVER (ORDER BY x) FROM (SELECT " + all + " AS x UNION ALL SELECT " + some + ")",
		// groups that are chosen
		"SELECT gender_concept_id FROM person GROUP BY 1 HAVING COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") >= 2",
		"SELECT gender_concept_id FROM person GROUP BY 1 HAVING COUNT(*) FILTER (WHERE " + early + ") - COUNT(*) >= -2",
		"SELECT 1 AS a FROM person HAVING COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") >= 2",
		"SELECT g, n FROM (SELECT gender_concept_id AS g, COUNT(*) AS n, COUNT(*) FILTER (WHERE " + early + ") AS m FROM person GROUP BY 1) WHERE n - m >= 2",
		"SELECT g FROM (SELECT gender_concept_id AS g, COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") AS d FROM person GROUP BY 1) WHERE d >= 2",
		// the order of groups, and their places
		"SELECT month_of_birth, COUNT(*) FROM person GROUP BY 1 ORDER BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") DESC LIMIT 2",
		"SELECT g FROM (SELECT month_of_birth AS g, COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") AS d FROM person GROUP BY 1 ORDER BY d DESC LIMIT 2)",
		"SELECT month_of_birth, DENSE_RANK() OVER (ORDER BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ")) FROM person GROUP BY 1",
		"SELECT month_of_birth, RANK() OVER (ORDER BY 1.0 * COUNT(*) FILTER (WHERE " + early + ") / COUNT(*)) FROM person GROUP BY 1",
		"SELECT month_of_birth, RANK() OVER (ORDER BY AVG(CASE WHEN " + early + " THEN 1.0 ELSE 0 END)) FROM person GROUP BY 1",
		"SELECT g, r FROM (SELECT month_of_birth AS g, COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") AS d, RANK() OVER (ORDER BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ")) AS r FROM person GROUP BY 1)",
		"SELECT g FROM (SELECT month_of_birth AS g, RANK() OVER (ORDER BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") DESC) AS r FROM person GROUP BY 1) WHERE r <= 2",
		"SELECT month_of_birth FROM person GROUP BY 1 QUALIFY ROW_NUMBER() OVER (ORDER BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ") DESC) <= 2",
		"SELECT month_of_birth, SUM(COUNT(*)) OVER (ORDER BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ")) FROM person GROUP BY 1",
		"SELECT month_of_birth, SUM(COUNT(*)) OVER (PARTITION BY COUNT(*) - COUNT(*) FILTER (WHERE " + early + ")) FROM person GROUP BY 1",
		// the number of another row, and running totals
		"SELECT gender_concept_id, LEAD(COUNT(*)) OVER (ORDER BY gender_concept_id), COUNT(*) FILTER (WHERE " + early + ") FROM person GROUP BY 1",
		"SELECT y, LEAD(n) OVER (ORDER BY y) AS a, LEAD(m) OVER (ORDER BY y) AS b FROM (SELECT gender_concept_id AS y, COUNT(*) AS n, COUNT(*) FILTER (WHERE " + early + ") AS m FROM person GROUP BY 1)",
		"SELECT y, l, m FROM (SELECT gender_concept_id AS y, COUNT(*) AS n, LAG(COUNT(*)) OVER (ORDER BY gender_concept_id) AS l, COUNT(*) FILTER (WHERE " + early + ") AS m FROM person GROUP BY 1)",
		"SELECT gender_concept_id, LEAD(SUM(year_of_birth)) OVER (ORDER BY gender_concept_id), SUM(year_of_birth) FILTER (WHERE " + early + ") FROM person GROUP BY 1",
		"SELECT month_of_birth, LAG(COUNT(*)) OVER (ORDER BY month_of_birth), " + all + " FROM person GROUP BY 1",
		"SELECT month_of_birth, COUNT(*), SUM(COUNT(*) FILTER (WHERE " + early + ")) OVER (ORDER BY month_of_birth) FROM person GROUP BY 1",
		"SELECT y, SUM(n) OVER (ORDER BY y), SUM(m) OVER (ORDER BY y) FROM (SELECT month_of_birth AS y, COUNT(*) AS n, COUNT(*) FILTER (WHERE " + early + ") AS m FROM person GROUP BY 1)",
		"SELECT y, SUM(n) OVER (ORDER BY y) - SUM(m) OVER (ORDER BY y) FROM (SELECT month_of_birth AS y, COUNT(*) AS n, COUNT(*) FILTER (WHERE " + early + ") AS m FROM person GROUP BY 1)",
		"SELECT y, LEAD(s) OVER (ORDER BY y) FROM (SELECT month_of_birth AS y, SUM(COUNT(*)) OVER (ORDER BY month_of_birth) AS s FROM person GROUP BY 1)",
		"SELECT y, AVG(s) OVER (ORDER BY y) FROM (SELECT month_of_birth AS y, SUM(COUNT(*)) OVER (ORDER BY month_of_birth) AS s FROM person GROUP BY 1)",
		"WITH a AS (SELECT gender_concept_id AS g, COUNT(*) FILTER (WHERE " + early + ") AS m, COUNT(*) AS n FROM person GROUP BY 1) SELECT x.g, x.m, (SELECT n FROM a y WHERE y.g = x.g + 25) AS nx FROM a x",
		"WITH a AS (SELECT gender_concept_id AS g, gender_concept_id + 25 AS h, COUNT(*) FILTER (WHERE " + early + ") AS m, COUNT(*) AS n FROM person GROUP BY 1, 2) SELECT x.g, x.m, (SELECT n FROM a y WHERE y.g = x.h) AS nx FROM a x",
		"WITH a AS (SELECT year_of_birth AS g, COUNT(*) FILTER (WHERE month_of_birth < 11) AS m, COUNT(*) AS n FROM person GROUP BY 1) SELECT x.g, x.m, y.n FROM a x JOIN a y ON y.g = x.g + 1",
		"SELECT g, n, l, t FROM (SELECT month_of_birth AS g, COUNT(*) AS n, LAG(COUNT(*)) OVER (ORDER BY month_of_birth) AS l FROM person GROUP BY 1), (SELECT COUNT(*) AS t FROM person) WHERE g % 2 = 0",
		"SELECT g, n, s FROM (SELECT year_of_birth AS g, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY year_of_birth) AS s FROM person GROUP BY 1) WHERE g % 2 = 0",
		"SELECT year_of_birth, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY year_of_birth) AS s FROM person GROUP BY 1 ORDER BY 1 LIMIT 5",
		// sums of several constants
		"SELECT SUM(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 2 END) - COUNT(*) FILTER (WHERE gender_concept_id = 8532) - COUNT(*) FILTER (WHERE " + early + ") FROM person",
		"SELECT SUM(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 2 END), COUNT(*) FILTER (WHERE gender_concept_id = 8532), COUNT(*) FILTER (WHERE " + early + ") FROM person",
		"SELECT SUM(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 7 END), COUNT(*) FILTER (WHERE gender_concept_id = 8532), COUNT(*) FILTER (WHERE " + early + ") FROM person",
		"SELECT SUM(CASE WHEN year_of_birth < 1950 THEN 1 WHEN " + early + " THEN 2 END), COUNT(*), COUNT(*) FILTER (WHERE year_of_birth < 1950) FROM person",
		"SELECT SUM(1 + (gender_concept_id = 8532)::INT), COUNT(*) FILTER (WHERE gender_concept_id = 8532), COUNT(*) FILTER (WHERE " + early + ") FROM person",
		"SELECT SUM(2 - (gender_concept_id = 8507)::INT), COUNT(*) FILTER (WHERE gender_concept_id = 8532), COUNT(*) FILTER (WHERE " + early + ") FROM person",
		"SELECT AVG(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 2 END), COUNT(*) FILTER (WHERE gender_concept_id = 8532), COUNT(*) FILTER (WHERE " + early + ") FROM person",
		"SELECT SUM(w), SUM(f), SUM(e) FROM (SELECT CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 2 END AS w, (gender_concept_id = 8532)::INT AS f, (" + early + ")::INT AS e FROM person)",
		// how many records people have, by sums of squares and pairs
		"SELECT COUNT(*), COUNT(DISTINCT a.visit_occurrence_id), COUNT(DISTINCT a.person_id)" + pairs,
		"WITH p AS (SELECT a.person_id, a.visit_occurrence_id AS v" + pairs + ") SELECT COUNT(*), COUNT(DISTINCT v), COUNT(DISTINCT person_id) FROM p",
		"SELECT SUM(n), SUM(k), COUNT(*) FROM (SELECT a.person_id, COUNT(*) AS n, COUNT(DISTINCT a.visit_occurrence_id) AS k" + pairs + " GROUP BY 1)",
		"SELECT k, n FROM (SELECT 'pairs' AS k, COUNT(*) AS n" + pairs + " UNION ALL SELECT 'visits', COUNT(DISTINCT a.visit_occurrence_id)" + pairs + " UNION ALL SELECT 'people', COUNT(DISTINCT a.person_id)" + pairs + ")",
		"SELECT SUM(c), COUNT(*) FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id) AS c FROM visit_occurrence)",
		"SELECT AVG(r), COUNT(*) FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS r FROM visit_occurrence)",
		"WITH c AS (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) SELECT SUM(c.n), COUNT(*) FROM visit_occurrence v JOIN c USING (person_id)",
		// two values of one person in one number
		"SELECT month_of_birth, MAX(day_of_birth * 10000 + year_of_birth) FROM person GROUP BY 1",
		"SELECT MAX(month_of_birth * 10000 - year_of_birth) FROM person",
		"SELECT MEDIAN(month_of_birth * 10000 + year_of_birth) FROM person",
		"SELECT QUANTILE_DISC(month_of_birth * 10000 + year_of_birth, 0.5) FROM person",
		"SELECT MAX(k) FROM (SELECT month_of_birth * 10000 + year_of_birth AS k FROM person)",
		"SELECT MAX((visit_start_date - DATE '1900-01-01') * 10000 + year_of_birth) FROM visit_occurrence JOIN person USING (person_id)",
	} {
		if shown := besideShown(t, db, query); !strings.Contains(shown, Hidden) && !strings.Contains(shown, "<5") {
			t.Errorf("%s\nshows %s", query, shown)
		}
	}
}

// TestOneNumberMayChooseAndOrderRows holds that the innocent forms of the above are shown whole.
func TestOneNumberMayChooseAndOrderRows(t *testing.T) {
	db := staysWithConcepts(t)
	for _, query := range []string{
		"SELECT concept_id FROM concept c WHERE (SELECT COUNT(*) FROM person p WHERE p.gender_concept_id = c.concept_id) >= 20",
		"SELECT concept_id, (SELECT COUNT(*) FROM person p WHERE p.gender_concept_id = c.concept_id) AS n FROM concept c ORDER BY n DESC LIMIT 5",
		"SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT COUNT(*) FROM visit_occurrence) AS b",
		"SELECT month_of_birth, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 20",
		"SELECT g, n FROM (SELECT month_of_birth AS g, COUNT(*) AS n FROM person GROUP BY 1) WHERE n >= 20",
		"SELECT month_of_birth, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 10 ORDER BY n DESC LIMIT 3",
		"SELECT month_of_birth, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY n DESC",
		"SELECT month_of_birth FROM person GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 3",
		"SELECT gender_concept_id, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) DESC) AS r FROM person GROUP BY 1",
		"SELECT month_of_birth, AVG(year_of_birth) AS mean, RANK() OVER (ORDER BY AVG(year_of_birth)) AS r FROM person GROUP BY 1",
		"SELECT gender_concept_id, 100.0 * COUNT(*) FILTER (WHERE year_of_birth < 1950) / COUNT(*) AS share, RANK() OVER (ORDER BY 100.0 * COUNT(*) FILTER (WHERE year_of_birth < 1950) / COUNT(*)) AS r FROM person GROUP BY 1",
		"SELECT month_of_birth AS m, COUNT(*) AS n, LAG(COUNT(*)) OVER (ORDER BY month_of_birth) AS before FROM person GROUP BY 1 ORDER BY 1",
		"SELECT month_of_birth AS m, COUNT(*) AS n, COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY month_of_birth) AS more FROM person GROUP BY 1 ORDER BY 1",
		"WITH y AS (SELECT YEAR(visit_start_date) AS y, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) SELECT y, n, 100.0 * (n - LAG(n) OVER (ORDER BY y)) / LAG(n) OVER (ORDER BY y) AS pct FROM y ORDER BY y",
		"SELECT YEAR(visit_start_date) AS y, COUNT(*) AS n, COUNT(DISTINCT person_id) AS people, LAG(COUNT(*)) OVER (ORDER BY YEAR(visit_start_date)) AS before FROM visit_occurrence GROUP BY 1 ORDER BY 1",
		"SELECT month_of_birth, SUM(COUNT(*)) OVER (ORDER BY month_of_birth) AS s FROM person GROUP BY 1",
		"SELECT month_of_birth, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY month_of_birth) AS s FROM person GROUP BY 1",
		"SELECT g, n, l FROM (SELECT month_of_birth AS g, COUNT(*) AS n, LAG(COUNT(*)) OVER (ORDER BY month_of_birth) AS l FROM person GROUP BY 1) WHERE g > 3 ORDER BY 1",
		"WITH m AS (SELECT month_of_birth AS g, COUNT(*) AS n FROM person GROUP BY 1) SELECT g, n, SUM(n) OVER (ORDER BY g) AS s FROM m WHERE g > 3 ORDER BY 1",
		"SELECT gender_concept_id, COUNT(*) AS n, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct FROM person GROUP BY 1",
		"WITH a AS (SELECT year_of_birth AS g, COUNT(*) AS n FROM person GROUP BY 1) SELECT x.g, x.n, y.n AS before FROM a x LEFT JOIN a y ON y.g = x.g - 1 ORDER BY 1",
		"WITH a AS (SELECT gender_concept_id AS g, COUNT(*) AS n FROM person GROUP BY 1), b AS (SELECT gender_concept_id AS g, COUNT(*) AS visits FROM visit_occurrence JOIN person USING (person_id) GROUP BY 1) SELECT a.g, n, visits, 1.0 * visits / n AS per FROM a JOIN b ON a.g = b.g",
		"SELECT SUM(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 2 END) AS score FROM person",
		"SELECT AVG(CASE WHEN year_of_birth < 1950 THEN 2 WHEN year_of_birth < 1970 THEN 1 ELSE 0 END) AS score, COUNT(*) AS n FROM person",
		"SELECT gender_concept_id, AVG(CASE WHEN year_of_birth < 1950 THEN 2 WHEN year_of_birth < 1970 THEN 1 ELSE 0 END) AS score FROM person GROUP BY 1",
		"SELECT AVG(s), COUNT(*) FROM (SELECT person_id, MAX(CASE WHEN month_of_birth > 8 THEN 3 WHEN month_of_birth > 4 THEN 2 ELSE 1 END) AS s FROM visit_occurrence JOIN person USING (person_id) GROUP BY 1)",
		"SELECT COUNT(*) AS pairs, COUNT(DISTINCT a.person_id) AS people FROM visit_occurrence a JOIN visit_occurrence b ON a.person_id = b.person_id AND a.visit_occurrence_id <> b.visit_occurrence_id",
		"SELECT AVG(n) FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence JOIN person USING (person_id) WHERE visit_start_date < DATE '2012-01-01' OR month_of_birth < 7 GROUP BY 1)",
		"SELECT MAX(YEAR(visit_start_date) - year_of_birth), MEDIAN(YEAR(visit_start_date) - year_of_birth) FROM visit_occurrence JOIN person USING (person_id)",
		"SELECT MAX(visit_end_date - visit_start_date), MEDIAN(visit_end_date - visit_start_date) FROM visit_occurrence",
		"SELECT MAX(age) FROM (SELECT FLOOR(DATE_DIFF('day', birth_datetime, visit_start_date) / 365.25) AS age FROM visit_occurrence JOIN person USING (person_id))",
		"SELECT MAX(ROUND((visit_start_date - CAST(birth_datetime AS DATE)) / 365.25, 1)) FROM visit_occurrence JOIN person USING (person_id)",
	} {
		if shown := besideShown(t, db, query); strings.Contains(shown, Hidden) || strings.Contains(shown, "<5") || shown == "" {
			t.Errorf("%s\nshows %s", query, shown)
		}
	}
}
