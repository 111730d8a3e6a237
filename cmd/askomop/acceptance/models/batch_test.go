package models

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/llm/command"
)

// TestABatchGoesTheWholeWay answers from files what a run asks, stage after stage. Every answer is first half
// written, as by a download that is broken off, and the run repeated in between.
func TestABatchGoesTheWholeWay(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	t.Setenv("ASKOMOP_WRITER", "sql")
	dir := filepath.Join(t.TempDir(), "batch")
	ask := func() cmdtest.Outcome {
		return cmdtest.Run(t, "--db", file, "ask", scriptedQuestion, "--llm", "batch:"+dir, "--masker", "llm", "--worded", "--json")
	}
	for round := 1; round < 15; round++ {
		got := ask()
		if got.Code == 0 && !strings.Contains(got.Out, "is not there yet") { // which the words alone may be when the result is shown
			var run struct {
				app.Answer
				Took map[string]float64 `json:"took_ms"`
			}
			if err := json.Unmarshal([]byte(got.Out), &run); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(run.Rows) != "[[355]]" || run.Answer.Answer != "355 patients had a gastrointestinal hemorrhage after they started celecoxib." || run.Attempts != 3 {
				t.Errorf("%d attempts, rows %v, %q", run.Attempts, run.Rows, run.Answer.Answer)
			}
			if again := ask(); again.Code != 0 {
				t.Errorf("once more: exit code %d: %s", again.Code, again.ErrOut)
			}
			return
		}
		if got.Code != commands.ExitFailed && got.Code != 0 || !strings.Contains(got.Out, "the answer is not there yet") || !strings.Contains(got.Out, "rename it to requests-1.jsonl") {
			t.Fatalf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
		}
		taken := filepath.Join(dir, fmt.Sprintf("requests-%d.jsonl", round))
		if err := os.Rename(filepath.Join(dir, "requests.jsonl"), taken); err != nil {
			t.Fatal(err)
		}
		if away := ask(); away.Code != got.Code || !strings.Contains(away.Out, "put the answers beside it") {
			t.Fatalf("while it is away: exit code %d: %s%s", away.Code, away.Out, away.ErrOut)
		}
		answers := scriptedBatch(t, taken)
		out := filepath.Join(dir, fmt.Sprintf("answers-%d.jsonl", round))
		for _, part := range [][]byte{answers[:len(answers)-9], answers} {
			if err := os.WriteFile(out, part, 0o600); err != nil {
				t.Fatal(err)
			}
			if len(part) < len(answers) && !strings.Contains(ask().Out, "put the answers beside it") {
				t.Fatal("half an answer was taken for one")
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "requests.jsonl")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is being answered was written again: %v", err)
		}
	}
	t.Error("the run asks and asks")
}

// scriptedBatch answers a file of requests.
func scriptedBatch(t *testing.T, file string) (answers []byte) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var req struct {
			CustomID string `json:"custom_id"`
			command.Request
		}
		if err := json.Unmarshal(line, &req); err != nil {
			t.Fatal(err)
		}
		said, err := scriptedAnswer(req.Request)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := json.Marshal(map[string]string{"custom_id": req.CustomID, "text": said})
		if err != nil {
			t.Fatal(err)
		}
		answers = append(append(answers, answer...), '\n')
	}
	return answers
}
