package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/rag/write"
)

func TestPromptFactsHoldNoSmallCountAndNoDay(t *testing.T) {
	d := &info.Info{
		Version: "5.3", Source: "Site Q7", Persons: 4711, FirstDate: "1998-03-17", LastDate: "2019-11-05",
		Tables: []info.Table{{Name: "person", Rows: 4711}, {Name: "condition_occurrence", Rows: 9}, {Name: "drug_era", Rows: 9}, {Name: "death"}, {Name: "concept_relationship", Rows: 9}},
		Findings: []info.Finding{
			{Code: "no_death", Table: "death", Message: "death has no rows: …"},
			{Code: "unobserved_persons", Table: "observation_period", Message: "3 of 4711 people have no observation period"},
			{Code: "repeated_persons", Table: "person", Message: "2 rows of person repeat a person_id"},
			{Code: "no_race", Table: "person", Message: "person.race_concept_id is empty in all 4711 rows"},
			{Code: "version_differs", Table: "cdm_source", Message: "…"},
		},
	}
	f, err := promptFacts(d, "duckdb")
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("%+v %q", f, f.Sentences())
	for _, secret := range []string{"4711", "03-17", "11-05", "Site Q7", " 3 ", " 2 ", "source_value", "type_concept_id"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is told: %s", secret, text)
		}
	}
	if f.FirstYear != "1998" || f.LastYear != "2019" || len(f.Missing) != 4 {
		t.Errorf("years %s–%s, missing %q", f.FirstYear, f.LastYear, f.Missing)
	}
	var names []string
	domains := map[string]string{}
	for _, table := range f.Tables {
		names = append(names, table.Name)
		domains[table.Name] = table.Domain
	}
	if strings.Join(names, " ") != "person condition_occurrence drug_era concept_relationship" || domains["condition_occurrence"] != "condition" || domains["drug_era"] != "" {
		t.Errorf("tables %v with the domains %v", names, domains)
	}
}

func TestPromptFactsFollowTheVersion(t *testing.T) {
	for version, column := range map[string]string{"5.3": "admitting_source_concept_id", "5.4": "admitted_from_concept_id"} {
		f, err := promptFacts(&info.Info{Version: version, Tables: []info.Table{{Name: "visit_occurrence", Rows: 1}}}, "duckdb")
		if err != nil {
			t.Fatal(err)
		}
		visits := write.TableFacts{}
		if len(f.Tables) == 1 {
			visits = f.Tables[0]
		}
		if !strings.Contains(strings.Join(visits.Columns, "; "), column) {
			t.Errorf("%s: columns %q, want %s among them", version, visits.Columns, column)
		}
	}
}
