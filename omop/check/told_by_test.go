package check_test

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// Ids are no dates: where the question wants the first or the last of a person, the order has to be one in time.
func TestTheFirstIsFirstInTime(t *testing.T) {
	const (
		first = "How many people had asthma as the first diagnosis?"
		last  = "What was the last procedure of each patient?"
		dated = "How many people had two diagnoses in the first 30 days of 2009?"
		gout  = "How many people had gout?"
	)
	c := check.New(strict(t))
	for _, tt := range []struct {
		name, question, sql string
		wrong               bool
	}{
		{"by the record's id", first, `WITH f AS (SELECT person_id, condition_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_occurrence_id) AS n FROM condition_occurrence) SELECT COUNT(*) AS patients FROM f WHERE n = 1 AND condition_concept_id IN ([condition@asthma])`, true},
		{"by the concept's id", first, `SELECT COUNT(*) AS patients FROM (SELECT person_id, MIN(condition_concept_id) AS c FROM condition_occurrence GROUP BY person_id) AS x WHERE c IN ([condition@asthma])`, true},
		{"the largest id", last, `SELECT DISTINCT ON (person_id) person_id, procedure_concept_id FROM procedure_occurrence ORDER BY person_id, procedure_occurrence_id DESC`, true},
		{"the id's own maximum", last, `SELECT po.person_id, po.procedure_concept_id FROM procedure_occurrence AS po JOIN (SELECT person_id, MAX(procedure_occurrence_id) AS id FROM procedure_occurrence GROUP BY person_id) AS l ON l.id = po.procedure_occurrence_id`, true},
		{"the smallest id of each person", first, `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@asthma]) AND co.condition_occurrence_id = (SELECT MIN(o.condition_occurrence_id) FROM condition_occurrence AS o WHERE o.person_id = co.person_id)`, true},
		{"one row by its id", last, `SELECT p.person_id, l.procedure_concept_id FROM person AS p, LATERAL (SELECT po.procedure_concept_id FROM procedure_occurrence AS po WHERE po.person_id = p.person_id ORDER BY po.procedure_occurrence_id DESC LIMIT 1) AS l`, true},
		{"by an amount", last, `SELECT person_id, procedure_concept_id FROM procedure_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY quantity DESC) = 1`, true},
		{"one row by its date", last, `SELECT p.person_id, l.procedure_concept_id FROM person AS p, LATERAL (SELECT po.procedure_concept_id FROM procedure_occurrence AS po WHERE po.person_id = p.person_id ORDER BY po.procedure_date DESC, po.procedure_occurrence_id DESC LIMIT 1) AS l`, false},
		{"by the date, then the id", first, `WITH f AS (SELECT person_id, condition_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS n FROM condition_occurrence) SELECT COUNT(*) AS patients FROM f WHERE n = 1 AND condition_concept_id IN ([condition@asthma])`, false},
		{"by the date behind the person", last, `SELECT DISTINCT ON (person_id) person_id, procedure_concept_id FROM procedure_occurrence ORDER BY person_id, procedure_date DESC, procedure_occurrence_id DESC`, false},
		{"a time that is first", dated, `SELECT COUNT(*) AS patients FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_occurrence_id) AS n FROM condition_occurrence WHERE condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-01-30') AS x WHERE n = 2`, false},
		{"any record", gout, `SELECT COUNT(*) AS patients FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_occurrence_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])) AS x WHERE n = 1`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := has(findings(t, c.Asking(tt.question), tt.sql), "other-question"); got != tt.wrong {
				t.Errorf("said: %v, want %v", got, tt.wrong)
			}
		})
	}
}

// What is mapped is told by concept 0 and not by NULL, where a question asks for it.
func TestMappedRecordsAreToldByConceptZero(t *testing.T) {
	const (
		mapped = "What share of the procedures is mapped?"
		any    = "How many procedures have a concept of any kind?"
	)
	c := check.New(strict(t))
	for _, tt := range []struct {
		name, question, sql string
		wrong               bool
	}{
		{"counted where it is there", mapped, `SELECT 100.0 * COUNT(procedure_concept_id) / COUNT(*) AS percent FROM procedure_occurrence`, true},
		{"kept where it is there", mapped, `SELECT 100.0 * COUNT(*) FILTER (WHERE p.c IS NOT NULL) / COUNT(*) AS percent FROM (SELECT procedure_concept_id AS c FROM procedure_occurrence) AS p`, true},
		{"named by the table of concepts", mapped, `SELECT 100.0 * COUNT(*) FILTER (WHERE c.concept_name IS NOT NULL) / COUNT(*) AS percent FROM procedure_occurrence AS po LEFT JOIN concept AS c ON c.concept_id = po.procedure_concept_id`, true},
		{"other than 0", mapped, `SELECT 100.0 * COUNT(*) FILTER (WHERE procedure_concept_id <> 0) / COUNT(*) AS percent FROM procedure_occurrence`, false},
		{"0 made NULL", mapped, `SELECT 100.0 * COUNT(NULLIF(procedure_concept_id, 0)) / COUNT(*) AS percent FROM procedure_occurrence`, false},
		{"not asked for", any, `SELECT COUNT(*) AS procedures FROM procedure_occurrence WHERE procedure_concept_id IS NOT NULL`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := has(findings(t, c.Asking(tt.question), tt.sql), "negative-id"); got != tt.wrong {
				t.Errorf("said: %v, want %v", got, tt.wrong)
			}
		})
	}
}

// A group without something that is shown beside others leaves nobody out.
func TestWhatIsShownApartIsNoAbsence(t *testing.T) {
	c := check.New(strict(t))
	for question, text := range map[string]string{
		"What is the mean HbA1c by unit, rows without a unit apart?":                                      `SELECT COALESCE(unit_concept_id, 0) AS unit, AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) GROUP BY 1`,
		"How many dispensings are there by route, with those that have no route as a group of their own?": `SELECT NULLIF(route_concept_id, 0) AS route, COUNT(*) AS dispensings FROM drug_exposure GROUP BY 1`,
		"How many visits are there per care site? Those without a care site form a row.":                  `SELECT COALESCE(care_site_id, -1) AS site, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1`,
		"Count visits per care site, and visits without a care site separately":                           `SELECT care_site_id, COUNT(*) AS visits FROM visit_occurrence GROUP BY care_site_id`,
	} {
		for _, f := range findings(t, c.Asking(question), text) {
			if f.Severity != omop.SeverityInfo {
				t.Errorf("%s: %s %s: %s", question, f.Severity, f.Rule, f.Message)
			}
		}
	}
	if !has(findings(t, c.Asking("How many visits are without a care site?"), `SELECT COUNT(*) AS visits FROM visit_occurrence`), "other-question") {
		t.Error("an absence that is asked for is not found")
	}
}
