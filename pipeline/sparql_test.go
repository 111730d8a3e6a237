package pipeline_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// inSPARQL is a writer whose templates are translated, the empty ones in vain.
type inSPARQL struct{ *mending }

func (w inSPARQL) Write(ctx context.Context, m rag.Masked, examples []rag.Match, fix *rag.Fix) (rag.Template, error) {
	t, err := w.mending.Write(ctx, m, examples, fix)
	t.SPARQL = "SELECT " + t.SQL
	if err == nil && t.SQL == "" {
		err = &rag.Untranslated{Problem: "SPARQL line 1, column 8: a variable is missing", Line: 1}
	}
	return t, err
}

func (inSPARQL) Language() string { return "SPARQL" }

func TestSPARQLIsMendedAsSQLIs(t *testing.T) {
	m := &mending{fake: &fake{}, templates: []string{"", first}, cause: "a variable was forgotten"}
	f := m.fake
	e := tables{engine: engine{f}, results: map[string]*omop.Table{coded(first): one("patients", int64(7))}}
	parts := pipeline.Parts{Masker: f, Embedder: f, Store: f, Writer: inSPARQL{m}, Checker: f, Coder: f, Engine: e}
	r := pipeline.New(parts, pipeline.Options{Rows: true}).Ask(t.Context(), "How many people with gout?")
	if r.Status != pipeline.Answered || r.Attempts != 2 || r.Template.SPARQL != "SELECT "+first || r.Answer != "7 patients." {
		t.Fatalf("%s %q after %d attempts: %+v", r.Status, r.Message, r.Attempts, r.Template)
	}
	if fix := m.fixes[1]; fix.SPARQL != "SELECT " || fix.SQL != "" || fix.Line != 1 || fix.Cause != m.cause {
		t.Errorf("the writer was told %+v", fix)
	}
	if got := r.Tries[0]; got.Template.SPARQL != "SELECT " || got.Problem == "" || got.SQL != "" {
		t.Errorf("first try %+v", got)
	}

	m.templates = []string{"", "", "", ""}
	parts.Writer = inSPARQL{m}
	if r := pipeline.New(parts, pipeline.Options{Rows: true}).Ask(t.Context(), "How many people with gout?"); r.Status != pipeline.Failed || r.Reason != pipeline.ReasonSQLError || r.Attempts != 3 {
		t.Errorf("%s %s %q after %d attempts", r.Status, r.Reason, r.Message, r.Attempts)
	}
}
