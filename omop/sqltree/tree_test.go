package sqltree_test

import (
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// expr parses text as the only entry of a SELECT list.
func (p parser) expr(t *testing.T, text string) sqltree.Expr {
	t.Helper()
	return p.parse(t, "SELECT "+text+" FROM t").Query.(*sqltree.Select).List[0].Expr
}

func TestDesugaringsAreUndone(t *testing.T) {
	p := newParser(t)
	column := func(n string) *sqltree.Column { return &sqltree.Column{Names: []string{n}} }
	tests := []struct {
		sql  string
		want sqltree.Expr
	}{
		{"INTERVAL '90' DAY", &sqltree.Interval{Value: "90", Unit: "DAY"}},
		{"INTERVAL 1 YEAR", &sqltree.Interval{Value: "1", Unit: "YEAR"}},
		{"INTERVAL '3 months'", &sqltree.Interval{Value: "3", Unit: "MONTH"}},
		{"INTERVAL (n) WEEK", &sqltree.Interval{Expr: column("n"), Unit: "WEEK"}},
		{"EXTRACT(YEAR FROM d)", &sqltree.Extract{Field: "YEAR", From: column("d")}},
		{"date_part('month', d)", &sqltree.Extract{Field: "MONTH", From: column("d")}},
		{"DATE '2009-01-01'", sqltree.NewDate("2009-01-01")},
		{"'2009-01-01'::DATE", sqltree.NewDate("2009-01-01")},
		{"TRUE", &sqltree.Constant{Kind: sqltree.Bool, Text: "true"}},
		{"2.50", &sqltree.Constant{Kind: sqltree.Decimal, Text: "2.50"}},
		{"-0.05", &sqltree.Constant{Kind: sqltree.Decimal, Text: "-0.05"}},
		{"1500.0e0", &sqltree.Constant{Kind: sqltree.Float, Text: "1.5e3"}},
		{"18446744073709551616", &sqltree.Constant{Kind: sqltree.Int, Text: "18446744073709551616"}},
		{"COUNT(*)", &sqltree.Func{Name: "count", Star: true}},
		{"CURRENT_DATE", &sqltree.Func{Name: "current_date", Bare: true}},
		{"a NOT LIKE 'x'", &sqltree.Like{Not: true, Expr: column("a"), Pattern: sqltree.NewString("x")}},
		{"a NOT IN (1)", &sqltree.In{Not: true, Expr: column("a"), List: []sqltree.Expr{sqltree.NewInt(1)}}},
		{"a IS NOT NULL", &sqltree.IsNull{Not: true, Expr: column("a")}},
		{"a IS NOT TRUE", &sqltree.IsTruth{Not: true, Value: true, Expr: column("a")}},
		{"a NOT BETWEEN 1 AND 2", &sqltree.Between{Not: true, Expr: column("a"), Low: sqltree.NewInt(1), High: sqltree.NewInt(2)}},
		{"CASE a WHEN 1 THEN b END", &sqltree.Case{Operand: column("a"), Whens: []*sqltree.When{{If: sqltree.NewInt(1), Then: column("b")}}}},
		{"CASE WHEN a = 1 THEN b END", &sqltree.Case{Whens: []*sqltree.When{{If: &sqltree.Compare{Op: "=", Left: column("a"), Right: sqltree.NewInt(1)}, Then: column("b")}}}},
	}
	for _, tt := range tests {
		t.Run(tt.sql, func(t *testing.T) {
			if got := p.expr(t, tt.sql); !sqltree.Equal(got, tt.want) {
				t.Errorf("got %#v, want %#v", got, tt.want)
			}
		})
	}
}

func TestPlacesReferToTheTemplate(t *testing.T) {
	p := newParser(t)
	text := "SELECT 'é', [drug@x], a.b\nFROM t AS a JOIN u ON a.x = u.x\nWHERE c IN ([condition@one \"two\"], [condition@three]) AND zz = 1"
	s := p.parse(t, text)
	seen := map[string]int{}
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			seen[strings.Join(n.Names, ".")] = n.Pos()
		case *sqltree.Placeholder:
			seen[n.String()] = n.Pos()
			if text[n.Pos():n.End] != n.String() {
				t.Errorf("%v spans %q", n, text[n.Pos():n.End])
			}
		case *sqltree.BaseTable:
			seen["table "+n.Name] = n.Pos()
		}
		return true
	})
	for what, needle := range map[string]string{
		"[drug@x]": "[drug@x]", "a.b": "a.b", "table u": "u ON", "c": "c IN", "[condition@three]": "[condition@three]", "zz": "zz",
	} {
		if got, ok := seen[what]; !ok || got != strings.Index(text, needle) {
			t.Errorf("%s is at %d (seen: %v), want %d", what, got, ok, strings.Index(text, needle))
		}
	}
}

func TestMisplacedPlaceholders(t *testing.T) {
	p := newParser(t)
	tests := []struct {
		sql  string
		want []string
	}{
		{"SELECT 1 FROM t WHERE a IN ([drug@x], 5, [drug@y]) AND b NOT IN ([visit@z])", nil},
		{"SELECT 1 FROM t WHERE a = [drug@x]", []string{"[drug@x]"}},
		{"SELECT [drug@x] FROM t WHERE a IN ([drug@y])", []string{"[drug@x]"}},
		{"SELECT 1 AS [drug@x] FROM t", []string{"[drug@x]"}},
		{"SELECT 1 FROM [drug@x]", []string{"[drug@x]"}},
		{"SELECT 1 FROM t WHERE [drug@x] IN (1, 2)", []string{"[drug@x]"}},
		{"SELECT 1 FROM t WHERE a IN (1 + [drug@x])", []string{"[drug@x]"}},
		{"SELECT 1 FROM t WHERE a.[drug@x] = 1 OR a = [drug@y]", []string{"[drug@x]", "[drug@y]"}},
	}
	for _, tt := range tests {
		t.Run(tt.sql, func(t *testing.T) {
			var got []string
			for _, m := range sqltree.Misplaced(p.parse(t, tt.sql)) {
				got = append(got, m.String())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("misplaced are %v, want %v", got, tt.want)
			}
		})
	}
}

func TestQuotedNamesThatLookLikePlaceholdersAreColumns(t *testing.T) {
	p := newParser(t)
	if _, ok := p.expr(t, `"[drug@x]"`).(*sqltree.Column); !ok {
		t.Error("a quoted name became a placeholder")
	}
}

func TestWhatIsNoSelectIsRefused(t *testing.T) {
	p := newParser(t)
	tests := []struct {
		sql       string
		notSelect bool
		place     string
	}{
		{"INSERT INTO t VALUES (1)", true, ""},
		{"SELECT 1; SELECT 2", true, ""},
		{" -- nothing\n;", true, ""},
		{"PIVOT t ON a USING sum(b)", true, ""},
		{"SELECT a FROM t WHERE x IN ([drug@aspirin]) AND\n  b IS IS NULL", false, "line 2, column 8"},
		{"SELECT (1", false, "line 1, column 10"},
	}
	for _, tt := range tests {
		t.Run(tt.sql, func(t *testing.T) {
			_, err := sqltree.Parse(t.Context(), p, tt.sql)
			var syntax *sqltree.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error is %v, want a *SyntaxError", err)
			}
			if errors.Is(err, omop.ErrNotSelect) != tt.notSelect {
				t.Errorf("errors.Is(%v, ErrNotSelect) is %v", err, !tt.notSelect)
			}
			if !strings.HasPrefix(err.Error(), tt.place) {
				t.Errorf("error is %q, want it to begin with %q", err, tt.place)
			}
		})
	}
}

func TestWhatIsNotModelledIsKeptAndNotWritten(t *testing.T) {
	p := newParser(t)
	for _, text := range []string{
		"DESCRIBE person", "SHOW TABLES", "SUMMARIZE person",
		"SELECT * FROM (PIVOT t ON a IN (1, 2) USING sum(b))",
		"SELECT * FROM t TABLESAMPLE 10%", "SELECT * FROM t USING SAMPLE 5 ROWS", "SELECT ?", "SELECT * RENAME (a AS b) FROM t",
	} {
		s := p.parse(t, text)
		var found *sqltree.Other
		sqltree.Walk(s, func(n sqltree.Node) bool {
			if o, ok := n.(*sqltree.Other); ok {
				found = o
			}
			return true
		})
		if found == nil || len(found.Raw) == 0 {
			t.Errorf("%s: no Other with its JSON", text)
		}
		if out, err := sqltree.Format(s); err == nil {
			t.Errorf("%s was written as %s", text, out)
		}
	}
}

func TestRewriteDropsAndReplaces(t *testing.T) {
	p := newParser(t)
	s := p.parse(t, `SELECT COUNT(*) FROM person p
		WHERE (p.gender_concept_id = 8532 OR p.race_concept_id = 1) AND p.year_of_birth > 1950
		  AND EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id AND d.cause_concept_id IN ([condition@stroke]))`)
	before := sqltree.Clone(s)
	sqltree.Rewrite(s, func(e sqltree.Expr) sqltree.Expr {
		switch e := e.(type) {
		case *sqltree.Compare:
			if c, ok := e.Left.(*sqltree.Column); ok && (c.Name() == "race_concept_id" || c.Name() == "year_of_birth" || c.Name() == "person_id") {
				return nil
			}
		case *sqltree.Placeholder:
			return &sqltree.Placeholder{Domain: e.Domain, Text: "myocardial infarction"}
		}
		return e
	})
	want := `SELECT COUNT(*)
FROM person AS p
WHERE p.gender_concept_id = 8532
  AND EXISTS (
    SELECT 1
    FROM death AS d
    WHERE d.cause_concept_id IN ([condition@myocardial infarction])
  )`
	if got := format(t, s); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if again := p.parse(t, s.Text); !sqltree.Equal(before, again) {
		t.Error("the clone changed with the original")
	}
}

func TestRewriteRemovesAWholeWhere(t *testing.T) {
	p := newParser(t)
	s := p.parse(t, "SELECT a FROM t WHERE x = 1 AND y = 2 HAVING z = 3")
	sqltree.Rewrite(s, func(e sqltree.Expr) sqltree.Expr {
		if _, ok := e.(*sqltree.Compare); ok {
			return nil
		}
		return e
	})
	if got, want := format(t, s), "SELECT a\nFROM t"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEqualIgnoresPlacesAndTheCaseOfNames(t *testing.T) {
	p := newParser(t)
	tests := []struct {
		a, b string
		want bool
	}{
		{"SELECT  a FROM T", "select A from t", true},
		{"SELECT 'a'", "SELECT 'A'", false},
		{"SELECT a FROM t", "SELECT a FROM t WHERE a", false},
		{"SELECT a + b", "SELECT b + a", false},
	}
	for _, tt := range tests {
		if got := sqltree.Equal(p.parse(t, tt.a), p.parse(t, tt.b)); got != tt.want {
			t.Errorf("Equal(%q, %q) is %v", tt.a, tt.b, got)
		}
	}
}

func TestEveryKeywordIsQuoted(t *testing.T) {
	p := newParser(t)
	rows, err := p.DB.QueryContext(t.Context(), "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var word string
		if err := rows.Scan(&word); err != nil {
			t.Fatal(err)
		}
		if got := sqltree.Ident(word); got != `"`+word+`"` {
			t.Errorf("the keyword %s is written as %s; add it to keywords.txt", word, got)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestFormatGolden(t *testing.T) {
	p := newParser(t)
	var out strings.Builder
	for _, text := range corpus(t) {
		out.WriteString(format(t, p.parse(t, text)) + ";\n\n")
	}
	const golden = "testdata/formatted.sql"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("the formatted corpus differs from %s; look at the difference and, if it is right, run with -update", golden)
	}
}
