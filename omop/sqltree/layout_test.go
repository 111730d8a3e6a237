package sqltree_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/sqltree"
)

func TestLayoutPutsClausesAndConditionsOnLines(t *testing.T) {
	cases := map[string]struct{ in, want string }{
		"clauses": {
			"SELECT count(*) AS n FROM person AS p LEFT JOIN death AS d ON ((d.person_id = p.person_id)) WHERE (p.gender_concept_id = 8532) GROUP BY 1 ORDER BY n DESC LIMIT 5",
			`SELECT count(*) AS n
FROM person AS p
LEFT JOIN death AS d ON ((d.person_id = p.person_id))
WHERE (p.gender_concept_id = 8532)
GROUP BY 1
ORDER BY n DESC
LIMIT 5`,
		},
		"conditions in brackets": {
			"SELECT 1 FROM t WHERE ((a = 1) AND (b BETWEEN 2 AND 3) AND (CASE  WHEN ((x AND y)) THEN (1) ELSE 0 END = 1))",
			`SELECT 1
FROM t
WHERE ((a = 1)
    AND (b BETWEEN 2 AND 3)
    AND (CASE WHEN ((x AND y)) THEN (1) ELSE 0 END = 1))`,
		},
		"subqueries": {
			"WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a) SELECT EXTRACT(YEAR FROM d) FROM b WHERE x IN (SELECT x FROM a WHERE x IS DISTINCT FROM 2)",
			`WITH a AS (
  SELECT 1 AS x
),
b AS (
  SELECT x
  FROM a
)
SELECT EXTRACT(YEAR FROM d)
FROM b
WHERE x IN (
  SELECT x
  FROM a
  WHERE x IS DISTINCT FROM 2
)`,
		},
		"text with lines stays": {"SELECT 1\n  FROM t", "SELECT 1\n  FROM t"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := sqltree.Layout(c.in); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestFoldShortensLongListsOfIDsOnly(t *testing.T) {
	long := "1" + strings.Repeat(", 2", 20)
	cases := map[string]string{
		"x IN (" + long + ") AND y": "x IN (1, 2, 2, … 21 ids) AND y",
		"x IN (1, 2, 3)":            "x IN (1, 2, 3)",
		"x IN ('" + long + "')":     "x IN ('" + long + "')",
		"f(" + long + ", 'a')":      "f(" + long + ", 'a')",
		"-- (" + long + ")\nSELECT": "-- (" + long + ")\nSELECT",
	}
	for in, want := range cases {
		if got := sqltree.FoldIDs(in); got != want {
			t.Errorf("FoldIDs(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzLayoutKeepsTheSQL holds that laying out changes blanks and nothing else.
func FuzzLayoutKeepsTheSQL(f *testing.F) {
	f.Add("SELECT a.\"x y\", 'it''s' FROM (SELECT 1) WHERE ((a) AND b) -- end")
	f.Add("WITH a AS (SELECT 1), b AS (SELECT 2) SELECT (1, 2, 3) FROM a, b WHERE left(x, 1) = 'é'")
	f.Add(")))((( AND SELECT '")
	f.Fuzz(func(t *testing.T, sql string) {
		words := func(s string) []string {
			var all []string
			for _, tok := range sqltree.Tokens(s) {
				if tok.Kind != sqltree.EndToken {
					all = append(all, tok.Text)
				}
			}
			return all
		}
		if joined := joinSQL(sqltree.Tokens(sql)); joined != sql {
			t.Fatalf("tokens of %q join to %q", sql, joined)
		}
		if got := sqltree.Layout(sql); !slices.Equal(words(got), words(strings.TrimSpace(sql))) {
			t.Fatalf("%q became %q", sql, got)
		}
	})
}

func joinSQL(tokens []sqltree.Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Space + t.Text)
	}
	return b.String()
}
