package duckdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/info"
)

func number(t *testing.T, e *Engine, query string) any {
	t.Helper()
	table, err := e.Query(t.Context(), query, omop.Limit{})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return table.Rows[0][0]
}

// inSchemas is a database with the CDM, its vocabulary and its cohorts in schemas of their own.
func inSchemas(more ...string) []string {
	return append([]string{
		"CREATE SCHEMA cdm", "CREATE SCHEMA vocab", "CREATE SCHEMA results",
		"CREATE TABLE cdm.person (person_id BIGINT, gender_concept_id BIGINT)", "INSERT INTO cdm.person VALUES (1, 8507), (2, 8532)",
		"CREATE TABLE cdm.concept (concept_id BIGINT)",
		"CREATE TABLE vocab.concept (concept_id BIGINT, concept_name VARCHAR)", "INSERT INTO vocab.concept VALUES (8507, 'MALE'), (8532, 'FEMALE')",
		"CREATE TABLE results.cohort (subject_id BIGINT)", "INSERT INTO results.cohort VALUES (1), (1), (2)",
	}, more...)
}

func TestSchemasAreFoundWhereOneHasPeople(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cdm.duckdb") // the name of a schema, too
	if err := os.Rename(fileOf(t, "hospital.duckdb", inSchemas()...), path); err != nil {
		t.Fatal(err)
	}
	told := Schemas{CDM: "CDM", Vocabulary: "vocab", Results: "results"}
	worker := inWorker(t)
	worker.Schemas = told
	for name, o := range map[string]Options{"found": {}, "told": {Schemas: told}, "in a worker": worker} {
		t.Run(name, func(t *testing.T) {
			e := open(t, path, o)
			if got := number(t, e, "SELECT COUNT(*) FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id WHERE c.concept_name = 'FEMALE'"); got != int64(1) {
				t.Errorf("%v women", got)
			}
			if got := number(t, e, "SELECT COUNT(*) FROM cdm.cdm.person"); got != int64(2) {
				t.Errorf("%v people by the schema's name", got)
			}
			if got := number(t, e, "SELECT COUNT(*) FROM results.cohort"); got != int64(3) {
				t.Errorf("%v rows in the cohort", got)
			}
			d, err := info.Describe(t.Context(), e.DB())
			if err != nil || d.Persons != 2 || d.Concepts != 2 {
				t.Errorf("described: %+v, %v", d, err)
			}
			err = e.Check(t.Context(), "SELECT COUNT(*) FROM cohort")
			if told := o.Schemas.Results != ""; told != (err == nil) {
				t.Errorf("cohort without its schema: %v", err)
			}
		})
	}
}

func TestSchemasThatCantBeTold(t *testing.T) {
	two := inSchemas("CREATE SCHEMA cdm2", "CREATE TABLE cdm2.person (person_id BIGINT)", "INSERT INTO cdm2.person VALUES (9)")
	for name, c := range map[string]struct {
		statements []string
		schemas    Schemas
		says       string
	}{
		"two with people":      {two, Schemas{}, "several of its schemas have a person table (cdm, cdm2)"},
		"two vocabularies":     {inSchemas("CREATE SCHEMA v2", "CREATE TABLE v2.concept AS SELECT 1 AS concept_id"), Schemas{}, "several of its schemas hold a vocabulary (v2, vocab)"},
		"no such schema":       {two, Schemas{CDM: "cmd"}, "a person table is in: cdm, cdm2"},
		"no such vocabulary":   {two, Schemas{CDM: "cdm", Vocabulary: "results"}, "has no concept table (vocab=results)"},
		"no schema of results": {two, Schemas{CDM: "cdm", Results: "resluts"}, "(results=resluts)"},
	} {
		_, err := Open(t.Context(), fileOf(t, "hospital.duckdb", c.statements...), Options{Schemas: c.schemas, TempDir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := number(t, open(t, fileOf(t, "hospital.duckdb", two...), Options{Schemas: Schemas{CDM: "cdm2"}}), "SELECT MAX(person_id) FROM person"); got != int64(9) {
		t.Errorf("the schema that is asked for: %v", got)
	}
}

func TestViewsOverFilesAreReadAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	path := fileOf(t, "cdm.duckdb",
		"COPY (SELECT 1 AS person_id, 8507 AS gender_concept_id) TO '"+in("person.parquet")+"'",
		"COPY (SELECT 7 AS person_id) TO '"+in("secret.parquet")+"'",
		"COPY (SELECT i AS person_id, DATE '2010-01-01' AS death_date FROM range(2) AS t (i)) TO '"+in("death.csv")+"'",
		"COPY (SELECT i AS visit_occurrence_id, 2000 + i AS year FROM range(5) AS t (i)) TO '"+in("visits")+"' (FORMAT PARQUET, PARTITION_BY (year))",
		"CREATE VIEW person AS SELECT * FROM '"+in("person.parquet")+"'",
		"CREATE VIEW \"death\" (person_id, death_date) AS SELECT * FROM read_csv('"+in("death.csv")+"')",
		"CREATE VIEW visit_occurrence AS SELECT * FROM read_parquet('"+in("visits/*/*.parquet")+"', hive_partitioning = true)",
		"CREATE VIEW twice AS SELECT person_id FROM person UNION ALL SELECT person_id FROM read_parquet(['"+in("person.parquet")+"'])",
	)
	e := open(t, path, Options{})
	for query, want := range map[string]int64{
		"SELECT COUNT(*) FROM person": 1, "SELECT COUNT(*) FROM death": 2, "SELECT COUNT(*) FROM visit_occurrence WHERE year > 2002": 2, "SELECT COUNT(*) FROM twice": 2,
	} {
		if got := number(t, e, query); got != want {
			t.Errorf("%s: %v, want %d", query, got, want)
		}
	}
	for _, secret := range []string{"SELECT * FROM read_parquet('" + in("secret.parquet") + "')", "SELECT * FROM '" + in("secret.parquet") + "'", "SELECT * FROM glob('" + in("*") + "')"} {
		if _, err := e.Query(t.Context(), secret, omop.Limit{}); err == nil {
			t.Errorf("ran %s", secret)
		}
		if _, err := e.DB().ExecContext(t.Context(), secret); err == nil {
			t.Errorf("the database itself ran %s", secret)
		}
	}
	if _, err := e.Query(t.Context(), "SELECT * FROM read_parquet('"+in("person.parquet")+"')", omop.Limit{}); err == nil {
		t.Error("the gate let a file be read by its name")
	}
}
