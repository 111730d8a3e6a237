package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/info"
)

// firstQuestion is the README's.
const firstQuestion = "How many women with type 2 diabetes took metformin?"

// testHome is the home folder of the tests on the demo database.
var testHome string

func TestMain(m *testing.M) {
	if app.IsQueryWorker() {
		serveQueries()
	}
	if dir := os.Getenv(scriptVar); dir != "" {
		if err := scriptedModel(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitFailed)
		}
		return
	}
	if os.Getenv(runVar) != "" {
		main()
	}
	if file := os.Getenv(holdVar); file != "" {
		if err := holdFile(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitFailed)
		}
		return
	}
	var err error
	if testHome, err = os.MkdirTemp("", "askomop-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(testHome)
	os.Exit(code)
}

// makeDemo asks the first question in the empty home: the demo database and the indexes are made.
var makeDemo = sync.OnceValue(func() error {
	var out, errOut strings.Builder
	s := Streams{In: strings.NewReader(""), Out: &out, Err: &errOut}
	if code := Main(context.Background(), s, []string{"askomop", "--home", testHome, "ask", firstQuestion, "--json"}); code != exitAnswered {
		return fmt.Errorf("exit code %d: %s%s", code, out.String(), errOut.String())
	}
	if !strings.Contains(errOut.String(), "Making a demo database") || strings.Contains(out.String(), "Making") {
		return fmt.Errorf("progress went to %q and %q", out.String(), errOut.String())
	}
	return nil
})

// testDemo is the demo database of the tests.
func testDemo() string {
	a, err := app.New(app.Settings{Home: testHome}, app.Host{})
	if err != nil {
		return err.Error()
	}
	return a.DemoFile()
}

// opened is askomop with the settings, closed with the test.
func opened(t *testing.T, s app.Settings) *app.App {
	t.Helper()
	a, err := app.New(s, app.Host{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// onDemo sets the home folder to one with the demo database.
func onDemo(t *testing.T) {
	t.Helper()
	if err := makeDemo(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASKOMOP_HOME", testHome)
}

// askomop runs the program on the demo database, or on another that the arguments name.
func askomop(t *testing.T, args ...string) outcome {
	t.Helper()
	onDemo(t)
	return execute(t, nil, Streams{}, args...)
}

// document runs the program with --json and reads what it prints.
func document[T any](t *testing.T, args ...string) T {
	t.Helper()
	got := askomop(t, append(args, "--json")...)
	var doc T
	if err := json.Unmarshal([]byte(got.out), &doc); err != nil {
		t.Fatalf("askomop %v: %v; exit code %d, %s%s", args, err, got.code, got.out, got.errOut)
	}
	return doc
}

// jsonAnswer is the part of `ask --json` that the tests look at.
type jsonAnswer struct {
	Status, Reason, Message, Masked, Writer, Template, SQL, Answer string
	Rows                                                           [][]any
	Columns                                                        []string
	Concepts                                                       []app.ConceptSet
	Examples                                                       []app.Example
	Took                                                           map[string]float64 `json:"took_ms"`
}

func TestTheFirstQuestionIsAnsweredWithItsCodesAndSQL(t *testing.T) {
	a := document[jsonAnswer](t, "ask", firstQuestion)
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
	a := document[jsonAnswer](t, "ask", firstQuestion)
	file := filepath.Join(t.TempDir(), "again.sql")
	if err := os.WriteFile(file, []byte(a.Template), 0o644); err != nil {
		t.Fatal(err)
	}
	again := document[jsonAnswer](t, "sql", file)
	if fmt.Sprint(again.Rows) != fmt.Sprint(a.Rows) {
		t.Errorf("%v, then %v", a.Rows, again.Rows)
	}
}

func TestADryRunHasSQLAndNoRows(t *testing.T) {
	a := document[jsonAnswer](t, "ask", firstQuestion, "--dry-run")
	if a.SQL == "" || len(a.Rows) != 0 || a.Status != "answered" {
		t.Errorf("got %+v", a)
	}
}

func TestALeftOutPairIsNoExample(t *testing.T) {
	a := document[jsonAnswer](t, "ask", firstQuestion)
	first := a.Examples[0].ID
	b := document[jsonAnswer](t, "ask", firstQuestion, "--skip", first, "--k", "3")
	if len(b.Examples) != 3 || slices.ContainsFunc(b.Examples, func(e app.Example) bool { return e.ID == first }) {
		t.Errorf("left %s out and got %+v", first, b.Examples)
	}
}

func TestUnknownWordsAbstain(t *testing.T) {
	got := askomop(t, "ask", "How many patients with flurbonitis took zanthoprazine?")
	if got.code != exitAbstained || !strings.Contains(got.out, "flurbonitis") || !strings.Contains(got.out, "zanthoprazine") {
		t.Errorf("exit code %d: %s", got.code, got.out)
	}
}

func TestBrokenSQLFailsWithItsPlace(t *testing.T) {
	onDemo(t)
	for sql, want := range map[string]string{
		"SELECT nobody\nFROM person":           "line 1",
		"DROP TABLE person":                    "SELECT",
		"SELECT 1 WHERE 1 IN ([drug@metformin": "line 1",
	} {
		got := execute(t, nil, Streams{In: strings.NewReader(sql)}, "sql", "-")
		if got.code != exitFailed || got.out != "" || !strings.Contains(got.errOut, want) || strings.Count(got.errOut, "askomop:") != 1 || strings.Count(got.errOut, "only one SELECT") > 1 {
			t.Errorf("%s: exit code %d, %q, %q", sql, got.code, got.out, got.errOut)
		}
	}
}

func TestCodeShowsTheSetOrAbstains(t *testing.T) {
	sets := document[[]app.ConceptSet](t, "code", "--domain", "drug", "metformin")
	if len(sets) != 1 || len(sets[0].Concepts) < 2 || sets[0].Concepts[0].ID != 1503297 {
		t.Errorf("metformin: %+v", sets)
	}
	sets = document[[]app.ConceptSet](t, "code", "type", "2", "diabetes")
	if len(sets) != 1 || sets[0].Domain != "condition" {
		t.Errorf("in any domain: %+v", sets)
	}
	if got := askomop(t, "code", "--domain", "drug", "zanthoprazine"); got.code != exitAbstained || got.out != "" || !strings.Contains(got.errOut, "vocab search") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.errOut)
	}
	if got := askomop(t, "code", "--domain", "food", "bread"); got.code != exitUsage {
		t.Errorf("an unknown domain: exit code %d: %s", got.code, got.errOut)
	}
	csv := askomop(t, "code", "--domain", "drug", "metformin", "--format", "csv")
	if !strings.HasPrefix(csv.out, "domain,text,concept_id,name") || strings.Count(csv.out, "\n") < 3 {
		t.Errorf("as CSV: %s", csv.out)
	}
}

func TestVocabularyIsSearchedAndShown(t *testing.T) {
	hits := document[[]app.Hit](t, "vocab", "search", "afib")
	if len(hits) == 0 || hits[0].ID != 313217 {
		t.Errorf("afib: %+v", hits)
	}
	shown := document[struct {
		Name        string
		Descendants []app.VocabularyConcept
	}](t, "vocab", "show", "1503297")
	if shown.Name != "metformin" || len(shown.Descendants) == 0 {
		t.Errorf("metformin: %+v", shown)
	}
	if got := askomop(t, "vocab", "show", "999999999"); got.code != exitFailed || !strings.Contains(got.errOut, "vocab search") {
		t.Errorf("no such concept: %d %s", got.code, got.errOut)
	}
	if got := askomop(t, "vocab", "show", "metformin"); got.code != exitUsage {
		t.Errorf("a name for an id: %d %s", got.code, got.errOut)
	}
}

func TestTheDatabaseIsDescribedAndHealthy(t *testing.T) {
	info := document[struct {
		Version string `json:"cdm_version"`
		Persons int
	}](t, "db", "info")
	if info.Version != "5.4" || info.Persons != app.DemoPersons {
		t.Errorf("info %+v", info)
	}
	for _, f := range document[[]app.Health](t, "doctor") {
		if f.State == app.StateBroken {
			t.Errorf("the doctor finds %+v", f)
		}
	}
	bad := askomop(t, "doctor", "--db", filepath.Join(t.TempDir(), "nosuch.duckdb"))
	if bad.code != exitFailed || !strings.Contains(bad.out, "askomop db load") {
		t.Errorf("without a database: %d %s", bad.code, bad.out)
	}
}

func TestADemoDatabaseOfOnesOwn(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.duckdb")
	if got := askomop(t, "db", "demo", file, "--persons", "200", "--seed", "7"); got.code != 0 {
		t.Fatalf("exit code %d: %s", got.code, got.errOut)
	}
	if got := askomop(t, "db", "demo", file); got.code != exitFailed || !strings.Contains(got.errOut, "exists already") {
		t.Errorf("made twice: %d %s", got.code, got.errOut)
	}
	a := document[jsonAnswer](t, "ask", "How many patients are in the database?", "--db", file)
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
	onDemo(t)
	home := t.TempDir()
	if err := os.Symlink(filepath.Join(testHome, "demo"), filepath.Join(home, "demo")); err != nil {
		needs.Missing(t, "symbolic links: %v", err)
	}
	t.Setenv("ASKOMOP_HOME", home)
	add := func(text string) outcome {
		file := filepath.Join(t.TempDir(), "pair.sql")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return execute(t, nil, Streams{}, "library", "add", file)
	}
	for name, c := range map[string][2]string{
		"no column":     {strings.Replace(goodPair, "(DISTINCT person_id)", "(DISTINCT nobody)", 1), "nobody"},
		"no concept":    {strings.Replace(goodPair, "@gout", "@flurbonitis", 1), "flurbonitis"},
		"empty result":  {strings.Replace(goodPair, "]);", "]) AND person_id < 0;", 1), "empty"},
		"no paraphrase": {strings.Replace(goodPair, "-- paraphrase: Count everyone with gout on file.\n", "", 1), "paraphrases"},
	} {
		if got := add(c[0]); got.code != exitFailed || !strings.Contains(got.errOut, c[1]) {
			t.Errorf("%s: exit code %d: %s", name, got.code, got.errOut)
		}
	}
	if got := add(goodPair); got.code != 0 {
		t.Fatalf("exit code %d: %s", got.code, got.errOut)
	}
	if got := execute(t, nil, Streams{}, "library", "show", "my-condition-count"); got.out != goodPair {
		t.Errorf("shown: %s%s", got.out, got.errOut)
	}
	if got := execute(t, nil, Streams{}, "library", "list", "--topic", "own"); strings.Count(got.out, "my-condition-count") != 1 {
		t.Errorf("listed: %s", got.out)
	}
	if got := execute(t, nil, Streams{}, "library", "verify", "my-condition-count"); got.code != 0 {
		t.Errorf("verified: %d %s", got.code, got.out)
	}
	if got := add(goodPair); got.code != exitFailed {
		t.Errorf("added twice: exit code %d", got.code)
	}
}

func TestUsageCountsRecordsOfConcepts(t *testing.T) {
	onDemo(t)
	engine, err := opened(t, app.Settings{Home: testHome}).Engine(t.Context())
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
	onDemo(t)
	check := func(sql string) ([]app.Finding, int) {
		got := execute(t, nil, Streams{In: strings.NewReader(sql)}, "check", "-", "--json")
		var findings []app.Finding
		if err := json.Unmarshal([]byte(got.out), &findings); err != nil {
			t.Fatalf("%v: %s%s", err, got.out, got.errOut)
		}
		return findings, got.code
	}
	if findings, code := check("SELECT 1 FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])"); code != 0 || len(findings) != 0 {
		t.Errorf("a good template: %d %+v", code, findings)
	}
	findings, code := check("SELECT 1 FROM drug_exposure\nWHERE drug_concept_id = [drug@metformin]")
	if code != exitFailed || len(findings) != 1 || findings[0].Rule != "placeholder-place" || findings[0].Line != 2 {
		t.Errorf("a misplaced placeholder: %d %+v", code, findings)
	}
	findings, code = check("SELECT 1 FROM person\nWHERE (")
	if code != exitFailed || len(findings) != 1 || findings[0].Rule != "parse" || findings[0].Line != 2 {
		t.Errorf("broken SQL: %d %+v", code, findings)
	}
}
