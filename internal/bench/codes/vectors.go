package main

import (
	"context"
	"errors"
	"slices"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/dense"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/onnx"
	"github.com/askomop/askomop/vocab"
)

// vectorOptions say by which model names are found by meaning, too; none where model is empty.
type vectorOptions struct{ model, library, folder string }

// searcher finds candidates, by names alone or by vectors, too.
type searcher interface {
	Search(ctx context.Context, text string, f vocab.Filter, k int) ([]vocab.Hit, error)
}

// searchBy returns what searches the vocabulary; the names that have no vector yet are embedded, which takes long the
// first time.
func (o vectorOptions) searchBy(ctx context.Context, words *vocab.Vocabulary,
	rules *coding.Rules) (searcher, func() error, error) {
	if o.model == "" {
		return rules, func() error { return nil }, nil
	}
	e, err := onnx.Open(o.model, onnx.Options{Library: o.library})
	if err != nil {
		return nil, nil, err
	}
	dim, err := llm.Dim(e)
	if err != nil {
		return nil, nil, errors.Join(err, e.Close())
	}
	at, err := dense.OpenFolder(o.folder, dense.FolderOptions{Embedder: e.Name(), Dim: dim, Vocabulary: "bench"})
	if err != nil {
		return nil, nil, errors.Join(err, e.Close())
	}
	terms := slices.Collect(words.Names())
	err = coding.EmbedTerms(ctx, terms, e, at, nil)
	if err == nil {
		err = at.Finish(ctx, len(terms))
	}
	closeAll := func() error { return errors.Join(at.Close(), e.Close()) }
	if err != nil {
		return nil, nil, errors.Join(err, closeAll())
	}
	return coding.NewFused(rules, e, at), closeAll, nil
}
