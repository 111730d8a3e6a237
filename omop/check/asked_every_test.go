package check_test

import "testing"

// All, the last or the first of a person's records, and the time up to an event: any record, or the whole time, is
// another number.
func TestAnyRecordIsNotEveryOrTheLast(t *testing.T) {
	const (
		firsts = `WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) `
		joined = ` FROM observation_period AS op LEFT JOIN f ON f.person_id = op.person_id AND f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date`
	)
	tellsApart(t, []besideQuestion{
		{
			"How many people had all their HbA1c results below 7?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number < 7`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 GROUP BY person_id HAVING MAX(value_as_number) < 7) AS x`,
		},
		{
			"For how many people is the most recent HbA1c result above 9?",
			`SELECT COUNT(*) AS people FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id) AS rn FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number > 9) AS x WHERE rn = 1`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id, value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id) AS rn FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554) AS x WHERE rn = 1 AND value_as_number > 9`,
		},
		{
			"What is the mean of people's first HbA1c result?",
			`SELECT AVG(v) AS mean FROM (SELECT person_id, MIN(measurement_date) AS d, MIN(value_as_number) AS v FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 GROUP BY person_id) AS x`,
			`SELECT AVG(v) AS mean FROM (SELECT person_id, ARG_MIN(value_as_number, measurement_date) AS v FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 GROUP BY person_id) AS x`,
		},
		{
			"How many people's most recent visit of any kind was in the emergency room?",
			`SELECT COUNT(*) AS people FROM (SELECT person_id, MAX(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id) AS x`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id, visit_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date DESC, visit_occurrence_id) AS rn FROM visit_occurrence) AS x WHERE rn = 1 AND visit_concept_id = 9203`,
		},
		{
			"How many different mapped conditions does a person have on average?",
			`SELECT AVG(n) AS mean FROM (SELECT person_id, COUNT(DISTINCT condition_concept_id) AS n FROM condition_occurrence GROUP BY person_id) AS x`,
			`SELECT AVG(n) AS mean FROM (SELECT person_id, COUNT(DISTINCT condition_concept_id) AS n FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY person_id) AS x`,
		},
		{
			"What is the incidence rate of asthma per 1,000 person-years, at risk until their first asthma?",
			firsts + `SELECT 1000.0 * COUNT(f.person_id) / (SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS rate` + joined,
			firsts + `SELECT 1000.0 * COUNT(f.person_id) / (SUM(COALESCE(f.d, op.observation_period_end_date) - op.observation_period_start_date) / 365.25) AS rate` + joined,
		},
		{
			"How many people had at least 365 days of prior observation at their first asthma?",
			firsts + `SELECT COUNT(DISTINCT f.person_id) AS people FROM f JOIN observation_period AS op ON op.person_id = f.person_id AND f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE op.observation_period_end_date - op.observation_period_start_date >= 365`,
			firsts + `SELECT COUNT(DISTINCT f.person_id) AS people FROM f JOIN observation_period AS op ON op.person_id = f.person_id AND f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE f.d - op.observation_period_start_date >= 365`,
		},
		{
			"How many inpatient stays were followed by another inpatient stay within 30 days after discharge?",
			`SELECT COUNT(*) AS stays FROM (SELECT visit_concept_id, visit_end_date, LEAD(visit_start_date) OVER w AS d, LEAD(visit_concept_id) OVER w AS kind FROM visit_occurrence WINDOW w AS (PARTITION BY person_id ORDER BY visit_start_date)) AS x WHERE visit_concept_id = 9201 AND kind = 9201 AND d - visit_end_date BETWEEN 0 AND 30`,
			`SELECT COUNT(*) AS stays FROM (SELECT visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201) AS x WHERE d - visit_end_date BETWEEN 0 AND 30`,
		},
		{
			"How many people had pneumonia on at least two different days?",
			`SELECT COUNT(*) AS people FROM (SELECT co.person_id FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 255848 GROUP BY co.person_id HAVING COUNT(*) >= 2) AS x`,
			`SELECT COUNT(*) AS people FROM (SELECT co.person_id FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 255848 GROUP BY co.person_id HAVING COUNT(DISTINCT co.condition_start_date) >= 2) AS x`,
		},
		{
			"How many people ever had a body weight above 220 pounds?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number > 220`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number > 220 * 0.45359237`,
		},
		{
			"How many people share their home location with another person?",
			`SELECT COUNT(*) AS people FROM person AS p WHERE EXISTS (SELECT 1 FROM person AS q WHERE q.location_id = p.location_id)`,
			`SELECT COUNT(*) AS people FROM person AS p WHERE EXISTS (SELECT 1 FROM person AS q WHERE q.location_id = p.location_id AND q.person_id <> p.person_id)`,
		},
		{
			"What is the 30-day mortality after a stay in hospital?",
			`SELECT AVG(CASE WHEN d.death_date >= v.visit_end_date THEN 1.0 ELSE 0 END) AS share FROM visit_occurrence AS v LEFT JOIN death AS d ON d.person_id = v.person_id WHERE v.visit_concept_id = 9201`,
			`SELECT AVG(CASE WHEN d.death_date BETWEEN v.visit_end_date AND v.visit_end_date + 30 THEN 1.0 ELSE 0 END) AS share FROM visit_occurrence AS v LEFT JOIN death AS d ON d.person_id = v.person_id WHERE v.visit_concept_id = 9201`,
		},
	})
}
