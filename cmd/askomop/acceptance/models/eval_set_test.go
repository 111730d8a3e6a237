package models

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/eval"
)

// A question and its SQL, and one that has no answer, as the scripted model knows them.
const (
	evalQuestion = "How many people were ever given metformin?"
	evalPeople   = "How many people are there?"
	evalRefused  = "Which gene variants do they carry?"
	evalSQL      = "SELECT COUNT(DISTINCT person_id) AS patients\nFROM drug_exposure\nWHERE drug_concept_id IN ([drug@metformin])"
)

// evalSet is a sheet whose reference counts the ingredient's own records only, unlike the coder, which takes the descendants with it.
const evalSet = `No,QUESTION,WORDED ELSE,IDS,HOLDERS,GROUP
all,How many people are there?,,SELECT COUNT(*) FROM person,,people
m,How many people were ever given metformin?,Count all who were ever given metformin.,SELECT COUNT_BIG(DISTINCT person_id) FROM dbo.drug_exposure WHERE drug_concept_id IN (1503297),SELECT COUNT_BIG(DISTINCT person_id) FROM dbo.drug_exposure WHERE drug_concept_id IN ([drug@metformin]),drugs
gene,Which gene variants do they carry?,,NULL,,
weeks,How many weeks does a visit take on average?,,"SELECT AVG(DATEDIFF(week, visit_start_date, visit_end_date)) FROM visit_occurrence",,visits
colour,Which colour?,,SELECT colour FROM person,,
,,,SELECT 1,,
`

func writeSet(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEvalAsksASetMadeElsewhere(t *testing.T) {
	set := writeSet(t, "my set.csv", evalSet)
	ask := []string{"eval", "--cases", set, "--dialect", "sqlserver", "--columns", "id=No,question=QUESTION,paraphrase=WORDED ELSE,sql=IDS,template=HOLDERS,topic=GROUP"}
	first := cmdtest.OnDemo(t, append(ask, "--json")...)
	var rep eval.Report
	if err := json.Unmarshal([]byte(first.Out), &rep); err != nil || len(rep.Settings) != 1 {
		t.Fatalf("%v: exit code %d, %s%s", err, first.Code, first.Out, first.ErrOut)
	}
	if rep.Run != "my-set" || rep.Cases != 4 || rep.Done != 4 {
		t.Errorf("run %s, %d of %d asked; want my-set and 4", rep.Run, rep.Done, rep.Cases)
	}
	var left []string
	for _, l := range rep.LeftOut {
		left = append(left, l.ID+" "+l.Source+" "+strings.Join(l.Reasons, "; "))
	}
	for i, want := range []string{"weeks my set.csv:5 line 1, column 12: DATEDIFF", "colour my set.csv:6 line 1, column 8: Binder Error", " my set.csv:7 there is no question"} {
		if i >= len(left) || !strings.HasPrefix(left[i], want) {
			t.Errorf("left out %q, want %q at %d", left, want, i)
		}
	}
	scores := rep.Settings[0].Scores
	// "m" is asked in two wordings: its SQL is right, its codes are more than the set's; "all" has no codes.
	for name, want := range map[string]eval.Stat{
		"SQL accuracy": {Value: 100, N: 3}, "coding recall": {Value: 100, N: 2}, "candidates recall@50": {Value: 100, N: 2}, "refused": {Value: 100, N: 1},
	} {
		if got := scores[name]; got.Value != want.Value || got.N != want.N {
			t.Errorf("%s is %+v, want %g of %d", name, got, want.Value, want.N)
		}
	}
	if got := scores["accuracy"].Value; got > 34 {
		t.Errorf("accuracy %g: the answers count other codes than the set's and can't be right", got)
	}
	if got := scores["coding precision"].Value; got <= 0 || got > 50 {
		t.Errorf("coding precision %g, want one id of several", got)
	}
	text := cmdtest.OnDemo(t, ask...)
	for _, want := range []string{"Left out: colour (my set.csv:6): ", "3 cases of the set could not be asked", "By topic"} {
		if !strings.Contains(text.Out, want) {
			t.Errorf("the terminal does not say %q: %s", want, text.Out)
		}
	}
	if !strings.Contains(text.ErrOut, "Nothing is left to ask") {
		t.Errorf("a finished run was asked again: %s", text.ErrOut)
	}
}

func TestEvalReadsEHRSQLsFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"data.json":  `{"version": "x", "data": [{"id": "a1", "question": "How many people are there?"}, {"id": "b2", "question": "Which nurse was on duty?"}, {"id": "c3", "question": "How many icu stays?"}]}`,
		"label.json": `{"a1": "SELECT COUNT(*) FROM person", "b2": "null", "c3": "SELECT COUNT(*) FROM icustays"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rep := cmdtest.Document[eval.Report](t, "eval", "--cases", filepath.Join(dir, "data.json"), "--labels", filepath.Join(dir, "label.json"), "--name", "ehr")
	if rep.Done != 2 || rep.Settings[0].Scores["refused"].Value != 100 || len(rep.LeftOut) != 1 || !strings.Contains(rep.LeftOut[0].Reasons[0], "icustays") {
		t.Errorf("%d asked, %+v, left out %+v", rep.Done, rep.Settings[0].Scores["refused"], rep.LeftOut)
	}
}

func TestEvalSaysWhatIsWrongWithASet(t *testing.T) {
	set := writeSet(t, "set.csv", evalSet)
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"question=COLUMN", []string{"--cases", writeSet(t, "odd.csv", "a,b\n1,2\n")}},
		{`no column "Q"`, []string{"--cases", set, "--columns", "question=Q"}},
		{"has no questions", []string{"--cases", writeSet(t, "empty.csv", "question,sql\n")}},
		{"no such file", []string{"--cases", filepath.Join(t.TempDir(), "none.csv")}},
		{"nothing in ", []string{"--cases", writeSet(t, "bad.csv", "question,sql\nHow many?,SELECT nope FROM person\n")}},
		{"use library, set or both", []string{"--cases", set, "--examples", "mine"}},
		{"--columns is about the set", []string{"--columns", "question=Q"}},
		{"no SQL with placeholders", []string{"--cases", writeSet(t, "plain.csv", "question,sql\nHow many?,SELECT COUNT(*) FROM person\n"), "--examples", "set"}},
		{"a set is a .csv", []string{"--cases", writeSet(t, "set.txt", "x")}},
		{"at least one", []string{"--workers", "0"}},
	} {
		got := cmdtest.OnDemo(t, append([]string{"eval"}, tt.args...)...)
		if got.Code == 0 || !strings.Contains(got.ErrOut, tt.want) {
			t.Errorf("%v: exit code %d, %q, want %q", tt.args, got.Code, got.ErrOut, tt.want)
		}
	}
}

// outcomesOf are the outcomes that a run holds.
func outcomesOf(t *testing.T, name string) []eval.Outcome {
	t.Helper()
	record, err := eval.Read(filepath.Join(cmdtest.Home(), "eval", name))
	if err != nil {
		t.Fatal(err)
	}
	return record.Outcomes
}

// TestEvalCountsWhatAModelCosts takes a run through estimate, budget stop, going on and scoring again.
func TestEvalCountsWhatAModelCosts(t *testing.T) {
	wire := t.TempDir()
	t.Setenv(scriptVar, wire)
	asked := func() int {
		files, err := os.ReadDir(wire)
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	model := fmt.Sprintf("command:%q", os.Args[0])
	prices := filepath.Join(t.TempDir(), "prices.csv")
	var text strings.Builder
	w := csv.NewWriter(&text)
	_ = w.WriteAll([][]string{{"model", "input", "cache_read", "cache_write", "output", "currency", "as_of", "source"}, {model, "2", "", "", "10", "EUR", "2026-01-01", "this test"}})
	if err := os.WriteFile(prices, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	set := writeSet(t, "set.csv", evalSet)
	ask := []string{"eval", "--cases", set, "--dialect", "sqlserver", "--columns", "id=No,question=QUESTION,sql=IDS,template=HOLDERS", "--name", "cost-of-a-model",
		"--setting", "simple", "--llm", model, "--llm-command-format", "json", "--prices", prices, "--workers", "1"}

	estimates := cmdtest.Document[[]eval.Estimate](t, append(ask, "--estimate")...)
	if len(estimates) != 1 || estimates[0].Questions != 3 || estimates[0].Calls < 4 || estimates[0].Money <= 0 || estimates[0].Currency != "EUR" || asked() != 0 {
		t.Fatalf("estimates %+v after %d requests, want one of 3 questions and no request", estimates, asked())
	}

	stopped := cmdtest.OnDemo(t, append(ask, "--budget-money", "0.0105")...)
	if stopped.Code != commands.ExitFailed || !strings.Contains(stopped.ErrOut, "budget is used up") || !strings.Contains(stopped.ErrOut, "the same command goes on from there") || !strings.Contains(stopped.ErrOut, "The budget will end the run") {
		t.Fatalf("exit code %d: %s", stopped.Code, stopped.ErrOut)
	}
	kept, before := len(outcomesOf(t, "cost-of-a-model")), asked()
	if kept == 0 || kept == 3 {
		t.Fatalf("%d outcomes kept when the budget was spent, want some of 3", kept)
	}

	rep := cmdtest.Document[eval.Report](t, append(ask, "--budget-money", "100")...)
	calls, money := 0, 0.0
	for _, o := range outcomesOf(t, "cost-of-a-model") {
		calls, money = calls+o.Calls, money+o.Money
		if want := (2*float64(o.PromptTokens) + 10*float64(o.CompletionTokens)) / 1e6; o.Calls == 0 || o.Currency != "EUR" || math.Abs(o.Money-want) > 1e-12 {
			t.Errorf("%s: %d calls, %g %s for %d and %d tokens", o.Case, o.Calls, o.Money, o.Currency, o.PromptTokens, o.CompletionTokens)
		}
	}
	s := rep.Settings[0]
	if rep.Done != 3 || s.Spent.Calls != calls || math.Abs(s.Spent.Money-money) > 1e-12 || s.Scores["model calls"].Value != float64(calls)/3 {
		t.Errorf("%d asked, spent %+v, want %d calls and %g", rep.Done, s.Spent, calls, money)
	}
	// The case that was under way when the budget was spent is asked again, no other.
	if n := asked(); n < calls || n > calls+2 || n == before {
		t.Errorf("%d requests in all for %d calls that count", n, calls)
	}
	if s.Scores["refused"].Value != 100 || s.Scores["coding recall"].Value != 100 {
		t.Errorf("refused %+v, coding %+v", s.Scores["refused"], s.Scores["coding recall"])
	}

	before = asked()
	again := cmdtest.OnDemo(t, "eval", "show", "cost-of-a-model", "--tolerance", "0.5")
	if again.Code != 0 || asked() != before || !strings.Contains(again.Out, " EUR\n") {
		t.Errorf("scoring again asked %d times: %s%s", asked()-before, again.Out, again.ErrOut)
	}
	diff := cmdtest.OnDemo(t, "eval", "diff", "cost-of-a-model:simple", "cost-of-a-model:simple")
	if diff.Code != 0 || !strings.Contains(diff.Out, "over 3 groups of wordings") {
		t.Errorf("exit code %d: %s%s", diff.Code, diff.Out, diff.ErrOut)
	}
}
