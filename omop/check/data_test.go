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

// That a unit is read is not enough where there are several: it has to choose among the values, or to keep them apart.
func TestAUnitThatOnlyStandsBesideIsNotMinded(t *testing.T) {
	opt := strict(t)
	opt.Generated = false
	opt.Units = func(context.Context, []int64) ([]int64, bool) { return []int64{8554, 8737}, true }
	c := check.New(opt)
	for text, wrong := range map[string]bool{
		`SELECT AVG(m.value_as_number) AS v FROM measurement AS m LEFT JOIN concept AS u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id = 3004410`:                                                                                       true,
		`SELECT AVG(value_as_number) AS v, COUNT(DISTINCT unit_concept_id) AS units FROM measurement WHERE measurement_concept_id = 3004410`:                                                                                                                 true,
		`SELECT person_id, MAX(value_as_number) AS v, MAX(unit_concept_id) AS unit FROM measurement WHERE measurement_concept_id = 3004410 GROUP BY person_id`:                                                                                               true,
		`WITH h AS (SELECT value_as_number AS v, unit_concept_id AS u FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id IS NOT NULL) SELECT AVG(v) AS v FROM h`:                                                                    true,
		`SELECT AVG(v) AS v FROM (SELECT value_as_number AS v, unit_concept_id AS u FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id <> 0) AS h`:                                                                                  true,
		`WITH h AS (SELECT value_as_number AS v, unit_concept_id AS u FROM measurement WHERE measurement_concept_id = 3004410) SELECT AVG(v) AS v FROM h WHERE u = 8554`:                                                                                     false,
		`SELECT u.concept_name, AVG(m.value_as_number) AS v FROM measurement AS m JOIN concept AS u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id = 3004410 GROUP BY u.concept_name`:                                                    false,
		`SELECT AVG(CASE unit_concept_id WHEN 8737 THEN value_as_number / 10.93 + 2.15 ELSE value_as_number END) AS v FROM measurement WHERE measurement_concept_id = 3004410`:                                                                               false,
		`SELECT AVG(m.value_as_number * f.factor) AS v FROM measurement AS m JOIN (VALUES (8554, 1.0), (8737, 0.09)) AS f(unit, factor) ON f.unit = m.unit_concept_id WHERE m.measurement_concept_id = 3004410`:                                              false,
		`SELECT DISTINCT unit_concept_id, AVG(value_as_number) OVER (PARTITION BY unit_concept_id) AS v FROM measurement WHERE measurement_concept_id = 3004410`:                                                                                             false,
		`SELECT person_id, value_as_number, unit_concept_id FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number > 9`:                                                                                                                 false,
		`SELECT AVG(b.value_as_number - a.value_as_number) AS v FROM measurement AS a JOIN measurement AS b USING (person_id, measurement_concept_id, unit_concept_id) WHERE a.measurement_concept_id = 3004410 AND b.measurement_date > a.measurement_date`: false,
		`SELECT AVG(value_as_number) AS v FROM measurement WHERE measurement_concept_id = 3004410 HAVING COUNT(DISTINCT unit_concept_id) = 1`:                                                                                                                false,
	} {
		if got := has(findings(t, c, text), "value-unit"); got != wrong {
			t.Errorf("said: %v, want %v: %s", got, wrong, text)
		}
	}
}
