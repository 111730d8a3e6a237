package check_test

import "testing"

// Time that runs further than the question's, or from another date.
func TestTimeEndsAndBeginsWhereTheQuestionSays(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			"How many person-days run from each person's first gout to the end of their observation?",
			`SELECT SUM(until - d) AS days FROM (SELECT g.d, MAX(o.observation_period_end_date) OVER () AS until FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 440674 GROUP BY person_id) AS g JOIN observation_period AS o USING (person_id)) AS x`,
			`SELECT SUM(o.observation_period_end_date - g.d) AS days FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 440674 GROUP BY person_id) AS g JOIN observation_period AS o USING (person_id)`,
		},
		{
			"How many person-years of observation fell within calendar year 2010?",
			`SELECT SUM(observation_period_end_date - observation_period_start_date) / 365.25 AS years FROM observation_period WHERE observation_period_start_date <= DATE '2010-12-31' AND observation_period_end_date >= DATE '2010-01-01'`,
			`SELECT SUM(LEAST(observation_period_end_date, DATE '2010-12-31') - GREATEST(observation_period_start_date, DATE '2010-01-01')) / 365.25 AS years FROM observation_period WHERE observation_period_start_date <= DATE '2010-12-31' AND observation_period_end_date >= DATE '2010-01-01'`,
		},
		{
			"How many digoxin era days (1326303) lie within the person's observation period in total?",
			`SELECT SUM(e.drug_era_end_date - e.drug_era_start_date + 1) AS days FROM drug_era AS e JOIN observation_period AS o ON o.person_id = e.person_id AND e.drug_era_start_date BETWEEN o.observation_period_start_date AND o.observation_period_end_date WHERE e.drug_concept_id = 1326303`,
			`SELECT SUM(LEAST(e.drug_era_end_date, o.observation_period_end_date) - e.drug_era_start_date + 1) AS days FROM drug_era AS e JOIN observation_period AS o ON o.person_id = e.person_id AND e.drug_era_start_date BETWEEN o.observation_period_start_date AND o.observation_period_end_date WHERE e.drug_concept_id = 1326303`,
		},
		{
			"What is the rate of inpatient stays (9201) per person-year, all stays over all time?",
			`SELECT AVG(n / ((o.observation_period_end_date - o.observation_period_start_date) / 365.25)) AS rate FROM observation_period AS o JOIN (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) AS v USING (person_id)`,
			`SELECT SUM(n) / (SUM(o.observation_period_end_date - o.observation_period_start_date) / 365.25) AS rate FROM observation_period AS o LEFT JOIN (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) AS v USING (person_id)`,
		},
		{
			"How many people were younger than 50 on the day of their first gout (440674)?",
			`SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence AS c JOIN person AS p USING (person_id) JOIN observation_period AS o USING (person_id) WHERE c.condition_concept_id = 440674 AND DATE_SUB('year', CAST(p.birth_datetime AS DATE), o.observation_period_end_date) < 50`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 440674 GROUP BY person_id) AS g JOIN person AS p USING (person_id) WHERE DATE_SUB('year', CAST(p.birth_datetime AS DATE), g.d) < 50`,
		},
		{
			"How many gout episodes (440674) had no other gout record starting in the 180 days before?",
			`SELECT COUNT(*) AS episodes FROM condition_occurrence AS n WHERE n.condition_concept_id = 440674 AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS w WHERE w.person_id = n.person_id AND w.condition_concept_id = 440674 AND w.condition_start_date > n.condition_start_date AND w.condition_start_date <= n.condition_start_date + 180)`,
			`SELECT COUNT(*) AS episodes FROM condition_occurrence AS n WHERE n.condition_concept_id = 440674 AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS w WHERE w.person_id = n.person_id AND w.condition_concept_id = 440674 AND w.condition_start_date < n.condition_start_date AND w.condition_start_date >= n.condition_start_date - 180)`,
		},
		{
			"How many inpatient stays (9201) are followed by another inpatient stay of the person 2 to 14 days after discharge?",
			`SELECT COUNT(*) AS stays FROM (SELECT visit_start_date AS d, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS n FROM visit_occurrence WHERE visit_concept_id = 9201) AS v WHERE n - d BETWEEN 2 AND 14`,
			`SELECT COUNT(*) AS stays FROM (SELECT visit_end_date AS d, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS n FROM visit_occurrence WHERE visit_concept_id = 9201) AS v WHERE n - d BETWEEN 2 AND 14`,
		},
		{
			"How many people were in a digoxin era (1326303) on any day of 2010?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM drug_era WHERE drug_concept_id = 1326303 AND drug_era_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM drug_era WHERE drug_concept_id = 1326303 AND drug_era_start_date <= DATE '2010-12-31' AND drug_era_end_date >= DATE '2010-01-01'`,
		},
	})
}

// Values and amounts: which record, which amount, in which unit, and what is missing.
func TestValuesAreThoseOfTheQuestion(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			"What is the mean of each person's latest weight (3025315) that has a value?",
			`SELECT AVG(v) AS mean_weight FROM (SELECT DISTINCT ON (person_id) value_as_number AS v FROM measurement WHERE measurement_concept_id = 3025315 ORDER BY person_id, measurement_date DESC) AS x`,
			`SELECT AVG(v) AS mean_weight FROM (SELECT DISTINCT ON (person_id) value_as_number AS v FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number IS NOT NULL ORDER BY person_id, measurement_date DESC) AS x`,
		},
		{
			"What is the mean amount paid for an outpatient visit (9202)?",
			`SELECT AVG(c.total_charge) AS paid FROM cost AS c JOIN visit_occurrence AS v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit' AND v.visit_concept_id = 9202`,
			`SELECT AVG(c.total_paid) AS paid FROM cost AS c JOIN visit_occurrence AS v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit' AND v.visit_concept_id = 9202`,
		},
		{
			"What is the mean glucose (3004501) in mmol/L (1 mmol/L = 18 mg/dL)?",
			`SELECT AVG(value_as_number * 18) AS mean_value FROM measurement WHERE measurement_concept_id = 3004501 AND unit_concept_id = 8840`,
			`SELECT AVG(value_as_number / 18) AS mean_value FROM measurement WHERE measurement_concept_id = 3004501 AND unit_concept_id = 8840`,
		},
		{
			"What is the mean LDL (3028437) over all results, each result weighing the same?",
			`SELECT AVG(m) AS mean_value FROM (SELECT person_id, AVG(value_as_number) AS m FROM measurement WHERE measurement_concept_id = 3028437 AND unit_concept_id = 8840 GROUP BY person_id) AS x`,
			`SELECT AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id = 3028437 AND unit_concept_id = 8840`,
		},
		{
			"How many LDL results (3028437) are not known to be below 100, a missing value counting as not known?",
			`SELECT COUNT(*) AS records FROM measurement WHERE measurement_concept_id = 3028437 AND unit_concept_id = 8840 AND NOT value_as_number < 100`,
			`SELECT COUNT(*) AS records FROM measurement WHERE measurement_concept_id = 3028437 AND unit_concept_id = 8840 AND (value_as_number >= 100 OR value_as_number IS NULL)`,
		},
		{
			"What is the mean paid for procedures per woman, women without any counting as 0?",
			`SELECT AVG(c.paid) AS paid FROM person AS p LEFT JOIN (SELECT person_id, SUM(total_paid) AS paid FROM cost WHERE cost_domain_id = 'Procedure' GROUP BY person_id) AS c USING (person_id) WHERE p.gender_concept_id = 8532`,
			`SELECT AVG(COALESCE(c.paid, 0)) AS paid FROM person AS p LEFT JOIN (SELECT person_id, SUM(total_paid) AS paid FROM cost WHERE cost_domain_id = 'Procedure' GROUP BY person_id) AS c USING (person_id) WHERE p.gender_concept_id = 8532`,
		},
		{
			"How many people have both gout (440674) and osteoarthritis (80180)?",
			`SELECT COUNT(*) AS people FROM (SELECT person_id, LIST(DISTINCT condition_concept_id) AS had FROM condition_occurrence GROUP BY person_id) AS c WHERE LIST_HAS_ANY(had, [440674, 80180])`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id, LIST(DISTINCT condition_concept_id) AS had FROM condition_occurrence GROUP BY person_id) AS c WHERE LIST_HAS_ALL(had, [440674, 80180])`,
		},
	})
}

// Ties, days on which records overlap, concept 0, and what the question says need not be so.
func TestNothingIsLeftOutOrTakenTwiceWithoutAWord(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			"Which drugs have one of the five highest numbers of people, ties included?",
			`SELECT drug_concept_id FROM (SELECT drug_concept_id, ROW_NUMBER() OVER (ORDER BY COUNT(DISTINCT person_id) DESC, drug_concept_id) AS k FROM drug_era GROUP BY drug_concept_id) AS d WHERE k <= 5`,
			`SELECT drug_concept_id FROM (SELECT drug_concept_id, RANK() OVER (ORDER BY COUNT(DISTINCT person_id) DESC) AS k FROM drug_era GROUP BY drug_concept_id) AS d WHERE k <= 5`,
		},
		{
			"Which four mapped procedures have the most records?",
			`SELECT procedure_concept_id FROM procedure_occurrence GROUP BY procedure_concept_id QUALIFY RANK() OVER (ORDER BY COUNT(*) DESC) <= 4`,
			`SELECT procedure_concept_id FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY procedure_concept_id QUALIFY RANK() OVER (ORDER BY COUNT(*) DESC) <= 4`,
		},
		{
			"On how many distinct days in total was digoxin (19018512) supplied, overlapping days counted once?",
			`SELECT SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id = 19018512`,
			`SELECT COUNT(*) AS days FROM (SELECT DISTINCT person_id, drug_exposure_start_date + CAST(i AS INTEGER) AS d FROM drug_exposure, LATERAL (SELECT UNNEST(RANGE(days_supply)) AS i) AS r WHERE drug_concept_id = 19018512) AS x`,
		},
		{
			"How many people have at least three gout records (440674), even on one day?", "",
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 440674 GROUP BY person_id HAVING COUNT(*) >= 3) AS x`,
		},
		{
			"How many people have gout (440674) and an inpatient stay (9201), not necessarily at the same visit?", "",
			`SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence AS c JOIN visit_occurrence AS v ON v.person_id = c.person_id WHERE c.condition_concept_id = 440674 AND v.visit_concept_id = 9201`,
		},
		{
			"How many people had gout recorded (440674), under observation or not?", "",
			`SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 440674`,
		},
		{
			"How many LDL records (3028437) are there, with or without a value?", "",
			`SELECT COUNT(*) AS records FROM measurement WHERE measurement_concept_id = 3028437`,
		},
		{
			"How many person-year pairs with an inpatient stay (9201) are there?", "",
			`SELECT COUNT(DISTINCT (person_id, YEAR(visit_start_date))) AS pairs FROM visit_occurrence WHERE visit_concept_id = 9201`,
		},
		{
			"How many people's highest ever LDL (3028437) is above 190?", "",
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM measurement WHERE measurement_concept_id = 3028437 AND unit_concept_id = 8840 GROUP BY person_id HAVING MAX(value_as_number) > 190) AS x`,
		},
	})
}
