package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// ended is how a process of askomop ended.
type ended struct {
	out, errOut string
	code        int
	took        time.Duration
}

// inShell runs askomop with the arguments in a process of its own, after a piece of shell that sets limits.
func inShell(t *testing.T, before string, stdin string, args ...string) ended {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("/bin/sh", append([]string{"-c", before + ` exec "$0" "$@"`, self}, args...)...)
	c.Env = append(os.Environ(), runVar+"=1")
	c.Stdin = strings.NewReader(stdin)
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	start := time.Now()
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ended{out.String(), errOut.String(), c.ProcessState.ExitCode(), time.Since(start)}
}

// saysASentence holds that a failure is told to a person: no stack, no raw line of a log, and not too much.
func (e ended) saysASentence(t *testing.T, want string) {
	t.Helper()
	all := e.out + e.errOut
	for _, raw := range []string{"goroutine ", "panic:", "SIGABRT", "level=", "stack_trace", "fatal error"} {
		if strings.Contains(all, raw) {
			t.Errorf("it says %q:\n%.2000s", raw, all)
		}
	}
	if !strings.Contains(all, want) || len(all) > 6000 {
		t.Errorf("exit %d, %d bytes, want %q in:\n%.2000s", e.code, len(all), want, all)
	}
}

// demoAlone is a database and an empty home.
func demoAlone(t *testing.T) (db, home string) {
	t.Helper()
	onDemo(t)
	if err := makeDemo(); err != nil {
		t.Fatal(err)
	}
	return testDemo(), t.TempDir()
}

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
	if testing.Short() {
		t.Skip("takes as long as the time limit, several times")
	}
	db, _ := demoAlone(t)
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
			e := inShell(t, "", question, "--home", testHome, "--db", db, "--timeout", limit.String(), "--no-log", "ask", "-")
			if e.took > limit+beside {
				t.Errorf("it took %v", e.took)
			}
			if len(e.errOut)+len(e.out) > 20_000 || e.code == exitUsage {
				t.Errorf("exit %d, %d bytes: %.500s", e.code, len(e.out)+len(e.errOut), e.errOut)
			}
			for _, raw := range []string{"goroutine ", "level="} {
				if strings.Contains(e.errOut, raw) {
					t.Errorf("%.2000s", e.errOut)
				}
			}
		})
	}
}

func TestTwoArgumentsAreNoQuestion(t *testing.T) {
	db, home := demoAlone(t)
	e := inShell(t, "", "", "--home", home, "--db", db, "ask", "How many", "patients?")
	if e.saysASentence(t, "one argument"); e.code != exitUsage {
		t.Errorf("exit %d", e.code)
	}
}

// TestTooLittleToStartWithIsSaid holds that limits under which Go's runtime or DuckDB break down are told before they do.
func TestTooLittleToStartWithIsSaid(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are looked at on Linux")
	}
	db, _ := demoAlone(t)
	for limit, want := range map[string]string{
		"ulimit -v 500000;":  "ulimit -v unlimited",
		"ulimit -v 1500000;": "ulimit -v unlimited",
		"ulimit -n 8;":       "ulimit -n 1024",
	} {
		e := inShell(t, limit, "", "--home", testHome, "--db", db, "ask", firstQuestion)
		if e.saysASentence(t, want); e.code != exitFailed {
			t.Errorf("%s exit %d", limit, e.code)
		}
	}
	e := inShell(t, "ulimit -v 6000000; ulimit -n 64;", "", "--home", testHome, "--db", db, "--no-log", "ask", firstQuestion)
	if e.code != exitAnswered {
		t.Errorf("with enough: exit %d: %s", e.code, e.errOut)
	}
}

// TestAFileThatMayNotGrowIsSaid bounds the size of files, which is what a full disk looks like.
func TestAFileThatMayNotGrowIsSaid(t *testing.T) {
	db, home := demoAlone(t)
	e := inShell(t, "ulimit -f 20;", "", "--home", home, "--db", db, "ask", firstQuestion)
	if e.saysASentence(t, "too large"); e.code != exitFailed {
		t.Errorf("exit %d", e.code)
	}
	left, err := filepath.Glob(filepath.Join(home, "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// TestAQuestionNeedsNoPlaceToWrite asks with a home that can't be written: without a record it is answered.
func TestAQuestionNeedsNoPlaceToWrite(t *testing.T) {
	db, home := demoAlone(t)
	ask := func(args ...string) ended {
		return inShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...)
	}
	if err := os.WriteFile(filepath.Join(home, "index"), nil, 0o600); err != nil { // no right, no room or a file in the way: root is stopped by nothing else
		t.Fatal(err)
	}
	e := ask("--no-log", "ask", firstQuestion)
	if e.code != exitAnswered || !strings.Contains(e.errOut, "temporary folder") {
		t.Errorf("exit %d: %s", e.code, e.errOut)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "askomop-index-*")); len(left) > 0 && os.Getenv("TMPDIR") != "" {
		t.Errorf("it leaves %v", left)
	}
	if err := os.WriteFile(filepath.Join(home, "log"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e = ask("ask", firstQuestion)
	if e.saysASentence(t, "--no-log"); e.code != exitFailed {
		t.Errorf("exit %d", e.code)
	}
}

func TestAFolderIsNoFileAndAFileNoFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program many times")
	}
	db, home := demoAlone(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(dir, "x.duckdb")
	for _, args := range [][]string{
		{"--db", dir, "ask", firstQuestion}, {"--db", file, "ask", firstQuestion}, {"--home", file, "ask", firstQuestion},
		{"--config", dir, "ask", firstQuestion}, {"--terms", dir, "ask", firstQuestion}, {"sql", dir}, {"check", filepath.Join(dir, "none.sql")},
		{"db", "load", file, "--to", target}, {"db", "load", db, "--to", dir}, {"db", "demo", dir}, {"vocab", "load", file}, {"vocab", "load", dir},
		{"library", "add", dir}, {"eval", "--cases", dir, "--name", "x"}, {"vocab", "diff", dir, file}, {"graph", "query", dir},
		{"--embedder", "onnx:" + file, "ask", firstQuestion}, {"--llm", "batch:" + file, "ask", firstQuestion}, {"--llm", "command:" + dir, "ask", firstQuestion},
	} {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) {
			e := inShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...)
			if e.saysASentence(t, "askomop: "); e.code == exitAnswered {
				t.Errorf("exit %d: %s", e.code, e.out)
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
			for _, args := range [][]string{{"ask", firstQuestion}, {"schedule", "list"}, {"log", "show"}, {"doctor"}} {
				inShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...).saysASentence(t, "")
			}
		})
	}
}

func TestOfThreeLoadsOneWins(t *testing.T) {
	onDemo(t)
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
			e := inShell(t, "", "", "--home", home, "db", "load", source, "--to", target)
			mu.Lock()
			defer mu.Unlock()
			if e.code == exitAnswered {
				won++
			} else if !strings.Contains(e.errOut, "another askomop is at it") && !strings.Contains(e.errOut, "exists already") {
				t.Errorf("exit %d: %s", e.code, e.errOut)
			}
		})
	}
	wg.Wait()
	if won != 1 {
		t.Errorf("%d loads have won", won)
	}
}

func TestADamagedHistoryIsSaid(t *testing.T) {
	db, home := demoAlone(t)
	all := []string{"--home", home, "--db", db}
	for _, args := range [][]string{{"schedule", "add", "weekly", "--yes", "--cron", "@weekly", "--question", firstQuestion}, {"schedule", "run", "weekly"}} {
		if e := inShell(t, "", "", append(all, args...)...); e.code != exitAnswered {
			t.Fatal(e.errOut)
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
		e := inShell(t, "", "", append(all, "schedule", "history", "weekly")...)
		if e.saysASentence(t, "can't be read"); strings.Contains(e.errOut, "has not run yet") {
			t.Errorf("%s: %s", name, e.errOut)
		}
		inShell(t, "", "", append(all, "schedule", "list")...).saysASentence(t, "damaged")
	}
}

// TestAFlippedBitIsFound flips single bits of the vocabulary's index: what is found by it is never another than before.
func TestAFlippedBitIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program many times")
	}
	db, home := demoAlone(t)
	ask := func() ended { return inShell(t, "", "", "--home", home, "--db", db, "--no-log", "code", "gout") }
	before := ask()
	files, err := filepath.Glob(filepath.Join(home, "index", "vocabulary-*.idx"))
	if err != nil || len(files) != 1 || before.code != exitAnswered {
		t.Fatal(files, err, before.errOut)
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
		if e.code != exitAnswered || e.out != before.out {
			t.Errorf("exit %d: %s%s", e.code, e.out, e.errOut)
		}
	}
}
