// Package reporttest checks the files that package report writes, as their readers do. It is for tests.
package reporttest

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// Row is a row of a summarised result, by its columns' names.
type Row map[string]string

// columns are those that omopgenerics wants, and no others.
var columns = []string{"result_id", "cdm_name", "group_name", "group_level", "strata_name", "strata_level",
	"variable_name", "variable_level",
	"estimate_name", "estimate_type", "estimate_value", "additional_name", "additional_level"}

// types are those of estimates.
var types = []string{"numeric", "integer", "date", "character", "proportion", "percentage", "logical"}

// needed are the settings that each result has.
var needed = []string{"result_type", "package_name", "package_version", "group", "strata", "additional",
	"min_cell_count"}

// CheckSummarised checks a file as omopgenerics' newSummarisedResult and importSummarisedResult do (2025), and returns
// its rows.
func CheckSummarised(t *testing.T, text string) []Row {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("the file is no CSV: %v", err)
	}
	if !slices.Equal(records[0], columns) {
		t.Fatalf("the columns are %v", records[0])
	}
	var rows []Row
	keys, settings := map[string]bool{}, map[string]string{}
	for _, r := range records[1:] {
		row := Row{}
		for i, c := range columns {
			row[c] = r[i]
		}
		rows = append(rows, row)
		row.check(t)
		if row["variable_name"] == "settings" {
			settings[row["estimate_name"]] = row["estimate_value"]
		}
		key := fmt.Sprint(slices.Delete(slices.Clone(r), 9, 11)) // but for its type and its value
		if keys[key] {
			t.Errorf("an estimate stands twice: %v", r)
		}
		keys[key] = true
	}
	for _, s := range needed {
		if _, ok := settings[s]; !ok {
			t.Errorf("the setting %s is missing", s)
		}
	}
	if n, err := strconv.Atoi(settings["min_cell_count"]); err != nil || n < 0 {
		t.Errorf("min_cell_count is %q", settings["min_cell_count"])
	}
	return rows
}

func (r Row) check(t *testing.T) {
	t.Helper()
	if _, err := strconv.Atoi(r["result_id"]); err != nil {
		t.Errorf("result_id is not a number: %v", r)
	}
	for _, c := range columns {
		if (r[c] == "" || r[c] == "NA") && c != "variable_level" && c != "estimate_value" {
			t.Errorf("%s is missing: %v", c, r)
		}
	}
	seen := map[string]bool{}
	for _, what := range []string{"group", "strata", "additional"} {
		names, levels := strings.Split(r[what+"_name"], " &&& "), strings.Split(r[what+"_level"], " &&& ")
		if len(names) != len(levels) {
			t.Errorf("%s has %d names and %d levels: %v", what, len(names), len(levels), r)
		}
		for i, n := range names {
			if n == "overall" {
				if len(names) > 1 || levels[i] != "overall" {
					t.Errorf("overall stands beside others: %v", r)
				}
				continue
			}
			if seen[n] {
				t.Errorf("%s stands twice: %v", n, r)
			}
			seen[n] = true
			if strings.ToLower(n) != n || strings.ContainsAny(n, " -.") {
				t.Errorf("the name %q is not in snake case", n)
			}
		}
	}
	r.checkValue(t)
}

func (r Row) checkValue(t *testing.T) {
	t.Helper()
	kind, value := r["estimate_type"], r["estimate_value"]
	if !slices.Contains(types, kind) {
		t.Errorf("estimate_type is %q: %v", kind, r)
	}
	if value == "-" || value == "NA" || kind == "character" {
		return
	}
	var err error
	switch kind {
	case "integer":
		_, err = strconv.ParseInt(value, 10, 64)
	case "numeric", "percentage", "proportion":
		_, err = strconv.ParseFloat(value, 64)
	}
	if err != nil {
		t.Errorf("%q is no %s: %v", value, kind, r)
	}
}

// Sheet is a sheet of a workbook.
func Sheet(t *testing.T, book []byte, name string) [][]string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(book))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows(name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
