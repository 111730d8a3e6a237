package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestAPromotedAnswerCostsNoModelCall keeps an answer, reviews it, and asks the same of another disease of a model that always fails.
func TestAPromotedAnswerCostsNoModelCall(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cdm.duckdb")
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	must(t, "db", "demo", "--persons", "300", db)
	run := func(args ...string) outcome {
		return execute(t, nil, Streams{}, append([]string{"--db", db, "--json"}, args...)...)
	}
	const question = "Give me the tally of folks troubled by %s"
	asks := func(of string) string { return strings.Replace(question, "%s", of, 1) }
	says := "```sql\nSELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])\n```"
	if got := run("ask", asks("asthma"), "--llm", echoing(t, says), "--writer", "both", "--save", "tally"); got.code != exitAnswered {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.errOut)
	}
	if got := run("library", "promote"); !strings.Contains(got.out, "tally") {
		t.Errorf("the drafts: %s%s", got.out, got.errOut)
	}
	before := run("ask", asks("hypertension"), "--llm", "command:false", "--writer", "both")
	if before.code == exitAnswered {
		t.Errorf("answered before anybody has verified it: %s", before.out)
	}
	if got := run("library", "promote", "tally"); got.code != exitAnswered || !strings.Contains(got.out, "[condition@asthma]") || !strings.Contains(got.errOut, "--by NAME") {
		t.Errorf("the review: exit %d: %s%s", got.code, got.out, got.errOut)
	}
	for _, wrong := range [][]string{{"--by", " "}, {"--by", "me", "--paraphrase", asks("asthma")}} {
		if got := run(append([]string{"library", "promote", "tally"}, wrong...)...); got.code == exitAnswered {
			t.Errorf("%q was taken", wrong)
		}
	}
	if got := run("library", "promote", "tally", "--by", "A. Smith"); got.code != exitAnswered {
		t.Fatalf("promoting: exit %d: %s", got.code, got.errOut)
	}
	for of, same := range map[string]string{"asthma": "asthma", "hypertension": "hypertension"} {
		got := run("ask", asks(of), "--llm", "command:false", "--writer", "both")
		want := run("ask", "How many patients have "+same+"?")
		if got.code != exitAnswered || shownRows(got.out) != shownRows(want.out) {
			t.Errorf("%s: exit %d: %s\nwant %s", of, got.code, got.out, shownRows(want.out))
		}
	}
	if got := run("library", "promote", "tally", "--by", "A. Smith"); got.code == exitAnswered || !strings.Contains(got.errOut, "no draft") {
		t.Errorf("promoted twice: %s", got.errOut)
	}
}

func shownRows(doc string) string {
	_, rest, _ := strings.Cut(doc, `"rows":`)
	rows, _, _ := strings.Cut(rest, `"intervals"`)
	return rows
}
