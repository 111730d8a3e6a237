package privacy

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag/library"
)

// parser is DuckDB's, without a database.
type parser struct{ db *sql.DB }

func newParser(t testing.TB) parser {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return parser{db}
}

func (p parser) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	var json string
	err := p.db.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", text).Scan(&json)
	return []byte(json), err
}

func (p parser) parse(t testing.TB, text string) *sqltree.Statement {
	t.Helper()
	s, err := sqltree.Parse(context.Background(), p, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

// TestThePeopleBehindEveryPairCanBeTold holds that nothing of the library's results is withheld
// for want of understanding, and that none of them shows single people.
func TestThePeopleBehindEveryPairCanBeTold(t *testing.T) {
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	db := newParser(t)
	for _, pair := range pairs {
		p := Read(db.parse(t, pair.SQL), 5)
		if p.RowLevel() != "" {
			t.Errorf("%s shows single people: %s", pair.ID, p.RowLevel())
		}
		for _, c := range p.shown {
			if c.unknown != "" {
				t.Errorf("%s: %s: %s", pair.ID, c.name, c.unknown)
			}
			if c.kind >= Records && len(c.people) == 0 {
				t.Errorf("%s: %s: kind %d without people", pair.ID, c.name, c.kind)
			}
		}
		wide, _, err := p.Wide()
		if err != nil {
			t.Errorf("%s: %v", pair.ID, err)
		}
		if n := strings.Count(wide, " AS askomop_people_"); n > mostNumbersBehind {
			t.Errorf("%s: %d numbers of people are counted, at most %d: with many the engine needs more memory than it has",
				pair.ID, n, mostNumbersBehind)
		}
	}
}

const mostNumbersBehind = 210
