package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// echoing is --llm for a program that always says the same.
func echoing(t *testing.T, says string) string {
	t.Helper()
	cat, err := exec.LookPath("cat")
	if err != nil {
		needs.Missing(t, "the program cat: %v", err)
	}
	file := filepath.Join(t.TempDir(), "says.txt")
	if err := os.WriteFile(file, []byte(says), 0o600); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("command:%s %s", cat, file)
}

func TestAModelThatRefusesAbstains(t *testing.T) {
	got := cmdtest.OnDemo(t, "ask", cmdtest.FirstQuestion, "--llm", echoing(t, "CANNOT ANSWER (slots_do_not_fit): which diabetes?"), "--explain", "--writer", "sql")
	if got.Code != commands.ExitAbstained || !strings.Contains(got.Out, "I can't answer this. which diabetes?") {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if !strings.Contains(got.Out, "the model was told:") || !strings.Contains(got.Out, "| THE QUESTION") {
		t.Errorf("--explain does not show the prompt: %s", got.Out)
	}
}

func TestAnUnusableAnswerFailsAndSaysWhatToDo(t *testing.T) {
	a := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--llm", echoing(t, "I would ask a doctor."), "--writer", "sql")
	if a.Status != "failed" || a.Reason != "model_error" || !strings.Contains(a.Message, "take another model") {
		t.Errorf("got %+v", a)
	}
	a = cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--masker", "llm", "--llm", echoing(t, `{"entities": [{"text": "asthma", "domain": "condition"}]}`))
	if a.Status != "failed" || a.Reason != "model_error" || !strings.Contains(a.Message, "asthma") {
		t.Errorf("a masker that names what is not there: %+v", a)
	}
}

// pricesFile is a table of prices with one model.
func pricesFile(t *testing.T, model string, price float64) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "prices.csv")
	table := fmt.Sprintf("model,input,cache_read,cache_write,output,currency,as_of,source\n\"%s\",%[2]f,,,%[2]f,EUR,2026-01-01,the test\n", strings.ReplaceAll(model, `"`, `""`), price)
	if err := os.WriteFile(file, []byte(table), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestABudgetStopsARun(t *testing.T) {
	a := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--llm", echoing(t, "no"), "--budget-tokens", "10")
	if a.Reason != "model_error" || !strings.Contains(a.Message, "budget is used up") {
		t.Errorf("tokens: %+v", a)
	}
	got := cmdtest.OnDemo(t, "ask", cmdtest.FirstQuestion, "--llm", echoing(t, "no"), "--budget-money", "1")
	if got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "price is not known") {
		t.Errorf("money without a price: exit code %d: %s", got.Code, got.ErrOut)
	}
	model := echoing(t, "no")
	a = cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--llm", model, "--budget-money", "1", "--prices", pricesFile(t, model, 1e6))
	if a.Reason != "model_error" || !strings.Contains(a.Message, "EUR") || !strings.Contains(a.Message, "by its price of 2026-01-01") {
		t.Errorf("money: %+v", a)
	}
}

func TestTheCacheAnswersTheSecondTime(t *testing.T) {
	counter := filepath.Join(t.TempDir(), "asked")
	script := filepath.Join(t.TempDir(), "model.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ncat > /dev/null\necho x >> '"+counter+"'\necho 'CANNOT ANSWER (no_concept): never heard'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		needs.Missing(t, "/bin/sh: %v", err)
	}
	for range 2 {
		if got := cmdtest.OnDemo(t, "ask", cmdtest.FirstQuestion, "--llm", "command:"+script, "--cache", "write", "--writer", "sql"); got.Code != commands.ExitAbstained {
			t.Fatalf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
		}
	}
	if text, err := os.ReadFile(counter); err != nil || string(text) != "x\n" {
		t.Errorf("asked %q, %v; want once", text, err)
	}
}

func TestABatchWritesItsRequestsAndWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "batch")
	for range 2 {
		got := cmdtest.OnDemo(t, "ask", cmdtest.FirstQuestion, "--llm", "batch:"+dir, "--writer", "sql")
		if got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "requests.jsonl") {
			t.Fatalf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "requests.jsonl"))
	if err != nil || strings.Count(string(text), "\n") != 1 || !strings.Contains(string(text), "THE QUESTION") {
		t.Errorf("%v: %s", err, text)
	}
}

func TestPairsAreVerifiedWithoutAModel(t *testing.T) {
	cmdtest.UseDemo(t)
	t.Setenv("ASKOMOP_LLM", "command:no-such-program-anywhere")
	if got := cmdtest.Run(t, "library", "verify", "condition-then-drug-within-days"); got.Code != 0 {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
}

func TestTheDoctorAsksTheModel(t *testing.T) {
	model := func(args ...string) app.Health {
		for _, f := range cmdtest.Document[[]app.Health](t, append([]string{"doctor"}, args...)...) {
			if f.What == "model" {
				return f
			}
		}
		return app.Health{}
	}
	if f := model(); f.State != app.StateNote || !strings.Contains(f.Mend, "--llm PROVIDER:MODEL") {
		t.Errorf("without a model: %+v", f)
	}
	if f := model("--llm", echoing(t, "ready")); f.State != app.StateOK || !strings.Contains(f.Found, "answers in") || !strings.Contains(f.Found, "price is not known") {
		t.Errorf("a model that answers: %+v", f)
	}
	priced := echoing(t, "no")
	if f := model("--llm", priced, "--prices", pricesFile(t, priced, 1.5)); !strings.Contains(f.Found, "a million tokens cost 1.5 EUR read and 1.5 written, by its price of 2026-01-01") {
		t.Errorf("a model with a price: %+v", f)
	}
	if f := model("--llm", "command:no-such-program-anywhere"); f.State != app.StateBroken || !strings.Contains(f.Mend, "install the program") {
		t.Errorf("a program that is not there: %+v", f)
	}
	t.Setenv("OPENAI_API_KEY", "")
	if f := model("--llm", "openai:gpt-5-mini"); f.State != app.StateBroken || !strings.Contains(f.Mend, "OPENAI_API_KEY") {
		t.Errorf("a key that is missing: %+v", f)
	}
}
