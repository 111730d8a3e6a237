package check_test

import "testing"

// Two things of which the question wants one, both in a time, or any; extremes and ingredients of each person.
func TestWhatOfTwoThingsIsAsked(t *testing.T) {
	const stay = `visit_end_date - visit_start_date`
	tellsApart(t, []besideQuestion{
		{
			"How many people had a stent recorded as a device, as a procedure, or both?",
			`SELECT COUNT(DISTINCT d.person_id) AS people FROM device_exposure AS d JOIN procedure_occurrence AS p ON p.person_id = d.person_id WHERE d.device_concept_id IN ([device@stent]) AND p.procedure_concept_id IN ([procedure@stent])`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM device_exposure WHERE device_concept_id IN ([device@stent]) UNION SELECT person_id FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@stent])) AS x`,
		},
		{
			"How many people took both warfarin and aspirin in 2009, each dispensed in that year?",
			`SELECT COUNT(DISTINCT w.person_id) AS people FROM drug_exposure AS w JOIN drug_exposure AS a ON a.person_id = w.person_id WHERE w.drug_concept_id IN ([drug@warfarin]) AND EXTRACT(YEAR FROM w.drug_exposure_start_date) = 2009 AND a.drug_concept_id IN ([drug@aspirin])`,
			`SELECT COUNT(DISTINCT w.person_id) AS people FROM drug_exposure AS w JOIN drug_exposure AS a ON a.person_id = w.person_id WHERE w.drug_concept_id IN ([drug@warfarin]) AND EXTRACT(YEAR FROM w.drug_exposure_start_date) = 2009 AND a.drug_concept_id IN ([drug@aspirin]) AND EXTRACT(YEAR FROM a.drug_exposure_start_date) = 2009`,
		},
		{
			"How many people with asthma were still alive at the end of 2009?",
			`SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence AS c LEFT JOIN death AS d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@asthma]) AND (d.death_date IS NULL OR d.death_date <= DATE '2009-12-31')`,
			`SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence AS c LEFT JOIN death AS d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@asthma]) AND (d.death_date IS NULL OR d.death_date > DATE '2009-12-31')`,
		},
		{
			"How many emergency visits were there per 1,000 person-years?",
			`SELECT 1000.0 * (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) / COUNT(DISTINCT person_id) AS rate FROM observation_period`,
			`SELECT 1000.0 * (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) / (SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25) AS rate FROM observation_period`,
		},
		{
			"How many stays lasted one to three nights?",
			`SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND (` + stay + ` >= 1 OR ` + stay + ` <= 3)`,
			`SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND ` + stay + ` >= 1 AND ` + stay + ` <= 3`,
		},
		{
			"By how much did weight change on average, last minus first?",
			`SELECT AVG(h - l) AS change FROM (SELECT person_id, MAX(value_as_number) AS h, MIN(value_as_number) AS l FROM measurement WHERE measurement_concept_id = 3025315 AND unit_concept_id = 9529 GROUP BY person_id) AS x`,
			`SELECT AVG(l - f) AS change FROM (SELECT person_id, ARG_MAX(value_as_number, measurement_date) AS l, ARG_MIN(value_as_number, measurement_date) AS f FROM measurement WHERE measurement_concept_id = 3025315 AND unit_concept_id = 9529 GROUP BY person_id) AS x`,
		},
		{
			"How many people have had two different statin ingredients?",
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@statin]) GROUP BY person_id HAVING COUNT(DISTINCT drug_concept_id) = 2) AS x`,
			`SELECT COUNT(*) AS people FROM (SELECT person_id FROM drug_era WHERE drug_concept_id IN ([drug@statin]) GROUP BY person_id HAVING COUNT(DISTINCT drug_concept_id) = 2) AS x`,
		},
		{
			"What did the 10 most expensive patients cost together?",
			`SELECT SUM(total_paid) AS paid FROM (SELECT total_paid FROM cost AS c JOIN visit_occurrence AS v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit' AND c.currency_concept_id = 44818668 ORDER BY total_paid DESC LIMIT 10) AS x`,
			`SELECT SUM(paid) AS paid FROM (SELECT v.person_id, SUM(total_paid) AS paid FROM cost AS c JOIN visit_occurrence AS v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit' AND c.currency_concept_id = 44818668 GROUP BY v.person_id ORDER BY paid DESC LIMIT 10) AS x`,
		},
		{
			"How long after discharge was the next outpatient visit, on average?",
			`SELECT AVG(o.visit_start_date - i.visit_end_date) AS days FROM visit_occurrence AS i JOIN visit_occurrence AS o ON o.person_id = i.person_id AND o.visit_start_date > i.visit_end_date WHERE i.visit_concept_id = 9201 AND o.visit_concept_id = 9202`,
			`SELECT AVG(d - visit_end_date) AS days FROM (SELECT i.visit_occurrence_id, i.visit_end_date, MIN(o.visit_start_date) AS d FROM visit_occurrence AS i JOIN visit_occurrence AS o ON o.person_id = i.person_id AND o.visit_start_date > i.visit_end_date WHERE i.visit_concept_id = 9201 AND o.visit_concept_id = 9202 GROUP BY i.visit_occurrence_id, i.visit_end_date) AS x`,
		},
	})
}
