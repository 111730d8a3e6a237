package pipeline_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/plausible"
	"github.com/askomop/askomop/rag"
)

// village is the data of a small database: a thousand people, observed from 2008 to 2010.
type village struct{ asked [][]int64 }

func (*village) People(context.Context) (int64, error)            { return 1000, nil }
func (*village) Years(context.Context) (first, last int, ok bool) { return 2008, 2010, true }

// Lacks implements Data: nobody has written down when visits ended.
func (*village) PeriodsOverlap(context.Context) bool { return false }

func (*village) Lacks(_ context.Context, table string) ([]string, error) {
	if table == "visit_occurrence" {
		return []string{"visit_end_date"}, nil
	}
	return nil, nil
}

func (*village) Empty(_ context.Context, table string) (bool, error) { return table == "death", nil }

func (v *village) Units(_ context.Context, measurements []int64) ([]plausible.Unit, error) {
	v.asked = append(v.asked, measurements)
	if slices.Contains(measurements, 404) {
		return nil, nil
	}
	return []plausible.Unit{{Concept: 8840, Name: "milligram per deciliter"}, {}}, nil
}

// writes is a Writer that knows one template, and no repair.
type writes struct {
	*fake
	template string
}

func (w writes) Write(_ context.Context, _ rag.Masked, _ []rag.Match, fix *rag.Fix) (rag.Template, error) {
	if fix != nil {
		return rag.Template{}, rag.ErrNoRepair
	}
	return rag.Template{SQL: w.template, Writer: "fake"}, nil
}

// saneTemplate runs a person's template, or asks a question whose template it is; coded, it has the given result.
func saneTemplate(t *testing.T, template, coded string, result *omop.Table, asked bool) *pipeline.Run {
	t.Helper()
	f := &fake{}
	p := pipeline.New(pipeline.Parts{
		Masker: f, Embedder: f, Store: f, Writer: writes{f, template}, Checker: f, Coder: f, Parser: sqltreetest.NewParser(t), Data: &village{},
		Engine: tables{engine: engine{f}, results: map[string]*omop.Table{coded: result}}, Usage: usedBy{440674: 3},
	}, pipeline.Options{Rows: true}) // the SQL is nobody's
	if asked {
		return p.Ask(t.Context(), "How many?")
	}
	return p.AskTemplate(t.Context(), template)
}

func table(columns string, rows ...[]any) *omop.Table {
	t := &omop.Table{Rows: rows}
	for name := range strings.FieldsSeq(columns) {
		t.Columns = append(t.Columns, omop.Column{Name: name})
	}
	return t
}

func TestOddResultsAreSaid(t *testing.T) {
	day := func(year int) time.Time { return time.Date(year, 3, 1, 0, 0, 0, 0, time.UTC) }
	const some = "SELECT 1"
	for name, tt := range map[string]struct {
		sql    string
		result *omop.Table
		rule   string // "" for nothing
		hard   bool   // a question is not answered with it
	}{
		"a count":                         {some, table("patients", []any{int64(7)}), "", false},
		"everybody":                       {some, table("patients", []any{int64(1000)}), "", false},
		"more than everybody":             {"SELECT COUNT(DISTINCT person_id) AS x FROM visit_occurrence", table("x", []any{int64(1001)}), "more-than-everybody", true},
		"more than everybody by the name": {some, table("gender n_patients", []any{"MALE", int64(3)}, []any{"FEMALE", int64(5000)}), "more-than-everybody", false},
		"many records":                    {some, table("records patients", []any{int64(50_000), int64(900)}), "", false},
		"people a year":                   {some, table("patients_per_year", []any{int64(5000)}), "", false},
		"person-years":                    {some, table("person_years", []any{int64(5000)}), "", false},
		"a share above the whole":         {"SELECT 100.0 * a / b AS share", table("share", []any{100.5}), "share-beyond-whole", false},
		"a share below nothing":           {some, table("proportion", []any{-0.2}), "share-beyond-whole", false},
		"a change below nothing":          {some, table("percent_change", []any{-20.0}), "", false},
		"a part larger than the whole":    {some, table("percentage patients_on_drug patients", []any{50.0, int64(30), int64(20)}), "part-beyond-whole", false},
		"a part of the whole":             {some, table("percentage patients_on_drug patients", []any{50.0, int64(10), int64(20)}), "", false},
		"two groups side by side":         {some, table("patients_first patients", []any{int64(30), int64(20)}), "", false},
		"a date beyond the data":          {some, table("first_date patients", []any{day(2031), int64(3)}), "date-outside-data", false},
		"a year before the data":          {some, table("year patients", []any{int64(1901), int64(3)}), "date-outside-data", false},
		"a year of birth":                 {some, table("year_of_birth patients", []any{int64(1901), int64(3)}), "", false},
		"a date beside the data":          {some, table("death_date", []any{day(2011)}), "", false},
		"a column without values":         {some, table("year average", []any{int64(2008), nil}, []any{int64(2009), nil}), "null-column", false},
		"a column with some":              {some, table("year average", []any{int64(2008), nil}, []any{int64(2009), 3.0}), "", false},
		"a share of nothing, although the entity is there":  {"SELECT 1 WHERE 2 IN ([condition@gout])", table("percentage patients_on_drug patients", []any{0.0, int64(0), int64(54)}), "", false},
		"a share that rounds to nothing":                    {"SELECT 1 WHERE 2 IN ([condition@gout])", table("percentage patients_on_drug patients", []any{0.0, int64(1), int64(900)}), "", false},
		"nobody, although the entity is there":              {"SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE 2 IN ([condition@gout])", table("patients", []any{int64(0)}), "empty-result", false},
		"another unit":                                      {"SELECT 0 FROM measurement m WHERE m.measurement_concept_id IN (3, 4) AND m.value_as_number > 3 AND m.unit_concept_id = 8753", table("patients", []any{int64(0)}), "unit-not-recorded", true},
		"another unit in a CTE":                             {"WITH x AS (SELECT person_id FROM person p JOIN measurement m USING (person_id) WHERE m.unit_concept_id IN (8753) AND m.measurement_concept_id = 3) SELECT 1 FROM x", table("patients", []any{int64(0)}), "unit-not-recorded", true},
		"the recorded unit":                                 {"SELECT 0 FROM measurement m WHERE m.measurement_concept_id IN (3) AND m.unit_concept_id = 8840", table("patients", []any{int64(4)}), "", false},
		"one of two units":                                  {"SELECT 0 FROM measurement m WHERE m.measurement_concept_id IN (3) AND m.unit_concept_id IN (8753, 8840)", table("patients", []any{int64(4)}), "", false},
		"a unit in one case of two":                         {"SELECT 0 FROM measurement m WHERE m.measurement_concept_id IN (3) AND (m.unit_concept_id = 8753 OR m.value_as_number > 3)", table("patients", []any{int64(4)}), "", false},
		"a table without rows":                              {"SELECT COUNT(*) FROM main.Death", table("patients", []any{int64(0)}), "empty-table", true},
		"a table without rows, further in":                  {"SELECT 1 FROM person p WHERE NOT EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id)", table("survival_percent", []any{100.0}), "empty-table", true},
		"a table without rows that only ends follow-up":     {"SELECT SUM(LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) - op.observation_period_start_date) AS n FROM observation_period op LEFT JOIN death d ON d.person_id = op.person_id", table("n", []any{int64(9)}), "empty-table", false},
		"a table without rows that ends follow-up and more": {"SELECT SUM(LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) - op.observation_period_start_date) AS n, COUNT(d.person_id) AS died FROM observation_period op LEFT JOIN death d ON d.person_id = op.person_id", table("n died", []any{int64(9), int64(0)}), "empty-table", true},
		"a query by the name of such a table":               {"WITH death AS (SELECT person_id FROM person) SELECT COUNT(*) FROM death", table("patients", []any{int64(3)}), "", false},
		"a table of another database":                       {"SELECT COUNT(*) FROM other.death", table("patients", []any{int64(3)}), "", false},
		"a measurement without values":                      {"SELECT 0 FROM measurement m WHERE m.measurement_concept_id IN (404) AND m.unit_concept_id = 8753", table("patients", []any{int64(4)}), "", false},
	} {
		t.Run(name, func(t *testing.T) {
			sql := coded(tt.sql)
			of := func(r *pipeline.Run) (rules []string) {
				for _, w := range r.Warnings {
					rules = append(rules, w.Rule)
				}
				return rules
			}
			r := saneTemplate(t, tt.sql, sql, tt.result, false)
			if want := tt.rule; r.Status != pipeline.Answered || strings.Join(of(r), " ") != want {
				t.Errorf("of SQL: %s %q, said %v, want %q", r.Status, r.Message, of(r), want)
			}
			r = saneTemplate(t, tt.sql, sql, tt.result, true)
			if refused := r.Status == pipeline.Abstained; refused != tt.hard || !tt.hard && strings.Join(of(r), " ") != tt.rule {
				t.Errorf("of a question: %s %q, said %v", r.Status, r.Message, of(r))
			}
			if tt.hard && r.Table != nil {
				t.Error("the impossible result is handed out")
			}
		})
	}
}

func TestAColumnThatTheDatabaseLacksIsNotAskedOf(t *testing.T) {
	const about = "SELECT COUNT(*) AS n FROM visit_occurrence AS v WHERE v."
	for template, lacking := range map[string]bool{
		about + "visit_start_date >= DATE '2010-01-01'":                                     false,
		about + "visit_end_date >= DATE '2010-01-01'":                                       true,
		"SELECT COUNT(*) AS n FROM (SELECT visit_end_date AS d FROM visit_occurrence) AS x": true,
		"SELECT COUNT(*) AS n FROM visit_detail WHERE visit_detail_end_date IS NULL":        false,
	} {
		r := saneTemplate(t, template, template, table("n", []any{int64(0)}), true)
		if got := r.Status == pipeline.Abstained && strings.Contains(r.Message, "visit_occurrence.visit_end_date"); got != lacking {
			t.Errorf("%s: %s, %q", template, r.Status, r.Message)
		}
	}
}
