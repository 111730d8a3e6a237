package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// testFolder is the folder of what the tests share.
var testFolder string

func TestMain(m *testing.M) {
	var err error
	if testFolder, err = os.MkdirTemp("", "askomop-app-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(testFolder)
	os.Exit(code)
}

var makeSmallDemo = sync.OnceValues(func() (string, error) {
	a, err := New(Settings{Home: testFolder}, Host{})
	if err != nil {
		return "", err
	}
	defer a.Close()
	path := filepath.Join(testFolder, "small.duckdb")
	return path, a.MakeDemo(context.Background(), path, 500, DemoSeed)
})

// smallDemo is a demo database of 500 people that the tests share.
func smallDemo(t testing.TB) string {
	t.Helper()
	path, err := makeSmallDemo()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// opened is askomop with the settings, closed with the test.
func opened(t testing.TB, s Settings) *App {
	t.Helper()
	a, err := New(s, Host{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func TestTheDatabaseGetsTheMemoryThatIsAllowed(t *testing.T) {
	for gigabytes, want := range map[int]string{1: "1.0 GiB", 3: "3.0 GiB"} {
		t.Run(want, func(t *testing.T) {
			e, err := opened(t, Settings{DB: smallDemo(t), Home: t.TempDir(), Memory: gigabytes}).Engine(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got string
			if err := e.Reader().QueryRowContext(t.Context(), "SELECT current_setting('memory_limit')").Scan(&got); err != nil || got != want {
				t.Errorf("--memory %d: %s, want %s (%v)", gigabytes, got, want, err)
			}
		})
	}
}

func TestAPartThatFailedIsBuiltWhenItIsNextWanted(t *testing.T) {
	var part lazy[string]
	broken := errors.New("not yet")
	if _, err := part.get(t.Context(), func(context.Context) (string, error) { return "half", broken }); !errors.Is(err, broken) {
		t.Errorf("the failure is %v", err)
	}
	if half, built := part.peek(); built {
		t.Errorf("%q is kept of a failure", half)
	}
	for _, build := range []string{"first", "second"} {
		got, err := part.get(t.Context(), func(context.Context) (string, error) { return build, nil })
		if got != "first" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestADatabaseThatAppearsLaterIsOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cdm.duckdb")
	a := opened(t, Settings{DB: file, Home: t.TempDir()})
	if _, err := a.Stages(t.Context()); err == nil {
		t.Fatal("a database that is not there is opened")
	}
	data, err := os.ReadFile(smallDemo(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Stages(t.Context()); err != nil {
		t.Errorf("now that it is there: %v", err)
	}
}
