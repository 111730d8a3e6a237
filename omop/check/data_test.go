package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// What depends on what a database holds is a note without one, and decided with one.
func TestWhatDependsOnTheDataIsDecidedByTheDatabase(t *testing.T) {
	const (
		descendants = `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 201820`
		units       = `SELECT AVG(value_as_number) AS average_value FROM measurement WHERE measurement_concept_id = 3004410`
		births      = `SELECT COUNT(*) AS people FROM person WHERE MAKE_DATE(year_of_birth, month_of_birth, day_of_birth) <= DATE '1950-06-30'`
	)
	holds := func(same bool) func(*check.Options) {
		return func(o *check.Options) {
			o.Units = func(context.Context, []int64) ([]int64, bool) {
				return []int64{8554, 8737}[:map[bool]int{true: 1, false: 2}[same]], true
			}
			o.BirthDays = func(context.Context) bool { return same }
			o.Compare = func(_ context.Context, given, other string) (check.Comparison, error) {
				if !strings.Contains(other, "IN (201820, ") || strings.Contains(given, "IN (") {
					t.Errorf("compared with %s", other)
				}
				return check.Comparison{Known: true, Same: same, Given: "3", Other: "9"}, nil
			}
		}
	}
	for rule, text := range map[string]string{"missing-descendants": descendants, "value-unit": units, "birth-fields": births} {
		for name, tt := range map[string]struct {
			change func(*check.Options)
			want   omop.Severity
		}{
			"no database":           {func(*check.Options) {}, omop.SeverityInfo},
			"one where it matters":  {holds(false), omop.SeverityWarning},
			"one where it does not": {holds(true), ""},
		} {
			opt := strict(t)
			opt.Generated = false
			tt.change(&opt)
			var got omop.Severity
			for _, f := range findings(t, check.New(opt), text) {
				if f.Rule == rule {
					got = f.Severity
				}
				if f.Rule == rule && rule == "missing-descendants" && got == omop.SeverityWarning && !strings.Contains(f.Message, "this gives 9, not 3") {
					t.Errorf("it does not say what they change: %s", f.Message)
				}
			}
			if got != tt.want {
				t.Errorf("%s, %s: %q, want %q", rule, name, got, tt.want)
			}
		}
	}
}

// A question that says "any kind of" wants the descendants whatever the database holds; one that names the id wants it alone.
func TestTheQuestionTellsWhetherDescendantsAreWanted(t *testing.T) {
	opt := strict(t)
	opt.Generated = false
	c := check.New(opt)
	for question, want := range map[string]omop.Severity{
		"How many people have any kind of diabetes mellitus?":                          omop.SeverityWarning,
		"How many people have a record of concept 201820?":                             "",
		"How many people have a record of diabetes mellitus itself, not its subtypes?": "",
		"How many people have diabetes mellitus?":                                      omop.SeverityInfo,
	} {
		var got omop.Severity
		for _, f := range findings(t, c.Asking(question), `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 201820`) {
			if f.Rule == "missing-descendants" {
				got = f.Severity
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

// Beside its question, a statement is run with the concepts that it chooses itself: a name's own concept, not a part of it.
func TestAStatementIsHeldBesideItsQuestionWithItsOwnConcepts(t *testing.T) {
	for text, want := range map[string]string{
		`SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 201820`:                                                                                              "201820 alone",
		`SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@diabetes mellitus])`:                                                                    "diabetes mellitus",
		`SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820`: "201820",
		`SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence`:                                                                                                                                  "",
	} {
		opt := strict(t)
		opt.Meaning = func(context.Context, string) (check.Meaning, error) {
			q := &study.Question{Measure: study.Measure{Kind: study.Count, Of: study.Persons}}
			q.Population.Entry = &study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: "diabetes mellitus"}}}
			return check.Meaning{Question: q, Concepts: func(study.Entity) []check.Concept {
				return []check.Concept{{ID: 201820, Name: "Diabetes mellitus", Standard: "S"}}
			}}, nil
		}
		got := ""
		opt.Results = func(_ context.Context, a check.Asked) (check.Results, error) {
			own := a.Own["diabetes mellitus"]
			switch {
			case len(own.Items) == 1 && own.Items[0].ID == 201820:
				got = map[bool]string{true: "201820 alone", false: "201820"}[own.Items[0].Exact]
			default:
				got = own.Text
			}
			return check.Results{}, nil
		}
		findings(t, check.New(opt).Asking("How many people have diabetes mellitus?"), text)
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
