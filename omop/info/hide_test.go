package info

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTablesOfFewPeopleAreHidden(t *testing.T) {
	i := &Info{Version: "5.4", FirstDate: "1999-01-01", LastDate: "2020-01-01",
		Tables: []Table{{Name: "death", Rows: 3, FirstDate: "1999-01-01", LastDate: "2020-01-01", People: 3}, {Name: "visit_occurrence", Rows: 900, FirstDate: "2008-01-01", LastDate: "2010-12-31", People: 80},
			{Name: "device_exposure", Rows: 40, FirstDate: "2009-01-01", LastDate: "2009-02-01", People: 2}},
		Domains: []Domain{{Domain: "Device", Table: "device_exposure", Rows: 40, Unmapped: 12}, {Domain: "Visit", Table: "visit_occurrence", Rows: 900, Unmapped: 2}}}
	i.Hide(5)
	data, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	if i.FirstDate != "2008-01-01" || i.LastDate != "2010-12-31" {
		t.Errorf("the dates are those of few people: %s to %s", i.FirstDate, i.LastDate)
	}
	for _, word := range []string{"1999", "2020", "2009", `"rows":3`, `"rows":40`, `"unmapped":12`, `"unmapped":2`} {
		if strings.Contains(string(data), word) {
			t.Errorf("%s stands in %s", word, data)
		}
	}
	if strings.Contains(string(data), "people") {
		t.Errorf("the people of a table stand in %s", data)
	}
	if i.Tables[1].RowCount() != "900" || i.Tables[0].RowCount() != "few" || i.Domains[1].UnmappedShare() != "hidden" {
		t.Errorf("%+v", i)
	}
}

func TestTablesThatFewPeopleAreNotInAreHidden(t *testing.T) {
	i := &Info{Version: "5.4", Persons: 40, Tables: []Table{{Name: "person", Rows: 40, People: 40}, {Name: "observation_period", Rows: 39, People: 39}, {Name: "drug_exposure", Rows: 300, People: 39},
		{Name: "death", Rows: 30, People: 30}}}
	i.Hide(5)
	for k, want := range []string{"40", "nearly all", "300", "30"} {
		if got := i.Tables[k].RowCount(); got != want {
			t.Errorf("%s has %s rows, want %s", i.Tables[k].Name, got, want)
		}
	}
}

func TestErasThatAreNearlyTheirRecordsAreHidden(t *testing.T) {
	i := &Info{Version: "5.4", Persons: 40, Tables: []Table{{Name: "condition_occurrence", Rows: 470, People: 28},
		{Name: "condition_era", Rows: 469, People: 28}, {Name: "drug_exposure", Rows: 300, People: 30},
		{Name: "drug_era", Rows: 300, People: 30}, {Name: "dose_era", Rows: 280, People: 30}}}
	i.Hide(5)
	for k, want := range []string{"470", "nearly those of condition_occurrence", "300", "300", "280"} {
		if got := i.Tables[k].RowCount(); got != want {
			t.Errorf("the rows of %s are %s, want %s", i.Tables[k].Name, got, want)
		}
	}
}
