package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// childVar makes the test's binary a process that appends to the log in that folder.
const childVar = "ASKOMOP_AUDIT_TEST_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVar); dir != "" {
		log := Open(dir, Options{FileSize: 4000})
		for i := range 1 << 30 {
			if _, _, err := log.Append(context.Background(), map[string]any{"pid": os.Getpid(), "n": i, "text": strings.Repeat("x", i%300)}); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Println(i)
			if i == 24 && len(os.Args) > 1 && os.Args[1] == "some" {
				return
			}
		}
	}
	os.Exit(m.Run())
}

func appended(t *testing.T, log *Log, entries ...string) {
	t.Helper()
	for _, e := range entries {
		if _, _, err := log.Append(t.Context(), map[string]string{"question": e}); err != nil {
			t.Fatal(err)
		}
	}
}

// questions are the entries of the log; faults end the test.
func questions(t *testing.T, log *Log) string {
	t.Helper()
	var all []string
	for r, err := range log.Records() {
		if err != nil {
			t.Fatal(err)
		}
		var e map[string]any
		if err := json.Unmarshal(r.Entry, &e); err != nil {
			t.Fatal(err)
		}
		if e["kind"] == "recovery" {
			all = append(all, "recovery")
		} else {
			all = append(all, e["question"].(string))
		}
	}
	return strings.Join(all, " ")
}

func TestEntriesComeBackInOrderAcrossFiles(t *testing.T) {
	log := Open(filepath.Join(t.TempDir(), "log"), Options{FileSize: 600})
	appended(t, log, "a", "b", "c", "d <tag> & more")
	if got := questions(t, log); got != "a b c d <tag> & more" {
		t.Errorf("read %q", got)
	}
	files, err := log.files()
	if err != nil || len(files) != 2 {
		t.Errorf("%d files, %v", len(files), err)
	}
	s, err := log.Verify()
	if err != nil || s.Records != 4 || len(s.Faults) != 0 || len(s.Last) != 64 {
		t.Errorf("verified as %+v, %v", s, err)
	}
}

func TestChangedAndMissingEntriesShow(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(lines [][]byte) [][]byte
		says   string
	}{
		"a letter changed":     {func(l [][]byte) [][]byte { l[2] = bytes.Replace(l[2], []byte("c"), []byte("x"), 1); return l }, "line 3"},
		"one taken out":        {func(l [][]byte) [][]byte { return append(l[:2], l[3:]...) }, "entry 4 follows entry 2"},
		"two exchanged":        {func(l [][]byte) [][]byte { l[1], l[2] = l[2], l[1]; return l }, "entry 3 follows entry 1"},
		"the first taken out":  {func(l [][]byte) [][]byte { return l[1:] }, "entry 2 follows entry 0"},
		"the last taken out":   {func(l [][]byte) [][]byte { return l[:4] }, "missing at the end"},
		"something put in":     {func(l [][]byte) [][]byte { return append(l[:2:2], append([][]byte{[]byte("{}")}, l[2:]...)...) }, "line 3"},
		"the last written new": {func(l [][]byte) [][]byte { l[4] = forged(l[4]); return l }, "another than the one"},
		"one written new":      {func(l [][]byte) [][]byte { l[3] = forged(l[3]); return l }, "does not follow"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			log := Open(dir, Options{})
			appended(t, log, "question a", "question b", "question c", "question d", "question e")
			data, err := os.ReadFile(log.path(1))
			if err != nil {
				t.Fatal(err)
			}
			lines := tt.change(bytes.Split(bytes.TrimSpace(data), []byte("\n")))
			if err := os.WriteFile(log.path(1), append(bytes.Join(lines, []byte("\n")), '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := log.Verify()
			if err != nil || len(s.Faults) == 0 || !strings.Contains(fmt.Sprint(s.Faults[0]), tt.says) {
				t.Errorf("%v, %v, want %q", s.Faults, err, tt.says)
			}
		})
	}
}

// TestWhatIsMissingAtTheEndStaysMissing appends to a log whose end was taken out.
func TestWhatIsMissingAtTheEndStaysMissing(t *testing.T) {
	for name, tt := range map[string]struct {
		change  func(t *testing.T, log *Log, lines [][]byte)
		missing int64
		says    string
	}{
		"the last two":         {keep(3), 2, "entry 6 follows entry 3"},
		"all of the file":      {keep(0), 5, "entry 6 follows entry 0"},
		"the file":             {func(t *testing.T, log *Log, _ [][]byte) { remove(t, log.path(1)) }, 5, "entry 6 follows entry 0"},
		"the last written new": {func(t *testing.T, log *Log, l [][]byte) { l[4] = forged(l[4]); keep(5)(t, log, l) }, 1, "does not follow"},
	} {
		t.Run(name, func(t *testing.T) {
			log := Open(t.TempDir(), Options{})
			appended(t, log, "a", "b", "c", "d", "e")
			data, err := os.ReadFile(log.path(1))
			if err != nil {
				t.Fatal(err)
			}
			tt.change(t, log, bytes.Split(bytes.TrimSpace(data), []byte("\n")))
			for i := range 3 {
				_, recovered, err := log.Append(t.Context(), map[string]string{"question": "f"})
				if err != nil || (recovered != nil) != (i == 0) || i == 0 && recovered.Missing != tt.missing {
					t.Fatalf("append %d: %+v, %v", i, recovered, err)
				}
			}
			s, err := log.Verify()
			if err != nil || len(s.Faults) != 1 || !strings.Contains(s.Faults[0].What, tt.says) {
				t.Errorf("%v, %v, want %q", s.Faults, err, tt.says)
			}
		})
	}
}

// keep leaves the first lines of the log.
func keep(n int) func(*testing.T, *Log, [][]byte) {
	return func(t *testing.T, log *Log, lines [][]byte) {
		t.Helper()
		var kept []byte
		for _, line := range lines[:n] {
			kept = append(append(kept, line...), '\n')
		}
		if err := os.WriteFile(log.path(1), kept, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// forged is a line with another entry and the hash that goes with it.
func forged(line []byte) []byte {
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		panic(err)
	}
	r.Entry = json.RawMessage(`{"question":"never asked"}`)
	r.Hash = r.sum()
	out, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return out
}

func TestALineThatWasBeingWrittenIsTakenAwayAndSaid(t *testing.T) {
	dir := t.TempDir()
	log := Open(dir, Options{})
	appended(t, log, "a", "b")
	whole, err := os.ReadFile(log.path(1))
	if err != nil {
		t.Fatal(err)
	}
	appended(t, log, "c")
	all, err := os.ReadFile(log.path(1))
	if err != nil {
		t.Fatal(err)
	}
	for cut := len(whole) + 1; cut < len(all); cut += 7 {
		if err := os.WriteFile(log.path(1), all[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := log.writeHead(Record{Seq: 2, Hash: lastHash(t, whole)}); err != nil { // it is written after the line
			t.Fatal(err)
		}
		if got := questions(t, log); got != "a b" {
			t.Fatalf("before: %q", got)
		}
		_, recovered, err := log.Append(t.Context(), map[string]string{"question": "d"})
		if err != nil || recovered == nil || recovered.Removed != cut-len(whole) {
			t.Fatalf("cut at %d: %+v, %v", cut, recovered, err)
		}
		if got := questions(t, log); got != "a b recovery d" {
			t.Fatalf("after: %q", got)
		}
	}
}

func lastHash(t *testing.T, data []byte) string {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	r, err := parse(lines[len(lines)-1])
	if err != nil {
		t.Fatal(err)
	}
	return r.Hash
}

func TestSeveralProcessesAppendAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			c := exec.Command(os.Args[0], "some")
			c.Env = append(os.Environ(), childVar+"="+dir)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	s, err := Open(dir, Options{}).Verify()
	if err != nil || s.Records != 100 || len(s.Faults) != 0 {
		t.Errorf("%d records, %v, %v", s.Records, s.Faults, err)
	}
}

// TestNothingAcknowledgedIsLostToAKill kills processes that append, and counts what they were told was written.
func TestNothingAcknowledgedIsLostToAKill(t *testing.T) {
	dir := t.TempDir()
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	acknowledged := 0
	for round := range rounds {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), childVar+"="+dir)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 1<<16)
		read := 0
		for lines := 0; lines < 3+round*5%17; {
			n, err := out.Read(buffer[read:])
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(buffer[read:read+n], []byte("\n"))
			read += n
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for {
			n, err := out.Read(buffer[read:])
			read += n
			if err != nil {
				break
			}
		}
		c.Wait()
		acknowledged += bytes.Count(buffer[:read], []byte("\n"))
		appended(t, Open(dir, Options{FileSize: 4000}), "after")
		acknowledged++
	}
	s, err := Open(dir, Options{}).Verify()
	if err != nil || len(s.Faults) != 0 || s.Records < int64(acknowledged) {
		t.Errorf("%d records of %d acknowledged ones, %v, %v", s.Records, acknowledged, s.Faults, err)
	}
}

// FuzzRead gives the reader any bytes: it must not crash, must not yield a record twice, and an append
// behind what it accepts must leave a log that it accepts.
func FuzzRead(f *testing.F) {
	r := Record{Seq: 1, Prev: first, Entry: json.RawMessage(`{"question":"a"}`)}
	r.Hash = r.sum()
	line, err := json.Marshal(r)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(line, '\n'))
	f.Add(line)
	f.Add([]byte("{}\n\n\x00\n"))
	f.Add([]byte(`{"seq":1,"prev":"","hash":"","entry":null}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		log := Open(dir, Options{})
		if err := os.WriteFile(log.path(1), data, 0o600); err != nil {
			t.Fatal(err)
		}
		before, err := log.Verify()
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = log.Append(t.Context(), "next")
		after, verr := log.Verify()
		if verr != nil {
			t.Fatal(verr)
		}
		if err == nil && (after.Records < before.Records+1 || len(before.Faults) == 0 && len(after.Faults) != 0) {
			t.Errorf("%+v, then %+v", before, after)
		}
	})
}
