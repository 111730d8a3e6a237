package answers

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/internal/needs"
)

// oracle computes the answers of testdata/oracle.py's questions in Python, from the tables, with lifelines, statsmodels and scipy.
const oracle = "testdata/oracle.py"

// TestAnswersAreThoseOfIndependentSoftware asks the questions of oracle.py through the command line, and has Python compare what comes.
func TestAnswersAreThoseOfIndependentSoftware(t *testing.T) {
	needs.Time(t, "computes each answer a second time")
	python := needs.Env(t, "ASKOMOP_TEST_STATISTICS", "a Python with lifelines, statsmodels and scipy, which .ci/statistics makes")
	demo := filepath.Join(cmdtest.Home(), "oracle.duckdb")
	if _, err := os.Stat(demo); err != nil {
		if got := cmdtest.Run(t, "db", "demo", demo); got.Code != 0 {
			t.Fatal(got.ErrOut)
		}
	}
	t.Run("demo", func(t *testing.T) { compareWithOracle(t, python, "demo", demo) })
	t.Run("gibleed", func(t *testing.T) { compareWithOracle(t, python, "gibleed", cmdtest.GiBleedFile(t)) })
}

func compareWithOracle(t *testing.T, python, database, file string) {
	dir := t.TempDir()
	exportTables(t, file, dir)
	list, err := exec.Command(python, oracle, "list", database).Output()
	if err != nil {
		t.Fatalf("listing the questions: %v", err)
	}
	var answers strings.Builder
	asked := 0
	for question := range strings.Lines(string(list)) {
		question = strings.TrimSpace(question)
		got := cmdtest.Run(t, "--db", file, "--min-cell", "0", "ask", "--json", question)
		if !json.Valid([]byte(got.Out)) {
			t.Fatalf("%s: %s%s", question, got.Out, got.ErrOut)
		}
		answers.WriteString(got.Out)
		asked++
	}
	path := filepath.Join(dir, "answers.jsonl")
	if err := os.WriteFile(path, []byte(answers.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := exec.Command(python, oracle, "check", database, dir, path).CombinedOutput()
	if err != nil || asked == 0 {
		t.Errorf("%d questions: %v\n%s", asked, err, report)
	}
	t.Logf("%s", report)
}

// exportTables writes the tables that the oracle reads as CSV.
func exportTables(t *testing.T, file, dir string) {
	t.Helper()
	connector, err := driverduckdb.NewConnector(file+"?access_mode=read_only", nil)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	for _, table := range []string{"person", "observation_period", "death", "condition_occurrence", "drug_exposure", "drug_era", "drug_strength", "procedure_occurrence",
		"visit_occurrence", "measurement"} {
		out := strings.ReplaceAll(filepath.Join(dir, table+".csv"), "'", "''")
		if _, err := db.Exec(fmt.Sprintf("COPY %s TO '%s' (HEADER, DELIMITER ',')", table, out)); err != nil {
			t.Fatal(err)
		}
	}
	names := strings.ReplaceAll(filepath.Join(dir, "concept.csv"), "'", "''")
	if _, err := db.Exec(fmt.Sprintf("COPY (SELECT concept_id, concept_name FROM concept) TO '%s' (HEADER)", names)); err != nil {
		t.Fatal(err)
	}
}
