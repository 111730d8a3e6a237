package check_test

import (
	"context"
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/dialect"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

//go:embed testdata/correct
var correctFiles embed.FS

//go:embed testdata/correct53/queries.sql
var correct53 string

//go:embed testdata/wrong.sql
var wrongText string

//go:embed testdata/models.sql
var modelsText string

// statements returns the paragraphs after the first.
func statements(t testing.TB, text string, atLeast int) []string {
	t.Helper()
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")[1:]
	if len(paragraphs) < atLeast {
		t.Fatalf("%d statements, want at least %d", len(paragraphs), atLeast)
	}
	return paragraphs
}

// correct returns the statements below testdata/correct, in DuckDB's dialect. A folder
// there is named for the dialect of its statements.
func correct(t testing.TB) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(correctFiles, "testdata/correct", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(correctFiles, name)
		if err != nil {
			return err
		}
		list := statements(t, string(text), 4)
		if from, err := dialect.ParseDialect(path.Base(path.Dir(name))); err == nil {
			for i, foreign := range list {
				tr := dialect.Read(foreign, from)
				if !tr.OK() {
					t.Errorf("%s: %v\n%s", name, tr.Problems, foreign)
				}
				list[i] = tr.SQL
			}
		}
		out = append(out, list...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 635 {
		t.Fatalf("only %d correct statements", len(out))
	}
	return out
}

// TestCorrectStatementsOfTheOlderModelPass does it for what CDM 5.3 names otherwise.
func TestCorrectStatementsOfTheOlderModelPass(t *testing.T) {
	opt := strict(t)
	opt.Vocabulary, opt.Schema = nil, cdm(t, "5.3")
	c := check.New(opt)
	for _, text := range statements(t, correct53, 6) {
		for _, f := range findings(t, c, text) {
			if f.Severity != omop.SeverityInfo {
				t.Errorf("%s %s at %d:%d: %s\n%s\n", f.Severity, f.Rule, f.Line, f.Column, f.Message, text)
			}
		}
	}
}

func TestCorrectStatementsPass(t *testing.T) {
	opt := strict(t)
	opt.Vocabulary = nil // its few concepts are no vocabulary of these
	c := check.New(opt)
	for _, text := range correct(t) {
		for _, f := range findings(t, c, text) {
			if f.Severity != omop.SeverityInfo {
				t.Errorf("%s %s at %d:%d: %s\n%s\n", f.Severity, f.Rule, f.Line, f.Column, f.Message, text)
			}
		}
	}
}

// What is meant to be correct has to be SQL over the CDM in the first place.
func TestCorrectStatementsBind(t *testing.T) {
	p := sqltreetest.NewParser(t)
	exec := func(text string) {
		if _, err := p.DB.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	for _, table := range cdm(t, "5.4").Tables {
		exec(table.DDL())
	}
	exec("CREATE SCHEMA cdm")
	exec("CREATE VIEW cdm.person AS SELECT * FROM main.person")
	exec("CREATE VIEW cdm.concept_ancestor AS SELECT * FROM main.concept_ancestor")
	exec("CREATE VIEW cdm.death AS SELECT * FROM main.death")
	exec("CREATE VIEW cdm.condition_occurrence AS SELECT * FROM main.condition_occurrence")
	exec("CREATE SCHEMA results")
	exec("CREATE TABLE results.my_cohort (subject_id BIGINT)")
	exec("CREATE TABLE results.special_people (person_id BIGINT)")
	for _, text := range correct(t) {
		if strings.Contains(text, "$") || strings.Contains(text, "parameter.") {
			continue // a template, whose parameters have no values
		}
		sql, err := sqltree.Render(text, func(sqltree.Placeholder) (string, error) { return "1", nil })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.DB.ExecContext(t.Context(), "EXPLAIN "+sql); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// Each wrong statement begins with the rules that have to find it, and no other may raise an error.
func TestSeededMistakesAreFound(t *testing.T) {
	c := check.New(strict(t))
	seeded := map[string]int{}
	for _, text := range statements(t, wrongText, 150) {
		head, _, _ := strings.Cut(text, "\n")
		want := strings.Fields(strings.TrimPrefix(head, "--"))
		var got []string
		found, err := c.Check(t.Context(), text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		for _, f := range found {
			got = append(got, f.Rule)
			if f.Severity == omop.SeverityError && !slices.Contains(want, f.Rule) {
				t.Errorf("also %s at %d:%d: %s\n%s\n", f.Rule, f.Line, f.Column, f.Message, text)
			}
			if f.Line == 0 && f.Rule != "select-only" { // the parser gives no place for DESCRIBE

				t.Errorf("%s has no place\n%s", f.Rule, text)
			}
		}
		for _, rule := range want {
			seeded[rule]++
			if !slices.Contains(got, rule) {
				t.Errorf("not found: %s\n%s\nfound: %v\n", rule, text, found)
			}
		}
	}
	for _, r := range check.Rules() {
		if seeded[r.ID] < 3 {
			t.Errorf("%s is seeded %d times, want at least 3", r.ID, seeded[r.ID])
		}
	}
}

// The mistakes of the tasks, in the styles in which models write them: one of the rules that are named has to speak up.
func TestMistakesInTheStyleOfModelsAreFound(t *testing.T) {
	opt := strict(t)
	words := extract(t)
	words.extract = true
	opt.Vocabulary, opt.Generated = words, false
	opt.Units = func(context.Context, []int64) ([]int64, bool) { return []int64{8840, 8753}, true }
	opt.BirthDays = func(context.Context) bool { return false }
	noted := []string{"source-value", "concept-name"} // how a site writes is its own matter
	c := check.New(opt)
	for _, text := range statements(t, modelsText, 80) {
		head, _, _ := strings.Cut(text, "\n")
		want := strings.Fields(strings.TrimPrefix(head, "--"))
		found := findings(t, c, text)
		if !slices.ContainsFunc(found, func(f omop.Finding) bool {
			return (f.Severity != omop.SeverityInfo || slices.Contains(noted, f.Rule)) && slices.Contains(want, f.Rule)
		}) {
			t.Errorf("none of %v in\n%s\nfound: %v\n", want, text, found)
		}
	}
}
