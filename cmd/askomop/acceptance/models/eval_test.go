package models

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
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
	first := cmdtest.OnDemo(t, ask...)
	if first.Code != commands.ExitAnswered {
		t.Fatalf("exit code %d: %s", first.Code, first.ErrOut)
	}
	var rep evaluated
	if err := json.Unmarshal([]byte(first.Out), &rep); err != nil {
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

	outcomes := filepath.Join(cmdtest.Home(), "eval", "cost", "outcomes.jsonl")
	before, err := os.ReadFile(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	second := cmdtest.OnDemo(t, ask...)
	after, err := os.ReadFile(outcomes)
	if err != nil || string(after) != string(before) {
		t.Errorf("a finished run was asked again: %v", err)
	}
	if second.Out != first.Out || !strings.Contains(second.ErrOut, "Nothing is left to ask") {
		t.Errorf("scoring again differs: %s", second.ErrOut)
	}

	page := filepath.Join(t.TempDir(), "report.html")
	shown := cmdtest.OnDemo(t, "eval", "show", "cost", "--html", page)
	if shown.Code != 0 || !strings.Contains(shown.Out, "reader, leave-one-out: ") {
		t.Errorf("exit code %d: %s%s", shown.Code, shown.Out, shown.ErrOut)
	}
	if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), "<svg") || strings.Contains(string(html), "http") {
		t.Errorf("the page has no chart, or needs the network: %v", err)
	}
	if diff := cmdtest.OnDemo(t, "eval", "diff", "cost", "cost"); diff.Code != 0 || !strings.Contains(diff.Out, "0 better, 0 worse, 0 newly wrong. McNemar's exact test: p = 1") {
		t.Errorf("exit code %d: %s%s", diff.Code, diff.Out, diff.ErrOut)
	}
	if list := cmdtest.OnDemo(t, "eval", "list"); !strings.Contains(list.Out, "cost") {
		t.Errorf("the run is not listed: %s", list.Out)
	}
}

func TestEvalRefusesWrongUse(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		code   int
		errOut string
	}{
		{[]string{"eval", "--setting", "oracle"}, commands.ExitUsage, "--llm"},
		{[]string{"eval", "--setting", "magic"}, commands.ExitUsage, "the settings are reader"},
		{[]string{"eval", "--topic", "astrology"}, commands.ExitUsage, "library list"},
		{[]string{"eval", "--leave-in", "--both"}, commands.ExitUsage, "exclude each other"},
		{[]string{"eval", "--tolerance", "10"}, commands.ExitUsage, "0.1 is 10 %"},
		{[]string{"eval", "show"}, commands.ExitUsage, "NAME"},
		{[]string{"eval", "show", "never-made"}, commands.ExitFailed, "eval list"},
		{[]string{"eval", "diff", "cost"}, commands.ExitUsage, "two runs"},
		{[]string{"eval", "cost"}, commands.ExitUsage, "--name"},
	} {
		if got := cmdtest.OnDemo(t, tt.args...); got.Code != tt.code || !strings.Contains(got.ErrOut, tt.errOut) {
			t.Errorf("%v: exit code %d: %s", tt.args, got.Code, got.ErrOut)
		}
	}
}
