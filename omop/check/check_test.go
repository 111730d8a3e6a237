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
func resultsOf2009(_ context.Context, question, statement string) (check.Results, error) {
	if strings.Contains(question, "2009") && strings.Contains(statement, "'2008-") {
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
