package app

import (
	"context"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/rag/retrieve"
)

// Read reads what a question means, without answering it.
func (a *App) Read(ctx context.Context, question string) (*read.Reading, error) {
	reader, err := a.reader(ctx)
	if err != nil {
		return nil, err
	}
	return reader.Read(ctx, question)
}

// reader reads questions by the names of the vocabulary.
func (a *App) reader(ctx context.Context) (*read.Reader, error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return nil, err
	}
	return read.New(names{words, rules, db.recorded}).With(a.build.Define)
}

// checkDefinitions refuses definitions that do not exist, with those that do.
func checkDefinitions(chosen map[string]string) error {
	if err := read.CheckDefinitions(chosen); err != nil {
		return usagef("--define: %w; docs/definitions.md says what they mean", err)
	}
	return nil
}

// SearchLibrary returns at most k pairs whose questions are most like the text, best first.
func (a *App) SearchLibrary(ctx context.Context, text string, k int, f rag.Filter) ([]rag.Match, error) {
	s, err := a.Stages(ctx)
	if err != nil {
		return nil, err
	}
	masked, err := s.Masker.Mask(ctx, text)
	if err != nil {
		return nil, err
	}
	vecs, err := retrieve.NewEncoder(s.Embedder).Encode(ctx, []rag.Masked{masked})
	if err != nil {
		return nil, err
	}
	return s.Store.Search(ctx, vecs[0], k, f)
}
