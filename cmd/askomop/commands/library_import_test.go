package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

const foreignSheet = `No,QUESTION,P1,P2,QUERY,TEMPLATE
1,How many took metformin?,Count them.,Number on metformin,"SELECT TOP 5 COUNT(DISTINCT person_id) FROM [cdm].[dbo].[drug_exposure] WHERE drug_concept_id IN (1503297)","SELECT COUNT(DISTINCT person_id) FROM dbo.drug_exposure WHERE drug_concept_id IN ([drug@metformin])"
2,Who is best?,,,NULL,
3,How many weeks?,,,"SELECT AVG(DATEDIFF(week, visit_start_date, visit_end_date)) FROM visit_occurrence",
4,Which?,,,SELECT nope FROM person,
,,,,SELECT 1,
`

func TestImportedSetsAreBroughtOverOrListed(t *testing.T) {
	dir := t.TempDir()
	set, to := filepath.Join(dir, "set.csv"), filepath.Join(dir, "out")
	if err := os.WriteFile(set, []byte(foreignSheet), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"library", "import", set, "--to", to, "--dialect", "sqlserver",
		"--columns", "id=No,question=QUESTION,paraphrase=P1,paraphrase=P2,sql=QUERY,template=TEMPLATE"}
	done := cmdtest.Document[app.Imported](t, args...)
	if done.Cases != 4 || done.Brought != 1 || done.Refusals != 1 || done.Pairs != 1 || len(done.Faults) != 1 || len(done.Problems) != 2 {
		t.Fatalf("got %+v", done)
	}
	if got := done.Problems[1].Problems; len(got) != 1 || !strings.Contains(got[0], `"nope"`) {
		t.Errorf("problems %q, want the engine's word on the column", got)
	}
	text := cmdtest.OnDemo(t, args...)
	for _, want := range []string{
		"not read: set.csv:6: there is no question\n",
		"not brought over: 3 (set.csv:4): line 1, column 12: DATEDIFF: weeks begin on Sunday here, on Monday in DuckDB\n",
		"4 cases: 1 brought over, 2 not, 1 that must be refused; 1 record not read; 1 pair written",
	} {
		if !strings.Contains(text.Out, want) {
			t.Errorf("%q lacks %q", text.Out, want)
		}
	}
	pair := cmdtest.OnDemo(t, "sql", filepath.Join(to, "imported-1.sql"))
	if pair.Code != commands.ExitAnswered {
		t.Errorf("the pair: exit code %d, %s", pair.Code, pair.ErrOut)
	}
	again := cmdtest.Document[app.Imported](t, "library", "import", filepath.Join(to, app.CasesFile), "--to", filepath.Join(dir, "again"))
	if again.Cases != 4 || again.Brought != 1 || again.Refusals != 1 || again.Pairs != 1 || len(again.Problems) != 2 {
		t.Errorf("what was written is read again as %+v", again)
	}
}

func TestImportNeedsToKnowWhereTo(t *testing.T) {
	for want, args := range map[string][]string{
		"--to DIR":                {"library", "import", "a.csv"},
		`dialect "oracle"`:        {"library", "import", "a.csv", "--to", "b", "--dialect", "oracle"},
		`unknown field "title"`:   {"library", "import", "a.csv", "--to", "b", "--columns", "title=x"},
		"in the folder of a.json": {"library", "import", "a.json", "--to", "b", "--labels", "c/d.json"},
	} {
		if got := cmdtest.OnDemo(t, args...); got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, want) {
			t.Errorf("%v: exit code %d, %q, want %q", args, got.Code, got.ErrOut, want)
		}
	}
}
