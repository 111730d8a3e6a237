package check_test

import "testing"

// A value that is missing gets the label of the ELSE, which is counted as what is asked for.
func TestALabelForTheRestTakesMissingValues(t *testing.T) {
	const (
		flagged = `FROM (SELECT CASE WHEN value_as_number < 7 THEN 'at goal' ELSE 'not at goal' END AS status FROM measurement WHERE measurement_concept_id = 3004410`
		share   = `SELECT AVG(CASE WHEN status = 'not at goal' THEN 1.0 ELSE 0 END) AS share `
		count   = `SELECT COUNT(*) AS results `
		where   = `) x WHERE x.status = 'not at goal'`
	)
	warns(t, byPeople(t), "case-else", []aWarning{
		{"What share of the HbA1c results is 7 or more?", share + flagged + `) x`, true},
		{"How many HbA1c results are 7 or higher?", count + flagged + where, true},
		{"How many systolic pressures are 140 or above?", `WITH l AS (SELECT CASE WHEN value_as_number < 140 THEN 'fine' ELSE 'none' END AS k FROM measurement WHERE measurement_concept_id = 3004249) SELECT COUNT(*) FILTER (WHERE k = 'none') AS results FROM l`, true},
		{"What percentage of creatinine results is above 2?", `SELECT 100.0 * SUM(CASE WHEN g = 'not normal' THEN 1 ELSE 0 END) / COUNT(*) AS percentage FROM (SELECT CASE WHEN value_as_number <= 2 THEN 'normal' ELSE 'not normal' END AS g FROM measurement WHERE measurement_concept_id = 3016723) y`, true},
		{"How many body mass indexes reach 30?", `SELECT SUM(CASE WHEN b = 'not lean' THEN 1 ELSE 0 END) AS results FROM (SELECT CASE WHEN value_as_number BETWEEN 0 AND 29.9 THEN 'lean' ELSE 'not lean' END AS b FROM measurement WHERE measurement_concept_id = 3038553) z`, true},
		{"How many HbA1c results are 7 or higher?", count + flagged + ` AND value_as_number IS NOT NULL` + where, false},
		{"How many HbA1c results are not below 7, or have no value?", count + flagged + where, false},
		{"How many HbA1c results are below 7?", count + flagged + `) x WHERE x.status = 'at goal'`, false},
		{"What share of the HbA1c results is 7 or more?", `SELECT AVG(CASE WHEN status = 'high' THEN 1.0 ELSE 0 END) AS share FROM (SELECT CASE WHEN value_as_number >= 7 THEN 'high' ELSE 'not high' END AS status FROM measurement WHERE measurement_concept_id = 3004410) x`, false},
		{"How many people with a result of 7 or more are there?", `SELECT COUNT(*) AS people FROM (SELECT CASE WHEN MAX(value_as_number) < 7 THEN 'low' ELSE 'not low' END AS g FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number > 0 GROUP BY person_id) x WHERE g = 'not low'`, false},
	})
	const below = `SELECT 1.0 * SUM(CASE WHEN status = 'at goal' THEN 1 ELSE 0 END) / COUNT(*) AS share `
	warns(t, byPeople(t), "other-question", []aWarning{
		{"Of the HbA1c results that have a value, what share is below 7?", below + flagged + `) x`, true},
		{"What share of the HbA1c results with a value is below 7?", below + flagged + `) x`, true},
		{"Of the HbA1c results that have a value, what share is below 7?", below + flagged + ` AND value_as_number IS NOT NULL) x`, false},
		{"What share of HbA1c results has a low one, that is with a value below 7?", below + flagged + `) x`, false},
		{"What share of all HbA1c results is below 7?", below + flagged + `) x`, false},
	})
}
