package answers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// An ATLAS cohort is imported, named in a question and in SQL, shown and written again; what is not a definition is
// refused, and a part that cannot be said is named.
func TestCohortsOfATLASAreImportedAndAsked(t *testing.T) {
	home := t.TempDir()
	t.Setenv("ASKOMOP_HOME", home)
	file := filepath.Join(home, "cdm.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "1000", file)
	t.Setenv("ASKOMOP_DB", file)
	folder := filepath.Join(home, "phenotypes")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("7.json", `{"PrimaryCriteria":{"CriteriaList":[{"ConditionOccurrence":{"CodesetId":0}}],"ObservationWindow":{"PriorDays":0,"PostDays":0},
		"PrimaryCriteriaLimit":{"Type":"First"}},"ConceptSets":[{"id":0,"name":"T2DM codes","expression":{"items":[{"concept":{"CONCEPT_ID":201826},"includeDescendants":true}]}}],
		"QualifiedLimit":{"Type":"First"},"ExpressionLimit":{"Type":"First"},"InclusionRules":[{"name":"women","expression":{"Type":"ALL","CriteriaList":[],
		"DemographicCriteriaList":[{"Gender":[{"CONCEPT_ID":8532}]}],"Groups":[]}}],"CollapseSettings":{"CollapseType":"ERA","EraPad":0}}`)
	write("8.json", `{"PrimaryCriteria":{"CriteriaList":[{"DeviceExposure":{"UniqueDeviceId":{"Text":"A1","Op":"eq"}}}],"ObservationWindow":{},"PrimaryCriteriaLimit":{"Type":"All"}},"ConceptSets":[],
		"QualifiedLimit":{"Type":"All"},"ExpressionLimit":{"Type":"All"},"InclusionRules":[],"CollapseSettings":{"EraPad":0}}`)
	write("9.json", `[1]`)
	write("Cohorts.csv", "cohortId,cohortName\n7,Type 2 diabetes in women\n")

	got := cmdtest.Run(t, "cohort", "import", folder)
	if got.Code != commands.ExitFailed {
		t.Errorf("a folder with faults: %d", got.Code)
	}
	for _, want := range []string{"type-2-diabetes-in-women  7.json", "PrimaryCriteria.CriteriaList[0].DeviceExposure.UniqueDeviceId", "not kept: 9.json"} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("%q is not said: %s", want, got.Out)
		}
	}
	sqlFile := func(text string) string {
		write("question.sql", text)
		return filepath.Join(folder, "question.sql")
	}
	asked := cmdtest.MustJSON[cmdtest.Answer](t, "ask", "How many patients in the type 2 diabetes in women phenotype took metformin?")
	written := cmdtest.MustJSON[cmdtest.Answer](t, "sql", sqlFile(`SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])
		AND person_id IN ([cohort@type-2-diabetes-in-women])`))
	if len(asked.Rows) != 1 || len(written.Rows) != 1 || asked.Rows[0][0] != written.Rows[0][0] {
		t.Errorf("asked %v, written %v", asked.Rows, written.Rows)
	}
	c := cmdtest.MustJSON[app.CohortDocument](t, "cohort", "show", "type-2-diabetes-in-women")
	direct := cmdtest.MustJSON[cmdtest.Answer](t, "ask", "How many women have type 2 diabetes?")
	if len(c.Generations) != 1 || len(c.Generations[0].Attrition) != 3 || c.Generations[0].People != direct.Rows[0][0] {
		t.Errorf("%+v, asked directly: %v", c.Generations, direct.Rows)
	}
	if got := cmdtest.Run(t, "ask", "How many patients in the gout phenotype are women?"); got.Code != commands.ExitAbstained {
		t.Errorf("an unknown phenotype: %d %s", got.Code, got.Out)
	}
	again := filepath.Join(home, "again.json")
	cmdtest.Must(t, "cohort", "export", "type-2-diabetes-in-women", "--format", "atlas", "--to", again)
	cmdtest.Must(t, "cohort", "import", again, "--name", "again")
	cmdtest.Must(t, "cohort", "make", "again")
	if same := cmdtest.MustJSON[app.CohortDocument](t, "cohort", "show", "again"); same.Generations[0].People != c.Generations[0].People {
		t.Errorf("written and read again: %v people, %v before", same.Generations[0].People, c.Generations[0].People)
	}
	bare := cmdtest.Run(t, "--home", t.TempDir(), "cohort", "make", "--all")
	if bare.Code != commands.ExitAnswered || !strings.Contains(bare.ErrOut, "cohort import") {
		t.Errorf("without definitions: %d %s", bare.Code, bare.ErrOut)
	}
	for _, args := range [][]string{{"cohort", "import", filepath.Join(home, "none")}, {"cohort", "make", "nobody"}, {"cohort", "export", "--format", "atlas", "nobody"}} {
		if got := cmdtest.Run(t, args...); got.Code != commands.ExitFailed || got.Out != "" {
			t.Errorf("%v: %d %s", args, got.Code, got.Out)
		}
	}
}
