package app

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/dense"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/vocab"
)

// byMeaning finds concepts of a vocabulary by name and by meaning; nil where no embedder is configured for that. What
// it needs is opened when it is first asked, which without a model is only where nothing was coded.
func (a *App) byMeaning(words func(context.Context) (*vocab.Vocabulary, error),
	made *lazy[*coding.Fused]) coding.Finder {
	if a.build.Retrieval.Entities == NoEmbedder {
		return nil
	}
	return lateFinder{a, words, made}
}

type lateFinder struct {
	app   *App
	words func(context.Context) (*vocab.Vocabulary, error)
	made  *lazy[*coding.Fused]
}

// Find implements coding.Finder.
func (f lateFinder) Find(ctx context.Context, text, domainID string, k int) ([]vocab.Hit, error) {
	finder, err := f.get(ctx)
	if err != nil {
		return nil, err
	}
	return finder.Find(ctx, text, domainID, k)
}

// get opens the finder, once.
func (f lateFinder) get(ctx context.Context) (*coding.Fused, error) {
	words, err := f.words(ctx)
	if err != nil {
		return nil, err
	}
	e, err := f.app.EntityEmbedder(ctx)
	if err != nil {
		return nil, err
	}
	return f.made.get(ctx, func(ctx context.Context) (*coding.Fused, error) {
		return f.app.build.openFinder(ctx, words, e)
	})
}

// openFinder joins the vocabulary's names and the vectors that vocab index has made of them.
func (b builder) openFinder(ctx context.Context, words *vocab.Vocabulary, e llm.Embedder) (*coding.Fused, error) {
	at, err := b.conceptVectors(ctx, e, words)
	if err != nil {
		return nil, err
	}
	indexed, err := at.Indexed(ctx)
	if err != nil {
		return nil, err
	}
	if indexed == 0 {
		return nil, fmt.Errorf("not all names of this vocabulary have vectors of %s; make them: askomop vocab index --entity-embedder %s", e.Name(), b.Retrieval.Entities)
	}
	return coding.NewFused(coding.NewRules(words, coding.Options{Logger: b.Log}), e, at), nil
}

// vocabularyName names the state of a vocabulary.
func vocabularyName(words *vocab.Vocabulary) string { return filepath.Base(words.Info().IndexFile) }

// conceptVectors are vectors of the names of concepts, in the home or in PostgreSQL.
type conceptVectors interface {
	coding.Dense
	coding.Terms
	// Lock keeps other processes from embedding the same.
	Lock(ctx context.Context) (unlock func(), err error)
	// Finish lets all that was put be searched; the vocabulary has so many terms.
	Finish(ctx context.Context, terms int) error
	// Indexed is how many terms can be searched for the vocabulary; 0 where it was not finished.
	Indexed(ctx context.Context) (int, error)
}

// conceptVectors opens the vectors of an embedder.
func (b builder) conceptVectors(ctx context.Context, e llm.Embedder, words *vocab.Vocabulary) (conceptVectors, error) {
	dim, err := llm.Dim(e)
	if err != nil {
		return nil, err
	}
	if b.Retrieval.InMemory() {
		name := sha256.Sum256([]byte(e.Name()))
		folder := filepath.Join(b.indexFolder(), fmt.Sprintf("concepts-%x", name[:6]))
		f, err := dense.OpenFolder(folder, dense.FolderOptions{Embedder: e.Name(), Dim: dim,
			Vocabulary: vocabularyName(words), Has: func(id int64) bool {
				_, err := words.Concept(id)
				return err == nil
			}})
		if err != nil {
			b.Log.Warn("the vectors of the concepts' names cannot be searched", "error", err)
		}
		b.opened.add(unlessUsed{f, b.left})
		return f, nil
	}
	store, err := pgvector.OpenConcepts(ctx, b.Retrieval.Store, pgvector.Options{Embedder: e.Name(), Dim: dim})
	if err != nil {
		return nil, fmt.Errorf("%w; or do without it: --store memory", err)
	}
	b.opened.add(store)
	return vectorServer{store, vocabularyName(words)}, nil
}

// vectorServer keeps the vectors in PostgreSQL.
type vectorServer struct {
	*pgvector.Concepts
	vocabulary string
}

func (s vectorServer) Finish(ctx context.Context, terms int) error {
	return s.Concepts.Finish(ctx, s.vocabulary, terms)
}

func (s vectorServer) Indexed(ctx context.Context) (int, error) {
	return s.Concepts.Indexed(ctx, s.vocabulary)
}

// namesToEmbed are the names of concepts of the domains that entities have.
func namesToEmbed(words *vocab.Vocabulary) []vocab.Named {
	var names []vocab.Named
	for n := range words.Names() {
		if slices.Contains(omop.Domains, omop.Domain(strings.ToLower(n.Domain))) {
			names = append(names, n)
		}
	}
	return names
}
