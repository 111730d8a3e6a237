package parquetfolder

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
)

// files makes Parquet files by statements in which DIR stands for the folder.
func files(t *testing.T, statements ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a lake, it's one")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, stmt := range statements {
		if _, folder, ok := strings.Cut(stmt, "MKDIR "); ok {
			if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := db.Exec(strings.ReplaceAll(stmt, "DIR", strings.ReplaceAll(dir, "'", "''"))); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	return dir
}

const onePerson = "COPY (SELECT 1 AS person_id, 8507 AS gender_concept_id) TO 'DIR/Person.parquet'"

func TestAFolderOfParquetIsReadAsItLies(t *testing.T) {
	dir := files(t, onePerson, "MKDIR death", "MKDIR .hidden",
		"COPY (SELECT i AS person_id, DATE '2010-01-01' AS death_date FROM range(2) AS t (i)) TO 'DIR/death/part-0.parquet'",
		"COPY (SELECT i AS person_id, NULL AS cause_source_value FROM range(3) AS t (i)) TO 'DIR/death/part-1.parquet'",
		"COPY (SELECT i AS measurement_id, 1 AS person_id, 2000 + i AS year FROM range(5) AS t (i)) TO 'DIR/measurement' (FORMAT PARQUET, PARTITION_BY (year))",
		"COPY (SELECT 1 AS x) TO 'DIR/drug_exposure_01.parquet'", "COPY (SELECT 2 AS x) TO 'DIR/drug_exposure_02.parquet'",
		"COPY (SELECT 1 AS x) TO 'DIR/weather.parquet'", "COPY (SELECT 1 AS x) TO 'DIR/.hidden/concept.parquet'",
	)
	l, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Ignored) != 1 || l.Ignored[0] != "weather.parquet" {
		t.Errorf("ignored %v", l.Ignored)
	}
	file := filepath.Join(t.TempDir(), "views.duckdb")
	if err := l.Write(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	e, err := duckdb.Open(t.Context(), file, duckdb.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for query, want := range map[string]int64{
		"SELECT COUNT(*) FROM person": 1, "SELECT COUNT(*) FROM death": 5, "SELECT COUNT(*) FROM death WHERE death_date IS NOT NULL": 2,
		"SELECT COUNT(*) FROM measurement WHERE year >= 2003": 2, "SELECT SUM(x) FROM drug_exposure": 3, "SELECT COUNT(*) FROM concept": 0,
	} {
		table, err := e.Query(t.Context(), query, omop.Limit{})
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if table.Rows[0][0] != want {
			t.Errorf("%s: %v, want %d", query, table.Rows[0][0], want)
		}
	}
	if err := e.Reader().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM read_parquet('"+strings.ReplaceAll(dir, "'", "''")+"/weather.parquet')").Err(); err == nil {
		t.Error("a file that no view reads can be read")
	}
}

func TestAChangedFileChangesTheState(t *testing.T) {
	dir := files(t, onePerson)
	before, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	same, err := Find(dir)
	if err != nil || same.State != before.State {
		t.Errorf("the same files: %v, %v, %v", before.State, same, err)
	}
	if err := os.Truncate(filepath.Join(dir, "Person.parquet"), 4); err != nil {
		t.Fatal(err)
	}
	if after, err := Find(dir); err != nil || after.State == before.State {
		t.Errorf("a shorter file: %v, %v", after, err)
	}
}

func TestFoldersThatAreNoCDM(t *testing.T) {
	for says, dir := range map[string]string{
		"no person.parquet":     files(t, "COPY (SELECT 1 AS x) TO 'DIR/death.parquet'"),
		"both the person table": files(t, onePerson, "MKDIR person", "COPY (SELECT 1 AS person_id) TO 'DIR/person/a.parquet'"),
		"askomop db load":       files(t),
	} {
		if _, err := Find(dir); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
