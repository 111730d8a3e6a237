package eval

import (
	"testing"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

func TestDifficultyIsCountedFromTheParseTree(t *testing.T) {
	for _, tt := range []struct {
		name, sql  string
		want       Traits
		difficulty string
	}{
		{"a plain SELECT", `SELECT COUNT(*) FROM person`, Traits{1, 1, 0}, Easy},
		{"a join with conditions", `SELECT 1 FROM person AS p JOIN death AS d ON d.person_id = p.person_id WHERE p.x IN ([condition@gout]) AND p.y BETWEEN 1 AND 2`, Traits{2, 1, 3}, Easy},
		{"a subquery in FROM", `SELECT 1 FROM (SELECT person_id FROM person) AS s`, Traits{1, 2, 0}, Easy},
		{"one step of WITH", `WITH a AS (SELECT 1 FROM person) SELECT * FROM a`, Traits{1, 2, 0}, Easy},
		{"steps that read each other", `WITH a AS (SELECT 1 FROM person), b AS (SELECT * FROM a) SELECT * FROM b JOIN a ON a.x = b.x`, Traits{1, 3, 1}, Hard},
		{"steps beside each other", `WITH a AS (SELECT 1 FROM person), b AS (SELECT 1 FROM death) SELECT * FROM a, b`, Traits{2, 2, 0}, Easy},
		{"a UNION is no nesting", `SELECT 1 FROM person UNION ALL SELECT 1 FROM death`, Traits{2, 1, 0}, Easy},
		{"EXISTS", `SELECT 1 FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM death AS d WHERE d.person_id = p.person_id AND d.x IS NULL)`, Traits{2, 2, 3}, Easy},
		{"three tables", `SELECT 1 FROM person AS a, person AS b, death AS c`, Traits{3, 1, 0}, Medium},
		{"five tables", `SELECT 1 FROM person AS a, person AS b, death AS c, death AS d, death AS e`, Traits{5, 1, 0}, Hard},
	} {
		tree, err := sqltree.Parse(t.Context(), sqltreetest.NewParser(t), tt.sql)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := CountTraits(tree); got != tt.want || got.Difficulty() != tt.difficulty {
			t.Errorf("%s: %+v, %s; want %+v, %s", tt.name, got, got.Difficulty(), tt.want, tt.difficulty)
		}
	}
}
