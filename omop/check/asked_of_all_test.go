package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
)

// Records are in a time by when they begin, unless the question speaks of ends.
func TestRecordsAreOfTheTimeInWhichTheyBegin(t *testing.T) {
	const warfarin = `FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) AND `
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many warfarin dispensings were handed out in 2008?", `SELECT COUNT(*) AS dispensings ` + warfarin + `EXTRACT(YEAR FROM drug_exposure_end_date) = 2008`, true},
		{"How many warfarin packages were given to people in 2008?", `SELECT COUNT(*) AS packages FROM (SELECT drug_exposure_end_date AS d ` + warfarin + `TRUE) x WHERE d BETWEEN DATE '2008-01-01' AND DATE '2008-12-31'`, true},
		{"How many people came into the hospital in 2009?", `SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date >= DATE '2009-01-01' AND visit_end_date < DATE '2010-01-01'`, true},
		{"How many people had asthma noted in 2009?", `SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND YEAR(condition_end_date) = 2009`, true},
		{"How many devices were supplied in 2010?", `SELECT COUNT(*) AS devices FROM device_exposure WHERE strftime(device_exposure_end_date, '%Y') = '2010'`, true},
		{"How many warfarin dispensings were handed out in 2008?", `SELECT COUNT(*) AS dispensings ` + warfarin + `EXTRACT(YEAR FROM drug_exposure_start_date) = 2008`, false},
		{"How many warfarin dispensings ran out in 2008?", `SELECT COUNT(*) AS dispensings ` + warfarin + `EXTRACT(YEAR FROM drug_exposure_end_date) = 2008`, false},
		{"How many people were discharged in 2009?", `SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9201 AND YEAR(visit_end_date) = 2009`, false},
		{"How many people had a supply of warfarin on hand at some time in 2008?", `SELECT COUNT(DISTINCT person_id) AS people ` + warfarin + `drug_exposure_start_date <= DATE '2008-12-31' AND drug_exposure_end_date >= DATE '2008-01-01'`, false},
		{"How many people went home from the hospital in March 2009?", `SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date BETWEEN DATE '2009-03-01' AND DATE '2009-03-31'`, false},
		{"How many people had a stay from 2009 on, by the day of leaving?", `SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date >= DATE '2009-01-01'`, false},
	})
}

// A share of all is not one of those that have a standard concept.
func TestAShareOfAllHasWhatCouldNotBeMapped(t *testing.T) {
	const (
		causes = `FROM death d JOIN concept c ON c.concept_id = d.cause_concept_id`
		flag   = `SELECT SUM(CASE WHEN c.concept_id = 319835 THEN 1.0 ELSE 0 END) / COUNT(*) AS share `
		drugs  = `FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_concept_id`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"What share of all deaths has congestive heart failure recorded as the cause?", flag + causes + ` AND c.standard_concept = 'S'`, true},
		{"What share of all deaths was caused by congestive heart failure?", `SELECT AVG(CASE WHEN c.concept_id = 319835 THEN 1.0 ELSE 0 END) AS share ` + causes + ` WHERE c.standard_concept = 'S'`, true},
		{"Of all dispensings, which percentage is of aspirin (1112807)?", `SELECT 100.0 * COUNT(*) FILTER (WHERE c.concept_id = 1112807) / COUNT(*) AS percentage ` + drugs + ` AND 'S' = c.standard_concept`, true},
		{"What proportion of all procedures is dialysis?", `SELECT SUM(CASE WHEN c.concept_name = 'Hemodialysis' THEN 1.0 ELSE 0 END) / COUNT(*) AS proportion FROM procedure_occurrence po JOIN concept c ON po.procedure_concept_id = c.concept_id WHERE c.standard_concept = 'S'`, true},
		{"Which share of all condition records is gout?", `SELECT 1.0 * COUNT(CASE WHEN c.concept_id = 440674 THEN 1 END) / COUNT(co.condition_occurrence_id) AS share FROM condition_occurrence co INNER JOIN concept c ON c.concept_id = co.condition_concept_id AND c.standard_concept = 'S'`, true},
		{"What share of all deaths has congestive heart failure recorded as the cause?", `SELECT SUM(CASE WHEN c.concept_id = 319835 THEN 1.0 ELSE 0 END) / COUNT(*) AS share FROM death d LEFT JOIN concept c ON c.concept_id = d.cause_concept_id AND c.standard_concept = 'S'`, false},
		{"What share of all deaths with a cause is of congestive heart failure?", flag + causes + ` AND c.standard_concept = 'S'`, false},
		{"What share of all mapped dispensings is of aspirin?", `SELECT AVG(CASE WHEN c.concept_id = 1112807 THEN 1.0 ELSE 0 END) AS share ` + drugs + ` AND c.standard_concept = 'S'`, false},
		{"What share of all deaths has congestive heart failure recorded as the cause?", flag + causes, false},
		{"What share of all dispensings has a standard concept?", `SELECT 1.0 * (SELECT COUNT(*) ` + drugs + ` WHERE c.standard_concept = 'S') / COUNT(*) AS share FROM drug_exposure`, false},
	})
}

// Eras go on over short gaps.
func TestErasAreNotMadeWithoutAGap(t *testing.T) {
	const (
		gap    = `SELECT COUNT(*) AS eras FROM (SELECT drug_exposure_start_date AS s, LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS e FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin])) x WHERE e IS NULL OR s > e`
		asthma = `SELECT COUNT(*) AS eras FROM (SELECT condition_start_date AS s, MAX(condition_end_date) OVER (PARTITION BY person_id ORDER BY condition_start_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS e FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) x WHERE e IS NULL OR s > e`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many eras of aspirin are there?", gap, true},
		{"How many separate treatment episodes (eras) with aspirin are there?", gap + ` + 1`, true},
		{"How many drug eras of aspirin did people have?", gap, true},
		{"How many eras of asthma are recorded?", asthma, true},
		{"What is the number of aspirin eras?", `SELECT COUNT(*) AS eras FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) QUALIFY drug_exposure_start_date > LAG(drug_exposure_end_date, 1, DATE '1900-01-01') OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date)`, true},
		{"How many eras of aspirin are there?", gap + ` + 30`, false},
		{"How many eras of aspirin are there, where any gap begins another?", gap, false},
		{"How many eras of aspirin are there, dispensings on successive days making one?", gap, false},
		{"How many aspirin dispensings begin after the one before has ended?", gap, false},
		{"How many eras of aspirin are there?", `SELECT COUNT(*) AS eras FROM drug_era WHERE drug_concept_id = 1112807`, false},
	})
}

// How old people are on a day is not the number of turns of the year.
func TestTheAgeOnADayIsOfCompletedYears(t *testing.T) {
	const first = ` FROM person p JOIN (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id) f USING (person_id)`
	all := []aWarning{
		{"How many people were 65 years or older on the day of their first gout record?", `SELECT COUNT(*) AS people` + first + ` WHERE date_diff('year', p.birth_datetime::DATE, f.d) >= 65`, true},
		{"What was the mean age on the date of the first gout record?", `SELECT AVG(DATEDIFF('year', p.birth_datetime, f.d)) AS age` + first, true},
		{"How many people were younger than 50 on the day they first had gout?", `SELECT COUNT(*) AS people` + first + ` WHERE YEAR(f.d) - YEAR(p.birth_datetime) < 50`, true},
		{"How old was the oldest person on the day of the first gout record?", `SELECT MAX(date_diff('years', CAST(p.birth_datetime AS DATE), f.d)) AS age` + first, true},
		{"How many people died aged 80 or more, on the day of death?", `SELECT COUNT(*) AS people FROM person p JOIN death d USING (person_id) WHERE date_diff('year', p.birth_datetime::DATE, d.death_date) >= 80`, true},
		{"How many people were 65 years or older on the day of their first gout record?", `SELECT COUNT(*) AS people` + first + ` WHERE date_sub('year', p.birth_datetime::DATE, f.d) >= 65`, false},
		{"How many people were 65 years or older on the day of their first gout record?", `SELECT COUNT(*) AS people` + first + ` WHERE f.d >= p.birth_datetime + INTERVAL 65 YEAR`, false},
		{"How many people were 65 or older, by calendar year, on the day of their first gout record?", `SELECT COUNT(*) AS people` + first + ` WHERE date_diff('year', p.birth_datetime::DATE, f.d) >= 65`, false},
		{"How many people were 65 or older in the year of their first gout record?", `SELECT COUNT(*) AS people` + first + ` WHERE date_diff('year', p.birth_datetime::DATE, f.d) >= 65`, false},
		{"How many people were 65 or older on the day of their first gout record, by year of birth?", `SELECT COUNT(*) AS people` + first + ` WHERE YEAR(f.d) - p.year_of_birth >= 65`, false},
	}
	warns(t, byPeople(t), "other-question", all)
	opt := byPeople(t)
	opt.BirthDates = func(context.Context) bool { return false }
	for i := range all {
		all[i].want = false
	}
	warns(t, opt, "other-question", all)

	same := byPeople(t) // where completed years give the same number, nothing is wrong
	same.Compare = func(_ context.Context, _, other string) (check.Comparison, error) {
		return check.Comparison{Known: true, Same: strings.Contains(other, "date_sub('year'")}, nil
	}
	warns(t, same, "other-question", all[:1])

	other := byPeople(t) // the convention's number is another than that of full dates of birth
	other.Results = func(context.Context, check.Asked) (check.Results, error) {
		return check.Results{Message: "this gives 9, and its question 12"}, nil
	}
	for i := range all {
		all[i].want = i != 5 && i != 6
	}
	warns(t, other, "other-result", all)

	read := byPeople(t) // ages by the calendar are the convention, and no answer to what is asked here
	read.Results = func(context.Context, check.Asked) (check.Results, error) { return check.Results{Same: true}, nil }
	all[0].want = true
	warns(t, read, "other-question", all[:1])
}
