package check_test

import (
	"context"
	"database/sql"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/schema"
)

// parser is DuckDB in memory, as a Serializer.
type parser struct{ db *sql.DB }

func newParser(t testing.TB) parser {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return parser{db}
}

func (p parser) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	var out string
	err := p.db.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", text).Scan(&out)
	return []byte(out), err
}

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
		Parser: newParser(t), Schema: cdm(t, "5.4"), Vocabulary: extract(t), Generated: true, BirthDates: func(context.Context) bool { return true },
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
