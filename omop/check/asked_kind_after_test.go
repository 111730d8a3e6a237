package check_test

import "testing"

// The first of a kind is not the first of all that happens to be of the kind.
func TestTheFirstOfAKindIsPickedAmongThatKind(t *testing.T) {
	const (
		ranked = `WITH r AS (SELECT person_id, visit_concept_id, visit_start_date, visit_end_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS rn FROM visit_occurrence) `
		stay   = `SELECT AVG(visit_end_date - visit_start_date) AS days FROM r WHERE rn = 1 AND visit_concept_id = 9201`
		drugs  = `SELECT DISTINCT ON (person_id) person_id, drug_concept_id, days_supply FROM drug_exposure ORDER BY person_id, drug_exposure_start_date, drug_exposure_id`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How long, on average, is each person's first inpatient stay?", ranked + stay, true},
		{"What is the mean supply in days of people's first warfarin dispensing?", `SELECT AVG(days_supply) AS days FROM (` + drugs + `) WHERE drug_concept_id IN ([drug@warfarin])`, true},
		{"At what mean age do people have their first gout record?", `SELECT AVG(EXTRACT(YEAR FROM c.condition_start_date) - p.year_of_birth) AS age FROM (SELECT * FROM condition_occurrence QUALIFY RANK() OVER (PARTITION BY person_id ORDER BY condition_start_date) = 1) c JOIN person p USING (person_id) WHERE c.condition_concept_id IN ([condition@gout])`, true},
		{"How many days does the last emergency visit of a person take on average?", `SELECT AVG(visit_end_date - visit_start_date) AS days FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date DESC) AS rn FROM visit_occurrence) v WHERE v.rn = 1 AND v.visit_concept_id = 9203`, true},
		{"What is the mean length of people's first inpatient admission?", `SELECT AVG(visit_end_date - visit_start_date) AS days FROM visit_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) = 1 AND visit_concept_id = 9201`, true},
		{"How long is the first inpatient stay on average?", `SELECT AVG(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence GROUP BY person_id) f ON f.person_id = v.person_id AND f.d = v.visit_start_date WHERE v.visit_concept_id = 9201`, true},
		{"How long, on average, is each person's first inpatient stay?", `SELECT AVG(d) AS days FROM (SELECT visit_end_date - visit_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS rn FROM visit_occurrence WHERE visit_concept_id = 9201) WHERE rn = 1`, false},
		{"How long are people's stays whose first visit was inpatient?", ranked + stay, false},
		{"Of people's first visits, what is the mean length of those that are inpatient?", ranked + stay, false},
		{"How long is the first visit of any kind, where it is an inpatient stay?", ranked + stay, false},
		{"How long is each person's first visit, if it is an inpatient stay?", ranked + stay, false},
		{"How long is the first inpatient stay on average?", `SELECT AVG(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) f ON f.person_id = v.person_id AND f.d = v.visit_start_date WHERE v.visit_concept_id = 9201`, false},
		{"How many days are there from the first visit to the first inpatient stay?", `SELECT AVG(f.d - a.d) AS days FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence GROUP BY person_id) a JOIN (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) f USING (person_id)`, false},
		{"What is the mean supply in days of people's first warfarin dispensing?", `SELECT AVG(days_supply) AS days FROM (SELECT de.days_supply, de.drug_concept_id, ROW_NUMBER() OVER (PARTITION BY de.person_id ORDER BY de.drug_exposure_start_date, de.drug_exposure_id) AS rn FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1310149) WHERE rn = 1`, false},
	})
}

// What people's first records of anything were is told after the pick, also where the question has them in the plural.
func TestWhatTheFirstRecordsWereIsToldAfterThePick(t *testing.T) {
	const gout = `SELECT AVG(CASE WHEN condition_concept_id IN ([condition@gout]) THEN 1.0 ELSE 0 END) AS share FROM (SELECT condition_concept_id FROM condition_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) = 1)`
	warns(t, byPeople(t), "index-of-any", []aWarning{
		{"What share of people's first recorded conditions was gout?", gout, false},
		{"What share of people's first conditions were gout?", gout, false},
	})
}
