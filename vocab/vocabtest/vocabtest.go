// Package vocabtest opens vocabularies for tests: small ones written in the
// test, and the public samples where they lie beside the checkout.
package vocabtest

import (
	"archive/zip"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // the engine that tests read vocabularies with

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
)

// Tables is a vocabulary as rows; fields as in the CDM, dates left out.
type Tables struct {
	Concepts      []vocab.Concept
	Synonyms      map[int64][]string
	Relationships []Relationship
	Ancestors     [][2]int64 // ancestor, descendant
	Strengths     []Strength
}

// Strength is a row of DRUG_STRENGTH; what is 0 is NULL.
type Strength struct {
	Drug, Ingredient int64
	Amount           float64
	AmountUnit       int64
	Numerator        float64
	NumeratorUnit    int64
	Denominator      float64
	DenominatorUnit  int64
	BoxSize          int64
	Invalid          string
}

// Relationship is a row of CONCEPT_RELATIONSHIP.
type Relationship struct {
	From    int64
	Kind    string
	To      int64
	Invalid string
}

// DB returns an in-memory database with the tables.
func (v Tables) DB(t testing.TB) *sql.DB {
	t.Helper()
	db := open(t, "")
	Exec(t, db, `CREATE TABLE concept (concept_id BIGINT, concept_name VARCHAR, domain_id VARCHAR, vocabulary_id VARCHAR,
		concept_class_id VARCHAR, standard_concept VARCHAR, concept_code VARCHAR, invalid_reason VARCHAR);
		CREATE TABLE concept_synonym (concept_id BIGINT, concept_synonym_name VARCHAR, language_concept_id BIGINT);
		CREATE TABLE concept_relationship (concept_id_1 BIGINT, concept_id_2 BIGINT, relationship_id VARCHAR, invalid_reason VARCHAR);
		CREATE TABLE concept_ancestor (ancestor_concept_id BIGINT, descendant_concept_id BIGINT,
		min_levels_of_separation BIGINT, max_levels_of_separation BIGINT);
		CREATE TABLE drug_strength (drug_concept_id BIGINT, ingredient_concept_id BIGINT, amount_value DOUBLE,
		amount_unit_concept_id BIGINT, numerator_value DOUBLE, numerator_unit_concept_id BIGINT, denominator_value DOUBLE,
		denominator_unit_concept_id BIGINT, box_size BIGINT, invalid_reason VARCHAR)`)
	for _, c := range v.Concepts {
		Exec(t, db, `INSERT INTO concept VALUES ($1, $2, $3, $4, $5, nullif($6, ''), $7, nullif($8, ''))`,
			c.ID, c.Name, c.Domain, c.Vocabulary, c.Class, c.Standard, c.Code, c.Invalid)
	}
	for id, names := range v.Synonyms {
		for _, name := range names {
			Exec(t, db, `INSERT INTO concept_synonym VALUES ($1, $2, 4180186)`, id, name)
		}
	}
	for _, r := range v.Relationships {
		Exec(t, db, `INSERT INTO concept_relationship VALUES ($1, $2, $3, nullif($4, ''))`, r.From, r.To, r.Kind,
			r.Invalid)
	}
	for _, a := range v.Ancestors {
		levels := 1
		if a[0] == a[1] {
			levels = 0
		}
		Exec(t, db, `INSERT INTO concept_ancestor VALUES ($1, $2, $3, $3)`, a[0], a[1], levels)
	}
	for _, s := range v.Strengths {
		Exec(t, db, `INSERT INTO drug_strength VALUES ($1, $2, nullif($3, 0), nullif($4, 0), nullif($5, 0), nullif($6, 0),
			nullif($7, 0), nullif($8, 0), nullif($9, 0), nullif($10, ''))`, s.Drug, s.Ingredient, s.Amount, s.AmountUnit,
			s.Numerator, s.NumeratorUnit, s.Denominator, s.DenominatorUnit, s.BoxSize, s.Invalid)
	}
	return db
}

// Open returns the vocabulary of the tables.
func (v Tables) Open(t testing.TB) *vocab.Vocabulary { return Open(t, v.DB(t)) }

// Open indexes the vocabulary of a database in a temporary folder.
func Open(t testing.TB, db *sql.DB) *vocab.Vocabulary {
	t.Helper()
	v, err := vocab.Open(context.Background(), vocab.Options{DB: db, Dir: t.TempDir(), Fingerprint: "test"})
	if err != nil {
		t.Fatalf("open vocabulary: %v", err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

// Sample returns a database with the vocabulary tables of a public sample. It skips the test where the sample is
// absent.
func Sample(t testing.TB, name string) *sql.DB {
	t.Helper()
	db := open(t, "")
	dir := Unzip(t, needs.Sample(t, name))
	options := "all_varchar = true, header = true"
	if name == needs.Athena {
		options += `, delim = '\t', quote = '', escape = ''`
	}
	for _, table := range []string{"concept", "concept_synonym", "concept_relationship", "concept_ancestor"} {
		file := find(t, dir, table+".csv")
		Exec(t, db, fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM read_csv('%s', %s)", table, file, options))
		for _, column := range []string{"concept_id", "concept_id_1", "concept_id_2", "ancestor_concept_id",
			"descendant_concept_id", "min_levels_of_separation"} {
			// where the table has the column
			db.Exec("ALTER TABLE " + table + " ALTER COLUMN " + column + " TYPE BIGINT")
		}
	}
	return db
}

// Unzip unpacks a zip's CSV files into a temporary folder.
func Unzip(t testing.TB, path string) string {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir := t.TempDir()
	for _, f := range archive.File {
		base := filepath.Base(f.Name)
		if !strings.HasSuffix(strings.ToLower(base), ".csv") || strings.Contains(f.Name, "__MACOSX") ||
			!strings.HasPrefix(strings.ToLower(base), "concept") {
			continue
		}
		if err := extract(f, filepath.Join(dir, base)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func extract(f *zip.File, to string) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.Copy(out, in)
	return err
}

func find(t testing.TB, dir, name string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			return filepath.Join(dir, e.Name())
		}
	}
	t.Fatalf("no %s in the sample", name)
	return ""
}

func open(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// Exec runs one statement or fails the test.
func Exec(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
