// Package cmdtest runs askomop's command line for tests, as its user does: on a demo database that is made once for a
// package's tests, on a sample of OHDSI's, in this process or in one of its own. It knows the commands and app, and
// nothing below them.
package cmdtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// FirstQuestion is the README's.
const FirstQuestion = "How many women with type 2 diabetes took metformin?"

// home is the home folder of the tests on the demo database; Main makes it.
var home string

// Home is the home folder of the tests on the demo database.
func Home() string { return home }

// Main is the TestMain of a package that uses this one. Where the test's binary was started as a child process, it is
// askomop, or one of the others, each of which runs if its variable is set, with what the variable says.
func Main(m *testing.M, others map[string]func(value string) error) {
	if app.IsQueryWorker() {
		os.Exit(commands.ServeQueries())
	}
	if os.Getenv(RunVar) != "" {
		os.Exit(commands.RunProcess())
	}
	for name, run := range others {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		if err := run(value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(commands.ExitFailed)
		}
		return
	}
	var err error
	if home, err = os.MkdirTemp("", "askomop-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// Outcome is what a command left behind.
type Outcome struct {
	Code        int
	Out, ErrOut string
}

// Run runs the program in this process. Where ASKOMOP_HOME names no home folder, it gets an empty one.
func Run(t *testing.T, args ...string) Outcome {
	t.Helper()
	return RunWith(t, commands.Streams{}, args...)
}

// RunWith is Run with an input, or with streams that are a terminal.
func RunWith(t *testing.T, s commands.Streams, args ...string) Outcome {
	t.Helper()
	if os.Getenv("ASKOMOP_HOME") == "" {
		t.Setenv("ASKOMOP_HOME", t.TempDir())
	}
	return runIn(t.Context(), s, args...)
}

func runIn(ctx context.Context, s commands.Streams, args ...string) Outcome {
	var out, errOut bytes.Buffer
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	s.Out, s.Err = &out, &errOut
	code := commands.Main(ctx, s, append([]string{"askomop"}, args...))
	return Outcome{code, out.String(), errOut.String()}
}

// Must runs a command that has to go well.
func Must(t *testing.T, args ...string) Outcome {
	t.Helper()
	got := Run(t, args...)
	if got.Code != 0 {
		t.Fatalf("askomop %s: exit code %d: %s%s", strings.Join(args, " "), got.Code, got.Out, got.ErrOut)
	}
	return got
}

// MustJSON runs a command with --json that has to go well, and reads what it prints.
func MustJSON[T any](t *testing.T, args ...string) T {
	t.Helper()
	return parsed[T](t, args, Must(t, append(args, "--json")...))
}

func parsed[T any](t *testing.T, args []string, got Outcome) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(got.Out), &v); err != nil {
		t.Fatalf("askomop %s: %v; exit code %d, %s%s", strings.Join(args, " "), err, got.Code, got.Out, got.ErrOut)
	}
	return v
}

// MakeDemo asks the first question in the empty home, once: the demo database and the indexes are made.
var MakeDemo = sync.OnceValue(func() error {
	got := runIn(context.Background(), commands.Streams{}, "--home", home, "ask", FirstQuestion, "--json")
	if got.Code != commands.ExitAnswered {
		return fmt.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if !strings.Contains(got.ErrOut, "Making a demo database") || strings.Contains(got.Out, "Making") {
		return fmt.Errorf("progress went to %q and %q", got.Out, got.ErrOut)
	}
	return nil
})

// UseDemo sets the home folder to one with the demo database.
func UseDemo(t *testing.T) {
	t.Helper()
	if err := MakeDemo(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASKOMOP_HOME", home)
}

// OnDemo runs the program on the demo database, or on another that the arguments name.
func OnDemo(t *testing.T, args ...string) Outcome {
	t.Helper()
	UseDemo(t)
	return Run(t, args...)
}

// Document runs the program on the demo database with --json and reads what it prints, whatever its exit code.
func Document[T any](t *testing.T, args ...string) T {
	t.Helper()
	return parsed[T](t, args, OnDemo(t, append(args, "--json")...))
}

// Answer is the part of `ask --json` that tests look at.
type Answer struct {
	Status, Reason, Message, Masked, Writer, Template, SQL, Answer string
	Rows                                                           [][]any
	Columns                                                        []string
	Concepts                                                       []app.ConceptSet
	Examples                                                       []app.Example
	Took                                                           map[string]float64 `json:"took_ms"`
}

// Open is askomop with the settings, closed with the test.
func Open(t *testing.T, s app.Settings) *app.App {
	t.Helper()
	a, err := app.New(s, app.Host{})
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
