package check_test

import (
	"context"
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
		Years: func(context.Context) (int, int, bool) { return 1990, 2025, true },
	}
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
