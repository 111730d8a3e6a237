package models

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// TestAPromotedAnswerCostsNoModelCall keeps an answer, reviews it, and asks the same of another disease of a model that always fails.
func TestAPromotedAnswerCostsNoModelCall(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cdm.duckdb")
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	cmdtest.Must(t, "db", "demo", "--persons", "300", db)
	run := func(args ...string) cmdtest.Outcome {
		return cmdtest.Run(t, append([]string{"--db", db, "--json"}, args...)...)
	}
	const question = "Give me the tally of folks troubled by %s"
	asks := func(of string) string { return strings.Replace(question, "%s", of, 1) }
	says := "```sql\nSELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])\n```"
	if got := run("ask", asks("asthma"), "--llm", echoing(t, says), "--writer", "both", "--save", "tally"); got.Code != commands.ExitAnswered {
		t.Fatalf("exit %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := run("library", "promote"); !strings.Contains(got.Out, "tally") {
		t.Errorf("the drafts: %s%s", got.Out, got.ErrOut)
	}
	before := run("ask", asks("hypertension"), "--llm", "command:false", "--writer", "both")
	if before.Code == commands.ExitAnswered {
		t.Errorf("answered before anybody has verified it: %s", before.Out)
	}
	if got := run("library", "promote", "tally"); got.Code != commands.ExitAnswered || !strings.Contains(got.Out, "[condition@asthma]") || !strings.Contains(got.ErrOut, "--by NAME") {
		t.Errorf("the review: exit %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	for _, wrong := range [][]string{{"--by", " "}, {"--by", "me", "--paraphrase", asks("asthma")}} {
		if got := run(append([]string{"library", "promote", "tally"}, wrong...)...); got.Code == commands.ExitAnswered {
			t.Errorf("%q was taken", wrong)
		}
	}
	if got := run("library", "promote", "tally", "--by", "A. Smith"); got.Code != commands.ExitAnswered {
		t.Fatalf("promoting: exit %d: %s", got.Code, got.ErrOut)
	}
	for of, same := range map[string]string{"asthma": "asthma", "hypertension": "hypertension"} {
		got := run("ask", asks(of), "--llm", "command:false", "--writer", "both")
		want := run("ask", "How many patients have "+same+"?")
		if got.Code != commands.ExitAnswered || shownRows(got.Out) != shownRows(want.Out) {
			t.Errorf("%s: exit %d: %s\nwant %s", of, got.Code, got.Out, shownRows(want.Out))
		}
	}
	if got := run("library", "promote", "tally", "--by", "A. Smith"); got.Code == commands.ExitAnswered || !strings.Contains(got.ErrOut, "no draft") {
		t.Errorf("promoted twice: %s", got.ErrOut)
	}
}

func shownRows(doc string) string {
	_, rest, _ := strings.Cut(doc, `"rows":`)
	rows, _, _ := strings.Cut(rest, `"intervals"`)
	return rows
}
