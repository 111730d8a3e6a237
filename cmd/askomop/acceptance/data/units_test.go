package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/omop/enginetest"
)

// TestValuesInTwoUnitsAreThoseInOne asks of a database, and of its copy in which every other creatinine is in µmol/L
// (1 mg/dL is 88.4017 µmol/L, by creatinine's molar mass of 113.12 g/mol): what is asked in mg/dL is the same.
func TestValuesInTwoUnitsAreThoseInOne(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	one, two := filepath.Join(t.TempDir(), "one.duckdb"), filepath.Join(t.TempDir(), "two.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "2000", one)
	content, err := os.ReadFile(one)
	if err == nil {
		err = os.WriteFile(two, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	const serumCreatinine, milligramPerDeciliter, micromolePerLiter = "3016723", "8840", "8749"
	enginetest.Change(t, two, `UPDATE measurement SET value_as_number = value_as_number * 88.4017, unit_concept_id = `+micromolePerLiter+`
		WHERE measurement_concept_id = `+serumCreatinine+` AND unit_concept_id = `+milligramPerDeciliter+` AND measurement_id % 2 = 0`)
	if in := enginetest.Rows(t, two, "SELECT COUNT(DISTINCT unit_concept_id) AS n FROM measurement WHERE unit_concept_id > 0 AND measurement_concept_id = "+serumCreatinine); !strings.Contains(in, `"2"`) {
		t.Fatalf("creatinine is in %q units", in)
	}
	for _, question := range []string{
		"What is the average creatinine in mg/dL?",
		"What is the median creatinine in mg/dL by sex?",
		"How many patients have a creatinine above 1.55 mg/dL?",
		"How many patients had a last creatinine above 1.55 mg/dL?",
	} {
		if got, want := answerOf(t, two, question), answerOf(t, one, question); got != want || got == "" {
			t.Errorf("%s %q, in one unit %q", question, got, want)
		}
	}
}
