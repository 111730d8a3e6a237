package privacy

import (
	"strings"
	"testing"
)

// TestWhatLegitimateSQLHasNoUseForIsRefused holds for each construct of language.tsv that a statement with it is
// refused by its name, that its nearer form is not, and that both are read where small numbers are not hidden.
func TestWhatLegitimateSQLHasNoUseForIsRefused(t *testing.T) {
	db := newParser(t)
	counts := func(n int, between string) string {
		return strings.TrimSuffix(strings.Repeat("SELECT COUNT(*) FROM person"+between, n), between)
	}
	tests := map[string][2]string{
		"recursion": {"WITH RECURSIVE y(n) AS (SELECT 2009 UNION ALL SELECT n + 1 FROM y WHERE n < 2011) SELECT n, COUNT(*) FROM y JOIN death ON YEAR(death_date) = n GROUP BY 1",
			"SELECT n, COUNT(*) FROM GENERATE_SERIES(2009, 2011) y(n) JOIN death ON YEAR(death_date) = n GROUP BY 1"},
		"lateral": {"SELECT COUNT(*) FROM person p, LATERAL (SELECT p.year_of_birth AS y) x WHERE x.y > 1950",
			"SELECT COUNT(*) FROM death d, LATERAL (SELECT p.year_of_birth AS y FROM person p WHERE p.person_id = d.person_id) x WHERE x.y > 1950"},
		"values":         {"SELECT * FROM (VALUES ('a', (SELECT COUNT(*) FROM death))) t(k, n)", "SELECT 'a' AS k, COUNT(*) AS n FROM death UNION ALL SELECT 'b', COUNT(*) FROM person"},
		"table-function": {"SELECT COUNT(*) FROM person, repeat_row(1, num_rows = 3)", "SELECT i, COUNT(*) FROM person JOIN range(1950, 1953) y(i) ON year_of_birth = i GROUP BY 1"},
		"unnest":         {"SELECT UNNEST([year_of_birth]) FROM person", "SELECT u.y, COUNT(*) FROM (SELECT UNNEST([1950, 1951]) AS y) u JOIN person p ON p.year_of_birth = u.y GROUP BY 1"},
		"join":           {"SELECT COUNT(*) FROM person p FULL JOIN death d ON d.person_id = p.person_id", "SELECT COUNT(*), COUNT(d.person_id) FROM person p LEFT JOIN death d ON d.person_id = p.person_id"},
		"join-query": {"SELECT COUNT(*) FROM person p JOIN death d ON d.person_id = p.person_id AND EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = p.person_id)",
			"SELECT COUNT(*) FROM person p JOIN death d ON d.person_id = p.person_id WHERE EXISTS (SELECT 1 FROM measurement m WHERE m.person_id = p.person_id)"},
		"star":       {"SELECT COUNT(COLUMNS('.*_concept_id')) FROM person", "SELECT COUNT(gender_concept_id), COUNT(race_concept_id) FROM person"},
		"element":    {"SELECT COUNT(*) FROM person WHERE ([year_of_birth])[1] > 1950", "SELECT COUNT(*) FROM person WHERE year_of_birth > 1950"},
		"quantified": {"SELECT COUNT(*) FROM person WHERE year_of_birth > ALL (SELECT YEAR(death_date) - 90 FROM death)", "SELECT COUNT(*) FROM person WHERE gender_concept_id IN (SELECT concept_id FROM concept)"},
		"place": {"SELECT COUNT(*) FROM person p GROUP BY (SELECT COUNT(*) FROM death d WHERE d.person_id = p.person_id)",
			"SELECT person_id IN (SELECT person_id FROM death) AS died, COUNT(*) FROM person GROUP BY 1"},
		"correlated": {"SELECT k.concept_id, (SELECT COUNT(*) FROM person p WHERE p.race_concept_id <> k.concept_id) FROM concept k",
			"SELECT k.concept_id, (SELECT COUNT(*) FROM person p WHERE p.race_concept_id = k.concept_id) FROM concept k"},
		"function":           {"SELECT hash(COUNT(*)) FROM person", "SELECT ROUND(AVG(year_of_birth)) FROM person"},
		"aggregate":          {"SELECT SKEWNESS(year_of_birth), KURTOSIS(year_of_birth) FROM person", "SELECT STDDEV(year_of_birth) FROM person"},
		"aggregate-distinct": {"SELECT SUM(DISTINCT year_of_birth) FROM person", "SELECT COUNT(DISTINCT year_of_birth) FROM person"},
		"aggregate-order":    {"SELECT person_id FROM (SELECT person_id, ANY_VALUE(condition_concept_id ORDER BY condition_start_date) AS c FROM condition_occurrence GROUP BY 1) x", "SELECT c, COUNT(*) FROM (SELECT person_id, ARG_MIN(condition_concept_id, condition_start_date) AS c FROM condition_occurrence GROUP BY 1) x GROUP BY 1"},
		"of-one":             {"SELECT ARG_MAX(race_concept_id, year_of_birth) FROM person", "SELECT MAX(year_of_birth) FROM person"},
		"window-function":    {"SELECT gender_concept_id, MAX(COUNT(*)) OVER () FROM person GROUP BY 1", "SELECT gender_concept_id, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () FROM person GROUP BY 1"},
		"window-people": {"SELECT DISTINCT gender_concept_id, COUNT(*) OVER (PARTITION BY gender_concept_id) FROM person",
			"SELECT COUNT(*) FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS r FROM visit_occurrence) v WHERE r = 2"},
		"window-frame": {"SELECT gender_concept_id, SUM(COUNT(*)) OVER (ORDER BY gender_concept_id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM person GROUP BY 1",
			"SELECT gender_concept_id, SUM(COUNT(*)) OVER (ORDER BY gender_concept_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM person GROUP BY 1"},
		"window-least": {"SELECT race_concept_id, COUNT(*), SUM(COUNT(*)) OVER () FROM person GROUP BY 1 HAVING COUNT(*) >= 4",
			"SELECT race_concept_id, COUNT(*), SUM(COUNT(*)) OVER () FROM person GROUP BY 1 HAVING COUNT(*) >= 5"},
		"limit-least": {"SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 4 ORDER BY n LIMIT 2",
			"SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 5 ORDER BY n LIMIT 2"},
		"window-form": {"SELECT gender_concept_id, SUM(COUNT(*)) FILTER (WHERE COUNT(*) > 5) OVER () FROM person GROUP BY 1", "SELECT gender_concept_id, SUM(COUNT(*)) OVER () FROM person GROUP BY 1"},
		"set":         {"SELECT person_id FROM person INTERSECT ALL SELECT person_id FROM death", "SELECT COUNT(*) FROM (SELECT person_id FROM person INTERSECT SELECT person_id FROM death) x"},
		"inputs":      {counts(9, " UNION ALL "), counts(8, " UNION ALL ")},
		"union-size":  {"SELECT COUNT(*), SUM(1), COUNT(person_id) FROM person" + strings.Repeat(" UNION ALL SELECT COUNT(*), SUM(1), COUNT(person_id) FROM person", 5), counts(6, " UNION ALL ")},
		"groupings":   {"SELECT gender_concept_id, COUNT(*) FROM person GROUP BY 1 UNION ALL SELECT race_concept_id, COUNT(*) FROM person GROUP BY 1", "SELECT gender_concept_id, race_concept_id, COUNT(*) FROM person GROUP BY GROUPING SETS ((1), (2))"},
		"numbers":     {"SELECT COUNT(*)" + strings.Repeat(", COUNT(*)", 8) + " FROM person", "SELECT COUNT(*)" + strings.Repeat(", COUNT(*)", 7) + " FROM person"},
		"subqueries":  {"SELECT 1.0 * (" + counts(9, ") / (") + ")", "SELECT 1.0 * (" + counts(2, ") / (") + ")"},
		"keys":        {"SELECT COUNT(*) FROM person GROUP BY gender_concept_id, race_concept_id, ethnicity_concept_id, year_of_birth, month_of_birth, day_of_birth", "SELECT COUNT(*) FROM person GROUP BY gender_concept_id, race_concept_id"},
		"key-number": {"SELECT COUNT(*) AS n FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) x GROUP BY CASE WHEN n = 4 THEN 1 ELSE 2 END",
			"SELECT race_concept_id, SUM(n) FROM (SELECT race_concept_id, gender_concept_id, COUNT(*) AS n FROM person GROUP BY 1, 2) x GROUP BY 1"},
		"members": {"SELECT month_of_birth, COUNT(*) FROM person WHERE month_of_birth IN (SELECT month_of_birth FROM person JOIN death USING (person_id) WHERE cause_concept_id = 1) GROUP BY 1",
			"SELECT month_of_birth, COUNT(*) FROM person WHERE person_id IN (SELECT person_id FROM death WHERE cause_concept_id = 1) GROUP BY 1"},
		"members-number": {"SELECT COUNT(*) FROM person WHERE race_concept_id IN (SELECT race_concept_id FROM person GROUP BY 1 HAVING COUNT(*) >= 4)",
			"SELECT race_concept_id, COUNT(*) FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 10"},
		"nobody": {"SELECT y.n, COUNT(y.n) FROM range(1950, 1990) y(n) LEFT JOIN person p ON p.year_of_birth = y.n WHERE p.person_id IS NULL GROUP BY 1",
			"SELECT y.n, COUNT(p.person_id) FROM range(1950, 1990) y(n) LEFT JOIN person p ON p.year_of_birth = y.n GROUP BY 1"},
		"picked": {"SELECT SUM(n) FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 4) x",
			"SELECT SUM(n) FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 5) x"},
		"pairs": {"SELECT COUNT(DISTINCT a.person_id) FROM person a JOIN person b ON b.race_concept_id = a.race_concept_id AND b.person_id > a.person_id",
			"SELECT COUNT(DISTINCT a.person_id) FROM visit_occurrence a JOIN visit_occurrence b ON b.visit_occurrence_id = a.preceding_visit_occurrence_id"},
		"key-mixed": {"SELECT COUNT(*) FROM (SELECT COALESCE(d.person_id, p.gender_concept_id) AS k FROM person p LEFT JOIN death d ON d.person_id = p.person_id GROUP BY 1) x",
			"SELECT COUNT(*) FROM (SELECT COALESCE(d.person_id, p.person_id) AS k FROM person p LEFT JOIN death d ON d.person_id = p.person_id GROUP BY 1) x"},
		"limit-unseen":  {"SELECT race_concept_id FROM person GROUP BY 1 ORDER BY AVG(year_of_birth) LIMIT 2", "SELECT race_concept_id FROM person GROUP BY 1 ORDER BY COUNT(*) LIMIT 2"},
		"limit-order":   {"SELECT n FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) x LIMIT 1", "SELECT n FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) x ORDER BY n DESC LIMIT 1"},
		"percent":       {"SELECT race_concept_id, COUNT(*) FROM person GROUP BY 1 LIMIT 10 PERCENT", "SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY n DESC LIMIT 2"},
		"limit":         {"SELECT AVG(y) FROM (SELECT year_of_birth AS y FROM person ORDER BY birth_datetime LIMIT 10) x", "SELECT MEDIAN(year_of_birth) FROM person"},
		"distinct-on":   {"SELECT COUNT(*) FROM (SELECT DISTINCT ON (race_concept_id) year_of_birth FROM person ORDER BY race_concept_id, birth_datetime) x", "SELECT COUNT(*) FROM (SELECT DISTINCT ON (person_id) person_id, visit_concept_id FROM visit_occurrence ORDER BY person_id, visit_start_date) x"},
		"union-numbers": {"SELECT SUM(n) FROM (SELECT COUNT(*) AS n FROM person UNION ALL SELECT -COUNT(*) FROM death) x", "SELECT * FROM (SELECT COUNT(*) AS n FROM person UNION ALL SELECT COUNT(*) FROM death) x"},
		"plain-numbers": {"SELECT SUM(k * n) FROM (SELECT 1 AS k, (SELECT COUNT(*) FROM person) AS n UNION ALL SELECT -1, (SELECT COUNT(*) FROM death)) x",
			"SELECT 1 AS k, (SELECT COUNT(*) FROM person) AS n UNION ALL SELECT -1, (SELECT COUNT(*) FROM death)"},
		"correlated-groups": {"WITH a AS (SELECT year_of_birth AS y, COUNT(*) AS n FROM person GROUP BY 1) SELECT y, n, (SELECT b.n FROM a b WHERE b.y = a.y + 1) FROM a",
			"WITH a AS (SELECT year_of_birth AS y, COUNT(*) AS n FROM person GROUP BY 1) SELECT y, n, LAG(n) OVER (ORDER BY y) FROM a"},
		"of-groups":        {"SELECT STDDEV(n) FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) x", "SELECT MAX(n) FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) x"},
		"of-groups-filter": {"SELECT SUM(n) FILTER (WHERE k = 8516) FROM (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1) x", "SELECT SUM(n) FROM (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1) x"},
		"condition":        {"SELECT race_concept_id FROM person GROUP BY 1 HAVING COUNT(*) = 3", "SELECT race_concept_id, COUNT(*) FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 10"},
	}
	for name, c := range constructs() {
		test, ok := tests[name]
		if !ok {
			t.Errorf("%s has no statement", name)
			continue
		}
		called, _, _ := strings.Cut(c.called, "%s")
		why := Read(db.parse(t, test[0]), 5).RowLevel()
		if !strings.Contains(why, called) || strings.Contains(why, "%") || !strings.HasSuffix(why, c.instead) {
			t.Errorf("%s: %s\nis refused by %q", name, test[0], why)
		}
		if why := Read(db.parse(t, test[1]), 5).RowLevel(); why != "" {
			t.Errorf("%s: %s\nis refused: %s", name, test[1], why)
		}
		if why := Read(db.parse(t, test[0]), 0).RowLevel(); strings.HasSuffix(why, c.instead) {
			t.Errorf("%s: %s\nis refused where nothing is hidden: %s", name, test[0], why)
		}
	}
	if len(constructs()) != len(tests) {
		t.Errorf("%d constructs, %d statements", len(constructs()), len(tests))
	}
}
