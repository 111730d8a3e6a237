package schema

import (
	"database/sql"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

func mustFor(t *testing.T, version string) *Schema {
	t.Helper()
	s, err := For(version)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestForUnderstandsTheWaysAVersionIsWritten(t *testing.T) {
	for in, want := range map[string]string{
		"5.3": "5.3", "5.4": "5.4", "v5.3.1": "5.3", "CDM v5.4.0": "5.4", "V5.4": "5.4",
	} {
		s, err := For(in)
		if err != nil || s.Version != want {
			t.Errorf("For(%q) = %v, %v; want version %s", in, s, err, want)
		}
	}
	for _, in := range []string{"", "6.0", "5.2", "5.5", "5.31", "15.3", "2.5.3", "no"} {
		if s, err := For(in); err == nil {
			t.Errorf("For(%q) = version %s, want an error", in, s.Version)
		}
	}
}

func TestEveryReferenceAndKeyNamesAColumnThatExists(t *testing.T) {
	for _, v := range Versions() {
		s := mustFor(t, v)
		for _, table := range s.Tables {
			for _, name := range table.Key {
				if _, ok := table.Column(name); !ok {
					t.Errorf("%s %s: key column %s is not there", v, table.Name, name)
				}
			}
			for _, c := range table.Columns {
				if c.Type.SQL() == "VARCHAR" && c.Type != Text {
					t.Errorf("%s %s.%s: unknown type %q", v, table.Name, c.Name, c.Type)
				}
				if c.RefTable == "" {
					continue
				}
				ref, ok := s.Table(c.RefTable)
				if !ok {
					t.Errorf("%s %s.%s refers to table %s, which is not there", v, table.Name, c.Name, c.RefTable)
					continue
				}
				if _, ok := ref.Column(c.RefColumn); !ok {
					t.Errorf("%s %s.%s refers to %s.%s, which is not there", v, table.Name, c.Name, c.RefTable, c.RefColumn)
				}
			}
		}
	}
}

func TestLayoutsNameKnownColumnsOnceEach(t *testing.T) {
	for _, table := range TableNames() {
		for _, l := range Layouts("5.4", table) {
			sorted := slices.Sorted(slices.Values(l.Columns))
			if len(slices.Compact(sorted)) != len(l.Columns) {
				t.Errorf("layout %s of %s names a column twice", l.Version, table)
			}
		}
	}
	if got := Layouts("5.3", "measurement")[0]; got.Version != "5.3" || len(got.Columns) != 20 {
		t.Errorf("first layout of measurement for 5.3 is %s with %d columns, want 5.3 with 20", got.Version, len(got.Columns))
	}
}

func TestNoTwoColumnsOfATableShareAKey(t *testing.T) {
	for _, table := range TableNames() {
		seen := map[string]string{}
		for _, l := range Layouts("", table) {
			for _, name := range l.Columns {
				if prev, ok := seen[Key(name)]; ok && prev != name {
					t.Errorf("%s: %s and %s look alike without underscores", table, prev, name)
				}
				seen[Key(name)] = name
				if !Known(table, name) {
					t.Errorf("%s.%s is not known", table, name)
				}
			}
		}
	}
}

func TestReplacementNamesTheColumnOfTheOtherVersion(t *testing.T) {
	for _, c := range []struct{ version, table, column, want string }{
		{"5.4", "visit_occurrence", "admitting_source_concept_id", "admitted_from_concept_id"},
		{"5.4", "VISIT_OCCURRENCE", "Discharge_To_Concept_Id", "discharged_to_concept_id"},
		{"5.3", "visit_occurrence", "admitted_from_concept_id", "admitting_source_concept_id"},
		{"5.4", "visit_detail", "visit_detail_parent_id", "parent_visit_detail_id"},
		{"5.3", "visit_detail", "parent_visit_detail_id", "visit_detail_parent_id"},
		{"5.4", "visit_occurrence", "admitting_concept_id", "admitted_from_concept_id"},
		{"5.4", "visit_detail", "visit_start_date", "visit_detail_start_date"},
		{"5.4", "visit_occurrence", "admitted_from_concept_id", ""},
		{"5.3", "procedure_occurrence", "procedure_end_date", ""},
		{"5.4", "person", "favourite_colour", ""},
		{"5.4", "no_such_table", "person_id", ""},
	} {
		got, ok := Replacement(c.version, c.table, c.column)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Replacement(%s, %s, %s) = %q, %v; want %q", c.version, c.table, c.column, got, ok, c.want)
		}
	}
}

func TestResolveReadsHeadersHoweverTheyAreWritten(t *testing.T) {
	s := mustFor(t, "5.4")
	for header, want := range map[string]string{
		"PERSON_ID": "person_id", "Person ID": "person_id", "personId": "person_id", " person_ id ": "person_id",
		"visit_occurrence.person_id": "person_id", "person.person_id": "",
		"admittingSourceValue": "admitted_from_source_value", "discharged_to_concept_id": "discharged_to_concept_id",
		"nonsense": "",
	} {
		c, ok := s.Resolve("visit_occurrence", header)
		if ok != (want != "") || ok && c.Name != want {
			t.Errorf("Resolve(%q) = %v, %v; want %q", header, c, ok, want)
		}
	}
}

func TestRolesOfTheEventTables(t *testing.T) {
	s4, s3 := mustFor(t, "5.4"), mustFor(t, "5.3")
	drug, _ := s4.Table("Drug_Exposure")
	if drug.StartDate != "drug_exposure_start_date" || drug.EndDate != "drug_exposure_end_date" ||
		drug.ConceptColumn != "drug_concept_id" || drug.TypeColumn != "drug_type_concept_id" ||
		drug.SourceConceptColumn != "drug_source_concept_id" || drug.Domain != "Drug" || !drug.HasPerson || !drug.IsEvent() {
		t.Errorf("roles of drug_exposure: %+v", drug)
	}
	proc3, _ := s3.Table("procedure_occurrence")
	proc4, _ := s4.Table("procedure_occurrence")
	if proc3.EndDate != "" || proc4.EndDate != "procedure_end_date" {
		t.Errorf("end of a procedure: 5.3 %q, 5.4 %q", proc3.EndDate, proc4.EndDate)
	}
	if care, _ := s4.Table("care_site"); care.HasPerson || care.IsEvent() {
		t.Error("care_site counts as an event of a person")
	}
}

func TestDDLRunsInDuckDBAndGivesTheSameColumns(t *testing.T) {
	for _, v := range Versions() {
		db, err := sql.Open("duckdb", "")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s := mustFor(t, v)
		for _, table := range s.Tables {
			ddl := table.DDL()
			if _, err := db.Exec(ddl); err != nil {
				t.Fatalf("%s: %v\n%s", v, err, ddl)
			}
			var n int
			err := db.QueryRow(`SELECT count(*) FROM duckdb_columns() WHERE table_name = ?`, table.Name).Scan(&n)
			if err != nil || n != len(table.Columns) {
				t.Errorf("%s %s has %d columns in DuckDB (%v), want %d", v, table.Name, n, err, len(table.Columns))
			}
		}
	}
}

func TestSchemaFilesAreRectangles(t *testing.T) {
	paths, err := filepath.Glob("*.csv")
	if err != nil || len(paths) != 5 {
		t.Fatalf("schema files: %v, %v", paths, err)
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := csv.NewReader(f).ReadAll(); err != nil { // refuses rows of unequal length
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestCountsAgreeWithTheSpecification(t *testing.T) {
	// From OHDSI's DDL of 5.3 and 5.4, with the results schema's cohort added to 5.3.
	for v, want := range map[string][2]int{"5.3": {38, 400}, "5.4": {39, 432}} {
		s := mustFor(t, v)
		columns := 0
		for _, table := range s.Tables {
			columns += len(table.Columns)
		}
		if len(s.Tables) != want[0] || columns != want[1] {
			t.Errorf("CDM %s: %d tables, %d columns; want %v", v, len(s.Tables), columns, want)
		}
	}
	if names := strings.Join(TableNames(), " "); !strings.Contains(names, "attribute_definition") || !strings.Contains(names, "episode_event") {
		t.Errorf("TableNames lacks a table of one version: %s", names)
	}
}
