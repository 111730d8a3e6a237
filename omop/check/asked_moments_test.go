package check_test

import "testing"

// When an age is taken, who was observed then, the unit behind a number, every kind of a name, and rows that count
// themselves.
func TestMomentsUnitsAndKindsOfTheQuestionAreHeldAgainstTheStatement(t *testing.T) {
	const (
		first  = `(SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id) g`
		stays  = `SELECT COUNT(*) FILTER (WHERE k > 0) * 100.0 / COUNT(*) AS pct FROM (SELECT COUNT(*) OVER (PARTITION BY person_id ORDER BY visit_start_date RANGE BETWEEN `
		people = `SELECT COUNT(DISTINCT a.person_id) AS n FROM measurement a WHERE a.measurement_concept_id IN ([measurement@glucose]) AND a.unit_concept_id = 8840 AND a.value_as_number IS NOT NULL AND `
		high   = ` FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840 AND value_as_number >= 200)`
		named  = `SELECT COUNT(DISTINCT co.person_id) AS people FROM condition_occurrence co JOIN `
	)
	tellsApart(t, []besideQuestion{
		{
			"What is the mean age in completed years at the first gout diagnosis?",
			`SELECT AVG(DATE_SUB('year', CAST(p.birth_datetime AS DATE), op.observation_period_start_date)) AS mean_age FROM ` + first + ` JOIN person p ON p.person_id = g.person_id JOIN observation_period op ON op.person_id = g.person_id`,
			`SELECT AVG(DATE_SUB('year', CAST(p.birth_datetime AS DATE), g.d)) AS mean_age FROM ` + first + ` JOIN person p ON p.person_id = g.person_id`,
		},
		{
			"What percentage of the people under observation on 1 July 2010 were women?",
			`SELECT 100.0 * COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN p.person_id END) / COUNT(DISTINCT p.person_id) AS pct FROM person p JOIN observation_period op ON op.person_id = p.person_id WHERE p.birth_datetime < DATE '2010-07-01'`,
			`SELECT 100.0 * COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN p.person_id END) / COUNT(DISTINCT p.person_id) AS pct FROM person p JOIN observation_period op ON op.person_id = p.person_id WHERE DATE '2010-07-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date`,
		},
		{
			"How many people ever had a glucose of 11.1 mmol/L or higher?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840 AND value_as_number >= 11.1`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8753 AND value_as_number >= 11.1`,
		},
		{
			"Among people with a glucose, how many never had one of 200 or higher?",
			people + `a.measurement_id NOT IN (SELECT measurement_id` + high,
			people + `a.person_id NOT IN (SELECT person_id` + high,
		},
		{
			"How many people have gout of any kind on record?",
			named + `concept c ON c.concept_id = co.condition_concept_id WHERE LOWER(c.concept_name) = 'gout'`,
			named + `concept_ancestor a ON a.descendant_concept_id = co.condition_concept_id JOIN concept c ON c.concept_id = a.ancestor_concept_id WHERE LOWER(c.concept_name) = 'gout' AND c.standard_concept = 'S'`,
		},
		{
			"What percentage of inpatient stays were followed by another of the same person within 30 days of the stay's own admission date?",
			stays + `CURRENT ROW AND INTERVAL 30 DAY FOLLOWING) AS k FROM visit_occurrence WHERE visit_concept_id = 9201) x`,
			stays + `INTERVAL 1 DAY FOLLOWING AND INTERVAL 30 DAY FOLLOWING) AS k FROM visit_occurrence WHERE visit_concept_id = 9201) x`,
		},
	})
}
