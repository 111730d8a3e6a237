package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

func cdm(t testing.TB, version string) *schema.Schema {
	t.Helper()
	s, err := schema.For(version)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// strict are options that switch every rule on.
func strict(t testing.TB) check.Options {
	return check.Options{
		Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4"), Vocabulary: extract(t), Generated: true, BirthDates: func(context.Context) bool { return true },
		Years: func(context.Context) (int, int, bool) { return 1990, 2025, true }, Results: resultsOf2009,
	}
}

// resultsOf2009 stands for a database: statements that begin in 2008 count more than a question of 2009 does.
func resultsOf2009(_ context.Context, a check.Asked) (check.Results, error) {
	if strings.Contains(a.Question, "2009") && strings.Contains(a.Statement, "'2008-") {
		return check.Results{Message: "this gives 12, and its question 9"}, nil
	}
	return check.Results{}, nil
}

func findings(t testing.TB, c *check.Checker, template string) []omop.Finding {
	t.Helper()
	out, err := c.Check(t.Context(), template)
	if err != nil {
		t.Fatalf("%v\n%s", err, template)
	}
	return out
}

func has(found []omop.Finding, rule string) bool {
	for _, f := range found {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// A warning of what makes no difference to the question on this database is there for reviewers only.
func TestAWarningIsNoneWhereTheResultIsThatOfTheQuestion(t *testing.T) {
	const sql = `SELECT COUNT(*) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`
	for _, same := range []bool{false, true} {
		opt := strict(t)
		opt.Generated = false
		opt.Results = func(context.Context, check.Asked) (check.Results, error) { return check.Results{Same: same}, nil }
		found, err := check.New(opt).Asking("How many patients have asthma?").Check(t.Context(), sql)
		if err != nil || len(found) == 0 {
			t.Fatalf("%v, %v", found, err)
		}
		for _, f := range found {
			if (f.Severity == omop.SeverityWarning) == same {
				t.Errorf("same result: %v, and %s is of severity %s", same, f.Rule, f.Severity)
			}
		}
	}
}
