package check_test

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// told asks whether a rule warns of each of some statements, beside their questions and with a vocabulary.
func told(t *testing.T, rule string, cases []toldCase) {
	t.Helper()
	opt := strict(t)
	opt.Generated = false
	c := check.New(opt)
	for _, tt := range cases {
		said := false
		for _, f := range findings(t, c.Asking(tt.question), tt.sql) {
			said = said || f.Rule == rule && f.Severity != omop.SeverityInfo
		}
		if said != tt.wrong {
			t.Errorf("said: %v, want %v: %s\n%s", said, tt.wrong, tt.question, tt.sql)
		}
	}
}

type toldCase struct {
	question, sql string
	wrong         bool
}

// A set of concepts is followed to the descendants of all of them, and so is what is left out of it.
func TestEachPartOfAConceptSetIsFollowed(t *testing.T) {
	const (
		either  = "How many people took aspirin or metformin?"
		other   = "How many people have a diabetes mellitus other than type 2?"
		special = "How many people have a more specific form of diabetes mellitus?"
		exposed = `SELECT COUNT(DISTINCT person_id) AS people FROM drug_exposure WHERE drug_concept_id IN (`
		below   = `SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id `
		ill     = `SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN (`
	)
	told(t, "missing-descendants", []toldCase{
		{either, exposed + below + `= 1112807 UNION SELECT 1503297)`, true},
		{either, `WITH drugs AS (` + below + `= 1112807 UNION ALL SELECT concept_id FROM concept WHERE concept_id = 1503297) SELECT COUNT(DISTINCT de.person_id) AS people FROM drug_exposure AS de JOIN drugs ON drugs.descendant_concept_id = de.drug_concept_id`, true},
		{either, `SELECT COUNT(DISTINCT de.person_id) AS people FROM drug_exposure AS de LEFT JOIN concept_ancestor AS ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1112807 WHERE ca.ancestor_concept_id IS NOT NULL OR de.drug_concept_id = 1503297`, true},
		{either, exposed + below + `IN (1112807, 1503297))`, false},
		{either, exposed + `SELECT concept_id FROM concept WHERE concept_id IN (1112807, 1503297) UNION ` + below + `IN (1112807, 1503297))`, false},
		{either, exposed + below + `= 1112807 UNION SELECT 1503297 UNION SELECT 40164929)`, false},
		{other, ill + below + `= 201820) AND condition_concept_id <> 201826`, true},
		{other, ill + below + `= 201820 EXCEPT SELECT 201826)`, true},
		{other, `SELECT COUNT(DISTINCT co.person_id) AS people FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820 AND ca.descendant_concept_id NOT IN (201826)`, true},
		{other, ill + below + `= 201820) AND condition_concept_id NOT IN (201826, 443238)`, false},
		{other, ill + below + `= 201820 EXCEPT ` + below + `= 201826)`, false},
		{special, ill + below + `= 201820) AND condition_concept_id <> 201820`, false},
	})
}

// Exposures are of products: those recorded as an ingredient are few, unless the question is how they are recorded.
func TestExposuresAreNotChosenByTheClassOfTheirOwnConcept(t *testing.T) {
	const class = `JOIN concept AS c ON c.concept_id = de.drug_concept_id WHERE c.concept_class_id = 'Ingredient'`
	told(t, "missing-descendants", []toldCase{
		{"How many people took metformin?", `SELECT COUNT(DISTINCT de.person_id) AS people FROM drug_exposure AS de ` + class + ` AND c.concept_name = 'metformin'`, true},
		{"Which five ingredients have the most users?", `SELECT c.concept_name, COUNT(DISTINCT de.person_id) AS people FROM drug_exposure AS de ` + class + ` GROUP BY c.concept_name ORDER BY people DESC, c.concept_name LIMIT 5`, true},
		{"How many people took two ingredients or more?", `WITH i AS (SELECT concept_id FROM concept WHERE concept_class_id = 'Ingredient') SELECT COUNT(*) AS people FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT concept_id FROM i) GROUP BY person_id HAVING COUNT(DISTINCT drug_concept_id) >= 2) AS x`, true},
		{"How many exposures are coded with an ingredient concept?", `SELECT COUNT(*) AS exposures FROM drug_exposure AS de ` + class, false},
		{"Which five ingredients have the most users?", `SELECT c.concept_name, COUNT(DISTINCT de.person_id) AS people FROM drug_exposure AS de JOIN concept_ancestor AS ca ON ca.descendant_concept_id = de.drug_concept_id JOIN concept AS c ON c.concept_id = ca.ancestor_concept_id WHERE c.concept_class_id = 'Ingredient' GROUP BY c.concept_name ORDER BY people DESC, c.concept_name LIMIT 5`, false},
	})
}

// A share of men is over men, one of people at risk over those at risk, and time insured is counted once.
func TestWholesAreThoseOfTheQuestion(t *testing.T) {
	const (
		men    = "Of all men, what percentage had gout?"
		parted = "What share of patients with gout are men?"
		risk   = "Of the people at risk of gout on 1 January 2010, what share got it in 2010?"
		before = "What proportion of people observed on 1 January 2010 without gout before got it in 2010?"
		years  = "For how many person-years are people insured?"
		plans  = "What is the mean length of a plan period, in days?"
		gout   = `(SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY person_id)`
		seen   = `(SELECT DISTINCT person_id FROM observation_period WHERE DATE '2010-01-01' BETWEEN observation_period_start_date AND observation_period_end_date)`
		length = `payer_plan_period_end_date - payer_plan_period_start_date + 1`
	)
	told(t, "other-question", []toldCase{
		{men, `SELECT 100.0 * COUNT(DISTINCT p.person_id) FILTER (WHERE p.gender_concept_id = 8507 AND g.person_id IS NOT NULL) / COUNT(DISTINCT p.person_id) AS percent FROM person AS p LEFT JOIN ` + gout + ` AS g ON g.person_id = p.person_id`, true},
		{men, `SELECT 100.0 * AVG(CASE WHEN p.gender_concept_id = 8507 AND EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = p.person_id AND co.condition_concept_id IN ([condition@gout])) THEN 1 ELSE 0 END) AS percent FROM person AS p`, true},
		{men, `SELECT 100.0 * COUNT(DISTINCT p.person_id) FILTER (WHERE p.gender_concept_id = 8507 AND g.person_id IS NOT NULL) / COUNT(DISTINCT p.person_id) FILTER (WHERE p.gender_concept_id = 8507) AS percent FROM person AS p LEFT JOIN ` + gout + ` AS g ON g.person_id = p.person_id`, false},
		{men, `SELECT 100.0 * AVG(CASE WHEN p.gender_concept_id <> 8507 THEN NULL WHEN g.person_id IS NOT NULL THEN 1 ELSE 0 END) AS percent FROM person AS p LEFT JOIN ` + gout + ` AS g ON g.person_id = p.person_id`, false},
		{parted, `SELECT AVG(CASE WHEN p.gender_concept_id = 8507 THEN 1.0 ELSE 0 END) AS share FROM person AS p JOIN ` + gout + ` AS g ON g.person_id = p.person_id`, false},
		{risk, `SELECT 1.0 * COUNT(CASE WHEN g.d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31' THEN 1 END) / COUNT(*) AS share FROM ` + seen + ` AS o LEFT JOIN ` + gout + ` AS g ON g.person_id = o.person_id`, true},
		{risk, `SELECT 1.0 * COUNT(DISTINCT g.person_id) / (SELECT COUNT(*) FROM ` + seen + ` AS n) AS share FROM ` + gout + ` AS g JOIN ` + seen + ` AS o ON o.person_id = g.person_id WHERE YEAR(g.d) = 2010`, true},
		{before, `SELECT AVG(CASE WHEN g.d >= DATE '2010-01-01' AND g.d < DATE '2011-01-01' THEN 1.0 ELSE 0 END) AS share FROM ` + seen + ` AS o LEFT JOIN ` + gout + ` AS g USING (person_id)`, true},
		{risk, `SELECT 1.0 * COUNT(CASE WHEN g.d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31' THEN 1 END) / COUNT(*) AS share FROM ` + seen + ` AS o LEFT JOIN ` + gout + ` AS g ON g.person_id = o.person_id WHERE g.d IS NULL OR g.d >= DATE '2010-01-01'`, false},
		{before, `WITH r AS (SELECT o.person_id, g.d FROM ` + seen + ` AS o LEFT JOIN ` + gout + ` AS g ON g.person_id = o.person_id WHERE COALESCE(g.d, DATE '2010-01-01') >= DATE '2010-01-01') SELECT AVG(CASE WHEN d >= DATE '2010-01-01' AND d < DATE '2011-01-01' THEN 1.0 ELSE 0 END) AS share FROM r`, false},
		{years, `SELECT SUM(` + length + `) / 365.25 AS years FROM payer_plan_period`, true},
		{years, `WITH p AS (SELECT person_id, payer_plan_period_start_date AS s, payer_plan_period_end_date AS e FROM payer_plan_period) SELECT SUM(e - s + 1) / 365.25 AS years FROM p`, true},
		{years, `SELECT SUM(days) / 365.25 AS years FROM (SELECT person_id, SUM(DATEDIFF('day', payer_plan_period_start_date, payer_plan_period_end_date) + 1) AS days FROM payer_plan_period GROUP BY person_id) AS x`, true},
		{years, `SELECT SUM(e - s + 1) / 365.25 AS years FROM (SELECT person_id, MIN(s) AS s, MAX(e) AS e FROM (SELECT person_id, s, e, SUM(fresh) OVER (PARTITION BY person_id ORDER BY s, e) AS g FROM (SELECT person_id, payer_plan_period_start_date AS s, payer_plan_period_end_date AS e, CASE WHEN payer_plan_period_start_date <= MAX(payer_plan_period_end_date) OVER (PARTITION BY person_id ORDER BY payer_plan_period_start_date, payer_plan_period_end_date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + 1 THEN 0 ELSE 1 END AS fresh FROM payer_plan_period) AS a) AS b GROUP BY person_id, g) AS c`, false},
		{plans, `SELECT AVG(` + length + `) AS days FROM payer_plan_period`, false},
	})
}

// The unit of a number is held against the one that the values are chosen by, also by its code.
func TestAUnitIsChosenByItsCode(t *testing.T) {
	const asked = "How many people had a glucose above 11.1 mmol/L?"
	const sql = `SELECT COUNT(DISTINCT m.person_id) AS people FROM measurement AS m JOIN concept AS u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id IN ([measurement@glucose]) AND m.value_as_number > 11.1 AND u.concept_code = `
	told(t, "other-question", []toldCase{{asked, sql + `'mg/dL'`, true}, {asked, sql + `'mmol/L'`, false}})
}
