package faults

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// strangeWords are n words that no vocabulary has.
func strangeWords(n int) string {
	r := rand.New(rand.NewPCG(5, 5))
	words := make([]string, n)
	for i := range words {
		letters := make([]byte, 4+r.IntN(7))
		for k := range letters {
			letters[k] = byte('a' + r.IntN(26))
		}
		words[i] = string(letters)
	}
	return strings.Join(words, " ")
}

func TestALongQuestionEndsInItsTime(t *testing.T) {
	needs.Time(t, "takes as long as the time limit, several times")
	db, _ := cmdtest.DemoAlone(t)
	const limit = 3 * time.Second
	const beside = 6 * time.Second // opening, closing, and a machine that is busy
	for name, question := range map[string]string{
		"a thousand unknown words": "How many patients with " + strangeWords(1000) + " took metformin?",
		"50 KB of unknown words":   "How many " + strangeWords(6500) + "?",
		"50 KB of known words":     strings.Repeat("How many women with type 2 diabetes took metformin and ", 900),
		"one word of 50 KB":        "How many patients had " + strings.Repeat("a", 50_000) + "?",
		"nested lists":             "How many patients had " + strings.Repeat("asthma and gout or ", 2500) + "stroke?",
		"brackets":                 "How many patients had " + strings.Repeat("(", 20_000) + strings.Repeat(")", 20_000) + "?",
		"letters beyond Latin":     "How many patients had " + strings.Repeat("ä́é̈🙂 ", 4000) + "?",
		"bytes that are no text":   "How many patients had " + strings.Repeat("\xff\xfe ", 4000) + "?",
	} {
		t.Run(name, func(t *testing.T) {
			e := cmdtest.InShell(t, "", question, "--home", cmdtest.Home(), "--db", db, "--timeout", limit.String(), "--no-log", "ask", "-")
			if e.Took > limit+beside {
				t.Errorf("it took %v", e.Took)
			}
			if len(e.ErrOut)+len(e.Out) > 20_000 || e.Code == commands.ExitUsage {
				t.Errorf("exit %d, %d bytes: %.500s", e.Code, len(e.Out)+len(e.ErrOut), e.ErrOut)
			}
			for _, raw := range []string{"goroutine ", "level="} {
				if strings.Contains(e.ErrOut, raw) {
					t.Errorf("%.2000s", e.ErrOut)
				}
			}
		})
	}
}

func TestTwoArgumentsAreNoQuestion(t *testing.T) {
	db, home := cmdtest.DemoAlone(t)
	e := cmdtest.InShell(t, "", "", "--home", home, "--db", db, "ask", "How many", "patients?")
	if e.SaysASentence(t, "one argument"); e.Code != commands.ExitUsage {
		t.Errorf("exit %d", e.Code)
	}
}

// TestTooLittleToStartWithIsSaid holds that limits under which Go's runtime or DuckDB break down are told before they do.
func TestTooLittleToStartWithIsSaid(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are looked at on Linux")
	}
	db, _ := cmdtest.DemoAlone(t)
	for limit, want := range map[string]string{
		"ulimit -v 500000;":  "ulimit -v unlimited",
		"ulimit -v 1500000;": "ulimit -v unlimited",
		"ulimit -n 8;":       "ulimit -n 1024",
	} {
		e := cmdtest.InShell(t, limit, "", "--home", cmdtest.Home(), "--db", db, "ask", cmdtest.FirstQuestion)
		if e.SaysASentence(t, want); e.Code != commands.ExitFailed {
			t.Errorf("%s exit %d", limit, e.Code)
		}
	}
	e := cmdtest.InShell(t, "ulimit -v 6000000; ulimit -n 64;", "", "--home", cmdtest.Home(), "--db", db, "--no-log", "ask", cmdtest.FirstQuestion)
	if e.Code != commands.ExitAnswered {
		t.Errorf("with enough: exit %d: %s", e.Code, e.ErrOut)
	}
}

// TestAFileThatMayNotGrowIsSaid bounds the size of files, which is what a full disk looks like.
func TestAFileThatMayNotGrowIsSaid(t *testing.T) {
	db, home := cmdtest.DemoAlone(t)
	e := cmdtest.InShell(t, "ulimit -f 20;", "", "--home", home, "--db", db, "ask", cmdtest.FirstQuestion)
	if e.SaysASentence(t, "too large"); e.Code != commands.ExitFailed {
		t.Errorf("exit %d", e.Code)
	}
	left, err := filepath.Glob(filepath.Join(home, "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// TestAQuestionNeedsNoPlaceToWrite asks with a home that can't be written: without a record it is answered.
func TestAQuestionNeedsNoPlaceToWrite(t *testing.T) {
	db, home := cmdtest.DemoAlone(t)
	ask := func(args ...string) cmdtest.Ended {
		return cmdtest.InShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...)
	}
	if err := os.WriteFile(filepath.Join(home, "index"), nil, 0o600); err != nil { // no right, no room or a file in the way: root is stopped by nothing else
		t.Fatal(err)
	}
	e := ask("--no-log", "ask", cmdtest.FirstQuestion)
	if e.Code != commands.ExitAnswered || !strings.Contains(e.ErrOut, "temporary folder") {
		t.Errorf("exit %d: %s", e.Code, e.ErrOut)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "askomop-index-*")); len(left) > 0 && os.Getenv("TMPDIR") != "" {
		t.Errorf("it leaves %v", left)
	}
	if err := os.WriteFile(filepath.Join(home, "log"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e = ask("ask", cmdtest.FirstQuestion)
	if e.SaysASentence(t, "--no-log"); e.Code != commands.ExitFailed {
		t.Errorf("exit %d", e.Code)
	}
}

func TestAFolderIsNoFileAndAFileNoFolder(t *testing.T) {
	needs.Time(t, "starts the program many times")
	db, home := cmdtest.DemoAlone(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(dir, "x.duckdb")
	for _, args := range [][]string{
		{"--db", dir, "ask", cmdtest.FirstQuestion}, {"--db", file, "ask", cmdtest.FirstQuestion}, {"--home", file, "ask", cmdtest.FirstQuestion},
		{"--config", dir, "ask", cmdtest.FirstQuestion}, {"--terms", dir, "ask", cmdtest.FirstQuestion}, {"sql", dir}, {"check", filepath.Join(dir, "none.sql")},
		{"db", "load", file, "--to", target}, {"db", "load", db, "--to", dir}, {"db", "demo", dir}, {"vocab", "load", file}, {"vocab", "load", dir},
		{"library", "add", dir}, {"eval", "--cases", dir, "--name", "x"}, {"vocab", "diff", dir, file}, {"graph", "query", dir},
		{"--embedder", "onnx:" + file, "ask", cmdtest.FirstQuestion}, {"--llm", "batch:" + file, "ask", cmdtest.FirstQuestion}, {"--llm", "command:" + dir, "ask", cmdtest.FirstQuestion},
	} {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) {
			e := cmdtest.InShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...)
			if e.SaysASentence(t, "askomop: "); e.Code == commands.ExitAnswered {
				t.Errorf("exit %d: %s", e.Code, e.Out)
			}
		})
	}
	for _, name := range []string{"index", "log", "schedules", "library", "results.duckdb", "terms.tsv", "config.yaml"} {
		t.Run("home/"+name, func(t *testing.T) {
			home := t.TempDir()
			path := filepath.Join(home, name)
			err := os.WriteFile(path, []byte("garbage"), 0o600)
			if filepath.Ext(name) != "" {
				err = errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"ask", cmdtest.FirstQuestion}, {"schedule", "list"}, {"log", "show"}, {"doctor"}} {
				cmdtest.InShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...).SaysASentence(t, "")
			}
		})
	}
}

func TestOfThreeLoadsOneWins(t *testing.T) {
	cmdtest.UseDemo(t)
	source, home := filepath.Join(t.TempDir(), "cdm"), t.TempDir()
	if err := os.Mkdir(source, 0o700); err != nil {
		t.Fatal(err)
	}
	var people strings.Builder
	people.WriteString("person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n")
	for i := range 300_000 {
		fmt.Fprintf(&people, "%d,8532,%d,0,0\n", i+1, 1930+i%80)
	}
	if err := os.WriteFile(filepath.Join(source, "person.csv"), []byte(people.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "loaded.duckdb")
	var wg sync.WaitGroup
	var mu sync.Mutex
	won := 0
	for range 3 {
		wg.Go(func() {
			e := cmdtest.InShell(t, "", "", "--home", home, "db", "load", source, "--to", target)
			mu.Lock()
			defer mu.Unlock()
			if e.Code == commands.ExitAnswered {
				won++
			} else if !strings.Contains(e.ErrOut, "another askomop is at it") && !strings.Contains(e.ErrOut, "exists already") {
				t.Errorf("exit %d: %s", e.Code, e.ErrOut)
			}
		})
	}
	wg.Wait()
	if won != 1 {
		t.Errorf("%d loads have won", won)
	}
}

func TestADamagedHistoryIsSaid(t *testing.T) {
	db, home := cmdtest.DemoAlone(t)
	all := []string{"--home", home, "--db", db}
	for _, args := range [][]string{{"schedule", "add", "weekly", "--yes", "--cron", "@weekly", "--question", cmdtest.FirstQuestion}, {"schedule", "run", "weekly"}} {
		if e := cmdtest.InShell(t, "", "", append(all, args...)...); e.Code != commands.ExitAnswered {
			t.Fatal(e.ErrOut)
		}
	}
	history := filepath.Join(home, "schedules", "runs", "weekly.jsonl")
	whole, err := os.ReadFile(history)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{"cut off": whole[:100], "garbage": []byte("{garbage\n"), "zeros": make([]byte, 200)} {
		if err := os.WriteFile(history, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		long := time.Now().Add(-time.Minute)
		if err := os.Chtimes(history, long, long); err != nil {
			t.Fatal(err)
		}
		e := cmdtest.InShell(t, "", "", append(all, "schedule", "history", "weekly")...)
		if e.SaysASentence(t, "can't be read"); strings.Contains(e.ErrOut, "has not run yet") {
			t.Errorf("%s: %s", name, e.ErrOut)
		}
		cmdtest.InShell(t, "", "", append(all, "schedule", "list")...).SaysASentence(t, "damaged")
	}
}

// TestAFlippedBitIsFound flips single bits of the vocabulary's index: what is found by it is never another than before.
func TestAFlippedBitIsFound(t *testing.T) {
	needs.Time(t, "starts the program many times")
	db, home := cmdtest.DemoAlone(t)
	ask := func() cmdtest.Ended {
		return cmdtest.InShell(t, "", "", "--home", home, "--db", db, "--no-log", "code", "gout")
	}
	before := ask()
	files, err := filepath.Glob(filepath.Join(home, "index", "vocabulary-*.idx"))
	if err != nil || len(files) != 1 || before.Code != commands.ExitAnswered {
		t.Fatal(files, err, before.ErrOut)
	}
	r := rand.New(rand.NewPCG(8, 8))
	for range 6 {
		data, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		data[64+r.IntN(len(data)-64)] ^= 1 << r.IntN(8)
		if err := os.WriteFile(files[0], data, 0o600); err != nil {
			t.Fatal(err)
		}
		e := ask()
		if e.Code != commands.ExitAnswered || e.Out != before.Out {
			t.Errorf("exit %d: %s%s", e.Code, e.Out, e.ErrOut)
		}
	}
}
