package check_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// The same statement is right for one question and wrong for another: only what the question means tells.
func TestAStatementIsComparedWithWhatItsQuestionMeans(t *testing.T) {
	const (
		share    = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}]}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"albuterol"}]}}}}`
		turned   = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}]}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		without  = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}]}},"outcome":{"not":{"has":{"event":{"domain":"drug","concepts":[{"text":"albuterol"}]}}}}}`
		opposite = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}]}},"outcome":{"not":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}}`
		women    = `{"measure":{"kind":"count"},"population":{"criteria":[{"is":{"sex":"female"}}]},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		anybody  = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		after    = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"relation":{"from":{},"to":{"days":90}}}}}`
		before   = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"relation":{"from":{"days":-90},"to":{"days":-1}}}}}`
	)
	const (
		sick  = `condition_concept_id IN ([condition@asthma])`
		taken = `drug_concept_id IN ([drug@albuterol])`
		start = `WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE ` + taken + ` GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) FROM f JOIN condition_occurrence c USING (person_id) WHERE c.` + sick
	)
	for _, tt := range []struct{ name, sql, right, wrong, says string }{
		{"a share by a CASE over those with the disease", `SELECT 100.0 * AVG(CASE WHEN EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = c.person_id AND d.` + taken + `) THEN 1 ELSE 0 END) AS pct FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE ` + sick + `) c`,
			share, turned, "denominator is of others"},
		{"a share by two subqueries", `SELECT 100.0 * (SELECT COUNT(DISTINCT d.person_id) FROM drug_exposure d JOIN condition_occurrence c USING (person_id) WHERE d.` + taken + ` AND c.` + sick + `) / (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE ` + sick + `) AS pct`,
			share, turned, "denominator is of others"},
		{"those without, by EXCEPT", `SELECT COUNT(*) FROM (SELECT person_id FROM condition_occurrence WHERE ` + sick + ` EXCEPT SELECT person_id FROM drug_exposure WHERE ` + taken + `) x`,
			without, opposite, "must have it"},
		{"those without, by an outer join", `SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c LEFT JOIN (SELECT person_id FROM drug_exposure WHERE ` + taken + `) d ON d.person_id = c.person_id WHERE d.person_id IS NULL AND c.` + sick,
			without, opposite, "must have it"},
		{"people of both sexes", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE ` + sick, anybody, women, "nothing here looks at their sex"},
		{"the time after a first exposure", start + ` AND c.condition_start_date >= f.d AND c.condition_start_date <= f.d + 90`, after, before, "looks after it"},
		{"the time before it, through a difference", start + ` AND date_diff('day', c.condition_start_date, f.d) BETWEEN 1 AND 90`, before, after, "looks before it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(t, tt.sql, tt.right); len(got) > 0 {
				t.Errorf("accused of its own question: %q", got)
			}
			if got := said(t, tt.sql, tt.wrong); !strings.Contains(strings.Join(got, "; "), tt.says) {
				t.Errorf("says %q to another question, want %q", got, tt.says)
			}
		})
	}
}

// said are the messages of other-question about a statement that is to answer a study question.
func said(t *testing.T, sql, asked string) []string {
	t.Helper()
	var q study.Question
	if err := json.Unmarshal([]byte(asked), &q); err != nil {
		t.Fatal(err)
	}
	opt := strict(t)
	opt.Meaning = func(context.Context, string) (check.Meaning, error) {
		return check.Meaning{Question: &q, Concepts: func(study.Entity) []check.Concept { return nil }}, nil
	}
	found, err := check.New(opt).Asking("who are they").Check(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		if f.Rule == "other-question" {
			out = append(out, f.Message)
		}
	}
	return out
}
