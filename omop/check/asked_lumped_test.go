package check_test

import "testing"

// Means of shares, shares of those with a value, first records of all, what was going on, and each person's span.
func TestWhatIsLumpedTogetherIsHeldAgainstTheQuestion(t *testing.T) {
	const (
		sick    = `condition_concept_id IN ([condition@asthma])`
		glucose = `measurement_concept_id IN ([measurement@glucose])`
		byRace  = `SELECT p.race_concept_id, COUNT(DISTINCT c.person_id) AS ill, COUNT(DISTINCT p.person_id) AS n, 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT p.person_id) AS pct FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.` + sick + ` GROUP BY p.race_concept_id`
		first   = `SELECT drug_concept_id, COUNT(*) AS n FROM (SELECT person_id, drug_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id`
		kept    = ` ORDER BY drug_exposure_start_date, drug_exposure_id) AS k FROM drug_exposure WHERE drug_concept_id <> 0) x WHERE k = 1 GROUP BY drug_concept_id ORDER BY n DESC, 1 LIMIT 10`
		last    = `SELECT AVG(d) AS days FROM (SELECT MAX(measurement_date) - MIN(measurement_date) AS d FROM measurement WHERE ` + glucose
	)
	tellsApart(t, []besideQuestion{
		{
			"What percentage of people have asthma?",
			`SELECT AVG(pct) AS pct FROM (` + byRace + `) x`,
			`SELECT 100.0 * SUM(ill) / SUM(n) AS pct FROM (` + byRace + `) x`,
		},
		{
			"What is the unweighted mean over the races of the percentage of people with asthma?", "",
			`SELECT AVG(pct) AS pct FROM (` + byRace + `) x`,
		},
		{
			"What percentage of glucose measurements with a value were above 126?",
			`SELECT 100.0 * AVG(CASE WHEN value_as_number > 126 THEN 1 ELSE 0 END) AS pct FROM measurement WHERE ` + glucose,
			`SELECT 100.0 * AVG(CASE WHEN value_as_number > 126 THEN 1 ELSE 0 END) AS pct FROM measurement WHERE value_as_number IS NOT NULL AND ` + glucose,
		},
		{
			"What percentage of glucose measurements with a value were above 126?",
			`SELECT 100.0 * SUM(CASE WHEN value_as_number > 126 THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM measurement WHERE ` + glucose,
			`SELECT 100.0 * SUM(CASE WHEN value_as_number > 126 THEN 1 ELSE 0 END) / COUNT(value_as_number) AS pct FROM measurement WHERE ` + glucose,
		},
		{
			"What was each person's first drug? Show the ten most common.",
			first + `, drug_concept_id` + kept,
			first + kept,
		},
		{
			"What was the first drug record of each drug for each person? Show the ten most common.", "",
			first + `, drug_concept_id` + kept,
		},
		{
			"How many hospital admissions were under way on 1 July 2009?",
			`SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date = DATE '2009-07-01'`,
			`SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND DATE '2009-07-01' BETWEEN visit_start_date AND visit_end_date`,
		},
		{
			"How many days lie between the first and the last glucose result of each person, on average?",
			last + `) x`,
			last + ` GROUP BY person_id) x`,
		},
		{
			"How many people had asthma first recorded in the calendar year after their first visit?", "",
			`WITH f AS (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence GROUP BY person_id), h AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE ` + sick + ` GROUP BY person_id) SELECT COUNT(*) AS n FROM f JOIN h USING (person_id) WHERE date_diff('year', f.d, h.d) = 1`,
		},
		{
			"How many people took aspirin continuously, with gaps of at most 30 days?", "",
			`WITH e AS (SELECT person_id, drug_exposure_start_date AS s, LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS before FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin])) SELECT COUNT(*) AS people FROM (SELECT person_id FROM e GROUP BY person_id HAVING MAX(s - before) <= 30) x`,
		},
		{
			"How many people took aspirin continuously for a year, allowing gaps of at most 30 days?", "",
			`WITH e AS (SELECT person_id, drug_exposure_start_date AS s, drug_exposure_end_date AS e, LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS before FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin])), g AS (SELECT person_id, s, e, SUM(CASE WHEN before IS NULL OR s - before > 30 THEN 1 ELSE 0 END) OVER (PARTITION BY person_id ORDER BY s) AS episode FROM e) SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, episode, MIN(s) AS s, MAX(e) AS e FROM g GROUP BY person_id, episode) x WHERE x.e - x.s >= 365`,
		},
	})
}
