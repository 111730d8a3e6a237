package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
)

// Rows are people where the database says that each person has one of them.
func TestRowsThatAreOneAPersonHereAreANote(t *testing.T) {
	holding := func(known, same bool) check.Options {
		opt := byPeople(t)
		opt.Compare = func(_ context.Context, given, other string) (check.Comparison, error) {
			if !strings.Contains(other, "COUNT(DISTINCT ") || strings.Contains(given, "COUNT(DISTINCT ") &&
				!strings.Contains(given, "/") {
				t.Errorf("compared with %s", other)
			}
			return check.Comparison{Known: known, Same: same}, nil
		}
		return opt
	}
	const question = "How many people have it?"
	for _, sql := range []string{
		`SELECT COUNT(*) AS patients FROM payer_plan_period WHERE plan_source_value = 'Gold'`,
		`SELECT COUNT(*) AS n_persons FROM specimen s WHERE s.specimen_date < DATE '2009-01-01'`,
		`SELECT COUNT(person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 262`,
		`SELECT COUNT(1) AS n_patients FROM payer_plan_period a LEFT JOIN payer_plan_period d ON d.person_id = a.person_id AND d.plan_source_value = 'Silver' WHERE a.plan_source_value = 'Gold' AND d.person_id IS NULL`,
		`SELECT COUNT(*) AS patients FROM procedure_occurrence po JOIN person p ON p.person_id = po.person_id WHERE p.gender_concept_id = 8532`,
		`SELECT 1.0 * COUNT(*) / (SELECT COUNT(DISTINCT person_id) FROM person) AS share FROM device_exposure`,
	} {
		warns(t, holding(true, true), "count-patients", []aWarning{{question, sql, false}})
		warns(t, holding(true, false), "count-patients", []aWarning{{question, sql, true}})
		warns(t, holding(false, false), "count-patients", []aWarning{{question, sql, true}})
		warns(t, byPeople(t), "count-patients", []aWarning{{question, sql, true}})
	}
}

// A text that differs from the question's in its last word is right where the question names both.
func TestBothTextsThatAQuestionNamesAreItsOwn(t *testing.T) {
	const both = `SELECT COUNT(DISTINCT a.person_id) AS people FROM payer_plan_period a LEFT JOIN payer_plan_period b ON b.person_id = a.person_id AND b.plan_source_value = 'Health Plan C' WHERE a.plan_source_value = 'Health Plan B' AND b.person_id IS NULL`
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many people under Health Plan B have no Plan C?", both, false},
		{"How many people with Health Plan B never had Health Plan C?", both, false},
		{"How many people have neither Health Plan B nor Plan C?", `SELECT COUNT(*) AS people FROM person WHERE person_id NOT IN (SELECT person_id FROM payer_plan_period WHERE plan_source_value IN ('Health Plan B', 'Health Plan C'))`, false},
		{"How many people have Health Plan B?", `SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE plan_source_value = 'Health Plan C'`, true},
		{"How many people have Health Plan B?", `SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE plan_source_value IN ('Health Plan B', 'Health Plan C')`, true},
		{"How many people have Health Plan B and not Plan A?", both, true},
	})
}
