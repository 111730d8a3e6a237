package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
)

func TestMain(m *testing.M) {
	if os.Getenv(duckdb.WorkerVariable) != "" {
		serveQueries()
	}
	os.Exit(m.Run())
}

// A soak of three seconds, without processes; task soak takes ten minutes.
func TestAShortSoakFindsNothing(t *testing.T) {
	needs.Time(t, "makes a demo database and runs for seconds")
	var out strings.Builder
	err := run(t.Context(), options{during: 3 * time.Second, clients: 8, persons: 300, seed: 1}, &out)
	if err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, kind := range []string{"good", "bad", "huge", "cancelled", "check"} {
		if !strings.Contains(out.String(), "\n"+kind+" ") {
			t.Errorf("there was no %s query in three seconds:\n%s", kind, out.String())
		}
	}
}

// What is made up here is what the soak is there to find: memory that nobody gives back, and a process that nobody ends.
func TestASoakFindsALeak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is read from /proc")
	}
	for name, leak := range map[string]struct {
		make func(t *testing.T) (undo func())
		want string
	}{
		"memory": {func(*testing.T) func() {
			kept := bytes.Repeat([]byte{1}, mayGrow+mayGrow/5)
			return func() { runtime.KeepAlive(kept) }
		}, "with nothing under way"},
		"a process": {func(t *testing.T) func() {
			cmd := exec.Command("sleep", "60")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			return func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
		}, "1 processes are left"},
		"nothing": {func(*testing.T) func() { return func() {} }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "demo.duckdb")
			if err := demo.Generate(t.Context(), demo.Options{Path: file, Persons: 50}); err != nil {
				t.Fatal(err)
			}
			s, err := open(t.Context(), dir, file, options{clients: 1})
			if err != nil {
				t.Fatal(err)
			}
			s.settled = s.settle()
			undo := leak.make(t)
			s.end(t.Context())
			undo()
			if found := strings.Join(s.violations, "; "); !strings.Contains(found, leak.want) || leak.want == "" && found != "" {
				t.Errorf("found %q, want %q", found, leak.want)
			}
		})
	}
}
