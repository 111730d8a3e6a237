package duckdb

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/info"
)

// fileOf makes a database with statements.
func fileOf(t *testing.T, name string, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, stmt := range statements {
		if _, err := db.ExecContext(t.Context(), stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

var smallVocabulary = []string{
	"CREATE TABLE concept (concept_id BIGINT, concept_name VARCHAR, standard_concept VARCHAR)",
	"INSERT INTO concept VALUES (8507, 'MALE', 'S'), (8532, 'FEMALE', 'S')",
	"CREATE TABLE concept_ancestor (ancestor_concept_id BIGINT, descendant_concept_id BIGINT)",
	"INSERT INTO concept_ancestor VALUES (8507, 8507)",
	"CREATE TABLE person (person_id BIGINT)", "INSERT INTO person VALUES (99)",
}

func TestAVocabularyStandsInWhereTheDatabaseHasNone(t *testing.T) {
	vocabulary := fileOf(t, "it's a vocabulary.duckdb", smallVocabulary...)
	person := []string{"CREATE TABLE person (person_id BIGINT, gender_concept_id BIGINT)", "INSERT INTO person VALUES (1, 8507), (2, 8532), (3, 8532)"}
	for name, statements := range map[string][]string{
		"without the tables": person,
		"with empty tables":  append(person, "CREATE TABLE concept (concept_id BIGINT, concept_name VARCHAR)", "CREATE TABLE concept_ancestor (x INT)"),
	} {
		t.Run(name, func(t *testing.T) {
			path := fileOf(t, "cdm.duckdb", statements...)
			open(t, vocabulary, Options{}) // the same process may look into the vocabulary itself
			e := open(t, path, Options{Vocabulary: vocabulary})
			if e.StandIn() != vocabulary {
				t.Errorf("%q stands in", e.StandIn())
			}
			for range 3 { // more than one connection
				go func() { _ = e.Check(t.Context(), "SELECT 1") }()
			}
			for query, want := range map[string]int64{
				"SELECT COUNT(*) FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id WHERE c.concept_name = 'FEMALE'": 2,
				"SELECT COUNT(*) FROM concept_ancestor": 1,
				"SELECT COUNT(*) FROM person":           3,
			} {
				table, err := e.Query(t.Context(), query, omop.Limit{})
				if err != nil {
					t.Fatalf("%s: %v", query, err)
				}
				if table.Rows[0][0] != want {
					t.Errorf("%s: %v, want %d", query, table.Rows[0][0], want)
				}
			}
			if _, err := e.Query(t.Context(), "SELECT * FROM "+standInName+".main.person", omop.Limit{}); err == nil {
				t.Error("the vocabulary's file is open to any query")
			}
			d, err := info.Describe(t.Context(), e.DB())
			if err != nil {
				t.Fatal(err)
			}
			if d.Concepts != 2 || d.Persons != 3 {
				t.Errorf("described with %d concepts and %d people", d.Concepts, d.Persons)
			}
		})
	}
}

func TestADatabasesOwnVocabularyComesFirst(t *testing.T) {
	path := fileOf(t, "cdm.duckdb", "CREATE TABLE concept (concept_id BIGINT)", "INSERT INTO concept VALUES (7)")
	e := open(t, path, Options{Vocabulary: fileOf(t, "v.duckdb", smallVocabulary...)})
	table, err := e.Query(t.Context(), "SELECT MAX(concept_id) FROM concept", omop.Limit{})
	if err != nil || table.Rows[0][0] != int64(7) || e.StandIn() != "" {
		t.Errorf("%v, %v; stands in: %q", table, err, e.StandIn())
	}
}

func TestAVocabularyThatCantBeReadIsAnError(t *testing.T) {
	path := fileOf(t, "cdm.duckdb", "CREATE TABLE person (person_id BIGINT)")
	_, err := Open(t.Context(), path, Options{Vocabulary: filepath.Join(t.TempDir(), "gone.duckdb"), TempDir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "gone.duckdb") {
		t.Errorf("error %v", err)
	}
}
