package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
)

// TestACopyHasWhatTheServerHas copies a CDM out of PostgreSQL, whose records hold all that text can, and compares every table.
func TestACopyHasWhatTheServerHas(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	fixture := enginetest.Fixture(t)
	odd := []string{"comma, and \"quotes\"", "line\nend", `back\slash`, "NULL", "山田", "tab\there", "' or 1=1"}
	enginetest.Change(t, fixture, "DELETE FROM note")
	for i, text := range odd {
		enginetest.Change(t, fixture, "INSERT INTO note (note_id, person_id, note_date, note_text) VALUES (?, 2, '1899-12-31', ?)", i+1, text)
	}
	enginetest.FillPostgres(t, url, "askomop_copied", fixture)
	target := filepath.Join(t.TempDir(), "copy.duckdb")
	a := opened(t, Settings{Home: t.TempDir()})
	report, err := a.CopyCDM(t.Context(), withQuery(url, "cdm=askomop_copied"), target, false)
	if err != nil {
		t.Fatal(err)
	}
	if report.Target != target || report.Rows() == 0 || strings.Contains(report.Source, "secret") {
		t.Errorf("report: %+v", report)
	}
	for _, table := range []string{"person", "condition_occurrence", "drug_exposure", "measurement", "note", "concept"} {
		query := "SELECT * FROM " + table + " ORDER BY ALL"
		if want, got := enginetest.Rows(t, fixture, query), enginetest.Rows(t, target, query); want != got {
			t.Errorf("%s differs:\ngot  %s\nwant %s", table, got, want)
		}
	}
	if _, err := a.CopyCDM(t.Context(), withQuery(url, "cdm=askomop_copied"), target, false); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("a file that is there is overwritten: %v", err)
	}
	before, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.CopyCDM(t.Context(), withQuery(url, "cdm=no_such_schema"), target, true); err == nil {
		t.Error("a schema that is not there is copied")
	}
	after, err := os.ReadFile(target)
	if err != nil || string(before) != string(after) {
		t.Errorf("a copy that failed changed the file that was there: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(target), "*.copy-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// withQuery adds to an address.
func withQuery(url, query string) string {
	if strings.Contains(url, "?") {
		return url + "&" + query
	}
	return url + "?" + query
}
