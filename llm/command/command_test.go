package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
)

// TestMain lets the test binary be the program that is run: it behaves as its first argument says.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "behave" {
		behave(llmtest.Behavior(os.Args[2]), os.Args[3])
		return
	}
	os.Exit(m.Run())
}

// behave is a program in the JSON or the text form.
func behave(b llmtest.Behavior, format string) {
	input, _ := io.ReadAll(os.Stdin)
	var req Request
	if format == JSON {
		if err := json.Unmarshal(input, &req); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	} else {
		req.System, req.User, _ = strings.Cut(string(input), "\n\n")
	}
	tokens := fmt.Sprintf(`,"prompt_tokens":%d,"completion_tokens":%d}`, llmtest.PromptTokens, llmtest.CompletionTokens)
	say := func(text, more string) {
		if format == Text {
			fmt.Println(text)
			return
		}
		quoted, _ := json.Marshal(text)
		fmt.Printf(`{"text":%s%s%s`, quoted, more, tokens)
	}
	fail := func(kind, message string, code int) {
		if format == Text {
			fmt.Fprintln(os.Stderr, message)
			os.Exit(code)
		}
		fmt.Printf(`{"error":{"kind":%q,"message":%q,"retry_after":7}}`, kind, message)
	}
	switch b {
	case llmtest.Answers:
		say(llmtest.Echo(req.System, req.User), "")
	case llmtest.UnknownField:
		say(llmtest.Echo(req.System, req.User), `,"news":{"a":[1]},"finish_reason":"stop"`)
	case llmtest.AnswersJSON:
		if format == JSON && !json.Valid(req.Schema) {
			os.Exit(1)
		}
		say(llmtest.JSON, "")
	case llmtest.WrongAnswer:
		say(llmtest.WrongAnswerText, "")
	case llmtest.Refuses:
		fail("refused", "no", 1)
	case llmtest.Truncates:
		say("SELECT", `,"finish_reason":"length"`)
	case llmtest.Blocks:
		fail("blocked", "filter", 1)
	case llmtest.RateLimits:
		fail("rate_limited", "slow down", tempFail)
	case llmtest.QuotaUsed:
		fail("quota", "no credit", 1)
	case llmtest.BadKey:
		fail("auth", "the key is wrong", 1)
	case llmtest.NoModel:
		fail("request", "pull the model first", 1)
	case llmtest.Fails:
		fail("unavailable", "crashed with "+os.Getenv("CONTRACT_API_KEY"), tempFail)
	case llmtest.Hangs:
		time.Sleep(time.Hour)
	case llmtest.Stalls:
		fmt.Print(`{"text":"SEL`)
		time.Sleep(time.Hour)
	case llmtest.Halves, llmtest.NotJSON:
		fmt.Print(`{"text":"SEL`)
	case llmtest.WrongJSON:
		fmt.Print(`{"answer":"SELECT 1"}`)
	case llmtest.Empty:
		say("", "")
	}
}

func open(t *testing.T, b llmtest.Behavior, format string) *Model {
	t.Helper()
	t.Setenv("CONTRACT_API_KEY", llmtest.Key)
	m, err := New(Config{Line: fmt.Sprintf("%q behave %q %s", os.Args[0], string(b), format), Format: format})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModelKeepsTheContractInJSON(t *testing.T) {
	llmtest.TestModel(t, func(t *testing.T, b llmtest.Behavior) llm.Model { return open(t, b, JSON) }, llmtest.TooLong)
}

// A program in the text form has one word for all failures but one: its exit code.
func TestModelKeepsTheContractInText(t *testing.T) {
	llmtest.TestModel(t, func(t *testing.T, b llmtest.Behavior) llm.Model { return open(t, b, Text) },
		llmtest.UnknownField, llmtest.Refuses, llmtest.Truncates, llmtest.Blocks, llmtest.RateLimits, llmtest.QuotaUsed, llmtest.BadKey, llmtest.NoModel, llmtest.TooLong, llmtest.Halves, llmtest.NotJSON, llmtest.WrongJSON)
}

func TestFailureShowsTheProgramsWordsWithoutSecrets(t *testing.T) {
	_, err := open(t, llmtest.Fails, Text).Generate(t.Context(), llm.Request{User: "Q"})
	if !errors.Is(err, llm.ErrUnavailable) || !strings.Contains(err.Error(), "crashed with …") {
		t.Errorf("err = %v", err)
	}
}

// script writes a shell script and returns its command line.
func script(t *testing.T, body string) string {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		needs.Missing(t, "/bin/sh: %v", err)
	}
	file := filepath.Join(t.TempDir(), "a program.sh")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return "'" + file + "'"
}

func run(t *testing.T, line string, req llm.Request) (llm.Response, error) {
	t.Helper()
	m, err := New(Config{Line: line})
	if err != nil {
		t.Fatal(err)
	}
	return m.Generate(t.Context(), req)
}

func TestSystemAndUserCanBeSeparated(t *testing.T) {
	line := script(t, `printf '<%s><%s>' "$1" "$2"; cat`)
	for words, want := range map[string]string{
		"":                               "<><>S s\n\nU",
		" -s={system}":                   "<-s=S s><>U",
		" {system} {user}":               "<S s><U>",
		` "{user}|{system}" 'two words'`: "<U|S s><two words>",
		" {USER}":                        "<{USER}><>S s\n\nU",
	} {
		if resp, err := run(t, line+words, llm.Request{System: "S s", User: "U"}); err != nil || resp.Text != want {
			t.Errorf("with%s: %q, %v, want %q", words, resp.Text, err, want)
		}
	}
}

func TestAnswersHaveAnEnd(t *testing.T) {
	_, err := run(t, script(t, "yes SELECT"), llm.Request{User: "Q"})
	if !errors.Is(err, llm.ErrInvalid) {
		t.Errorf("err = %v, want ErrInvalid", err)
	}
}

func TestNewNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		says string
	}{
		{Config{}, "ollama run llama3"},
		{Config{Line: "no-such-program-anywhere x"}, "install the program"},
		{Config{Line: "sh -c 'x"}, "not closed"},
		{Config{Line: "sh", Format: "xml"}, "text or json"},
	} {
		if _, err := New(c.cfg); !errors.Is(err, llm.ErrRequest) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("New(%+v): %v", c.cfg, err)
		}
	}
}

func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"ollama run llama3":    {"ollama", "run", "llama3"},
		`  a  "b c"  'd "e"' `: {"a", "b c", `d "e"`},
		`a\ b "c\"d" 'e\f' ""`: {"a b", `c"d`, `e\f`, ""},
		"x'y'z":                {"xyz"},
		"":                     nil,
	} {
		if got, err := split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("split(%q) = %q, %v, want %q", line, got, err, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{`a "b c" 'd'`, `\`, `"`, "é\t\\ x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, err := split(line)
		if err != nil {
			return
		}
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(w) + `"`
		}
		if again, err := split(strings.Join(quoted, " ")); err != nil || !slices.Equal(again, words) {
			t.Errorf("%q: %q quoted and split again is %q, %v", line, words, again, err)
		}
	})
}
