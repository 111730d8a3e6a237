package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gibleed is the path of a public sample of a CDM, kept beside the checkout; the test is skipped without it.
func gibleed(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../../shared/data/gibleed_5.3_csv.zip")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no sample: %v", err)
	}
	return path
}

// TestGiBleedIsLoadedAndAnswersRight asks what was counted by hand on the same files.
func TestGiBleedIsLoadedAndAnswersRight(t *testing.T) {
	source := gibleed(t)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "gibleed.duckdb")
	loaded := execute(t, nil, Streams{}, "db", "load", source, "--to", file)
	if loaded.code != 0 || !strings.Contains(loaded.out, "condition_occurrence") {
		t.Fatalf("loading: exit code %d: %s%s", loaded.code, loaded.out, loaded.errOut)
	}
	for question, want := range map[string]string{
		"How many patients have viral sinusitis?":                                                   "2686",
		"How many women had a concussion with no loss of consciousness?":                            "446",
		"How many people took celecoxib?":                                                           "1844",
		"How many patients had a gastrointestinal hemorrhage after they started celecoxib?":         "355",
		"How many patients older than 60 had osteoporosis?":                                         "134",
		"What percentage of patients with atrial fibrillation also had a cerebrovascular accident?": "27.74",
		"What is the average age at first diagnosis of osteoporosis?":                               "69.5",
		"How many patients with appendicitis had an appendectomy within 30 days of diagnosis?":      "157",
	} {
		got := execute(t, nil, Streams{}, "--db", file, "--min-cell", "0", "ask", question, "--format", "csv")
		lines := strings.Split(got.out, "\n")
		if got.code != 0 || len(lines) < 2 || strings.Split(lines[1], ",")[0] != want {
			t.Errorf("%s: exit code %d, %q, %s; want %s", question, got.code, got.out, got.errOut, want)
		}
	}
	for question, want := range map[string][]string{
		"How many patients have a BRCA1 mutation in their genome sequence?": nil,
		"What is the recommended dose of celecoxib for arthritis?":          nil,
		"Show me the home addresses of patients with sinusitis":             nil,
		"How many patients with flurbonitis took zanthoprazine?":            {"flurbonitis", "zanthoprazine"},
	} {
		got := execute(t, nil, Streams{}, "--db", file, "ask", question)
		if got.code != exitAbstained {
			t.Errorf("%s: exit code %d: %s%s", question, got.code, got.out, got.errOut)
		}
		for _, word := range want {
			if !strings.Contains(got.out, word) {
				t.Errorf("%s: %q is not named: %s", question, word, got.out)
			}
		}
	}
	hidden := execute(t, nil, Streams{}, "--db", file, "--min-cell", "3000", "ask", "How many patients have viral sinusitis?", "--json")
	if strings.Contains(hidden.out, "2686") || !strings.Contains(hidden.out, fmt.Sprintf("%q", "<3000")) {
		t.Errorf("with --min-cell 3000: %s", hidden.out)
	}
}
