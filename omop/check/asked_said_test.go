package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
)

// Days before that the question itself wants empty are of the records alone.
func TestDaysWithoutThatTheQuestionSaysNeedNoObservation(t *testing.T) {
	const (
		first = `WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2009 GROUP BY person_id) SELECT COUNT(*) AS people FROM f WHERE NOT EXISTS (SELECT 1 FROM drug_exposure b WHERE b.person_id = f.person_id AND b.drug_concept_id IN ([drug@aspirin]) AND b.drug_exposure_start_date < f.d AND b.drug_exposure_start_date >= f.d - 180)`
		stays = `SELECT COUNT(*) AS stays FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND NOT EXISTS (SELECT 1 FROM visit_occurrence b WHERE b.person_id = v.person_id AND b.visit_concept_id = 9201 AND b.visit_start_date < v.visit_start_date AND b.visit_start_date >= v.visit_start_date - 365)`
	)
	warns(t, byPeople(t), "no-observation-period", []aWarning{
		{"How many people had aspirin in 2009 and none in the 180 days before the first of that year?", first, false},
		{"How many people had aspirin in 2009 with no aspirin in the previous 180 days?", first, false},
		{"How many people had aspirin in 2009, without any in the 180 days prior to it?", first, false},
		{"How many inpatient stays have no other inpatient stay in the 365 days before admission?", stays, false},
		{"How many inpatient stays were not preceded by another one that began at most 365 days earlier?", stays, false},
		{"How many new users of aspirin, with none in the 180 days before, were there in 2009?", first, true},
		{"How many people started aspirin in 2009 after a washout of 180 days before with none?", first, true},
		{"How many people observed throughout had aspirin in 2009 and none in the 180 days before?", first, true},
		{"How many people had aspirin in 2009?", first, true},
		{"", first, true},
	})
}

// Whose birthday falls in a year, the year of birth tells; completed years it does not.
func TestBirthdaysOfAYearAreOfTheYearOfBirth(t *testing.T) {
	const (
		year  = `SELECT COUNT(*) AS people FROM person WHERE 2008 - year_of_birth = 70`
		stays = `SELECT COUNT(*) AS stays FROM visit_occurrence v JOIN person p USING (person_id) WHERE v.visit_concept_id = 9201 AND date_diff('year', p.birth_datetime, v.visit_start_date) >= 75`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many people had their 70th birthday in the course of 2008?", year, false},
		{"How many people reached their 70th birthday during 2008?", year, false},
		{"Whose 70th birthday was in 2008, how many people?", year, false},
		{"How many people celebrated a 70th birthday some time in 2008?", year, false},
		{"How many people have their 70th birthday within 2008?", year, false},
		{"How many people were past their 70th birthday on 3 May 2008?", `SELECT COUNT(*) AS people FROM person WHERE 2008 - year_of_birth >= 70`, true},
		{"How many inpatient stays were of people who had completed 75 years of age at admission?", stays, true},
		{"How many inpatient stays are of people who completed 75 years of life before admission?", stays, true},
		{"How many inpatient stays were of people who had completed 75 years of age at admission?", strings.Replace(stays, "date_diff", "date_sub", 1), false},
		{"How many inpatient stays were of people of 75 years of age who completed 12 weeks of rehabilitation?", stays, false},
	})
}

// The year of birth alone is no age on a day, where full dates of birth give another number.
func TestTheAgeOnANamedDayIsNotThatOfTheYear(t *testing.T) {
	const old = `SELECT COUNT(*) AS people FROM person WHERE 2008 - year_of_birth >= 70`
	all := []aWarning{
		{"How many people were aged 70 or over on 1 May 2008?", old, true},
		{"How many people were 70 years or older on May 1, 2008?", old, true},
		{"How many people were at least 70 years old on 2008-05-01?", `SELECT COUNT(*) FILTER (WHERE age >= 70) AS people FROM (SELECT 2008 - p.year_of_birth AS age FROM person p)`, true},
		{"What was the mean age of women on the 1st May 2008?", `SELECT AVG(2008 - year_of_birth) AS age FROM person WHERE gender_concept_id = 8532`, true},
		{"How old was the oldest person on 1 May 2008?", `SELECT MAX(2008 - year_of_birth) AS age FROM person`, true},
		{"How many people were aged 70 or over on 31 December 2008?", old, false},
		{"How many people were aged 70 or over on 1 May 2008, by year of birth?", old, false},
		{"How many people were aged 70 or over in 2008?", old, false},
		{"How many people were aged 70 or over on 1 May 2008?", `SELECT COUNT(*) AS people FROM person WHERE birth_datetime::DATE <= DATE '1938-05-01'`, false},
	}
	opt := byPeople(t)
	opt.Compare = func(_ context.Context, _, other string) (check.Comparison, error) {
		return check.Comparison{Known: strings.Contains(other, "DATE '2008-05-01'")}, nil
	}
	warns(t, opt, "other-question", all)
	opt.Compare = func(context.Context, string, string) (check.Comparison, error) {
		return check.Comparison{Known: true, Same: true}, nil
	}
	warns(t, opt, "other-question", []aWarning{{all[0].question, old, false}})
}

// What is known, standard or in force is not merely there, the source's or begun.
func TestKnownStandardAndInForceAreLookedAt(t *testing.T) {
	const (
		cause   = `SELECT 100.0 * SUM((cause_concept_id = 4329847)::INT) / COUNT(*) AS percentage FROM death WHERE cause_concept_id IS NOT NULL`
		route   = `SELECT COUNT(*) AS records FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) AND route_concept_id IS NOT NULL`
		mapped  = `SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_source_concept_id IN (SELECT concept_id_2 FROM concept_relationship WHERE concept_id_1 = 317009 AND relationship_id = 'Mapped from')`
		source  = `SELECT COUNT(*) AS people FROM person WHERE race_source_value IN ('5')`
		cover   = `SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE payer_plan_period_start_date <= '2009-07-01'`
		covered = cover + ` AND payer_plan_period_end_date >= '2009-07-01'`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"Of the deaths with a known cause, what percentage is of myocardial infarction?", cause, true},
		{"Of deaths whose cause is known, what percentage is of myocardial infarction?", cause, true},
		{"Of the deaths with a stated cause, what percentage is of myocardial infarction?", `SELECT 100.0 * COUNT(CASE WHEN cause_concept_id = 4329847 THEN 1 END) / COUNT(*) AS percentage FROM (SELECT * FROM death WHERE cause_concept_id IS NOT NULL) d`, true},
		{"How many aspirin records have a known route?", route, true},
		{"How many people have a known race?", `SELECT COUNT(*) AS people FROM person WHERE race_concept_id IS NOT NULL`, true},
		{"How many people have a known race?", `SELECT COUNT(*) AS people FROM person WHERE race_concept_id IS NOT NULL AND race_concept_id <> 0`, false},
		{"How many aspirin records have a known route?", `SELECT COUNT(*) AS records FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) AND route_concept_id > 0`, false},
		{"How many people with a known disease have aspirin of some route?", route, false},

		{"How many people have asthma (standard concept 317009), by whatever source code?", mapped, true},
		{"How many people have a record of the standard concept 317009?", mapped, true},
		{"How many people are of other race by the standard race concept?", source, true},
		{"How many people are of the race that standard concept 8527 stands for?", `SELECT COUNT(*) AS people FROM person p JOIN (SELECT DISTINCT race_source_value FROM person WHERE race_concept_id = 8527) m USING (race_source_value)`, true},
		{"How many women are there by the standard gender concept?", `SELECT COUNT(*) AS people FROM person WHERE gender_source_value = '2'`, true},
		{"How many women are there by the standard gender concept?", `SELECT COUNT(*) AS people FROM person WHERE gender_concept_id = 8532`, false},
		{"How many people have race source value 5 and no standard concept?", source + ` AND race_concept_id = 0`, false},
		{"How many people have a source code that maps to the standard concept 317009?", mapped, false},
		{"How many people are of race 5 in the source?", source, false},

		{"How many people had cover in force on 1 July 2009?", cover, true},
		{"How many people had a plan under way on 1 July 2009?", `WITH s AS (SELECT person_id, MIN(payer_plan_period_start_date) AS d FROM payer_plan_period GROUP BY person_id) SELECT COUNT(*) AS people FROM s WHERE d <= DATE '2009-07-01'`, true},
		{"How many people had an inpatient stay going on on 1 July 2009?", `SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date <= '2009-07-01'`, true},
		{"How many drug eras were ongoing on 1 July 2009?", `SELECT COUNT(*) AS eras FROM drug_era WHERE DATE '2009-07-01' >= drug_era_start_date`, true},
		{"How many people had insurance in effect on 1 July 2009?", cover, true},
		{"How many people had cover in force on 1 July 2009?", covered, false},
		{"How many people had a plan that began by 1 July 2009?", cover, false},
		{"How many drug eras were ongoing on 1 July 2009?", `SELECT COUNT(*) AS eras FROM drug_era WHERE DATE '2009-07-01' BETWEEN drug_era_start_date AND drug_era_end_date`, false},
	})
}

// Days from discharge, people without any, single months, days of parallel plans and means of all records.
func TestWhatIsCountedFromWhereAndOverWhom(t *testing.T) {
	const (
		died   = `SELECT COUNT(*) AS stays FROM visit_occurrence v JOIN death d ON d.person_id = v.person_id WHERE v.visit_concept_id = 9201 AND d.death_date >= v.visit_start_date AND d.death_date <= v.visit_start_date + INTERVAL 60 DAY`
		tests  = `WITH a AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])), t AS (SELECT person_id, COUNT(*) AS n FROM measurement WHERE measurement_concept_id = 3037556 AND person_id IN (FROM a) GROUP BY person_id) `
		months = `SELECT MAX(n) AS visits FROM (SELECT MONTHNAME(visit_start_date) AS m, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1)`
		days   = `SELECT AVG(d) AS days FROM (SELECT person_id, SUM(payer_plan_period_end_date - payer_plan_period_start_date + 1) AS d FROM payer_plan_period WHERE payer_source_value = 'Medicare' GROUP BY person_id)`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many inpatient stays were followed by death within 60 days of discharge?", died, true},
		{"How many inpatient stays were followed by death within 60 days after discharge?", died, true},
		{"Within 60 days from discharge, after how many inpatient stays was there a fall?", `SELECT COUNT(DISTINCT v.visit_occurrence_id) AS stays FROM visit_occurrence v JOIN condition_occurrence c ON c.person_id = v.person_id AND c.condition_start_date BETWEEN v.visit_start_date AND v.visit_start_date + 60 WHERE v.visit_concept_id = 9201 AND c.condition_concept_id IN ([condition@asthma])`, true},
		{"How many inpatient stays were followed by aspirin within 14 days of discharge?", `SELECT COUNT(*) AS stays FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = v.person_id AND d.drug_concept_id IN ([drug@aspirin]) AND d.drug_exposure_start_date >= v.visit_start_date AND d.drug_exposure_start_date <= v.visit_start_date + 14)`, true},
		{"How many inpatient stays were followed by death within 60 days of discharge?", `SELECT COUNT(*) AS stays FROM visit_occurrence v JOIN death d ON d.person_id = v.person_id WHERE v.visit_concept_id = 9201 AND d.death_date >= v.visit_end_date AND d.death_date <= v.visit_end_date + INTERVAL 60 DAY`, false},
		{"How many inpatient stays were followed by death within 60 days of admission?", died, false},

		{"How many uric acid tests does a patient with gout have on average, patients without a test included?", tests + `SELECT SUM(n) / COUNT(*) AS tests FROM t`, true},
		{"How many uric acid tests do people with gout have on average, those without any included?", tests + `SELECT AVG(n) AS tests FROM t`, true},
		{"What is the mean number of uric acid tests of people with gout, people without one counted?", tests + `SELECT AVG(n) AS tests FROM t`, true},
		{"How many uric acid tests does a patient with gout have on average, patients without a test included?", tests + `SELECT 1.0 * (SELECT SUM(n) FROM t) / (SELECT COUNT(*) FROM a) AS tests`, false},
		{"How many uric acid tests does a patient with gout have on average, patients without a test included?", tests + `SELECT AVG(COALESCE(n, 0)) AS tests FROM a LEFT JOIN t USING (person_id)`, false},
		{"How many uric acid tests does a patient with gout have on average, patients without a test not counted?", tests + `SELECT AVG(n) AS tests FROM t`, false},

		{"How many emergency visits were there in the busiest single month of 2008 to 2010?", months, true},
		{"How many emergency visits were there in the busiest month of all of the data, a single month?", months, true},
		{"How many emergency visits were there in the busiest single month of 2008 to 2010?", strings.Replace(months, "MONTHNAME(", "DATE_TRUNC('month', ", 1), false},

		{"How many days was a person insured by Medicare on average (days with at least one part)?", days, true},
		{"How many days was a person covered by insurance of Medicare on average, each day once?", days, true},
		{"How many days was a person insured by Medicare on average, with any plan?", `SELECT AVG(d) AS days FROM (SELECT DISTINCT person_id, SUM(payer_plan_period_end_date - payer_plan_period_start_date + 1) OVER (PARTITION BY person_id) AS d FROM payer_plan_period WHERE payer_source_value = 'Medicare')`, true},
		{"How many days was a person insured by Medicare on average?", days, false},
	})
}

// A mean of all is one of the records, also where the database's number happens to be near; bands may go on.
func TestMeansOfAllAndBandsThatGoOn(t *testing.T) {
	const (
		groups = `SELECT AVG(v) AS mean FROM (SELECT DATE_TRUNC('month', measurement_date) AS m, AVG(value_as_number) AS v FROM measurement WHERE measurement_concept_id = 3038553 AND EXTRACT(YEAR FROM measurement_date) = 2009 GROUP BY 1)`
		one    = `SELECT AVG(value_as_number) AS mean FROM measurement WHERE measurement_concept_id = 3038553 AND EXTRACT(YEAR FROM measurement_date) = 2009`
		bands  = `SELECT (2009 - year_of_birth) // 10 * 10 AS band, COUNT(*) AS people FROM person GROUP BY 1 ORDER BY 1`
	)
	read := byPeople(t)
	read.Results = func(context.Context, check.Asked) (check.Results, error) { return check.Results{Same: true}, nil }
	warns(t, read, "other-question", []aWarning{
		{"What is the mean of all body mass index values (3038553) recorded in 2009?", groups, true},
		{"What is the average of all body mass index results (3038553) of 2009?", groups, true},
		{"What is the mean of the monthly mean body mass index values (3038553) in 2009?", groups, false},
		{"What is the mean of all body mass index values (3038553) recorded in 2009?", one, false},
		{"How many people are in each ten-year age band at the end of 2009 (by year of birth, bands 20, 30, ..., deaths not considered)?", bands, false},
		{"How many people are in each age group at the end of 2009 (by year of birth, groups 40, 50, and so on)?", bands, false},
	})
}
