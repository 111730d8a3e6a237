package check_test

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// Each question has a statement that contradicts one of its words, and one that does not.
func TestWordsOfTheQuestionAreHeldAgainstTheStatement(t *testing.T) {
	opt := strict(t)
	opt.Results = nil
	c := check.New(opt)
	for _, tt := range []struct{ question, wrong, right string }{
		{
			"What is the median length of an inpatient stay in nights?",
			`SELECT AVG(visit_end_date - visit_start_date) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
			`SELECT MEDIAN(visit_end_date - visit_start_date) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
		},
		{
			"What is the mean length of inpatient stay in nights?",
			`SELECT AVG(visit_end_date - visit_start_date + 1) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
			`SELECT AVG(visit_end_date - visit_start_date) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
		},
		{
			"Which drug reached the largest number of different patients?",
			`SELECT drug_concept_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1`,
			`SELECT drug_concept_id, COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1`,
		},
		{
			"How many people had an inpatient stay?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id IN (9201, 9203)`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id IN (9201, 262)`,
		},
		{
			"Counting everybody in the database, how many emergency visits did a person have on average?",
			`SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203`,
			`SELECT 1.0 * (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) / COUNT(*) AS visits FROM person`,
		},
		{
			"How many visits per person were there in 2009?",
			`SELECT COUNT(DISTINCT person_id) * 1.0 / COUNT(*) AS visits FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) = 2009`,
			`SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS visits FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) = 2009`,
		},
		{
			"How many different drugs have people had on average?",
			`SELECT AVG(n) AS drugs FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure GROUP BY person_id) AS x`,
			`SELECT AVG(n) AS drugs FROM (SELECT person_id, COUNT(DISTINCT drug_concept_id) AS n FROM drug_exposure GROUP BY person_id) AS x`,
		},
		{
			"In what year was the youngest person born?",
			`SELECT MIN(year_of_birth) AS born FROM person`,
			`SELECT MAX(year_of_birth) AS born FROM person`,
		},
		{
			"How many people had Medicare Part D coverage?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE plan_source_value = 'Medicare Part B'`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D'`,
		},
		{
			"How much did patients themselves pay for procedures?",
			`SELECT SUM(paid_by_payer) AS paid FROM cost WHERE cost_domain_id = 'Procedure' AND currency_concept_id = 44818668`,
			`SELECT SUM(paid_by_patient) AS paid FROM cost WHERE cost_domain_id = 'Procedure' AND currency_concept_id = 44818668`,
		},
		{
			"What is the second most frequent procedure by number of persons?",
			`SELECT procedure_concept_id FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY COUNT(DISTINCT person_id) DESC, 1 LIMIT 1`,
			`SELECT procedure_concept_id FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY COUNT(DISTINCT person_id) DESC, 1 LIMIT 1 OFFSET 1`,
		},
		{
			"What percentage of people died?",
			`SELECT (SELECT COUNT(DISTINCT person_id) FROM death) * 1.0 / (SELECT COUNT(*) FROM person) AS share`,
			`SELECT (SELECT COUNT(DISTINCT person_id) FROM death) * 100.0 / (SELECT COUNT(*) FROM person) AS share`,
		},
	} {
		accused := func(text string) bool {
			for _, f := range findings(t, c.Asking(tt.question), text) {
				if f.Rule == "other-question" && f.Severity == omop.SeverityWarning {
					return true
				}
			}
			return false
		}
		if !accused(tt.wrong) {
			t.Errorf("%s: not found in %s", tt.question, tt.wrong)
		}
		if accused(tt.right) {
			t.Errorf("%s: accused: %s", tt.question, tt.right)
		}
	}
}
