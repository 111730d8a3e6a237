package commands_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// coded is what code --json prints of a set.
type coded struct {
	Domain   string
	Concepts []struct {
		ID              int64
		Why             string
		Records, People *int
	}
}

// codeJSON runs code on the demo database and reads its sets.
func codeJSON(t *testing.T, args ...string) []coded {
	t.Helper()
	got := cmdtest.Run(t, append([]string{"code", "--json"}, args...)...)
	var sets []coded
	if got.Code != 0 || json.Unmarshal([]byte(got.Out), &sets) != nil {
		t.Fatalf("%q: exit code %d: %s%s", args, got.Code, got.Out, got.ErrOut)
	}
	return sets
}

func ids(s coded) []int64 {
	var out []int64
	for _, c := range s.Concepts {
		out = append(out, c.ID)
	}
	slices.Sort(out)
	return out
}

// demoHome gives a test a home of its own, with the tests' demo database and its index.
func demoHome(t *testing.T) string {
	t.Helper()
	cmdtest.UseDemo(t)
	home := t.TempDir()
	demo, err := filepath.Glob(filepath.Join(cmdtest.Home(), "demo", "*.duckdb"))
	if err != nil || len(demo) != 1 {
		t.Fatalf("demo databases %v, %v", demo, err)
	}
	if err := os.Symlink(filepath.Join(cmdtest.Home(), "index"), filepath.Join(home, "index")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASKOMOP_HOME", home)
	t.Setenv("ASKOMOP_DB", demo[0])
	return home
}

func TestAConceptSetIsExportedReadStoredAndUsed(t *testing.T) {
	home := demoHome(t)
	direct := codeJSON(t, "--domain", "condition", "diabetes")[0]
	atlas := cmdtest.Run(t, "code", "--domain", "condition", "--format", "atlas", "diabetes")
	file := filepath.Join(home, "diabetes.json")
	if err := os.WriteFile(file, []byte(atlas.Out), 0o600); err != nil {
		t.Fatal(err)
	}
	if back := codeJSON(t, "--read", file)[0]; !slices.Equal(ids(back), ids(direct)) {
		t.Errorf("read back %v, want %v", ids(back), ids(direct))
	}
	without := codeJSON(t, "--domain", "condition", "--exclude", "type 1 diabetes", "--save", "dm", "diabetes")[0]
	if slices.Contains(ids(without), 201254) || !slices.Contains(ids(without), 201826) {
		t.Errorf("without type 1: %v", ids(without))
	}
	if stored := codeJSON(t, "--domain", "condition", "set:dm")[0]; !slices.Equal(ids(stored), ids(without)) {
		t.Errorf("stored %v, want %v", ids(stored), ids(without))
	}
	query := filepath.Join(home, "q.sql")
	sql := "SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@set:dm@1])"
	if err := os.WriteFile(query, []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := cmdtest.Run(t, "sql", query); got.Code != 0 || !strings.Contains(got.Out, "stored concept set dm, version 1") {
		t.Errorf("in SQL: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	for _, args := range [][]string{{"set", "list"}, {"set", "show", "dm"}, {"set", "diff", "dm"}, {"set", "remove", "dm"}} {
		if got := cmdtest.Run(t, append([]string{"code"}, args...)...); got.Code != 0 || !strings.Contains(got.Out+got.ErrOut, "dm") {
			t.Errorf("%q: exit code %d: %s%s", args, got.Code, got.Out, got.ErrOut)
		}
	}
	if got := cmdtest.Run(t, "code", "--domain", "condition", "set:dm"); got.Code != commands.ExitAbstained || !strings.Contains(got.ErrOut, "no such concept set") {
		t.Errorf("removed: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
}

func TestDecisionsAreSeenInAnswersAndUndone(t *testing.T) {
	demoHome(t)
	got := cmdtest.Run(t, "code", "remember", "--domain", "condition", "--never", "201254", "diabetes")
	if got.Code != 0 {
		t.Fatalf("remember: %s", got.ErrOut)
	}
	if set := codeJSON(t, "--domain", "condition", "diabetes")[0]; slices.Contains(ids(set), 201254) {
		t.Errorf("decided against, and in: %v", ids(set))
	}
	if got := cmdtest.Run(t, "code", "decisions"); !strings.Contains(got.Out, "Type 1 diabetes mellitus") {
		t.Errorf("decisions: %s", got.Out)
	}
	if got := cmdtest.Run(t, "code", "forget", "1"); got.Code != 0 {
		t.Errorf("forget: %s", got.ErrOut)
	}
	if set := codeJSON(t, "--domain", "condition", "diabetes")[0]; !slices.Contains(ids(set), 201254) {
		t.Errorf("forgotten: %v", ids(set))
	}
	for _, args := range [][]string{
		{"remember", "--domain", "condition", "diabetes"}, {"remember", "--yes", "201254", "x"}, {"remember", "--domain", "condition", "--yes", "201254"},
		{"forget", "x"}, {"--domain", "gene", "x"}, {"--read", "x", "y"},
	} {
		if got := cmdtest.Run(t, append([]string{"code"}, args...)...); got.Code != commands.ExitUsage {
			t.Errorf("%q: exit code %d: %s", args, got.Code, got.ErrOut)
		}
	}
}

func TestCountsAndRecommendationsComeFromTheRecords(t *testing.T) {
	demoHome(t)
	set := codeJSON(t, "--domain", "condition", "--counts", "--min-cell", "0", "essential hypertension")[0]
	if c := set.Concepts[0]; c.Records == nil || c.People == nil || *c.People < 1 || *c.Records < *c.People {
		t.Errorf("counts of %+v", c)
	}
	if c := codeJSON(t, "--domain", "condition", "--counts", "--min-cell", "100000", "essential hypertension")[0].Concepts[0]; c.People != nil {
		t.Errorf("%d people are shown, fewer than may be", *c.People)
	}
	got := cmdtest.Run(t, "code", "--domain", "condition", "--recommend", "--min-cell", "0", "--json", "type 2 diabetes")
	var orphans []struct {
		ID, People int64
		Why        string
	}
	if err := json.Unmarshal([]byte(got.Out), &orphans); err != nil || len(orphans) == 0 {
		t.Fatalf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	for _, o := range orphans {
		if o.ID == 201826 || o.People < 1 || o.Why == "" {
			t.Errorf("recommended %+v", o)
		}
	}
}

func TestAPersonAtATerminalChoosesAmongReadings(t *testing.T) {
	demoHome(t)
	own := filepath.Join(t.TempDir(), "terms.tsv")
	if err := os.WriteFile(own, []byte("abbreviation\tCondition\t201826\tSUGR\nabbreviation\tCondition\t313217\tSUGR\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASKOMOP_TERMS", own)
	ask := func(input string, terminal bool) cmdtest.Outcome {
		return cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(input), InTerminal: terminal, ErrTerminal: terminal}, "code", "--domain", "condition", "--quiet", "SUGR")
	}
	got := ask("7\n2\n", true)
	if got.Code != 0 || !strings.Contains(got.Out, "313217") || !strings.Contains(got.ErrOut, "1  Type 2 diabetes mellitus") {
		t.Errorf("the second: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	for _, got := range []cmdtest.Outcome{ask("\n", true), ask("", true), ask("1\n", false)} {
		if got.Code != commands.ExitAbstained || !strings.Contains(got.ErrOut, "201826") || !strings.Contains(got.ErrOut, "313217") {
			t.Errorf("no choice: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
		}
	}
}

func TestSearchIsNarrowedByVocabularyAndUse(t *testing.T) {
	demoHome(t)
	search := func(args ...string) string {
		got := cmdtest.Run(t, append([]string{"vocab", "search", "--json", "--min-cell", "0"}, args...)...)
		if got.Code != 0 {
			t.Fatalf("%q: %s", args, got.ErrOut)
		}
		return got.Out
	}
	if out := search("--vocabulary", "ICD9CM", "essential hypertension"); !strings.Contains(out, "ICD9CM") || strings.Contains(out, "SNOMED") {
		t.Errorf("one vocabulary: %s", out)
	}
	if out := search("--source", "essential hypertension"); strings.Contains(out, `"standard":"S"`) {
		t.Errorf("source concepts: %s", out)
	}
	used, unused := search("--used", "hypertension"), search("--unused", "hypertension")
	if !strings.Contains(used, `"id":320128,`) || strings.Contains(used, `"people":0`) || strings.Contains(unused, `"id":320128,`) || !strings.Contains(unused, `"people":0`) {
		t.Errorf("used %s\nunused %s", used, unused)
	}
	for _, args := range [][]string{{"--used", "--unused"}, {"--standard", "--source"}} {
		if got := cmdtest.Run(t, append([]string{"vocab", "search", "x"}, args...)...); got.Code != commands.ExitUsage {
			t.Errorf("%q: exit code %d", args, got.Code)
		}
	}
}
