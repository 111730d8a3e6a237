package privacy

import "testing"

func TestOnlyCountsAndWhatManyShareAreShownToAModel(t *testing.T) {
	db := newParser(t)
	for _, tt := range []struct {
		name, sql string
		ok        bool
	}{
		{"a count of people", `SELECT COUNT(DISTINCT person_id) AS patients FROM death`, true},
		{"by year", `SELECT EXTRACT(YEAR FROM death_date) AS year, COUNT(*) FROM death GROUP BY 1 ORDER BY 1`, true},
		{"by age group", `SELECT CASE WHEN 2010 - p.year_of_birth < 18 THEN 'child' ELSE 'adult' END AS age, COUNT(*) AS n, AVG(2010 - p.year_of_birth) FROM person AS p GROUP BY age`, true},
		{"by concept's name", `SELECT c.concept_name, COUNT(DISTINCT d.person_id) AS n FROM drug_exposure AS d JOIN concept AS c ON c.concept_id = d.drug_concept_id GROUP BY c.concept_name ORDER BY n DESC LIMIT 5`, true},
		{"a share with its counts", `SELECT COUNT(*) AS n, ROUND(100.0 * COUNT(*) FILTER (WHERE gender_concept_id = 8532) / NULLIF(COUNT(*), 0), 2) AS percent FROM person`, true},
		{"through a CTE", `WITH first AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence GROUP BY person_id) SELECT EXTRACT(YEAR FROM d) AS y, COUNT(*) AS n FROM first GROUP BY y`, true},
		{"a mean of people's counts", `SELECT AVG(n) AS mean, COUNT(*) AS people FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) AS v`, true},
		{"a UNION of counts", `SELECT 'a' AS k, COUNT(*) AS n FROM death UNION ALL SELECT 'b', COUNT(*) FROM person`, true},

		{"people", `SELECT person_id FROM person`, false},
		{"people beside a count", `SELECT person_id, COUNT(*) FROM visit_occurrence GROUP BY person_id`, false},
		{"each person's count", `SELECT COUNT(*) AS n FROM visit_occurrence GROUP BY person_id`, false},
		{"each person's count through a CTE", `WITH v AS (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) SELECT n FROM v`, false},
		{"each person's count, GROUP BY ALL", `SELECT n, k FROM (SELECT person_id AS k, COUNT(*) AS n FROM visit_occurrence GROUP BY ALL) AS v`, false},
		{"a birth date", `SELECT MAX(birth_datetime) AS d, COUNT(*) FROM person`, false},
		{"dates", `SELECT death_date, COUNT(*) FROM death GROUP BY 1`, false},
		{"a source value", `SELECT person_source_value || '' AS v, COUNT(*) FROM person GROUP BY 1`, false},
		{"a list of values", `SELECT STRING_AGG(person_source_value, ',') AS v, COUNT(*) FROM person`, false},
		{"all columns", `SELECT * FROM person`, false},
		{"a window", `SELECT COUNT(*) OVER () AS n FROM person`, false},
		{"an average alone", `SELECT AVG(value_as_number) FROM measurement`, false},
		{"concepts without a count", `SELECT DISTINCT condition_concept_id FROM condition_occurrence`, false},
		{"a sum that counts", `SELECT COUNT(*) AS n, SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS women FROM person`, true},
		{"days of a month", `SELECT EXTRACT(DAY FROM birth_datetime) AS d, COUNT(*) FROM person GROUP BY 1`, false},
		{"a value", `SELECT value_as_number AS v, COUNT(*) FROM measurement GROUP BY v`, false},
		{"a scalar subquery of one person", `SELECT COUNT(*) AS n, (SELECT birth_datetime FROM person LIMIT 1) AS d FROM person`, false},
		{"a UNION with people", `SELECT COUNT(*) AS n FROM death UNION ALL SELECT person_id FROM person`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := Read(db.parse(t, tt.sql), 5).ForModel(); (err == nil) != tt.ok {
				t.Errorf("for a model: %v", err)
			}
		})
	}
}
