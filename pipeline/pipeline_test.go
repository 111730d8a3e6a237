package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// fake plays every part, and writes down in what order they are called.
type fake struct {
	calls    []string
	writes   []error // what each Write returns
	fixes    []*rag.Fix
	findings [][]omop.Finding
	codeErr  error
	queryErr []error
}

func (f *fake) note(s string) { f.calls = append(f.calls, s) }

func next[T any](xs *[]T) (x T) {
	if len(*xs) > 0 {
		x, *xs = (*xs)[0], (*xs)[1:]
	}
	return x
}

func (f *fake) Mask(_ context.Context, q string) (rag.Masked, error) {
	f.note("mask")
	return rag.Masked{Question: q, Text: q}, nil
}
func (f *fake) Name() string { return "fake:1" }
func (f *fake) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	f.note("embed")
	return make([]llm.Vector, len(texts)), nil
}
func (f *fake) Put(context.Context, []rag.Pair, []llm.Vector) error { return nil }
func (f *fake) Search(_ context.Context, _ llm.Vector, k int, filter rag.Filter) ([]rag.Match, error) {
	f.note(fmt.Sprintf("search %d %v", k, filter.Skip))
	return []rag.Match{{Pair: rag.Pair{ID: "a"}}, {Pair: rag.Pair{ID: "b"}}, {Pair: rag.Pair{ID: "c"}}}[:min(3, k)], nil
}
func (f *fake) Examples() int { return 3 }
func (f *fake) Write(_ context.Context, _ rag.Masked, _ []rag.Match, fix *rag.Fix) (rag.Template, error) {
	f.note("write")
	f.fixes = append(f.fixes, fix)
	return rag.Template{SQL: "SELECT 1 WHERE 2 IN ([condition@gout])", Writer: "fake", PairID: "c"}, next(&f.writes)
}
func (f *fake) Check(context.Context, string) ([]omop.Finding, error) {
	f.note("check")
	return next(&f.findings), nil
}
func (f *fake) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	f.note("code")
	return coding.ConceptSet{Entity: e, Concepts: []coding.Member{{ID: 440674}}}, f.codeErr
}

// engine is apart, since its Check is another than the rules'.
type engine struct{ *fake }

func (e engine) Dialect() string { return "duckdb" }
func (e engine) Check(context.Context, string) error {
	e.note("bind")
	return nil
}
func (e engine) Query(_ context.Context, sql string, _ omop.Limit) (*omop.Table, error) {
	e.note("query " + sql)
	return &omop.Table{Columns: []omop.Column{{Name: "patients"}}, Rows: [][]any{{int64(7)}}}, next(&e.fake.queryErr)
}

func build(f *fake, opt pipeline.Options) *pipeline.Pipeline {
	opt.Rows = true // the fakes' SQL is nobody's
	return pipeline.New(pipeline.Parts{Masker: f, Embedder: f, Store: f, Writer: f, Checker: f, Coder: f, Engine: engine{f}}, opt)
}

func TestAskGoesTheWayOfAQuestion(t *testing.T) {
	f := &fake{}
	r := build(f, pipeline.Options{K: 2, Filter: rag.Filter{Skip: []string{"x"}}}).Ask(t.Context(), "How many patients have gout?")
	want := []string{"mask", "embed", "search 13 [x]", "write", "check", "code", "query SELECT 1 WHERE 2 IN (440674)"}
	if !slices.Equal(f.calls, want) {
		t.Errorf("called %q, want %q", f.calls, want)
	}
	if r.Status != pipeline.Answered || r.Answer != "7 patients." || r.Attempts != 1 || r.Reason != "" {
		t.Errorf("run %+v", r)
	}
	var ids []string
	for _, e := range r.Examples {
		ids = append(ids, e.Pair.ID)
	}
	if !slices.Equal(ids, []string{"a", "c"}) {
		t.Errorf("shows %v; the pair that was adapted has to be among the two shown", ids)
	}
	var stages []string
	for _, s := range r.Took {
		stages = append(stages, s.Stage)
	}
	if s := strings.Join(stages, " "); s != "mask retrieve write check code execute answer" {
		t.Errorf("stages %q", s)
	}
}

func TestDryRunBindsAndDoesNotExecute(t *testing.T) {
	f := &fake{}
	r := build(f, pipeline.Options{DryRun: true}).Ask(t.Context(), "q")
	if last := f.calls[len(f.calls)-1]; last != "bind" || r.Table != nil || r.SQL == "" || r.Status != pipeline.Answered {
		t.Errorf("ended with %q, run %+v", last, r)
	}
}

func TestTemplateStartsAtTheCheck(t *testing.T) {
	f := &fake{}
	r := build(f, pipeline.Options{}).AskTemplate(t.Context(), "SELECT 3")
	if !slices.Equal(f.calls, []string{"check", "query SELECT 3"}) || r.Status != pipeline.Answered {
		t.Errorf("called %q", f.calls)
	}
}

var broken = []omop.Finding{{Rule: "x", Severity: omop.SeverityError, Message: "wrong join", Line: 3}}

func TestEveryEndHasItsReason(t *testing.T) {
	for _, tt := range []struct {
		name   string
		fake   fake
		status pipeline.Status
		reason string
		says   string
	}{
		{"the writer abstains", fake{writes: []error{&rag.Abstention{Reason: "no_similar_pair", Message: "nothing alike"}}}, pipeline.Abstained, "no_similar_pair", "nothing alike"},
		{"no concept", fake{codeErr: &coding.NoConceptError{Entity: coding.Entity{Domain: "drug", Text: "zanthoprazine"}}}, pipeline.Abstained, "no_concept", "zanthoprazine"},
		{"a rule is broken and the writer cannot mend it", fake{writes: []error{nil, rag.ErrNoRepair}, findings: [][]omop.Finding{broken}}, pipeline.Abstained, "rule_violation", "wrong join"},
		{"the SQL fails and the writer cannot mend it", fake{writes: []error{nil, rag.ErrNoRepair}, queryErr: []error{&omop.QueryError{Line: 2, Column: 5, Err: errors.New("no such column")}}}, pipeline.Failed, "sql_error", "line 2, column 5"},
		{"time is up", fake{queryErr: []error{&omop.QueryError{Err: omop.ErrTimeout}}}, pipeline.Failed, "timeout", "--timeout"},
		{"too large", fake{queryErr: []error{&omop.QueryError{Err: omop.ErrTooLarge}}}, pipeline.Failed, "too_large", "Ask for less"},
		{"interrupted", fake{queryErr: []error{context.Canceled}}, pipeline.Failed, "", "interrupted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := build(&tt.fake, pipeline.Options{}).Ask(t.Context(), "q")
			if r.Status != tt.status || r.Reason != tt.reason || !strings.Contains(r.Message, tt.says) {
				t.Errorf("%s %q %q", r.Status, r.Reason, r.Message)
			}
		})
	}
}

type unused struct{}

func (unused) Used(context.Context, []int64) (map[int64]int, error) { return nil, nil }

func (unused) UsedAsSource(context.Context, []int64) (map[int64]int, error) { return nil, nil }

func TestAnEmptyResultNamesEntitiesWithoutRecords(t *testing.T) {
	f := &fake{}
	parts := pipeline.Parts{Masker: f, Embedder: f, Store: f, Writer: f, Checker: f, Coder: f, Engine: nothing{engine{f}}, Usage: unused{}}
	r := pipeline.New(parts, pipeline.Options{Rows: true}).Ask(t.Context(), "q")
	if r.Status != pipeline.Answered || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Message, "[condition@gout]") {
		t.Errorf("%s, warnings %+v", r.Status, r.Warnings)
	}
}

// nothing is an engine whose every result is a zero.
type nothing struct{ engine }

func (nothing) Query(context.Context, string, omop.Limit) (*omop.Table, error) {
	return &omop.Table{Columns: []omop.Column{{Name: "patients"}}, Rows: [][]any{{int64(0)}}}, nil
}

func TestErrorsGoBackToTheWriter(t *testing.T) {
	f := &fake{
		findings: [][]omop.Finding{broken},
		queryErr: []error{&omop.QueryError{Line: 4, Column: 2, Err: errors.New("no such table")}},
	}
	r := build(f, pipeline.Options{}).Ask(t.Context(), "q")
	if r.Status != pipeline.Answered || r.Attempts != 3 {
		t.Fatalf("%s after %d attempts: %s", r.Status, r.Attempts, r.Message)
	}
	if f.fixes[0] != nil || !strings.Contains(f.fixes[1].Problem, "wrong join") || f.fixes[2].Problem != "Error" {
		t.Errorf("fixes %+v", f.fixes)
	}
}

func TestAttemptsAreBounded(t *testing.T) {
	f := &fake{findings: [][]omop.Finding{broken, broken, broken, broken}}
	if r := build(f, pipeline.Options{MaxAttempts: 2}).Ask(t.Context(), "q"); r.Attempts != 2 || r.Reason != "rule_violation" {
		t.Errorf("%d attempts, %s", r.Attempts, r.Reason)
	}
}

func TestTheWholeRunHasATimeLimit(t *testing.T) {
	f := &fake{}
	r := build(f, pipeline.Options{Timeout: time.Nanosecond}).Ask(t.Context(), "q")
	if r.Status == "" {
		t.Error("the run has no end")
	}
}

func TestProgressTellsTheStagesAsTheyBegin(t *testing.T) {
	f := &fake{}
	var stages []string
	p := build(f, pipeline.Options{Progress: func(stage string) { stages = append(stages, stage) }})
	if r := p.Ask(t.Context(), "How many people had gout?"); r.Status != pipeline.Answered {
		t.Fatal(r.Message)
	}
	if got, want := strings.Join(stages, " "), "mask retrieve write check code execute answer"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
}
