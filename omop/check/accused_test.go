package check_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// Lists of concept ids as programs write them: with descendants, united, picked by a set's number.
func TestConceptSetsAreNotAccused(t *testing.T) {
	c := check.New(strict(t))
	for name, text := range map[string]string{
		"an ingredient with its products over eras": `SELECT COUNT(*) AS eras FROM drug_era WHERE drug_concept_id IN (1503297, 40164929)`,
		"concepts united with their descendants": `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (
			SELECT concept_id FROM concept WHERE concept_id IN (201826) UNION
			SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (201826))`,
		"sets in one CTE": `WITH codesets AS (
			SELECT 1 AS codeset_id, c.concept_id FROM concept AS c JOIN concept_ancestor AS ca ON ca.descendant_concept_id = c.concept_id WHERE ca.ancestor_concept_id IN (201820)
			UNION ALL
			SELECT 2 AS codeset_id, c.concept_id FROM concept AS c JOIN concept_ancestor AS ca ON ca.descendant_concept_id = c.concept_id WHERE ca.ancestor_concept_id IN (1503297))
			SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN codesets AS s ON s.concept_id = co.condition_concept_id AND s.codeset_id = 1
			WHERE EXISTS (SELECT 1 FROM drug_exposure AS de JOIN codesets AS d ON d.concept_id = de.drug_concept_id AND d.codeset_id = 2 WHERE de.person_id = co.person_id)`,
	} {
		for _, f := range findings(t, c, text) {
			t.Errorf("%s: %s %s: %s", name, f.Severity, f.Rule, f.Message)
		}
	}
}

// One id of a list that fits nowhere makes the result smaller than meant, not empty.
func TestOneMisfitAmongManyIsAWarning(t *testing.T) {
	c := check.New(strict(t))
	for text, want := range map[string]omop.Severity{
		`SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (443238, 1503297)`:  omop.SeverityWarning,
		`SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (1545958, 1503297)`: omop.SeverityError,
	} {
		found := findings(t, c, text)
		if !has(found, "concept-domain") {
			t.Errorf("found %v in %s", found, text)
		}
		for _, f := range found {
			if f.Rule == "concept-domain" && f.Severity != want {
				t.Errorf("%s %s, want %s", f.Severity, f.Rule, want)
			}
		}
	}
}

// What the question says itself is no mistake: both sides of an index, a concept alone, an end that is missing.
func TestWhatTheQuestionSaysIsNotAccused(t *testing.T) {
	c := check.New(strict(t))
	for question, text := range map[string]string{
		"Show any one example of a visit of more than 30 days":                                                     `SELECT visit_concept_id, visit_start_date FROM visit_occurrence WHERE visit_end_date - visit_start_date > 30 LIMIT 1`,
		"How many visits start after the database's last year?":                                                    `SELECT COUNT(*) AS visits FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) > 2010`,
		"How many care sites lie in each state?":                                                                   `SELECT l.state, COUNT(*) AS sites FROM care_site AS s JOIN location AS l ON l.location_id = s.location_id GROUP BY l.state`,
		"Mean number of days from a visit to the next visit of the patient":                                        `SELECT AVG(n.visit_start_date - v.visit_end_date) AS mean_days FROM visit_occurrence AS n JOIN visit_occurrence AS v ON v.visit_occurrence_id = n.preceding_visit_occurrence_id`,
		"Patients with essential hypertension and hyperlipidemia, exactly these concepts, not their narrower ones": `SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (320128, 432867) GROUP BY person_id HAVING COUNT(DISTINCT condition_concept_id) = 2) AS b`,
		"Data quality: how many visits end before they start?":                                                     `SELECT COUNT(*) FROM visit_occurrence WHERE visit_end_date < visit_start_date`,
		"How many men are there, those who have died included?":                                                    `SELECT COUNT(*) AS men FROM person WHERE gender_concept_id = 8507`,
		"How old are all people in 2009 on average, whether dead or alive?":                                        `SELECT AVG(2009 - year_of_birth) AS mean_age FROM person`,
		"How many people turn 80 in 2009, by their year of birth alone?":                                           `SELECT COUNT(*) AS people FROM person WHERE year_of_birth = 1929`,
		"Number of patients with asthma, without regard to when it was noted":                                      `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		"How many providers are there of each specialty, those without any patient included?":                      `SELECT specialty_concept_id, COUNT(*) AS providers FROM provider GROUP BY specialty_concept_id`,
		"How many records of a broader concept than type 2 diabetes are there?": `SELECT COUNT(*) AS records FROM condition_occurrence AS co
			JOIN concept_ancestor AS ca ON ca.ancestor_concept_id = co.condition_concept_id WHERE ca.descendant_concept_id = 201826 AND ca.min_levels_of_separation > 0`,
		"How many people had asthma within 30 days before or after the first record of aspirin?": `SELECT COUNT(DISTINCT co.person_id) AS patients
			FROM condition_occurrence AS co JOIN (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id = 1112807 GROUP BY person_id) AS f
			ON f.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND ABS(co.condition_start_date - f.d) <= 30`,
		"How many people have a record coded exactly as type 2 diabetes, not as one of its more specific forms?": `SELECT COUNT(DISTINCT person_id) AS patients
			FROM condition_occurrence WHERE condition_concept_id = 201826`,
		"How many people had asthma on 1 June 2009, taking a record without an end date as ongoing?": `SELECT COUNT(DISTINCT person_id) AS patients
			FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_start_date <= DATE '2009-06-01'
			AND COALESCE(condition_end_date, DATE '2099-12-31') >= DATE '2009-06-01'`,
	} {
		for _, f := range findings(t, c.Asking(question), text) {
			if f.Rule == "open-window" || f.Rule == "missing-descendants" || f.Rule == "other-question" {
				t.Errorf("%s: %s %s: %s", question, f.Severity, f.Rule, f.Message)
			}
		}
	}
	if !has(findings(t, c.Asking("How many people have type 2 diabetes?"), `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 201826`), "missing-descendants") {
		t.Error("a concept without its descendants is not found where the question does not ask for it alone")
	}
}

// Numbers and records of which the question asks more than one are not held against each other.
func TestWhatStandsBesideInTheQuestionIsNotAccused(t *testing.T) {
	c := check.New(strict(t))
	for question, text := range map[string]string{
		"By the latest eGFR, how many are at 90 or above, 60-89, below 60?": `SELECT CASE WHEN v >= 90 THEN '90 or above' WHEN v >= 60 THEN '60-89' ELSE 'below 60' END AS stage, COUNT(DISTINCT person_id) AS patients
			FROM (SELECT person_id, value_as_number AS v, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS rn
			FROM measurement WHERE measurement_concept_id IN ([measurement@eGFR]) AND value_as_number IS NOT NULL AND unit_concept_id = 720870) AS m WHERE rn = 1 GROUP BY 1`,
		"How many people had their creatinine rise by 0.5 mg/dL between their first and their last measurement?": `SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id,
			FIRST_VALUE(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date, measurement_id) AS a,
			FIRST_VALUE(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS b
			FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) AND value_as_number IS NOT NULL AND unit_concept_id = 8840) AS m WHERE b - a >= 0.5`,
	} {
		for _, f := range findings(t, c.Asking(question), text) {
			if f.Rule == "other-question" {
				t.Errorf("%s: %s %s: %s", question, f.Severity, f.Rule, f.Message)
			}
		}
	}
}

// A record that is looked at for another value than the one inside need not find itself: "a lowest LDL above 100".
func TestNoneBeyondAValueIsNoPairWithItself(t *testing.T) {
	text := `SELECT COUNT(DISTINCT a.person_id) AS patients FROM measurement AS a
		WHERE a.measurement_concept_id IN ([measurement@LDL]) AND NOT EXISTS (SELECT 1 FROM measurement AS b
		WHERE b.person_id = a.person_id AND b.measurement_concept_id IN ([measurement@LDL])%s)`
	c := check.New(strict(t))
	if has(findings(t, c, fmt.Sprintf(text, " AND b.value_as_number <= 100")), "self-pair") {
		t.Error("a value inside is held to be that of the row outside")
	}
	if !has(findings(t, c, fmt.Sprintf(text, "")), "self-pair") {
		t.Error("a row that finds itself is passed")
	}
}

// IN with the keys of people ties a query to the person around it, whatever else refers to that row.
func TestDatesBesideInAreNotAccused(t *testing.T) {
	c := check.New(strict(t))
	const text = `SELECT COUNT(*) AS people FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id) g
		WHERE g.person_id IN (SELECT a.person_id FROM condition_occurrence AS a WHERE a.condition_concept_id IN ([condition@anemia]) AND a.condition_start_date BETWEEN g.d - 180 AND g.d - 1)`
	for _, f := range findings(t, c, text) {
		if f.Rule == "cross-join" {
			t.Errorf("%s %s: %s", f.Severity, f.Rule, f.Message)
		}
	}
}

// A program's SQL may not choose by what a site writes, whether or not it says which question it answers; an author's
// may, and is warned where the question names a disease and no code.
func TestSourceValuesBesideAQuestion(t *testing.T) {
	const text = `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_source_value LIKE '25%'`
	for generated, want := range map[bool]omop.Severity{true: omop.SeverityError, false: omop.SeverityWarning} {
		opt := strict(t)
		opt.Generated = generated
		found := findings(t, check.New(opt).Asking("How many patients have diabetes?"), text)
		i := slices.IndexFunc(found, func(f omop.Finding) bool { return f.Rule == "source-value" })
		if i < 0 || found[i].Severity != want {
			t.Errorf("generated: %v, found %v, want %s", generated, found, want)
		}
	}
}

// What the question asks for in other words than the rules look for stands in the statement all the same.
func TestAskedForInOtherFormsIsNotAccused(t *testing.T) {
	c := check.New(strict(t))
	for question, text := range map[string]string{
		"How many patients had reached 65 when gout was first diagnosed?": `SELECT COUNT(*) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d
			FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id) AS f JOIN person AS p ON p.person_id = f.person_id
			WHERE YEAR(f.d) * 10000 + MONTH(f.d) * 100 + DAY(f.d) - (p.year_of_birth * 10000 + COALESCE(p.month_of_birth, 7) * 100 + COALESCE(p.day_of_birth, 1)) >= 650000`,
		"How many patients had a serum creatinine above 176.8 micromol/L (that is 2 mg/dL)?": `SELECT COUNT(DISTINCT person_id) AS patients
			FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) AND value_as_number * CASE unit_concept_id WHEN 8840 THEN 88.4 END > 176.8`,
		"Of the living, how many were 75 or older (completed years) on 31 December 2009?": `SELECT COUNT(*) AS patients FROM person AS p
			WHERE p.birth_datetime <= TIMESTAMP '1934-12-31' AND p.person_id NOT IN (SELECT person_id FROM death)`,
		"How many emergency visits took place while the patient had Medicare Part B?": `SELECT COUNT(DISTINCT v.visit_occurrence_id) AS visits
			FROM visit_occurrence AS v JOIN payer_plan_period AS pp ON pp.person_id = v.person_id AND pp.plan_source_value = 'Medicare Part B'
			AND v.visit_start_date BETWEEN pp.payer_plan_period_start_date AND pp.payer_plan_period_end_date WHERE v.visit_concept_id = 9203`,
		"How many records of asthma have an end date that lies after their start date?": `SELECT COUNT(*) AS records FROM condition_occurrence
			WHERE condition_concept_id IN ([condition@asthma]) AND condition_end_date - condition_start_date > 0`,
	} {
		for _, f := range findings(t, c.Asking(question), text) {
			if f.Severity != omop.SeverityInfo {
				t.Errorf("%s: %s %s: %s", question, f.Severity, f.Rule, f.Message)
			}
		}
	}
}
