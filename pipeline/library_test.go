package pipeline_test

import (
	"context"
	"testing"
	"time"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/internal/demodb"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/rag/retrieve"
	"github.com/askomop/askomop/rag/write"
)

// unchecked is a Checker without rules: here the question is whether the right SQL is found.
type unchecked struct{}

func (unchecked) Check(context.Context, string) ([]omop.Finding, error) { return nil, nil }

// overLibrary builds a pipeline over a fresh demo database with the whole library, and gives its parts and pairs.
func overLibrary(t *testing.T) (*pipeline.Pipeline, pipeline.Parts, []rag.Pair) {
	t.Helper()
	ctx, db := t.Context(), demodb.Demo(t)
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	store := retrieve.NewMemory()
	if err := retrieve.Index(ctx, pairs, retrieve.NewEncoder(lexical.New()), store, ""); err != nil {
		t.Fatal(err)
	}
	parts := pipeline.Parts{
		Masker: mask.New(db.Names), Embedder: lexical.New(), Store: store, Writer: write.NewPairs(db.Engine),
		Reader: read.New(db.Names), Checker: unchecked{}, Coder: db.Names.Rules, Engine: db.Engine, Parser: db.Engine,
	}
	return pipeline.New(parts, pipeline.Options{Limit: omop.Limit{Time: time.Minute, Rows: 10_000}}), parts, pairs
}

func head(t *omop.Table) [][]any { return t.Rows[:min(2, len(t.Rows))] }
