package commands_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/info"
)

func TestTheFirstQuestionIsAnsweredWithItsCodesAndSQL(t *testing.T) {
	a := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion)
	if a.Status != "answered" || a.Writer != "compiler" || len(a.Rows) != 1 {
		t.Fatalf("got %+v", a)
	}
	if n, ok := a.Rows[0][0].(float64); !ok || n < 100 || n > 2000 {
		t.Errorf("%v of 5000 people", a.Rows[0][0])
	}
	for _, want := range []string{"201826", "1503297"} {
		if !strings.Contains(a.SQL, want) {
			t.Errorf("the SQL lacks concept %s:\n%s", want, a.SQL)
		}
	}
	if strings.Contains(a.SQL, "[") || !strings.Contains(a.Template, "[drug@metformin]") {
		t.Errorf("template %s, SQL %s", a.Template, a.SQL)
	}
	for _, stage := range []string{"mask", "retrieve", "read", "check", "code", "execute", "answer", "total"} {
		if _, ok := a.Took[stage]; !ok {
			t.Errorf("no time for %s in %v", stage, a.Took)
		}
	}
}

func TestTheTemplateOfAnAnswerRunsAgain(t *testing.T) {
	a := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion)
	file := filepath.Join(t.TempDir(), "again.sql")
	if err := os.WriteFile(file, []byte(a.Template), 0o644); err != nil {
		t.Fatal(err)
	}
	again := cmdtest.Document[cmdtest.Answer](t, "sql", file)
	if fmt.Sprint(again.Rows) != fmt.Sprint(a.Rows) {
		t.Errorf("%v, then %v", a.Rows, again.Rows)
	}
}

func TestADryRunHasSQLAndNoRows(t *testing.T) {
	a := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--dry-run")
	if a.SQL == "" || len(a.Rows) != 0 || a.Status != "answered" {
		t.Errorf("got %+v", a)
	}
}

func TestALeftOutPairIsNoExample(t *testing.T) {
	a := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion)
	first := a.Examples[0].ID
	b := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--skip", first, "--k", "3")
	if len(b.Examples) != 3 || slices.ContainsFunc(b.Examples, func(e app.Example) bool { return e.ID == first }) {
		t.Errorf("left %s out and got %+v", first, b.Examples)
	}
}

func TestUnknownWordsAbstain(t *testing.T) {
	got := cmdtest.OnDemo(t, "ask", "How many patients with flurbonitis took zanthoprazine?")
	if got.Code != commands.ExitAbstained || !strings.Contains(got.Out, "flurbonitis") || !strings.Contains(got.Out, "zanthoprazine") {
		t.Errorf("exit code %d: %s", got.Code, got.Out)
	}
}

func TestBrokenSQLFailsWithItsPlace(t *testing.T) {
	cmdtest.UseDemo(t)
	for sql, want := range map[string]string{
		"SELECT nobody\nFROM person":           "line 1",
		"DROP TABLE person":                    "SELECT",
		"SELECT 1 WHERE 1 IN ([drug@metformin": "line 1",
	} {
		got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(sql)}, "sql", "-")
		if got.Code != commands.ExitFailed || got.Out != "" || !strings.Contains(got.ErrOut, want) || strings.Count(got.ErrOut, "askomop:") != 1 || strings.Count(got.ErrOut, "only one SELECT") > 1 {
			t.Errorf("%s: exit code %d, %q, %q", sql, got.Code, got.Out, got.ErrOut)
		}
	}
}

func TestCodeShowsTheSetOrAbstains(t *testing.T) {
	sets := cmdtest.Document[[]app.ConceptSet](t, "code", "--domain", "drug", "metformin")
	if len(sets) != 1 || len(sets[0].Concepts) < 2 || sets[0].Concepts[0].ID != 1503297 {
		t.Errorf("metformin: %+v", sets)
	}
	sets = cmdtest.Document[[]app.ConceptSet](t, "code", "type", "2", "diabetes")
	if len(sets) != 1 || sets[0].Domain != "condition" {
		t.Errorf("in any domain: %+v", sets)
	}
	if got := cmdtest.OnDemo(t, "code", "--domain", "drug", "zanthoprazine"); got.Code != commands.ExitAbstained || got.Out != "" || !strings.Contains(got.ErrOut, "vocab search") {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := cmdtest.OnDemo(t, "code", "--domain", "food", "bread"); got.Code != commands.ExitUsage {
		t.Errorf("an unknown domain: exit code %d: %s", got.Code, got.ErrOut)
	}
	csv := cmdtest.OnDemo(t, "code", "--domain", "drug", "metformin", "--format", "csv")
	if !strings.HasPrefix(csv.Out, "domain,text,concept_id,name") || strings.Count(csv.Out, "\n") < 3 {
		t.Errorf("as CSV: %s", csv.Out)
	}
}

func TestVocabularyIsSearchedAndShown(t *testing.T) {
	hits := cmdtest.Document[[]app.Hit](t, "vocab", "search", "afib")
	if len(hits) == 0 || hits[0].ID != 313217 {
		t.Errorf("afib: %+v", hits)
	}
	shown := cmdtest.Document[struct {
		Name        string
		Descendants []app.VocabularyConcept
	}](t, "vocab", "show", "1503297")
	if shown.Name != "metformin" || len(shown.Descendants) == 0 {
		t.Errorf("metformin: %+v", shown)
	}
	if got := cmdtest.OnDemo(t, "vocab", "show", "999999999"); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "vocab search") {
		t.Errorf("no such concept: %d %s", got.Code, got.ErrOut)
	}
	if got := cmdtest.OnDemo(t, "vocab", "show", "metformin"); got.Code != commands.ExitUsage {
		t.Errorf("a name for an id: %d %s", got.Code, got.ErrOut)
	}
}

func TestTheDatabaseIsDescribedAndHealthy(t *testing.T) {
	info := cmdtest.Document[struct {
		Version string `json:"cdm_version"`
		Persons int
	}](t, "db", "info")
	if info.Version != "5.4" || info.Persons != app.DemoPersons {
		t.Errorf("info %+v", info)
	}
	for _, f := range cmdtest.Document[[]app.Health](t, "doctor") {
		if f.State == app.StateBroken {
			t.Errorf("the doctor finds %+v", f)
		}
	}
	bad := cmdtest.OnDemo(t, "doctor", "--db", filepath.Join(t.TempDir(), "nosuch.duckdb"))
	if bad.Code != commands.ExitFailed || !strings.Contains(bad.Out, "askomop db load") {
		t.Errorf("without a database: %d %s", bad.Code, bad.Out)
	}
}

func TestADemoDatabaseOfOnesOwn(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.duckdb")
	if got := cmdtest.OnDemo(t, "db", "demo", file, "--persons", "200", "--seed", "7"); got.Code != 0 {
		t.Fatalf("exit code %d: %s", got.Code, got.ErrOut)
	}
	if got := cmdtest.OnDemo(t, "db", "demo", file); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "exists already") {
		t.Errorf("made twice: %d %s", got.Code, got.ErrOut)
	}
	a := cmdtest.Document[cmdtest.Answer](t, "ask", "How many patients are in the database?", "--db", file)
	if fmt.Sprint(a.Rows) != "[[200]]" {
		t.Errorf("people: %v, %s", a.Rows, a.Message)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("beside the database: %v, %v", entries, err)
	}
}

const goodPair = `-- id: my-condition-count
-- question: How many patients ever had a record of gout?
-- paraphrase: Count everyone with gout on file.
-- paraphrase: What number of people have gout noted?
-- topic: own
SELECT COUNT(DISTINCT person_id) AS patients
FROM condition_occurrence
WHERE condition_concept_id IN ([condition@gout]);
`

func TestAPairIsAddedWhenItRuns(t *testing.T) {
	cmdtest.UseDemo(t)
	home := t.TempDir()
	if err := os.Symlink(filepath.Join(cmdtest.Home(), "demo"), filepath.Join(home, "demo")); err != nil {
		needs.Missing(t, "symbolic links: %v", err)
	}
	t.Setenv("ASKOMOP_HOME", home)
	add := func(text string) cmdtest.Outcome {
		file := filepath.Join(t.TempDir(), "pair.sql")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return cmdtest.Run(t, "library", "add", file)
	}
	for name, c := range map[string][2]string{
		"no column":     {strings.Replace(goodPair, "(DISTINCT person_id)", "(DISTINCT nobody)", 1), "nobody"},
		"no concept":    {strings.Replace(goodPair, "@gout", "@flurbonitis", 1), "flurbonitis"},
		"empty result":  {strings.Replace(goodPair, "]);", "]) AND person_id < 0;", 1), "empty"},
		"no paraphrase": {strings.Replace(goodPair, "-- paraphrase: Count everyone with gout on file.\n", "", 1), "paraphrases"},
	} {
		if got := add(c[0]); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, c[1]) {
			t.Errorf("%s: exit code %d: %s", name, got.Code, got.ErrOut)
		}
	}
	if got := add(goodPair); got.Code != 0 {
		t.Fatalf("exit code %d: %s", got.Code, got.ErrOut)
	}
	if got := cmdtest.Run(t, "library", "show", "my-condition-count"); got.Out != goodPair {
		t.Errorf("shown: %s%s", got.Out, got.ErrOut)
	}
	if got := cmdtest.Run(t, "library", "list", "--topic", "own"); strings.Count(got.Out, "my-condition-count") != 1 {
		t.Errorf("listed: %s", got.Out)
	}
	if got := cmdtest.Run(t, "library", "verify", "my-condition-count"); got.Code != 0 {
		t.Errorf("verified: %d %s", got.Code, got.Out)
	}
	if got := add(goodPair); got.Code != commands.ExitFailed {
		t.Errorf("added twice: exit code %d", got.Code)
	}
}

func TestUsageCountsRecordsOfConcepts(t *testing.T) {
	cmdtest.UseDemo(t)
	engine, err := cmdtest.Open(t, app.Settings{Home: cmdtest.Home()}).Engine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const typeTwoDiabetes, hospitalStay, nothing = 201826, 9201, 999999999
	used, err := info.NewUsage(engine.Reader()).Used(t.Context(), []int64{typeTwoDiabetes, hospitalStay, nothing})
	if err != nil {
		t.Fatal(err)
	}
	for table, id := range map[string]int64{"condition_occurrence": typeTwoDiabetes, "visit_occurrence": hospitalStay} {
		var want int
		column := strings.TrimSuffix(table, "_occurrence") + "_concept_id"
		if err := engine.Reader().QueryRowContext(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s WHERE %s = %d", table, column, id)).Scan(&want); err != nil {
			t.Fatal(err)
		}
		if want == 0 || used[id] != want {
			t.Errorf("%s %d: %d records, want %d", table, id, used[id], want)
		}
	}
	if _, ok := used[nothing]; ok || len(used) != 2 {
		t.Errorf("counted %v", used)
	}
}

func TestCheckFindsMisplacedPlaceholdersAndBrokenSQL(t *testing.T) {
	cmdtest.UseDemo(t)
	check := func(sql string) ([]app.Finding, int) {
		got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(sql)}, "check", "-", "--json")
		var findings []app.Finding
		if err := json.Unmarshal([]byte(got.Out), &findings); err != nil {
			t.Fatalf("%v: %s%s", err, got.Out, got.ErrOut)
		}
		return findings, got.Code
	}
	if findings, code := check("SELECT 1 FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])"); code != 0 || len(findings) != 0 {
		t.Errorf("a good template: %d %+v", code, findings)
	}
	findings, code := check("SELECT 1 FROM drug_exposure\nWHERE drug_concept_id = [drug@metformin]")
	if code != commands.ExitFailed || len(findings) != 1 || findings[0].Rule != "placeholder-place" || findings[0].Line != 2 {
		t.Errorf("a misplaced placeholder: %d %+v", code, findings)
	}
	findings, code = check("SELECT 1 FROM person\nWHERE (")
	if code != commands.ExitFailed || len(findings) != 1 || findings[0].Rule != "parse" || findings[0].Line != 2 {
		t.Errorf("broken SQL: %d %+v", code, findings)
	}
}
