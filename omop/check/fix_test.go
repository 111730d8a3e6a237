package check_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
)

func TestMendingsAreMadeAndMend(t *testing.T) {
	opt := strict(t)
	opt.Generated = false
	c := check.New(opt)
	for _, tt := range []struct{ rule, wrong, right string }{
		{"null-comparison", "SELECT COUNT(*) AS n FROM death WHERE cause_concept_id = NULL", "SELECT COUNT(*) AS n FROM death WHERE cause_concept_id IS NULL"},
		{"null-comparison", "SELECT COUNT(*) AS n FROM death WHERE cause_concept_id <> null", "SELECT COUNT(*) AS n FROM death WHERE cause_concept_id IS NOT NULL"},
		{"count-patients", "SELECT count( * ) AS patients FROM condition_occurrence AS co", "SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co"},
		{"count-patients", "SELECT COUNT(de.person_id) FROM drug_exposure de", "SELECT COUNT(DISTINCT de.person_id) FROM drug_exposure de"},
		{"concept-as-text", "SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = '8532'", "SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532"},
		{"vocabulary-value", "SELECT concept_id FROM concept WHERE domain_id = 'condition'", "SELECT concept_id FROM concept WHERE domain_id = 'Condition'"},
		{"last-day", "SELECT COUNT(*) AS n FROM death WHERE death_date >= '2009-01-01' AND death_date < '2009-12-31'", "SELECT COUNT(*) AS n FROM death WHERE death_date >= '2009-01-01' AND death_date <= '2009-12-31'"},
		{"placeholder-place", "SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532 AND person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = [condition@asthma])",
			"SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532 AND person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]))"},
		{"unknown-column", "SELECT COUNT(*) AS n FROM visit_occurrence v WHERE v.admitting_source_concept_id = 8717", "SELECT COUNT(*) AS n FROM visit_occurrence v WHERE v.admitted_from_concept_id = 8717"},
	} {
		script := "SELECT 1;\n" + tt.wrong
		found, err := c.CheckScript(t.Context(), script, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, made := check.Apply(script, found)
		if made != 1 || strings.TrimPrefix(got, "SELECT 1;\n") != tt.right {
			t.Errorf("%s: %d mendings give\n%s\nwant\n%s\nfound %v", tt.rule, made, got, tt.right, found)
		}
		for _, f := range findings(t, c, strings.TrimPrefix(got, "SELECT 1;\n")) {
			if f.Rule == tt.rule {
				t.Errorf("%s is still found in %s", tt.rule, got)
			}
		}
	}
}
