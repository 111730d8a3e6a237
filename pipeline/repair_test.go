package pipeline_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// mending is a writer that writes its templates in turn and says what was wrong.
type mending struct {
	*fake
	templates []string
	cause     string
	causeErr  error
	asked     []rag.Fix
}

func (m *mending) Write(_ context.Context, _ rag.Masked, _ []rag.Match, fix *rag.Fix) (rag.Template, error) {
	m.fixes = append(m.fixes, fix)
	if len(m.templates) == 0 {
		return rag.Template{}, &rag.Abstention{Reason: "slots_do_not_fit", Message: "I give up"}
	}
	return rag.Template{SQL: next(&m.templates), Writer: "test:mending", Prompt: "a prompt"}, nil
}

func (m *mending) Cause(_ context.Context, _ rag.Masked, fix rag.Fix) (string, error) {
	m.asked = append(m.asked, fix)
	return m.cause, m.causeErr
}

// tables is an engine that answers each statement with a table of its own.
type tables struct {
	engine
	results map[string]*omop.Table
	failing map[string]error
	unbound map[string]error
}

func (e tables) Check(_ context.Context, sql string) error { return e.unbound[sql] }

func (e tables) Query(_ context.Context, sql string, _ omop.Limit) (*omop.Table, error) {
	if err := e.failing[sql]; err != nil {
		return nil, err
	}
	return e.results[sql], nil
}

type usedBy map[int64]int

func (u usedBy) UsedAsSource(context.Context, []int64) (map[int64]int, error) { return nil, nil }

func (u usedBy) Used(_ context.Context, ids []int64) (map[int64]int, error) {
	found := map[int64]int{}
	for _, id := range ids {
		if u[id] > 0 {
			found[id] = u[id]
		}
	}
	return found, nil
}

func one(column string, v any) *omop.Table {
	return &omop.Table{Columns: []omop.Column{{Name: column}}, Rows: [][]any{{v}}}
}

const (
	first  = "SELECT 1 WHERE 2 IN ([condition@gout])"
	second = "SELECT 5 WHERE 2 IN ([condition@gout])"
	third  = "SELECT 9 WHERE 2 IN ([condition@gout])"
)

func coded(template string) string {
	return strings.ReplaceAll(template, "[condition@gout]", "440674")
}

func mend(m *mending, e tables, usage coding.Usage, opt pipeline.Options) *pipeline.Run {
	f := m.fake
	e.engine = engine{f}
	parts := pipeline.Parts{Masker: f, Embedder: f, Store: f, Writer: m, Checker: f, Coder: f, Engine: e, Usage: usage}
	opt.Rows = true
	return pipeline.New(parts, opt).Ask(context.Background(), "How many people with gout?")
}

func TestTwoErrorsAreMendedAndEveryAttemptIsKept(t *testing.T) {
	m := &mending{fake: &fake{findings: [][]omop.Finding{broken}}, templates: []string{first, second, third}, cause: "line 3 joins the wrong column"}
	e := tables{
		results: map[string]*omop.Table{coded(third): one("patients", int64(7))},
		failing: map[string]error{coded(second): &omop.QueryError{SQL: coded(second), Line: 1, Column: 30, Err: errors.New("cannot")}},
		unbound: map[string]error{coded(second): &omop.QueryError{SQL: coded(second), Line: 1, Column: 30, Err: errors.New(`no column "nobody"`)}},
	}
	r := mend(m, e, nil, pipeline.Options{})
	if r.Status != pipeline.Answered || r.Attempts != 3 || len(r.Tries) != 3 || r.Answer != "7 patients." {
		t.Fatalf("%s %q after %d attempts: %+v", r.Status, r.Message, r.Attempts, r.Tries)
	}
	if got := r.Tries[0]; got.Template.SQL != first || got.SQL != "" || !strings.Contains(got.Problem, "wrong join") || got.Cause != m.cause {
		t.Errorf("first try %+v", got)
	}
	if got := r.Tries[1]; got.Template.SQL != second || got.SQL != coded(second) || got.Problem != `line 1: no column "nobody"` {
		t.Errorf("second try %+v; the column is that of other SQL and has to be left out", got)
	}
	if got := r.Tries[2]; got.Template.SQL != third || got.Problem != "" || got.Cause != "" {
		t.Errorf("third try %+v", got)
	}
	if fix := m.fixes[1]; fix.SQL != first || fix.Line != 3 || fix.Cause != m.cause || m.fixes[2].SQL != second {
		t.Errorf("fixes %+v", m.fixes)
	}
}

// Were the writer asked without it, the same would be asked and paid for twice.
func TestACauseThatComesLaterIsWaitedFor(t *testing.T) {
	m := &mending{fake: &fake{findings: [][]omop.Finding{broken}}, templates: []string{first, second}, causeErr: &llm.PendingError{Model: "batch:x", File: "requests.jsonl"}}
	r := mend(m, tables{}, nil, pipeline.Options{})
	if r.Status != pipeline.Failed || r.Reason != pipeline.ReasonModelError || len(m.fixes) != 1 || !strings.Contains(r.Message, "requests.jsonl") {
		t.Errorf("%s %s %q after %d writings", r.Status, r.Reason, r.Message, len(m.fixes))
	}
}

func TestWithoutACauseTheWriterHasTheError(t *testing.T) {
	m := &mending{fake: &fake{findings: [][]omop.Finding{broken}}, templates: []string{first, second}, causeErr: errors.New("no network")}
	r := mend(m, tables{results: map[string]*omop.Table{coded(second): one("patients", int64(7))}}, nil, pipeline.Options{})
	if r.Status != pipeline.Answered || m.fixes[1].Cause != "" || !strings.Contains(m.fixes[1].Problem, "wrong join") {
		t.Errorf("%s %q, fix %+v", r.Status, r.Message, m.fixes[1])
	}
}

func TestImplausibleResultsGoBackToTheWriter(t *testing.T) {
	everybody := usedBy{440674: 12}
	for name, tt := range map[string]struct {
		result *omop.Table
		usage  coding.Usage
		again  bool
		says   string
	}{
		"a count of nobody":                 {one("patients", int64(0)), everybody, true, "counts nothing"},
		"no rows":                           {&omop.Table{Columns: []omop.Column{{Name: "year"}}}, everybody, true, "no rows"},
		"NULL":                              {one("average_age", nil), everybody, true, "NULL"},
		"nobody, as nobody has the disease": {one("patients", int64(0)), usedBy{}, false, ""},
		"nobody, and nothing is known":      {one("patients", int64(0)), nil, false, ""},
		"what is called a share":            {one("percent", 130.5), everybody, false, ""},
		"a change above 100":                {one("percent_change", 130.5), everybody, false, ""},
		"all":                               {one("percent", 100.0), everybody, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := &mending{fake: &fake{}, templates: []string{first, second}}
			e := tables{results: map[string]*omop.Table{coded(first): tt.result, coded(second): one("patients", int64(7))}}
			r := mend(m, e, tt.usage, pipeline.Options{})
			if again := r.Attempts == 2; r.Status != pipeline.Answered || again != tt.again {
				t.Fatalf("%s %q after %d attempts", r.Status, r.Message, r.Attempts)
			}
			if tt.again && (!strings.Contains(m.fixes[1].Problem, tt.says) || r.Answer != "7 patients.") {
				t.Errorf("answered %q, told %+v", r.Answer, m.fixes[1])
			}
			if tt.again && strings.ContainsAny(m.fixes[1].Problem, "2345") {
				t.Errorf("the problem gives the result away: %s", m.fixes[1].Problem)
			}
		})
	}
}

func TestAnEmptyResultThatTheWriterConfirmsStands(t *testing.T) {
	m := &mending{fake: &fake{}, templates: []string{first, strings.ToLower(first)}}
	e := tables{results: map[string]*omop.Table{coded(first): one("patients", int64(0)), coded(strings.ToLower(first)): one("patients", int64(0))}}
	r := mend(m, e, usedBy{440674: 12}, pipeline.Options{})
	if r.Status != pipeline.Answered || r.Attempts != 2 || r.Answer != "0 patients." {
		t.Errorf("%s %q %q after %d attempts", r.Status, r.Message, r.Answer, r.Attempts)
	}
}

func TestAWriterThatGivesUpWhileMendingLeavesNoResult(t *testing.T) {
	r := mend(&mending{fake: &fake{}, templates: []string{first}}, tables{results: map[string]*omop.Table{coded(first): one("patients", int64(0))}}, usedBy{440674: 3}, pipeline.Options{})
	if r.Status != pipeline.Abstained || r.Reason != pipeline.ReasonSlotsDoNotFit || r.Table != nil {
		t.Errorf("%s %s, table %v", r.Status, r.Reason, r.Table)
	}
}

func TestValuesInRuntimeErrorsStayHere(t *testing.T) {
	const sql = "SELECT SUM(CAST(person_source_value AS INTEGER)) FROM person"
	for message, want := range map[string]string{
		`Conversion Error: Could not convert string 'ab-1962-Smith' to INT32 when casting from source column person_source_value`: `Conversion Error`,
		`Conversion Error: Could not convert string 'person_source_value AS INTEGER 8515' to INT32`:                               `Conversion Error`,
		"Invalid Input Error: Could not parse string \"17/3/1962\"\n17/3/1962\n^":                                                 `Invalid Input Error`,
		`Out of Range Error: Overflow in multiplication of INT32 (4711 * 1234567)!`:                                               `Out of Range Error`,
		`O'Brien, 12 Elm Street`: `Error`,
		`ERROR: invalid input syntax for type integer: "O'Brien" (SQLSTATE 22P02)`: `Error 22P02`,
	} {
		m := &mending{fake: &fake{}, templates: []string{sql, second}}
		e := tables{
			results: map[string]*omop.Table{coded(second): one("patients", int64(7))},
			failing: map[string]error{sql: &omop.QueryError{SQL: sql, Line: 1, Column: 8, Err: errors.New(message)}},
		}
		r := mend(m, e, nil, pipeline.Options{})
		if r.Status != pipeline.Answered {
			t.Fatalf("%s %q", r.Status, r.Message)
		}
		if got := m.fixes[1].Problem; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		if m.asked[0].Problem != m.fixes[1].Problem {
			t.Errorf("the cause was asked for with %q", m.asked[0].Problem)
		}
	}
}

func TestModelErrorsAndTokensAreOfTheRun(t *testing.T) {
	for _, tt := range []struct {
		err    error
		reason string
	}{
		{&llm.Error{Model: "m", Kind: llm.ErrAuth}, pipeline.ReasonModelError},
		{&llm.PendingError{Model: "m", File: "f", Waiting: 1}, pipeline.ReasonModelError},
		{&llm.Error{Model: "m", Kind: llm.ErrTimeout, Err: context.DeadlineExceeded}, pipeline.ReasonTimeout},
	} {
		f := &fake{writes: []error{tt.err}}
		if r := build(f, pipeline.Options{}).Ask(t.Context(), "q"); r.Status != pipeline.Failed || r.Reason != tt.reason || !strings.Contains(r.Message, "m: ") {
			t.Errorf("%v: %s %q %q", tt.err, r.Status, r.Reason, r.Message)
		}
	}
	f := &fake{}
	model := pipeline.Meter(llmtest.NewScript(llmtest.Reply{Text: "four"}, llmtest.Reply{Err: &llm.Error{Kind: llm.ErrTruncated, Partial: llm.Response{PromptTokens: 10, CompletionTokens: 1}}}))
	masker := asking{f, model}
	r := pipeline.New(pipeline.Parts{Masker: masker, Embedder: f, Store: f, Writer: f, Checker: f, Coder: f, Engine: engine{f}}, pipeline.Options{Rows: true}).Ask(t.Context(), "q")
	if r.Calls != 2 || r.PromptTokens != 12+10 || r.CompletionTokens != 4+1 {
		t.Errorf("booked %d calls, %d and %d tokens", r.Calls, r.PromptTokens, r.CompletionTokens)
	}
	model = pipeline.Meter(llmtest.NewScript(llmtest.Reply{Err: &llm.Error{Kind: llm.ErrBudget}}))
	r = pipeline.New(pipeline.Parts{Masker: asking{f, model}, Embedder: f, Store: f, Writer: f, Checker: f, Coder: f, Engine: engine{f}}, pipeline.Options{Rows: true}).Ask(t.Context(), "q")
	if r.Calls != 0 {
		t.Errorf("booked %d calls that the budget stopped", r.Calls)
	}
}

// asking is a masker that asks its model twice.
type asking struct {
	*fake
	model llm.Model
}

func (a asking) Mask(ctx context.Context, q string) (rag.Masked, error) {
	_, err := a.model.Generate(ctx, llm.Request{System: "system", User: "a user"})
	if err != nil {
		return rag.Masked{}, err
	}
	if _, err := a.model.Generate(ctx, llm.Request{}); !errors.Is(err, llm.ErrTruncated) {
		return rag.Masked{}, errors.New("not cut off")
	}
	return rag.Masked{Question: q, Text: q}, nil
}

// holding is a checker that holds templates against their question.
type holding struct {
	*fake
	doubts map[string]bool
}

func (h holding) CheckFor(_ context.Context, _, template string) ([]omop.Finding, error) {
	if !h.doubts[template] {
		return nil, nil
	}
	return []omop.Finding{{Rule: "other-question", Severity: omop.SeverityWarning, Line: 1, Message: "the question is of women"}}, nil
}

func TestSQLOfAnotherQuestionGoesBackOnce(t *testing.T) {
	results := map[string]*omop.Table{coded(first): one("patients", int64(7)), coded(second): one("patients", int64(8)), coded(third): one("patients", int64(9))}
	for name, tt := range map[string]struct {
		templates []string
		answer    string
		attempts  int
		remarks   int
	}{
		"mended":                   {[]string{first, second}, "8 patients.", 2, 0},
		"written again unchanged":  {[]string{first, first}, "7 patients.", 2, 1},
		"never as the question is": {[]string{first, third, first}, "7 patients.", 3, 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := &mending{fake: &fake{}, templates: tt.templates}
			checker := holding{m.fake, map[string]bool{first: true, third: true}}
			parts := pipeline.Parts{Masker: m.fake, Embedder: m.fake, Store: m.fake, Writer: m, Checker: checker, Coder: m.fake, Engine: tables{results: results}}
			r := pipeline.New(parts, pipeline.Options{Rows: true}).Ask(t.Context(), "How many women with gout?")
			if r.Status != pipeline.Answered || r.Answer != tt.answer || r.Attempts != tt.attempts || len(r.Warnings) != tt.remarks {
				t.Fatalf("%s %q %q after %d attempts, remarks %v", r.Status, r.Message, r.Answer, r.Attempts, r.Warnings)
			}
			if !strings.Contains(r.Tries[0].Problem, "of women") || m.fixes[1].Line != 1 {
				t.Errorf("told %q, %+v", r.Tries[0].Problem, m.fixes[1])
			}
		})
	}
}
