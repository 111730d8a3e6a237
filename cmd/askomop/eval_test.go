package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// evaluated is what the tests read of eval --json.
type evaluated struct {
	Done, Planned int
	Settings      []struct {
		Label  string
		Scores map[string]struct {
			Value float64
			N     int
		}
	}
}

func TestEvalAsksOnceScoresAgainAndReports(t *testing.T) {
	ask := []string{"eval", "--name", "cost", "--topic", "cost", "--both", "--json"}
	first := askomop(t, ask...)
	if first.code != exitAnswered {
		t.Fatalf("exit code %d: %s", first.code, first.errOut)
	}
	var rep evaluated
	if err := json.Unmarshal([]byte(first.out), &rep); err != nil {
		t.Fatal(err)
	}
	if len(rep.Settings) != 2 || rep.Done != rep.Planned || rep.Done == 0 {
		t.Fatalf("%d settings, %d of %d asked", len(rep.Settings), rep.Done, rep.Planned)
	}
	in := rep.Settings[0]
	if in.Label != "reader, pair left in" || in.Scores["accuracy"].Value < 95 || in.Scores["accuracy"].N < 30 {
		t.Errorf("%s: accuracy %+v", in.Label, in.Scores["accuracy"])
	}
	for _, s := range rep.Settings {
		if s.Scores["refused"].Value < 95 || s.Scores["refused"].N < 120 {
			t.Errorf("%s: refused %+v", s.Label, s.Scores["refused"])
		}
	}

	outcomes := filepath.Join(testHome, "eval", "cost", "outcomes.jsonl")
	before, err := os.ReadFile(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	second := askomop(t, ask...)
	after, err := os.ReadFile(outcomes)
	if err != nil || string(after) != string(before) {
		t.Errorf("a finished run was asked again: %v", err)
	}
	if second.out != first.out || !strings.Contains(second.errOut, "Nothing is left to ask") {
		t.Errorf("scoring again differs: %s", second.errOut)
	}

	page := filepath.Join(t.TempDir(), "report.html")
	shown := askomop(t, "eval", "show", "cost", "--html", page)
	if shown.code != 0 || !strings.Contains(shown.out, "reader, leave-one-out: ") {
		t.Errorf("exit code %d: %s%s", shown.code, shown.out, shown.errOut)
	}
	if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), "<svg") || strings.Contains(string(html), "http") {
		t.Errorf("the page has no chart, or needs the network: %v", err)
	}
	if diff := askomop(t, "eval", "diff", "cost", "cost"); diff.code != 0 || !strings.Contains(diff.out, "0 better, 0 worse, 0 newly wrong. McNemar's exact test: p = 1") {
		t.Errorf("exit code %d: %s%s", diff.code, diff.out, diff.errOut)
	}
	if list := askomop(t, "eval", "list"); !strings.Contains(list.out, "cost") {
		t.Errorf("the run is not listed: %s", list.out)
	}
}

func TestEvalRefusesWrongUse(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		code   int
		errOut string
	}{
		{[]string{"eval", "--setting", "oracle"}, exitUsage, "--llm"},
		{[]string{"eval", "--setting", "magic"}, exitUsage, "the settings are reader"},
		{[]string{"eval", "--topic", "astrology"}, exitUsage, "library list"},
		{[]string{"eval", "--leave-in", "--both"}, exitUsage, "exclude each other"},
		{[]string{"eval", "--tolerance", "10"}, exitUsage, "0.1 is 10 %"},
		{[]string{"eval", "show"}, exitUsage, "NAME"},
		{[]string{"eval", "show", "never-made"}, exitFailed, "eval list"},
		{[]string{"eval", "diff", "cost"}, exitUsage, "two runs"},
		{[]string{"eval", "cost"}, exitUsage, "--name"},
	} {
		if got := askomop(t, tt.args...); got.code != tt.code || !strings.Contains(got.errOut, tt.errOut) {
			t.Errorf("%v: exit code %d: %s", tt.args, got.code, got.errOut)
		}
	}
}
