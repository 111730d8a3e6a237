package roworder

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/schema"
)

// databases attaches two empty CDMs, a and b, and fills some tables of a with rows in no order.
func databases(t *testing.T) (*sql.Conn, []*schema.Table) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	run := func(stmt string) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), stmt); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a", "b"} {
		run("ATTACH ':memory:' AS " + name)
		run("USE " + name)
		for _, table := range cdm.Tables {
			run(table.DDL())
		}
	}
	// 37 concepts, one of them with half of all rows, and a few rows without any.
	run(`INSERT INTO a.condition_occurrence BY NAME SELECT i AS condition_occurrence_id, hash(i, 1) % 50 AS person_id,
		CASE WHEN i % 100 = 0 THEN NULL WHEN i % 2 = 0 THEN 7 ELSE hash(i) % 37 END AS condition_concept_id,
		DATE '2010-01-01' + (hash(i, 2) % 300)::INTEGER AS condition_start_date FROM range(5000) AS r(i)`)
	run("INSERT INTO a.person BY NAME SELECT 100 - i AS person_id, 8507 AS gender_concept_id FROM range(100) AS r(i)")
	return conn, cdm.Tables
}

func column(t *testing.T, conn *sql.Conn, query string) string {
	t.Helper()
	var out string
	if err := conn.QueryRowContext(t.Context(), "SELECT coalesce(string_agg(x, ' '), '') FROM ("+query+") AS q(x)").Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestCopyPutsAllRowsInOrder(t *testing.T) {
	const key = "concat_ws('/', condition_concept_id, person_id, condition_start_date, condition_occurrence_id)"
	for _, size := range []int64{1, 100, 1000, 4999, 5000, 1_000_000} {
		t.Run(fmt.Sprint(size, " rows at once"), func(t *testing.T) {
			conn, tables := databases(t)
			if err := copySlices(t.Context(), conn, "a", "b", tables, nil, size); err != nil {
				t.Fatal(err)
			}
			want := column(t, conn, "SELECT "+key+" FROM a.condition_occurrence ORDER BY condition_concept_id, person_id, condition_start_date, condition_occurrence_id")
			if got := column(t, conn, "SELECT "+key+" FROM b.condition_occurrence ORDER BY rowid"); got != want {
				t.Errorf("conditions are not the same in order: %.200s, want %.200s", got, want)
			}
			if got, want := column(t, conn, "SELECT person_id FROM b.person ORDER BY rowid"), column(t, conn, "SELECT person_id FROM a.person ORDER BY rowid"); got != want {
				t.Errorf("people, which have no order of their own: %s, want %s", got, want)
			}
		})
	}
}

func TestAttachMakesSmallRowGroups(t *testing.T) {
	conn, _ := databases(t)
	for _, stmt := range []string{
		Attach(filepath.Join(t.TempDir(), "it's.duckdb"), "c"), "CREATE TABLE c.x AS SELECT i FROM range(100000) AS r (i)", "CHECKPOINT c",
	} {
		if _, err := conn.ExecContext(t.Context(), stmt); err != nil {
			t.Fatal(err)
		}
	}
	if got := column(t, conn, "SELECT max(count) FROM pragma_storage_info('c.x') WHERE column_name = 'i' AND segment_type <> 'VALIDITY'"); got != "32768" {
		t.Errorf("the largest segment has %s rows, want 32768", got)
	}
}

func TestCopyTellsWhatBegins(t *testing.T) {
	conn, tables := databases(t)
	var told []string
	err := Copy(t.Context(), conn, "a", "b", tables, func(table string, done, total int64) {
		told = append(told, fmt.Sprint(table, " ", done, "/", total))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told, ", "), "person 0/5100, condition_occurrence 100/5100"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}

func TestCopyEndsWithItsContext(t *testing.T) {
	conn, tables := databases(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := Copy(ctx, conn, "a", "b", tables, nil)
	if err == nil || !strings.Contains(err.Error(), "order person: context canceled") {
		t.Errorf("got %v", err)
	}
}
