package info

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/schema"
)

// database makes one in memory: the CDM's tables of a version, if any, then statements.
func database(t *testing.T, version string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1) // one connection, one database in memory
	if version != "" {
		s, err := schema.For(version)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range s.Tables {
			statements = append([]string{table.DDL()}, statements...)
		}
	}
	for _, stmt := range statements {
		if _, err := db.Exec(stmt); err != nil {
			t.Fatalf("%v\n%s", err, stmt)
		}
	}
	return db
}

func describe(t *testing.T, db *sql.DB) *Info {
	t.Helper()
	i, err := Describe(context.Background(), db)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func (i *Info) codes() []string {
	var out []string
	for _, f := range i.Findings {
		out = append(out, f.Code)
	}
	return out
}

func TestDescribeCountsAndDatesASmallDatabase(t *testing.T) {
	db := database(t, "5.4",
		`INSERT INTO person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id) VALUES (1, 8507, 1950, 8527, 0), (2, 8532, 1960, 0, 0), (-3, 8532, 1970, 0, 0)`,
		`INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date) VALUES (1, 1, '2001-01-01', '2020-12-31'), (2, 99, '2001-01-01', '2001-12-31')`,
		`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date) VALUES (1, 1, 201826, '2008-05-01'), (2, 1, 0, '2009-05-01'), (3, 2, NULL, '2010-05-01'), (4, 2, 201826, '2010-06-01')`,
		`INSERT INTO death (person_id, death_date) VALUES (1, '2011-02-03')`,
		`INSERT INTO measurement (measurement_id, person_id, measurement_concept_id, measurement_date) VALUES (1, 1, 3004410, '2008-01-02')`,
		`INSERT INTO cdm_source (cdm_source_name, cdm_version, vocabulary_version) VALUES ('Tiny', 'v5.4', 'v5.0 01-JAN-20')`,
		`INSERT INTO concept (concept_id, standard_concept) VALUES (201826, 'S'), (44831230, NULL)`,
	)
	i := describe(t, db)
	if i.Version != "5.4" || i.DeclaredVersion != "v5.4" || i.Source != "Tiny" || i.VocabularyVersion != "v5.0 01-JAN-20" {
		t.Errorf("source: %+v", i)
	}
	if i.Persons != 3 || i.FirstDate != "2008-01-02" || i.LastDate != "2011-02-03" || i.Concepts != 2 || i.StandardConcepts != 1 {
		t.Errorf("counts: %d people, %s to %s, %d concepts, %d standard", i.Persons, i.FirstDate, i.LastDate, i.Concepts, i.StandardConcepts)
	}
	at := slices.IndexFunc(i.Domains, func(d Domain) bool { return d.Domain == "Condition" })
	if at < 0 || i.Domains[at] != (Domain{Domain: "Condition", Table: "condition_occurrence", Rows: 4, Unmapped: 2, Share: 0.5}) {
		t.Errorf("domains: %+v", i.Domains)
	}
	at = slices.IndexFunc(i.Tables, func(x Table) bool { return x.Name == "condition_occurrence" })
	if i.Tables[at] != (Table{Name: "condition_occurrence", Rows: 4, FirstDate: "2008-05-01", LastDate: "2010-06-01", People: 2}) {
		t.Errorf("condition_occurrence: %+v", i.Tables[at])
	}
	for _, code := range []string{"no_concept_ancestor", "no_drug_exposure", "unobserved_persons", "unknown_persons",
		"no_measurement_values", "no_measurement_units", "no_ethnicity", "unmapped_condition_occurrence"} {
		if !slices.Contains(i.codes(), code) {
			t.Errorf("finding %s is missing from %v", code, i.codes())
		}
	}
	for _, code := range []string{"no_person", "no_concept", "no_death", "no_observation_period", "no_race", "repeated_persons", "version_differs"} {
		if slices.Contains(i.codes(), code) {
			t.Errorf("finding %s is not true", code)
		}
	}
}

func TestDescribeTellsTheVersionByTheColumns(t *testing.T) {
	for _, v := range schema.Versions() {
		if got := describe(t, database(t, v)).Version; got != v {
			t.Errorf("a database with the columns of %s counts as %s", v, got)
		}
	}
	i := describe(t, database(t, "5.3", `INSERT INTO cdm_source (cdm_version) VALUES ('5.4')`))
	if i.Version != "5.3" || !slices.Contains(i.codes(), "version_differs") {
		t.Errorf("5.3 columns that say 5.4: version %s, findings %v", i.Version, i.codes())
	}
}

func TestDescribeWorksWithoutMostTables(t *testing.T) {
	i := describe(t, database(t, "",
		`CREATE TABLE PERSON ("PERSON_ID" BIGINT)`, `INSERT INTO person VALUES (1), (1), (2)`,
		`CREATE TABLE condition_occurrence (person_id BIGINT, condition_start_date VARCHAR)`,
		`INSERT INTO condition_occurrence VALUES (1, '2010-01-01'), (1, 'soon')`,
		`CREATE TABLE mine (x INT)`))
	if i.Persons != 2 || i.FirstDate != "2010-01-01" || len(i.Tables) != 2 || len(i.Domains) != 0 {
		t.Errorf("a database of two tables: %+v", i)
	}
	if !slices.Contains(i.codes(), "repeated_persons") || !slices.Contains(i.codes(), "no_concept") {
		t.Errorf("findings: %v", i.codes())
	}
}

func TestDescribeOfAnEmptyDatabaseFindsEverythingMissing(t *testing.T) {
	i := describe(t, database(t, ""))
	if len(i.Findings) != len(needed) || i.Findings[0].Code != "no_person" || i.FirstDate != "" {
		t.Errorf("findings of an empty database: %v", i.codes())
	}
	out, err := json.Marshal(i)
	if err != nil || !strings.Contains(string(out), `"cdm_version":"5.4"`) {
		t.Errorf("as JSON: %s, %v", out, err)
	}
}

func TestDescribeStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Describe(ctx, database(t, "5.4")); err == nil || !strings.Contains(err.Error(), "describe the database") {
		t.Errorf("error of a cancelled description: %v", err)
	}
}

func (i *Info) message(code, table, column string) string {
	for _, f := range i.Findings {
		if f.Code == code && f.Table == table && f.Column == column {
			return f.Message
		}
	}
	return ""
}

func TestDescribeNamesRequiredColumnsThatAreMissingOrEmpty(t *testing.T) {
	db := database(t, "5.4",
		`INSERT INTO person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id) VALUES (1, 8507, 1950, 8527, 38003564)`,
		`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_type_concept_id) VALUES (1, 1, 201826, 32817)`,
		`ALTER TABLE person DROP COLUMN year_of_birth`)
	i := describe(t, db)
	if got := i.message("missing_column", "person", "year_of_birth"); !strings.Contains(got, "person has no column year_of_birth") {
		t.Errorf("missing: %q", got)
	}
	if got := i.message("empty_column", "condition_occurrence", "condition_start_date"); !strings.Contains(got, "empty in all 1 rows") {
		t.Errorf("empty: %q", got)
	}
	if got := i.message("empty_column", "drug_exposure", "drug_exposure_start_date"); got != "" {
		t.Errorf("a table without rows: %q", got)
	}
	c := NewCounts(db)
	for table, want := range map[string][]string{"person": {"year_of_birth"}, "condition_occurrence": {"condition_start_date"}, "drug_exposure": nil, "unheard_of": nil} {
		if got, err := c.Lacks(t.Context(), table); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s lacks %v, %v; want %v", table, got, err, want)
		}
	}
}

func TestDescribeCountsRepeatedIds(t *testing.T) {
	i := describe(t, database(t, "5.4",
		`INSERT INTO drug_exposure (drug_exposure_id, person_id) VALUES (1, 1), (1, 1), (2, 1), (2, 2), (3, 1)`,
		`INSERT INTO measurement (measurement_id, person_id) VALUES (1, 1), (2, 1)`))
	if got := i.message("repeated_ids", "drug_exposure", ""); !strings.Contains(got, "2 of 5 rows of drug_exposure repeat a drug_exposure_id") {
		t.Errorf("repeats: %q", got)
	}
	if got := i.message("repeated_ids", "measurement", ""); got != "" {
		t.Errorf("nothing repeats: %q", got)
	}
}

func TestAnIdThatNoStandardConceptHasIsUnmapped(t *testing.T) {
	statements := []string{
		`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id) VALUES (1, 1, 201826), (2, 1, 44831230), (3, 1, 999), (4, 1, 0), (5, 1, NULL)`,
	}
	unmapped := func(more ...string) int64 {
		for _, d := range describe(t, database(t, "5.4", append(statements, more...)...)).Domains {
			if d.Table == "condition_occurrence" {
				return d.Unmapped
			}
		}
		return -1
	}
	if got := unmapped(); got != 2 {
		t.Errorf("without a vocabulary %d are unmapped, want the two that have no id", got)
	}
	if got := unmapped(`INSERT INTO concept (concept_id, standard_concept) VALUES (201826, 'S'), (44831230, NULL), (0, NULL)`); got != 4 {
		t.Errorf("%d are unmapped, want all but the one with a standard concept", got)
	}
}
