package check_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

func TestWhatIsNoSelectIsAQueryErrorWithItsPlace(t *testing.T) {
	c := check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")})
	for _, tt := range []struct {
		name, text   string
		line, column int
		notSelect    bool
	}{
		{"a syntax error", "SELECT person_id\nFROM person\nWHERE AND 1", 3, 7, false},
		{"a placeholder without end", "SELECT 1 FROM condition_occurrence\nWHERE condition_concept_id IN ([condition@asthma)", 2, 32, false},
		{"an unknown domain", "SELECT 1 FROM person WHERE person_id IN ([illness@asthma])", 1, 42, false},
		{"two statements", "SELECT 1; SELECT 2", 0, 0, true},
		{"a write", "DROP TABLE person", 0, 0, true},
		{"a setting", "SET threads = 1", 0, 0, true},
		{"nothing", "-- nothing", 0, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := c.Check(t.Context(), tt.text)
			var broken *omop.QueryError
			if !errors.As(err, &broken) {
				t.Fatalf("error %v, want a QueryError", err)
			}
			if broken.Line != tt.line || broken.Column != tt.column {
				t.Errorf("place %d:%d, want %d:%d (%v)", broken.Line, broken.Column, tt.line, tt.column, err)
			}
			if errors.Is(err, omop.ErrNotSelect) != tt.notSelect {
				t.Errorf("ErrNotSelect is %v in %v, want %v", !tt.notSelect, err, tt.notSelect)
			}
		})
	}
}

func TestFindingsComeInOrderOfPlace(t *testing.T) {
	c := check.New(strict(t))
	text := "SELECT nothing_here, COUNT(*) AS patients\nFROM condition_occurrence\nWHERE condition_source_value = 'x'\n  AND condition_end_date = NULL\nGROUP BY 1\nLIMIT 3"
	var places []int
	var rules []string
	for _, f := range findings(t, c, text) {
		places = append(places, f.Line*1000+f.Column)
		rules = append(rules, f.Rule)
	}
	want := []string{"unknown-column", "count-patients", "source-value", "null-comparison", "limit-order"}
	if !slices.IsSorted(places) || !slices.Equal(rules, want) {
		t.Errorf("places %v of %v, want %v", places, rules, want)
	}
}

func TestAFindingNamesThePlaceInTheTemplate(t *testing.T) {
	c := check.New(strict(t))
	text := "SELECT COUNT(DISTINCT person_id) AS patients\nFROM condition_occurrence\nWHERE condition_concept_id IN ([condition@Crohn's disease]) AND condition_concept_id IN ([drug@x])"
	found := findings(t, c, text)
	if len(found) != 1 || found[0].Line != 3 || found[0].Column != 1+strings.Index(text[strings.LastIndex(text, "\n")+1:], "[drug@x]") {
		t.Errorf("found %v", found)
	}
}

func TestCommentsAcceptFindings(t *testing.T) {
	c := check.New(strict(t))
	const body = "SELECT person_id\nFROM person\nLIMIT 3"
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"none", body, []string{"limit-order"}},
		{"before the statement", "-- askomop:ignore limit-order a sample to look at\n" + body, nil},
		{"behind its header", "-- id: x\n-- askomop:ignore limit-order a sample\n-- topic: y\n" + body, nil},
		{"on its line", "SELECT person_id\nFROM person\nLIMIT 3 -- askomop:ignore limit-order a sample", nil},
		{"on the line before", "SELECT person_id\nFROM person\n-- askomop:ignore limit-order a sample\nLIMIT 3", nil},
		{"too far away", "SELECT person_id\n-- askomop:ignore limit-order a sample\nFROM person\nLIMIT 3", []string{"limit-order"}},
		{"of another rule", "-- askomop:ignore cross-join a sample\n" + body, []string{"limit-order"}},
		{"without a reason", "-- askomop:ignore limit-order\n" + body, []string{"ignore-comment", "limit-order"}},
		{"of no rule", "-- askomop:ignore limit-oder a sample\n" + body, []string{"ignore-comment", "limit-order"}},
		{"in a text", "SELECT '-- askomop:ignore limit-order a sample' AS x\nFROM person\nLIMIT 3", []string{"limit-order"}},
		{"behind an apostrophe in a placeholder", "SELECT COUNT(*) AS records FROM condition_occurrence WHERE condition_concept_id IN ([condition@Crohn's disease])\n-- askomop:ignore limit-order a sample\nGROUP BY condition_status_concept_id LIMIT 3", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range findings(t, c, tt.text) {
				got = append(got, f.Rule)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %v, want %v", got, tt.want)
			}
		})
	}
}

func TestSeveritiesAreSetByConfiguration(t *testing.T) {
	const text = "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_source_value = 'x'"
	severity := func(change func(*check.Options)) omop.Severity {
		opt := strict(t)
		opt.Generated = false
		change(&opt)
		for _, f := range findings(t, check.New(opt), text) {
			return f.Severity
		}
		return "none"
	}
	for _, tt := range []struct {
		name   string
		change func(*check.Options)
		want   omop.Severity
	}{
		{"a person's SQL", func(*check.Options) {}, omop.SeverityInfo},
		{"a program's SQL", func(o *check.Options) { o.Generated = true }, omop.SeverityError},
		{"raised", func(o *check.Options) { o.Severities = map[string]omop.Severity{"source-value": omop.SeverityError} }, omop.SeverityError},
		{"off", func(o *check.Options) { o.Severities = map[string]omop.Severity{"source-value": check.Off} }, "none"},
	} {
		if got := severity(tt.change); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestColumnsOfTheOtherVersionNameTheirReplacement(t *testing.T) {
	const text = "SELECT COUNT(*) AS visits FROM visit_occurrence WHERE admitting_source_concept_id = 8717"
	if found := findings(t, check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.3")}), text); len(found) != 0 {
		t.Errorf("on 5.3: %v", found)
	}
	found := findings(t, check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")}), text)
	if len(found) != 1 || !strings.Contains(found[0].Message, "admitted_from_concept_id") {
		t.Errorf("on 5.4: %v", found)
	}
}

func TestTablesOfTheDatabaseAreKnown(t *testing.T) {
	opt := check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")}
	const text = "SELECT COUNT(DISTINCT s.person_id) AS patients FROM survey AS s WHERE s.anything = 1"
	if found := findings(t, check.New(opt), text); !has(found, "unknown-table") {
		t.Errorf("without it: %v", found)
	}
	opt.Table = func(schema, name string) bool { return schema == "" && name == "survey" }
	if found := findings(t, check.New(opt), text); len(found) != 0 {
		t.Errorf("with it: %v", found)
	}
}

func TestIntegersAreDividedAsTheEngineDoes(t *testing.T) {
	opt := check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")}
	const text = "SELECT COUNT(DISTINCT d.person_id) / COUNT(DISTINCT p.person_id) AS share FROM person p LEFT JOIN death d ON d.person_id = p.person_id"
	if found := findings(t, check.New(opt), text); len(found) != 0 {
		t.Errorf("in DuckDB: %v", found)
	}
	opt.Arithmetic.IntegerDivision = true
	if found := findings(t, check.New(opt), text); !has(found, "integer-division") {
		t.Errorf("in PostgreSQL: %v", found)
	}
	if found := findings(t, check.New(opt), strings.Replace(text, "COUNT(DISTINCT d", "1.0 * COUNT(DISTINCT d", 1)); len(found) != 0 {
		t.Errorf("as a decimal: %v", found)
	}
}

func TestAnExtractOfTheVocabularyOnlyWarnsOfWhatItLacks(t *testing.T) {
	opt := strict(t)
	v := extract(t)
	v.extract = true
	opt.Vocabulary = v
	found := findings(t, check.New(opt), "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 4000001")
	if len(found) != 1 || found[0].Rule != "unknown-concept" || found[0].Severity != omop.SeverityWarning {
		t.Errorf("found %v", found)
	}
	found = findings(t, check.New(opt), "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 999999999")
	if len(found) != 1 || found[0].Severity != omop.SeverityError {
		t.Errorf("of an id that exists nowhere: %v", found)
	}
}

// failing is a vocabulary that can't be read.
type failing struct{ vocabulary }

var errUnreadable = errors.New("unreadable")

func (*failing) Concept(context.Context, int64) (check.Concept, bool, error) {
	return check.Concept{}, false, errUnreadable
}

func TestAFailureOfTheVocabularyIsAnError(t *testing.T) {
	opt := strict(t)
	opt.Vocabulary = &failing{}
	_, err := check.New(opt).Check(t.Context(), "SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = 8532")
	if !errors.Is(err, errUnreadable) {
		t.Errorf("error %v", err)
	}
}

func TestEveryRuleHasItsFileAndSaysWhatItShould(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range check.Rules() {
		if seen[r.ID] {
			t.Errorf("two rules are called %s", r.ID)
		}
		seen[r.ID] = true
		if _, err := os.Stat(strings.ReplaceAll(r.ID, "-", "_") + ".go"); err != nil {
			t.Errorf("%s has no file of its own: %v", r.ID, err)
		}
		if r.Summary == "" || r.Instead == "" || r.Wrong == "" || r.Right == "" || r.Group == "" || r.Severity == "" {
			t.Errorf("%s is incomplete: %+v", r.ID, r)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, text := range slices.Concat(correct(f), statements(f, wrongText, 1)) {
		f.Add(text)
	}
	opt := strict(f)
	c := check.New(opt)
	f.Fuzz(func(t *testing.T, text string) {
		found, err := c.Check(t.Context(), text)
		var broken *omop.QueryError
		if err != nil && !errors.As(err, &broken) && !strings.Contains(err.Error(), "parse") {
			t.Fatalf("%v\n%q", err, text)
		}
		for _, f := range found {
			if lines := strings.Count(text, "\n") + 1; f.Line < 0 || f.Line > lines {
				t.Fatalf("line %d of %d\n%q", f.Line, lines, text)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	pairs := library(b)
	c := check.New(strict(b))
	for _, id := range []string{"patients-with-condition", "share-of-condition-then-drug", "adherence-pdc"} {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Check(b.Context(), pairs[id]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
