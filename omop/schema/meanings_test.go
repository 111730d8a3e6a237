package schema

import (
	"encoding/csv"
	"strings"
	"testing"
)

func TestMeaningsAreOfTablesAndColumnsThatExist(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(meaningsCSV)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		key := meaningKey(row[0], row[1])
		if seen[key] {
			t.Errorf("%s is explained twice", key)
		}
		seen[key] = true
		if row[2] == "" {
			t.Errorf("%s is explained by nothing", key)
		}
		found := false
		for _, version := range Versions() {
			s, err := For(version)
			if err != nil {
				t.Fatal(err)
			}
			if table, ok := s.Table(row[0]); ok {
				_, has := table.Column(row[1])
				found = found || row[1] == "" || has
			}
		}
		if !found {
			t.Errorf("%s is in no version of the CDM", key)
		}
	}
}

func TestEveryClinicalTableAndKeyColumnHasAMeaning(t *testing.T) {
	s, err := For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"person", "condition_occurrence", "drug_exposure", "procedure_occurrence", "measurement", "observation", "device_exposure", "visit_occurrence", "death", "observation_period", "drug_era", "cost"} {
		table, ok := s.Table(name)
		if !ok || table.Meaning() == "" {
			t.Errorf("%s has no meaning", name)
			continue
		}
		for _, column := range []string{table.ConceptColumn, table.StartDate, table.EndDate} {
			if column == "" {
				continue
			}
			c, _ := table.Column(column)
			if table.ColumnMeaning(c) == "" {
				t.Errorf("%s.%s has no meaning", name, column)
			}
		}
	}
}
