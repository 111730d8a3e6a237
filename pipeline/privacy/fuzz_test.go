package privacy

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// FuzzHide reads any SQL that parses, and hides in a table of any size: nothing may
// crash, the wide form has to be SQL where the query itself can be written again, and no small number may stay where a
// column is known to count.
func FuzzHide(f *testing.F) {
	for name, tab := range tabulations {
		f.Add(tab.query, byte(len(name)), uint64(len(tab.query)))
	}
	for _, sql := range []string{
		"SELECT * FROM person", "SELECT +n AS a FROM (SELECT COUNT(*) AS n FROM person GROUP BY gender_concept_id) AS t",
		"WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r",
		"SELECT COLUMNS('a.*') FROM person", "VALUES (1, 2)", "SELECT 1 FROM a EXCEPT SELECT 2 FROM b", "SELECT t.* EXCLUDE (x) FROM (SELECT COUNT(*) AS x, 1 AS y FROM person) t",
		"SELECT a.n / b.n FROM (SELECT COUNT(*) n FROM person) a, (SELECT COUNT(*) n FROM death) b WHERE a.n > 3", "SELECT x FROM (SELECT COUNT(*) FROM person) AS t(x) JOIN LATERAL (SELECT x + 1) ON TRUE",
		"FROM person SELECT COUNT(*) GROUP BY ALL HAVING COUNT(*) > 1 ORDER BY ALL", "SELECT COUNT(*) FILTER (WHERE x = (SELECT MAX(y) FROM z)) OVER w FROM person WINDOW w AS (PARTITION BY a)",
	} {
		f.Add(sql, byte(3), uint64(7))
	}
	db := newParser(f)
	f.Fuzz(func(t *testing.T, sql string, rows byte, seed uint64) {
		if strings.ContainsRune(sql, 0) || len(sql) > 2000 {
			t.Skip()
		}
		s, err := sqltree.Parse(context.Background(), db, sql)
		if err != nil {
			t.Skip()
		}
		p := Read(s, 5)
		if wide, ok, err := p.Wide(); err == nil && ok && writable(db, s) {
			if _, err := sqltree.Parse(context.Background(), db, wide); err != nil {
				t.Fatalf("the wide form does not parse: %v\n%s", err, wide)
			}
		}
		table := &omop.Table{}
		width := len(p.shown) + p.added
		for range width {
			table.Columns = append(table.Columns, omop.Column{})
		}
		for range int(rows % 12) {
			row := make([]any, width)
			for i := range row {
				seed = seed*6364136223846793005 + 1442695040888963407
				if row[i] = int64(seed>>33) % 20; seed>>40%11 == 0 {
					row[i] = nil
				}
			}
			table.Rows = append(table.Rows, row)
		}
		p.Hide(table)
		for _, row := range table.Rows {
			for c, col := range p.shown {
				if n, ok := row[c].(int64); ok && col.kind.counts() && n > 0 && n < 5 {
					t.Errorf("%s: a count of %d is in sight", sql, n)
				}
			}
		}
	})
}

// writable reports whether a statement can be written as SQL that parses.
func writable(db parser, s *sqltree.Statement) bool {
	text, err := sqltree.Format(s)
	if err != nil {
		return false
	}
	_, err = sqltree.Parse(context.Background(), db, text)
	return err == nil
}
