package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fake answers every question with one run and remembers what it was asked.
type fake struct {
	answer   pipeline.Run
	opt      pipeline.Options
	settings app.Settings
	asked    []string
}

func (f *fake) Ask(_ context.Context, question string) *pipeline.Run {
	f.asked = append(f.asked, question)
	r := f.answer
	r.Question = question
	return &r
}

func (f *fake) AskTemplate(_ context.Context, template string) *pipeline.Run {
	f.asked = append(f.asked, template)
	r := f.answer
	return &r
}

func (f *fake) AskStudy(ctx context.Context, q *study.Question) *pipeline.Run {
	return f.Ask(ctx, q.String())
}

// fakeAsker puts the fake in the place of the pipeline.
func fakeAsker(f *fake) func(*app.App, pipeline.Options) app.Asker {
	return func(a *app.App, opt pipeline.Options) app.Asker {
		f.opt, f.settings = opt, a.Settings()
		return f
	}
}

// outcome is what a command left behind.
type outcome struct {
	code        int
	out, errOut string
}

// execute runs the program in process, in an empty home, with the fake in place of the pipeline.
func execute(t *testing.T, f *fake, s Streams, args ...string) outcome {
	t.Helper()
	if os.Getenv("ASKOMOP_HOME") == "" {
		t.Setenv("ASKOMOP_HOME", t.TempDir())
	}
	var out, errOut bytes.Buffer
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	s.Out, s.Err = &out, &errOut
	p := &program{Streams: s}
	if f != nil {
		p.asker = fakeAsker(f)
	}
	code := run(t.Context(), p.app(), append([]string{"askomop"}, args...))
	return outcome{code, out.String(), errOut.String()}
}

// golden compares text with a file of testdata, or rewrites the file with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./cmd/askomop/commands -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s\nwant\n%s", file, got, want)
	}
}

// answered is a run with something of everything in it.
func answered() pipeline.Run {
	date := time.Date(2009, 3, 1, 0, 0, 0, 0, time.UTC)
	return pipeline.Run{
		Question: "How many women with sinusitis took aspirin each year?",
		Status:   pipeline.Answered,
		Masked: rag.Masked{
			Text:        "How many <SEX> with <CONDITION> took <DRUG> <GROUP>?",
			Entities:    []rag.Mention{{Domain: "condition", Text: "sinusitis", Start: 20, End: 29}, {Domain: "drug", Text: "aspirin", Start: 35, End: 42}},
			Constraints: []rag.Constraint{{Kind: rag.KindSex, Op: "=", Values: []string{"F"}, Text: "women", Start: 9, End: 14}},
		},
		Examples: []rag.Match{{Pair: rag.Pair{ID: "condition-and-drug-by-year", Question: "How many patients with asthma took salbutamol per year?"}, Score: 0.875}},
		Template: rag.Template{
			SQL:    "SELECT year, count(*) AS patients FROM t WHERE c IN ([condition@sinusitis]) AND d IN ([drug@aspirin]) GROUP BY year",
			Writer: "pair", PairID: "condition-and-drug-by-year", Assumptions: []string{"A year is the year of the drug's start."},
		},
		Concepts: []coding.ConceptSet{
			{Entity: coding.Entity{Domain: "condition", Text: "sinusitis"}, Concepts: []coding.Member{
				{ID: 4283893, Name: "Sinusitis", Vocabulary: "SNOMED", Code: "36971009", Why: "exact name", Score: 1},
				{ID: 40481087, Name: "Viral sinusitis", Vocabulary: "SNOMED", Code: "444814009", Why: "descendant of Sinusitis", Score: 1},
			}},
			{Entity: coding.Entity{Domain: "drug", Text: "aspirin"}, Notes: []string{"this vocabulary has no hierarchy"}, Concepts: []coding.Member{
				{ID: 1112807, Name: "aspirin", Vocabulary: "RxNorm", Code: "1191", Why: "exact name", Score: 1},
			}},
		},
		SQL: "SELECT year, count(*) AS patients FROM t WHERE c IN (4283893, 40481087) AND d IN (1" + strings.Repeat(", 1112807", 21) + ") GROUP BY year",
		Warnings: []omop.Finding{{Rule: "no-date-limit", Severity: omop.SeverityWarning, Message: "records after death are counted", Line: 1, Column: 8},
			{Rule: "small-cells", Severity: omop.SeverityInfo, Message: "1 cell is hidden: fewer than 5 people stand behind it."}},
		Attempts: 1,
		Table: &omop.Table{
			Columns: []omop.Column{{Name: "first", Type: "DATE"}, {Name: "patients", Type: "BIGINT"}, {Name: "share", Type: "DOUBLE"}, {Name: "state", Type: "VARCHAR"}},
			Rows:    [][]any{{date, int64(446), 0.277400001, "a \"b\", c"}, {nil, "<5", math.NaN(), nil}},
		},
		Suppressed: 1,
		Answer:     "2009-03-01 had the most: 446 patients.",
		Took:       pipeline.Timings{{Stage: "mask", Took: 1500 * time.Microsecond}, {Stage: "retrieve", Took: time.Millisecond}, {Stage: "write", Took: time.Millisecond}, {Stage: "check", Took: time.Millisecond}, {Stage: "code", Took: time.Millisecond}, {Stage: "execute", Took: 20 * time.Millisecond}, {Stage: "answer", Took: 10 * time.Microsecond}},
	}
}

func TestAskPrintsARunInEveryFormat(t *testing.T) {
	cases := map[string][]string{
		"ask_table.golden":    {"ask", "Q?"},
		"ask_json.golden":     {"ask", "Q?", "--json"},
		"ask_csv.golden":      {"ask", "Q?", "--format", "csv"},
		"ask_markdown.golden": {"ask", "Q?", "--format=markdown"},
		"ask_explain.golden":  {"ask", "Q?", "--explain"},
	}
	for name, args := range cases {
		t.Run(name, func(t *testing.T) {
			got := execute(t, &fake{answer: answered()}, Streams{}, args...)
			if got.code != ExitAnswered {
				t.Fatalf("exit code %d: %s", got.code, got.errOut)
			}
			golden(t, name, got.out)
		})
	}
}

func TestATerminalGetsFoldedListsAndBoldHeadings(t *testing.T) {
	got := execute(t, &fake{answer: answered()}, Streams{Terminal: true}, "ask", "Q?")
	golden(t, "ask_terminal.golden", got.out)
	piped := execute(t, &fake{answer: answered()}, Streams{}, "ask", "Q?")
	if strings.Contains(piped.out, "\x1b") || strings.Contains(piped.out, "ids)") {
		t.Errorf("a pipe got colour or folded ids:\n%s", piped.out)
	}
}

// TestJSONHasTheNamesOfTheContract holds the names that don't change.
func TestJSONHasTheNamesOfTheContract(t *testing.T) {
	want := []string{"answer", "attempts", "columns", "concepts", "entities", "examples", "intervals", "masked", "message", "question",
		"reading", "readings", "reason", "roles", "row_count", "rows", "sql", "status", "study_question", "suppressed", "template", "tokens", "took_ms", "truncated", "warnings", "writer"}
	for name, r := range map[string]pipeline.Run{"answered": answered(), "empty": {Status: pipeline.Failed, Message: "no"}} {
		t.Run(name, func(t *testing.T) {
			got := execute(t, &fake{answer: r}, Streams{}, "ask", "--json", "Q?")
			var doc map[string]json.RawMessage
			if err := json.Unmarshal([]byte(got.out), &doc); err != nil {
				t.Fatalf("%v in %s", err, got.out)
			}
			var names []string
			for n, v := range doc {
				names = append(names, n)
				if string(v) == "null" {
					t.Errorf("%s is null", n)
				}
			}
			if slices.Sort(names); !slices.Equal(names, want) {
				t.Errorf("names %v, want %v", names, want)
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	abstained := pipeline.Run{Status: pipeline.Abstained, Reason: pipeline.ReasonOutOfScope, Message: "Ask something else."}
	failed := pipeline.Run{Status: pipeline.Failed, Reason: pipeline.ReasonSQLError, Message: "line 1, column 2: no"}
	cases := []struct {
		name   string
		run    pipeline.Run
		args   []string
		code   int
		out    string // in standard output
		errOut string // in standard error
	}{
		{"answered", answered(), []string{"ask", "Q?"}, 0, "had the most", ""},
		{"abstained", abstained, []string{"ask", "Q?"}, 3, "I can't answer this. Ask something else.", ""},
		{"abstained as JSON", abstained, []string{"ask", "Q?", "--json"}, 3, `"reason":"out_of_scope"`, ""},
		{"abstained as CSV", abstained, []string{"ask", "Q?", "--format", "csv"}, 3, "", "I can't answer this"},
		{"failed", failed, []string{"ask", "Q?"}, 1, "", "askomop: line 1, column 2: no\n"},
		{"failed as JSON", failed, []string{"ask", "Q?", "--json"}, 1, `"status":"failed"`, "askomop: line 1"},
		{"no question", answered(), []string{"ask"}, 2, "", "there is no question"},
		{"blank question", answered(), []string{"ask", "  "}, 2, "", "there is no question"},
		{"unknown command", answered(), []string{"aks", "Q?"}, 2, "", `did you mean "askomop ask"`},
		{"a question without ask", answered(), []string{"How many people?"}, 2, "", `askomop ask`},
		{"unknown subcommand", answered(), []string{"vocab", "find"}, 2, "", `"vocab find"`},
		{"unknown flag", answered(), []string{"ask", "--fromat", "csv", "Q?"}, 2, "", "did you mean --format?"},
		{"unknown format", answered(), []string{"ask", "--format", "xml", "Q?"}, 2, "", "table, json, csv, markdown"},
		{"not a number", answered(), []string{"ask", "--k", "five", "Q?"}, 2, "", "five"},
		{"no pairs", answered(), []string{"ask", "--k", "0", "Q?"}, 2, "", "--k 0"},
		{"negative cell", answered(), []string{"ask", "--min-cell", "-1", "Q?"}, 2, "", "--min-cell -1"},
		{"no memory", answered(), []string{"ask", "--memory", "0", "Q?"}, 2, "", "--memory 0"},
		{"a model of nobody", answered(), []string{"ask", "--llm", "chatty:gpt", "Q?"}, 2, "", "--llm chatty:gpt"},
		{"a provider without a model", answered(), []string{"ask", "--llm", "openai:", "Q?"}, 2, "", "PROVIDER:MODEL"},
		{"a masker without a model", answered(), []string{"ask", "--masker", "llm", "Q?"}, 2, "", "--llm PROVIDER:MODEL"},
		{"another masker", answered(), []string{"ask", "--masker", "mine", "Q?"}, 2, "", "--masker mine"},
		{"another prompt", answered(), []string{"ask", "--prompt", "long", "Q?"}, 2, "", "--prompt long"},
		{"another cache", answered(), []string{"ask", "--cache", "yes", "Q?"}, 2, "", "--cache yes"},
		{"a negative budget", answered(), []string{"ask", "--budget-tokens", "-1", "Q?"}, 2, "", "--budget-tokens"},
		{"prices of nowhere", answered(), []string{"ask", "--prices", "nosuch.csv", "Q?"}, 2, "", "nosuch.csv"},
		{"no attempts", answered(), []string{"ask", "--attempts", "0", "Q?"}, 2, "", "--attempts 0"},
		{"words of no model", answered(), []string{"ask", "--worded", "Q?"}, 2, "", "--llm PROVIDER:MODEL"},
		{"words of small counts", answered(), []string{"ask", "--worded", "--llm", "openai:gpt", "--min-cell", "0", "Q?"}, 2, "", "--min-cell 5"},
		{"a server that is not there", answered(), []string{"db", "info", "--db", "postgres://me:secret@127.0.0.1:1/db"}, 1, "", "127.0.0.1:1"},
		{"no file", answered(), []string{"sql", "nosuch.sql"}, 1, "", "nosuch.sql"},
		{"two files", answered(), []string{"sql", "a", "b"}, 2, "", "exactly one FILE"},
		{"no arguments", answered(), nil, 0, "ask questions of an OMOP database", ""},
		{"help of a command", answered(), []string{"ask", "Q?", "--help"}, 0, "--dry-run", ""},
		{"version", answered(), []string{"--version"}, 0, "askomop", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := execute(t, &fake{answer: c.run}, Streams{}, c.args...)
			if got.code != c.code {
				t.Errorf("exit code %d, want %d", got.code, c.code)
			}
			if !strings.Contains(got.out, c.out) || c.out == "" && got.out != "" {
				t.Errorf("standard output %q, want %q", got.out, c.out)
			}
			if !strings.Contains(got.errOut, c.errOut) {
				t.Errorf("standard error %q, want %q", got.errOut, c.errOut)
			}
			if strings.Contains(got.errOut, "secret") {
				t.Errorf("a password was printed: %q", got.errOut)
			}
		})
	}
}

func TestAnInterruptedCommandFailsAndSaysSo(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	p := &program{Streams: Streams{In: strings.NewReader(""), Out: &out, Err: &errOut}}
	p.asker = fakeAsker(&fake{answer: pipeline.Run{Status: pipeline.Failed, Message: "interrupted"}})
	if code := run(ctx, p.app(), []string{"askomop", "ask", "Q?"}); code != ExitFailed {
		t.Errorf("exit code %d", code)
	}
	if out.Len() > 0 || errOut.String() != "askomop: interrupted\n" {
		t.Errorf("printed %q and %q", out.String(), errOut.String())
	}
}

func TestAskTakesItsWordsAndFlagsInAnyOrder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cdm.duckdb")
	for _, args := range [][]string{
		{"--db", file, "ask", "--k", "3", "--skip", "a", "--skip", "b", "How many people?"},
		{"ask", "How many people?", "--k=3", "--skip", "a,b", "--db", file},
		{"ask", "--k", "3", "How many people?", "-db=" + file, "--skip=a", "--skip=b"},
		{"--db=" + file, "ask", "--k", "3", "--skip", "a", "--skip", "b", "--", "How many people?"},
	} {
		f := &fake{answer: answered()}
		if got := execute(t, f, Streams{}, args...); got.code != 0 {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.errOut)
			continue
		}
		if !slices.Equal(f.asked, []string{"How many people?"}) || f.opt.K != 3 || !slices.Equal(f.opt.Filter.Skip, []string{"a", "b"}) || f.settings.DB != file {
			t.Errorf("%v: asked %q with %+v of %q", args, f.asked, f.opt, f.settings.DB)
		}
	}
}

func TestADashReadsStandardInput(t *testing.T) {
	f := &fake{answer: answered()}
	execute(t, f, Streams{In: strings.NewReader("How many\n people?\n")}, "ask", "-")
	execute(t, f, Streams{In: strings.NewReader("SELECT 1\nFROM t")}, "sql", "-")
	if want := []string{"How many people?", "SELECT 1\nFROM t"}; !slices.Equal(f.asked, want) {
		t.Errorf("asked %q, want %q", f.asked, want)
	}
}

func TestAWordAfterTwoDashesIsNoFlag(t *testing.T) {
	f := &fake{answer: answered()}
	execute(t, f, Streams{}, "ask", "--", "--json help")
	if !slices.Equal(f.asked, []string{"--json help"}) {
		t.Errorf("asked %q", f.asked)
	}
}

func TestSaveKeepsADraftThatNeedsItsParaphrasesOnly(t *testing.T) {
	home := t.TempDir()
	t.Setenv("ASKOMOP_HOME", home)
	if got := execute(t, &fake{answer: answered()}, Streams{}, "ask", "How many?", "--save", "my-pair"); got.code != 0 {
		t.Fatalf("exit code %d: %s", got.code, got.errOut)
	}
	text, err := os.ReadFile(filepath.Join(home, "drafts", "my-pair.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := library.Parse("my-pair.sql", string(text)); err == nil || !strings.Contains(err.Error(), "paraphrases") {
		t.Errorf("reading the draft: %v", err)
	}
	pair, err := library.Parse("my-pair.sql", "-- paraphrase: a\n-- paraphrase: b\n"+string(text))
	if err != nil || pair.Question != "How many?" || !strings.Contains(pair.SQL, "[condition@sinusitis]") {
		t.Errorf("with paraphrases: %+v, %v", pair, err)
	}
	if got := execute(t, &fake{answer: answered()}, Streams{}, "ask", "How many?", "--save", "my-pair"); got.code != 1 || !strings.Contains(got.errOut, "exists already") {
		t.Errorf("saved twice: %d %s", got.code, got.errOut)
	}
	if got := execute(t, &fake{answer: answered()}, Streams{}, "ask", "How many?", "--save", "../x"); got.code != 2 {
		t.Errorf("saved outside of the home: %d %s", got.code, got.errOut)
	}
}
