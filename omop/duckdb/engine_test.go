package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

// newFile makes a small CDM-like database and returns its path.
func newFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cdm.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, stmt := range []string{
		`CREATE TABLE person (person_id BIGINT, gender_concept_id INTEGER, year_of_birth INTEGER, name VARCHAR)`,
		`INSERT INTO person SELECT i, CASE i % 2 WHEN 0 THEN 8507 ELSE 8532 END, 1930 + i % 70, 'p' || i FROM range(1000) AS r (i)`,
		`CREATE TABLE death (person_id BIGINT, death_date DATE)`,
		`INSERT INTO death SELECT i, DATE '2009-01-01' + INTERVAL (i) DAY FROM range(10) AS r (i)`,
		`CREATE SCHEMA results`,
		`CREATE TABLE results.cohort (subject_id BIGINT)`,
		`CREATE VIEW women AS SELECT * FROM person WHERE gender_concept_id = 8532`,
		`CREATE MACRO sneaky() AS TABLE SELECT * FROM duckdb_settings()`,
		`CREATE SEQUENCE ids`,
	} {
		if _, err := db.ExecContext(t.Context(), stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string, o Options) *Engine {
	t.Helper()
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	e, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestQueryReturnsTheTable(t *testing.T) {
	e := open(t, newFile(t), Options{})
	table, err := e.Query(t.Context(), "SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1;", omop.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	wantColumns := []omop.Column{{Name: "gender_concept_id", Type: "INTEGER"}, {Name: "n", Type: "BIGINT"}}
	if len(table.Columns) != 2 || table.Columns[0] != wantColumns[0] || table.Columns[1] != wantColumns[1] {
		t.Errorf("columns are %v, want %v", table.Columns, wantColumns)
	}
	if len(table.Rows) != 2 || table.Rows[0][0] != int64(8507) || table.Rows[1][1] != int64(500) || table.Truncated {
		t.Errorf("rows are %v, truncated %v", table.Rows, table.Truncated)
	}
}

func TestStatementsOfQuestionsAreAdmitted(t *testing.T) {
	e := open(t, newFile(t), Options{})
	for _, text := range []string{
		"SELECT 1",
		"FROM death",
		"VALUES (1), (2)",
		"SELECT * FROM main.person LIMIT 1",
		"SELECT * FROM cdm.person LIMIT 1",
		"SELECT * FROM cdm.main.PERSON LIMIT 1",
		"SELECT COUNT(*) FROM women",
		"SELECT COUNT(*) FROM results.cohort",
		"WITH d AS (SELECT * FROM death), e AS (SELECT * FROM d) SELECT (SELECT COUNT(*) FROM e) FROM d",
		"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT * FROM r",
		"SELECT y.year, COUNT(d.person_id) FROM generate_series(2008, 2010) AS y (year) LEFT JOIN death AS d ON EXTRACT(YEAR FROM d.death_date) = y.year GROUP BY 1",
		"SELECT m FROM unnest(generate_series(DATE '2009-01-01', DATE '2009-12-01', INTERVAL '1' MONTH)) AS u (m)",
		"SELECT x FROM (SELECT unnest(range(10)) AS x)",
		"SELECT person_id, ROW_NUMBER() OVER (PARTITION BY gender_concept_id ORDER BY year_of_birth) FROM person QUALIFY ROW_NUMBER() OVER (ORDER BY person_id) = 1",
		"SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY year_of_birth), MEDIAN(year_of_birth), STDDEV(year_of_birth) FROM person",
		"SELECT name || ' (' || CAST(person_id AS VARCHAR) || ')', REPLACE(name, 'p', 'person '), LOWER(name) LIKE '%1' FROM person",
		"SELECT gender_concept_id, COUNT(*) FROM person GROUP BY ROLLUP (gender_concept_id) ORDER BY 1 NULLS LAST",
		"(SELECT person_id FROM person EXCEPT SELECT person_id FROM death) ORDER BY 1 LIMIT 5",
		"SELECT DATE_DIFF('year', death_date, CURRENT_DATE), death_date + INTERVAL '90' DAY, DATE_TRUNC('month', death_date), AGE(death_date) FROM death",
		"SELECT '[drug@x]', 'read_csv(''x'')' -- ; DROP TABLE person\n",
		"SELECT LIST(person_id)[1], ARRAY_AGG(DISTINCT name ORDER BY name)[1:2] FROM person",
		"SELECT CAST('1' AS INTEGER), TRY_CAST('x' AS INTEGER), COALESCE(NULL, 1), NULLIF(1, 1), GREATEST(1, 2)",
	} {
		if err := e.Check(t.Context(), text); err != nil {
			t.Errorf("%s\nis refused by Check: %v", text, err)
		}
		if _, err := e.Query(t.Context(), text, omop.Limit{}); err != nil {
			t.Errorf("%s\nfails: %v", text, err)
		}
	}
}

func TestCellsArriveInTheTypesOfATable(t *testing.T) {
	e := open(t, newFile(t), Options{})
	tests := []struct {
		sql  string
		want any
	}{
		{"NULL", nil},
		{"TRUE", true},
		{"CAST(7 AS TINYINT)", int64(7)},
		{"CAST(7 AS UBIGINT)", int64(7)},
		{"CAST(18446744073709551615 AS UBIGINT)", float64(18446744073709551615)},
		{"SUM(5)", int64(5)},
		{"CAST(-3 AS HUGEINT)", int64(-3)},
		{"CAST(12 AS DECIMAL(10, 0))", int64(12)},
		{"2.50", 2.5},
		{"CAST(0.1 AS FLOAT)", 0.1},
		{"1e0 / 3", 1.0 / 3},
		{"CAST('NaN' AS DOUBLE)", nil},
		{"CAST('inf' AS DOUBLE)", nil},
		{"'é'", "é"},
		{"DATE '2009-01-02'", time.Date(2009, 1, 2, 0, 0, 0, 0, time.UTC)},
		{"TIMESTAMP '2009-01-02 03:04:05'", time.Date(2009, 1, 2, 3, 4, 5, 0, time.UTC)},
		{"TIMESTAMPTZ '2009-01-02 03:04:05+02'", time.Date(2009, 1, 2, 1, 4, 5, 0, time.UTC)},
		{"TIME '03:04:05'", "03:04:05"},
		{"INTERVAL '14 months 3 days'", "1 year 2 months 3 days"},
		{"TIMESTAMP '2009-01-02 01:00:00' - TIMESTAMP '2009-01-02 02:30:00.5'", "-01:30:00.5"},
		{"[1, 2, NULL]", "[1,2,null]"},
		{"[DATE '2009-01-01']", `["2009-01-01"]`},
		{"{'a': 1, 'b': 'x'}", `{"a":1,"b":"x"}`},
		{"CAST('5f0a4b0c-0000-4000-8000-00000000000a' AS UUID)", "5f0a4b0c-0000-4000-8000-00000000000a"},
		{"CAST('ab' AS BLOB)", "6162"},
		{"HISTOGRAM(x) FROM (VALUES (1), (1), (2)) AS v (x)", `{"1":2,"2":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.sql, func(t *testing.T) {
			table, err := e.Query(t.Context(), "SELECT "+tt.sql, omop.Limit{})
			if err != nil {
				t.Fatal(err)
			}
			got := table.Rows[0][0]
			if want, ok := tt.want.(time.Time); ok {
				if when, ok := got.(time.Time); !ok || !when.Equal(want) || when.Location() != time.UTC {
					t.Errorf("got %v (%T), want %v", got, got, want)
				}
				return
			}
			if got != tt.want {
				t.Errorf("got %v (%T), want %v (%T)", got, got, tt.want, tt.want)
			}
		})
	}
}

func TestDuplicateColumnNamesAreKept(t *testing.T) {
	e := open(t, newFile(t), Options{})
	table, err := e.Query(t.Context(), "SELECT person_id, person_id FROM death ORDER BY person_id DESC", omop.Limit{Rows: 3})
	if err != nil {
		t.Fatal(err)
	}
	if table.Columns[0].Name != "person_id" || table.Columns[1].Name != "person_id" || table.Rows[0][0] != int64(9) {
		t.Errorf("got %v %v", table.Columns, table.Rows)
	}
}

func TestRowsAreCutAtTheLimit(t *testing.T) {
	e := open(t, newFile(t), Options{Defaults: omop.Limit{Rows: 7}})
	tests := []struct {
		sql       string
		limit     int
		rows      int
		truncated bool
	}{
		{"SELECT * FROM person ORDER BY person_id", 5, 5, true},
		{"SELECT * FROM person -- all of them;\n", 0, 7, true},
		{"SELECT * FROM person LIMIT 5", 5, 5, false},
		{"SELECT * FROM person LIMIT 6", 5, 5, true},
		{"SELECT * FROM death OFFSET 2", 5, 5, true},
		{"SELECT * FROM death", 10, 10, false},
		{"SELECT person_id FROM death UNION ALL SELECT person_id FROM person", 11, 11, true},
		{"SELECT * FROM range(1000000000000) AS r (i)", 3, 3, true},
	}
	for _, tt := range tests {
		table, err := e.Query(t.Context(), tt.sql, omop.Limit{Rows: tt.limit})
		if err != nil {
			t.Errorf("%s: %v", tt.sql, err)
			continue
		}
		if len(table.Rows) != tt.rows || table.Truncated != tt.truncated {
			t.Errorf("%s: %d rows, truncated %v; want %d, %v", tt.sql, len(table.Rows), table.Truncated, tt.rows, tt.truncated)
		}
	}
}

func TestLimitsOfSizeMemoryAndTime(t *testing.T) {
	e := open(t, newFile(t), Options{MemoryLimit: 64 << 20, TempLimit: 1 << 20, Threads: 2})
	tests := []struct {
		name, sql string
		limit     omop.Limit
		want      error
	}{
		{"bytes", "SELECT a.name, b.name FROM person AS a, person AS b", omop.Limit{Bytes: 10_000}, omop.ErrTooLarge},
		{"memory", "SELECT LIST(i) FROM range(100000000) AS r (i)", omop.Limit{}, omop.ErrTooLarge},
		{"memory of a grouping", "SELECT COUNT(*) FROM (SELECT i, SUM(i) FROM range(20000000) AS r (i) GROUP BY i)", omop.Limit{}, omop.ErrTooLarge},
		{"time", "SELECT COUNT(*) FROM range(1000000000000) AS r (i)", omop.Limit{Time: 100 * time.Millisecond}, omop.ErrTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := e.Query(t.Context(), tt.sql, tt.limit)
			var query *omop.QueryError
			if !errors.Is(err, tt.want) || !errors.As(err, &query) || query.SQL != tt.sql {
				t.Errorf("error is %v, want a *QueryError that wraps %v", err, tt.want)
			}
			if _, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil {
				t.Errorf("the engine is of no use afterwards: %v", err)
			}
		})
	}
}

func TestWhatDoesNotFitIntoMemoryGoesToDisk(t *testing.T) {
	const grouping = "SELECT COUNT(*) FROM (SELECT i, SUM(i) FROM range(3000000) AS r (i) GROUP BY i)"
	path := newFile(t)
	small := open(t, path, Options{MemoryLimit: 64 << 20, TempLimit: 1 << 20, Threads: 2})
	larger := strings.Replace(grouping, "3000000", "30000000", 1) // keys of 240 MB, whatever the engine packs or spills meanwhile
	if _, err := small.Query(t.Context(), larger, omop.Limit{}); !errors.Is(err, omop.ErrTooLarge) {
		t.Fatalf("it fits into memory: %v", err)
	}
	if err := small.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := open(t, path, Options{MemoryLimit: 64 << 20, TempLimit: 1 << 30, Threads: 2}).Query(t.Context(), grouping, omop.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows[0][0] != int64(3_000_000) {
		t.Errorf("count is %v, want 3000000", table.Rows[0][0])
	}
}

func TestCancellingReturnsWithinASecond(t *testing.T) {
	e := open(t, newFile(t), Options{})
	ctx, cancel := context.WithCancel(t.Context())
	var cancelled time.Time
	time.AfterFunc(200*time.Millisecond, func() {
		cancelled = time.Now()
		cancel()
	})
	_, err := e.Query(ctx, "SELECT COUNT(*) FROM range(100000000) AS a (i), range(100000000) AS b (j)", omop.Limit{})
	took := time.Since(cancelled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	if took > time.Second {
		t.Errorf("it took %v after the cancellation", took)
	}
}

func TestSeveralQueriesAtOnce(t *testing.T) {
	e := open(t, newFile(t), Options{})
	errs := make(chan error)
	for range 8 {
		go func() {
			table, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{})
			if err == nil && table.Rows[0][0] != int64(1000) {
				err = errors.New("wrong count")
			}
			errs <- err
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestAFunctionThatDoesNotListenIsLeftBehind(t *testing.T) {
	e := open(t, newFile(t), Options{})
	// Each match looks for a b to the end of the text: a single call, and a slow one.
	text := "SELECT LENGTH(REGEXP_REPLACE(STRING_AGG('a', ''), 'a(.*b)?', '', 'g')) FROM range(35000)"
	start := time.Now()
	_, err := e.Query(t.Context(), text, omop.Limit{Time: 100 * time.Millisecond})
	if took := time.Since(start); !errors.Is(err, omop.ErrTimeout) || took > 1100*time.Millisecond {
		t.Errorf("error is %v after %v, want %v within a second of the limit", err, took, omop.ErrTimeout)
	}
	if _, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil {
		t.Errorf("the engine is of no use afterwards: %v", err)
	}
}
