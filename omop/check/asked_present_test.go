package check_test

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// aWarning is a statement beside its question that one rule has to warn of, or must not.
type aWarning struct {
	question, sql string
	want          bool
}

// warns fails where a rule says nothing of a wrong statement, or warns of a right one.
func warns(t *testing.T, opt check.Options, rule string, all []aWarning) {
	t.Helper()
	c := check.New(opt)
	for _, tt := range all {
		got := false
		for _, f := range findings(t, c.Asking(tt.question), tt.sql) {
			got = got || f.Rule == rule && f.Severity != omop.SeverityInfo
		}
		if got != tt.want {
			t.Errorf("%s: %s warns: %v, want %v: %s", rule, tt.question, got, tt.want, tt.sql)
		}
	}
}

// byPeople are the options of SQL that people wrote, where no database can be asked.
func byPeople(t *testing.T) check.Options {
	opt := strict(t)
	opt.Generated, opt.Results = false, nil
	return opt
}

// An outer join that WHERE undoes counts who has something, where the question is how many have it.
func TestAnUndoneOuterJoinIsANoteWhereThoseWithoutDoNotCount(t *testing.T) {
	const (
		took   = `FROM condition_occurrence c LEFT JOIN drug_exposure d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@gout]) AND d.drug_concept_id IN ([drug@allopurinol])`
		deaths = `FROM person p LEFT JOIN death d USING (person_id) WHERE d.death_date > DATE '2009-12-31'`
		visits = `FROM person p LEFT JOIN (SELECT person_id, COUNT(*) AS k FROM visit_occurrence GROUP BY person_id) v USING (person_id) WHERE v.k `
	)
	warns(t, byPeople(t), "outer-join-filter", []aWarning{
		{"How many people with gout took allopurinol?", `SELECT COUNT(DISTINCT c.person_id) AS people ` + took, false},
		{"How many women and men had an inpatient visit in 2009?", `SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS people FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id WHERE v.visit_concept_id = 9201 AND EXTRACT(YEAR FROM v.visit_start_date) = 2009 GROUP BY 1`, false},
		{"How many people died after 2009?", `SELECT COUNT(*) AS people ` + deaths, false},
		{"How many people have 3 visits or more?", `SELECT COUNT(*) AS people ` + visits + `>= 3`, false},
		{"How many people had a procedure on the day of their first admission?", `SELECT COUNT(DISTINCT f.person_id) AS people FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) f LEFT JOIN procedure_occurrence po ON po.person_id = f.person_id WHERE po.procedure_date = f.d`, false},
		{"How many people had a creatinine below 1 mg/dL?", `SELECT COUNT(DISTINCT p.person_id) AS people FROM person p LEFT JOIN measurement m ON m.person_id = p.person_id AND m.measurement_concept_id = 3016723 WHERE m.value_as_number < 1 AND m.unit_concept_id = 8840`, false},
		{"How many people with gout took allopurinol, whether or not afterwards?", `WITH j AS (SELECT c.person_id, d.drug_concept_id AS k FROM condition_occurrence c LEFT JOIN drug_exposure d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@gout])) SELECT COUNT(DISTINCT person_id) AS people FROM j WHERE k IN ([drug@allopurinol])`, true},
		{"", `SELECT COUNT(DISTINCT c.person_id) AS people ` + took, true},
		{"What share of people with gout took allopurinol?", `SELECT 1.0 * COUNT(DISTINCT d.person_id) / COUNT(DISTINCT c.person_id) AS share ` + took, true},
		{"How many people have gout, and how many took allopurinol?", `SELECT COUNT(DISTINCT c.person_id) AS people, COUNT(DISTINCT d.person_id) AS takers ` + took, true},
		{"How many people lived beyond 2009?", `SELECT COUNT(*) AS people ` + deaths, true},
		{"How many people made it past 2009?", `SELECT COUNT(*) AS people ` + deaths, true},
		{"How many people have less than 3 visits?", `SELECT COUNT(*) AS people ` + visits + `< 3`, true},
		{"How many visits did each care site have in 2010?", `SELECT s.care_site_id, COUNT(v.visit_occurrence_id) AS visits FROM care_site s LEFT JOIN visit_occurrence v USING (care_site_id) WHERE EXTRACT(YEAR FROM v.visit_start_date) = 2010 GROUP BY 1`, true},
		{"How many people with gout took allopurinol or nothing?", `SELECT COUNT(DISTINCT c.person_id) AS people ` + took, true},
	})
}

// AND before OR is meant where the question says of one alternative that it is not bound.
func TestAnAlternativeThatIsNotBoundNeedsNoParentheses(t *testing.T) {
	const (
		visits = `SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 OR visit_concept_id = 9202 AND visit_start_date >= DATE '2009-01-01'`
		sexes  = `SELECT COUNT(DISTINCT p.person_id) AS people FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN ([condition@asthma]) OR co.condition_concept_id IN ([condition@bronchitis])`
		older  = `SELECT COUNT(DISTINCT p.person_id) AS people FROM person p JOIN drug_exposure d ON d.person_id = p.person_id WHERE d.drug_concept_id IN ([drug@warfarin]) OR d.drug_concept_id IN ([drug@aspirin]) AND p.year_of_birth < 1930`
		supply = `SELECT COUNT(*) AS dispensings FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) OR drug_concept_id IN ([drug@aspirin]) AND days_supply > 30`
	)
	warns(t, byPeople(t), "and-or", []aWarning{
		{"How many visits were emergency visits of any year, or outpatient visits since 2009?", visits, false},
		{"How many visits were outpatient ones from 2009 on, or to the emergency room, whenever they began?", visits, false},
		{"How many people are women with asthma, or anybody with bronchitis?", sexes, false},
		{"How many people took warfarin, at any age, or aspirin and were born before 1930?", older, false},
		{"How many dispensings were of warfarin, no matter how long, or of aspirin for more than 30 days?", supply, false},
		{"How many emergency or outpatient visits started in 2009 or later?", visits, true},
		{"How many women of any age had asthma or bronchitis?", sexes, true},
		{"How many people took warfarin or aspirin and were born before 1930?", older, true},
		{"How many dispensings of warfarin or aspirin of any year were for more than 30 days?", supply, true},
		{"", visits, true},
	})
}
