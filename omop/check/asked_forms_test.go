package check_test

import "testing"

// each sets several forms of a wrong statement beside a right one, and several of a right one beside none.
func each(question, frame string, wrong, right []string) []besideQuestion {
	var out []besideQuestion
	for _, w := range wrong {
		out = append(out, besideQuestion{question, frame + w, frame + right[0]})
	}
	for _, r := range right {
		out = append(out, besideQuestion{question, "", frame + r})
	}
	return out
}

// A time in days is not told by the years, months or weeks of two dates, however they are written.
func TestDatesAreNotComparedByTheirYears(t *testing.T) {
	const first = `WITH hf AS (SELECT person_id, condition_start_date AS d, MIN(condition_start_date) OVER (PARTITION BY person_id) AS d0 FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])) SELECT COUNT(DISTINCT person_id) AS people FROM hf WHERE d > d0 AND `
	tellsApart(t, each("How many people had another heart failure record on a later day within 365 days after their first?", first, []string{
		"year(d) - year(d0) <= 1", "date_diff('year', d0, d) <= 1", "year(d) <= year(d0) + 1", "year(d) IN (year(d0), year(d0) + 1)",
		"EXTRACT(YEAR FROM d) BETWEEN EXTRACT(YEAR FROM d0) AND EXTRACT(YEAR FROM d0) + 1", "date_diff('month', d0, d) <= 12",
		"12 * (year(d) - year(d0)) + month(d) - month(d0) <= 12", "date_trunc('year', d) <= date_trunc('year', d0) + INTERVAL 1 YEAR",
		"CAST(strftime(d, '%Y') AS INTEGER) - CAST(strftime(d0, '%Y') AS INTEGER) <= 1",
	}, []string{
		"d - d0 <= 365", "date_diff('day', d0, d) <= 365", "d <= d0 + INTERVAL 365 DAY", "CAST(d AS TIMESTAMP) - CAST(d0 AS TIMESTAMP) <= INTERVAL 365 DAY",
		"d - 365 <= d0 AND year(d) >= year(d0)",
	}))
	const pairs = `SELECT COUNT(DISTINCT s.person_id) AS people FROM measurement AS s JOIN measurement AS d ON d.person_id = s.person_id AND d.measurement_concept_id = 3012888 WHERE s.measurement_concept_id = 3004249 AND `
	tellsApart(t, each("How many people had a systolic and a diastolic reading on the same day?", pairs, []string{
		"year(d.measurement_date) = year(s.measurement_date)", "date_trunc('month', d.measurement_date) = date_trunc('month', s.measurement_date)",
		"strftime(d.measurement_date, '%Y-%m') = strftime(s.measurement_date, '%Y-%m')", "date_diff('week', s.measurement_date, d.measurement_date) = 0",
		"LEFT(CAST(d.measurement_date AS VARCHAR), 7) = LEFT(CAST(s.measurement_date AS VARCHAR), 7)",
	}, []string{
		"d.measurement_date = s.measurement_date", "date_diff('day', s.measurement_date, d.measurement_date) = 0",
		"strftime(d.measurement_date, '%Y%m%d') = strftime(s.measurement_date, '%Y%m%d')",
		"year(d.measurement_date) = year(s.measurement_date) AND dayofyear(d.measurement_date) = dayofyear(s.measurement_date)",
	}))
}

// The first day on which anybody is observed is not that of a person.
func TestTheObservationOfEverybodyIsNobodysOwn(t *testing.T) {
	const first = `WITH f AS (SELECT person_id, MIN(condition_start_date) AS d0 FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) SELECT COUNT(*) AS people FROM f`
	tellsApart(t, each("How many people with a first diagnosis of asthma were observed for at least 365 days before it?", first, []string{
		" WHERE d0 >= (SELECT MIN(observation_period_start_date) FROM observation_period) + 365",
		", (SELECT MIN(observation_period_start_date) AS t0 FROM observation_period) AS db WHERE d0 - INTERVAL 365 DAY >= db.t0",
		" WHERE d0 - 365 >= (SELECT observation_period_start_date FROM observation_period ORDER BY 1 LIMIT 1)",
	}, []string{
		" JOIN observation_period AS o USING (person_id) WHERE d0 - 365 >= observation_period_start_date AND d0 <= observation_period_end_date",
		" WHERE d0 >= (SELECT MIN(observation_period_start_date) FROM observation_period AS o WHERE o.person_id = f.person_id) + 365",
	}))
	const stays = `SELECT 1000 * (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201)`
	tellsApart(t, each("What was the rate of inpatient stays per 1,000 person-years of observation?", stays, []string{
		` / (COUNT(*) * (MAX(observation_period_end_date) - MIN(observation_period_start_date) + 1) / 365.25) AS rate FROM observation_period`,
		` / (s.k * s.days / 365.25) AS rate FROM (SELECT COUNT(*) AS k, MAX(observation_period_end_date) - MIN(observation_period_start_date) AS days FROM observation_period) AS s`,
		` / SUM(year(observation_period_end_date) - year(observation_period_start_date) + 1) AS rate FROM observation_period`,
	}, []string{` / (SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25) AS rate FROM observation_period`}))
}

// Who is 74 and a half is 74, and who is 64 and a half is not 65.
func TestPartsOfYearsAreNoAges(t *testing.T) {
	const age = `(DATE '2009-01-01' - CAST(birth_datetime AS DATE)) / 365.25`
	tellsApart(t, each("How many people are aged 65 to 74 (completed years) on 1 January 2009?", `SELECT COUNT(*) AS people FROM person WHERE `, []string{
		age + ` BETWEEN 65 AND 74`, `NOT (` + age + ` < 65 OR ` + age + ` > 74)`, `ROUND(` + age + `, 2) BETWEEN 65 AND 74`,
		`ROUND(` + age + `) BETWEEN 65 AND 74`, `CEIL(` + age + `) BETWEEN 65 AND 74`, `CAST(` + age + ` AS INTEGER) BETWEEN 65 AND 74`,
	}, []string{
		`date_sub('year', CAST(birth_datetime AS DATE), DATE '2009-01-01') BETWEEN 65 AND 74`, `FLOOR(` + age + `) BETWEEN 65 AND 74`,
		age + ` >= 65 AND ` + age + ` < 75`,
	}))
}

// Single mistakes that several forms of SQL can hide.
func TestMistakesBehindOtherForms(t *testing.T) {
	const women = `SELECT 100.0 * `
	of := ` FROM visit_occurrence AS v JOIN person AS p ON p.person_id = v.person_id WHERE v.visit_concept_id = 9201`
	tellsApart(t, each("What percentage of people who had at least one inpatient stay are women?", women, []string{
		`COUNT(*) FILTER (WHERE p.gender_concept_id = 8532) / COUNT(*) AS pct` + of, `AVG(CAST(p.gender_concept_id = 8532 AS INTEGER)) AS pct` + of,
		`SUM(CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END) / SUM(1) AS pct` + of,
		`LEN(LIST(v.person_id) FILTER (WHERE p.gender_concept_id = 8532)) / LEN(LIST(v.person_id)) AS pct` + of,
	}, []string{
		`COUNT(DISTINCT v.person_id) FILTER (WHERE p.gender_concept_id = 8532) / COUNT(DISTINCT v.person_id) AS pct` + of,
		`AVG(CAST(gender_concept_id = 8532 AS INTEGER)) AS pct FROM person WHERE person_id IN (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201)`,
	}))
	tellsApart(t, []besideQuestion{
		{
			"How many emergency room visits were there in January 2010?",
			`SELECT n FROM (SELECT EXTRACT(MONTH FROM visit_start_date) AS mon, COUNT(*) AS n, MAX(EXTRACT(YEAR FROM visit_start_date)) AS yr FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY mon) AS t WHERE mon = 1 AND yr = 2010`,
			`SELECT n FROM (SELECT EXTRACT(MONTH FROM visit_start_date) AS mon, COUNT(*) AS n, EXTRACT(YEAR FROM visit_start_date) AS yr FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY mon, yr) AS t WHERE mon = 1 AND yr = 2010`,
		},
		{
			"What is the total days_supply of metformin?",
			`SELECT SUM(drug_exposure_end_date - drug_exposure_start_date) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
			`SELECT SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
		},
		{
			"What is the mean of the values whose unit concept is milligram per deciliter only?",
			`SELECT AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND COALESCE(NULLIF(unit_concept_id, 0), 8840) = 8840`,
			`SELECT AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840`,
		},
		{
			"For how many people was 2009 the year of their first recorded asthma diagnosis?",
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND date_trunc('year', condition_start_date) = DATE '2009-01-01' QUALIFY 1 = ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date)) AS t`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) QUALIFY 1 = ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date)) AS t WHERE date_trunc('year', condition_start_date) = DATE '2009-01-01'`,
		},
		{
			"How many inpatient stays were followed by an emergency room visit of the same person within 14 days after discharge?",
			`SELECT COUNT(*) AS stays FROM (SELECT visit_concept_id AS here, visit_end_date AS e, LEAD(visit_concept_id) OVER w AS next_kind, LEAD(visit_start_date) OVER w AS next_date FROM visit_occurrence WINDOW w AS (PARTITION BY person_id ORDER BY visit_start_date)) AS t WHERE here = 9201 AND next_kind = 9203 AND next_date - e BETWEEN 1 AND 14`,
			`SELECT COUNT(*) AS stays FROM visit_occurrence AS a WHERE a.visit_concept_id = 9201 AND EXISTS (SELECT 1 FROM visit_occurrence AS b WHERE b.person_id = a.person_id AND b.visit_concept_id = 9203 AND b.visit_start_date - a.visit_end_date BETWEEN 1 AND 14)`,
		},
		{
			"How many people had an active record of asthma on 1 July 2009 (one without an end date counts as still active)?", "",
			`SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_start_date <= DATE '2009-07-01' AND (condition_end_date < DATE '2009-07-01') IS NOT TRUE`,
		},
		{
			"What is the total number of days of metformin supplied?",
			`SELECT AVG(days_supply) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
			`SELECT SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
		},
		{
			"How many people had their last diagnosis of asthma in 2009, by the first diagnosis?", "",
			`SELECT MIN(condition_start_date) AS first, MAX(condition_start_date) AS last FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id`,
		},
		{
			"In which year did each person have their first diagnosis of asthma?",
			`SELECT person_id, EXTRACT(YEAR FROM MAX(condition_start_date)) AS y FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id`,
			`SELECT person_id, EXTRACT(YEAR FROM MIN(condition_start_date)) AS y FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id`,
		},
		{
			"How many records does each drug have that was first recorded in 2010?", "",
			`SELECT drug_concept_id, COUNT(*) AS records FROM drug_exposure GROUP BY drug_concept_id HAVING EXTRACT(YEAR FROM MIN(drug_exposure_start_date)) = 2010`,
		},
		{
			"How many people had diabetes but never hypertension?", "",
			`SELECT COUNT(*) AS people FROM (SELECT person_id, BOOL_OR(condition_concept_id IN ([condition@diabetes])) AS dm, BOOL_OR(condition_concept_id IN ([condition@hypertension])) AS htn FROM condition_occurrence GROUP BY person_id) AS t WHERE dm > htn`,
		},
	})
}
