package answers

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// TestGiBleedIsLoadedAndAnswersRight asks what was counted by hand on the same files.
func TestGiBleedIsLoadedAndAnswersRight(t *testing.T) {
	source := needs.Sample(t, needs.GiBleed)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "gibleed.duckdb")
	loaded := cmdtest.Run(t, "db", "load", source, "--to", file)
	if loaded.Code != 0 || !strings.Contains(loaded.Out, "condition_occurrence") {
		t.Fatalf("loading: exit code %d: %s%s", loaded.Code, loaded.Out, loaded.ErrOut)
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
		got := cmdtest.Run(t, "--db", file, "--min-cell", "0", "ask", question, "--format", "csv")
		lines := strings.Split(got.Out, "\n")
		if got.Code != 0 || len(lines) < 2 || strings.Split(lines[1], ",")[0] != want {
			t.Errorf("%s: exit code %d, %q, %s; want %s", question, got.Code, got.Out, got.ErrOut, want)
		}
	}
	for question, want := range map[string][]string{
		"How many patients have a BRCA1 mutation in their genome sequence?": nil,
		"What is the recommended dose of celecoxib for arthritis?":          nil,
		"Show me the home addresses of patients with sinusitis":             nil,
		"How many patients with flurbonitis took zanthoprazine?":            {"flurbonitis", "zanthoprazine"},
	} {
		got := cmdtest.Run(t, "--db", file, "ask", question)
		if got.Code != commands.ExitAbstained {
			t.Errorf("%s: exit code %d: %s%s", question, got.Code, got.Out, got.ErrOut)
		}
		for _, word := range want {
			if !strings.Contains(got.Out, word) {
				t.Errorf("%s: %q is not named: %s", question, word, got.Out)
			}
		}
	}
	hidden := cmdtest.Run(t, "--db", file, "--min-cell", "3000", "ask", "How many patients have viral sinusitis?", "--json")
	if strings.Contains(hidden.Out, "2686") || !strings.Contains(hidden.Out, fmt.Sprintf("%q", "<3000")) {
		t.Errorf("with --min-cell 3000: %s", hidden.Out)
	}
}
