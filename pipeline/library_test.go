package pipeline_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/rag/retrieve"
	"github.com/askomop/askomop/rag/write"
	"github.com/askomop/askomop/vocab"
)

// unchecked is a Checker without rules: here the question is whether the right SQL is found.
type unchecked struct{}

func (unchecked) Check(context.Context, string) ([]omop.Finding, error) { return nil, nil }

// terms are the vocabulary's as loosely as the coder takes them, as the command line has them.
type terms struct {
	*vocab.Vocabulary
	rules *coding.Rules
}

func (t terms) Loose(text string) []vocab.Hit { return t.rules.Loose(text) }

// houseOf builds a pipeline over a fresh demo database with the whole library, and gives its parts and pairs.
func houseOf(t *testing.T) (*pipeline.Pipeline, pipeline.Parts, []rag.Pair) {
	t.Helper()
	ctx := t.Context()
	dir := t.TempDir()
	file := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: file}); err != nil {
		t.Fatal(err)
	}
	engine, err := duckdb.Open(ctx, file, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	words, err := vocab.Open(ctx, vocab.Options{DB: engine.Reader(), Dir: dir, Fingerprint: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { words.Close() })
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	store := retrieve.NewMemory()
	if err := retrieve.Index(ctx, pairs, retrieve.NewEncoder(lexical.New()), store, ""); err != nil {
		t.Fatal(err)
	}
	rules := coding.NewRules(words, coding.Options{})
	parts := pipeline.Parts{
		Masker: mask.New(terms{words, rules}), Embedder: lexical.New(), Store: store, Writer: write.NewPairs(engine),
		Reader: read.New(terms{words, rules}), Checker: unchecked{}, Coder: rules, Engine: engine, Parser: engine,
	}
	return pipeline.New(parts, pipeline.Options{Limit: omop.Limit{Time: time.Minute, Rows: 10_000}}), parts, pairs
}

func head(t *omop.Table) [][]any { return t.Rows[:min(2, len(t.Rows))] }
