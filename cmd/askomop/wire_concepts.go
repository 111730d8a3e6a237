package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/vocab"
)

// byMeaning finds concepts by name and by meaning; nil where no embedder is configured for that. What it
// needs is opened when it is first asked, which without a model is only where nothing was coded.
func (p *parts) byMeaning() coding.Finder {
	if p.settings.Retrieval.Entities == noEmbedder {
		return nil
	}
	return lateFinder{p}
}

type lateFinder struct{ parts *parts }

// Find implements coding.Finder.
func (f lateFinder) Find(ctx context.Context, text, domainID string, k int) ([]vocab.Hit, error) {
	finder, err := f.parts.finder.get(func() (coding.Finder, error) { return f.parts.openFinder(ctx) })
	if err != nil {
		return nil, err
	}
	return finder.Find(ctx, text, domainID, k)
}

// openFinder joins the vocabulary's names and the vectors that vocab index has made of them.
func (p *parts) openFinder(ctx context.Context) (coding.Finder, error) {
	words, err := p.Vocabulary(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := p.Rules(ctx)
	if err != nil {
		return nil, err
	}
	e, err := p.EntityEmbedder(ctx)
	if err != nil {
		return nil, err
	}
	at, err := p.conceptVectors(ctx, e, words)
	if err != nil {
		return nil, err
	}
	indexed, err := at.indexed(ctx, vocabularyName(words))
	if err != nil {
		return nil, err
	}
	if !indexed {
		return nil, fmt.Errorf("not all names of this vocabulary have vectors of %s; make them: askomop vocab index --entity-embedder %s", e.Name(), p.settings.Retrieval.Entities)
	}
	return coding.NewFused(rules, e, at), nil
}

// EntityEmbedder turns entities and the names of concepts into vectors.
func (p *parts) EntityEmbedder(ctx context.Context) (llm.Embedder, error) {
	return p.entities.get(func() (llm.Embedder, error) {
		return p.openEmbedder(ctx, p.settings.Retrieval.ofEntities(), llm.RetryOptions{Log: p.log})
	})
}

// vocabularyName names the state of a vocabulary.
func vocabularyName(words *vocab.Vocabulary) string { return filepath.Base(words.Info().IndexFile) }

// conceptVectors are vectors of the names of concepts, in the home or in PostgreSQL.
type conceptVectors interface {
	coding.Dense
	coding.Terms
	// lock keeps other processes from embedding the same.
	lock(ctx context.Context) (unlock func(), err error)
	// finish notes that all names of a vocabulary are there.
	finish(ctx context.Context, vocabulary string, terms int) error
	indexed(ctx context.Context, vocabulary string) (bool, error)
}

// conceptVectors opens the vectors of an embedder.
func (p *parts) conceptVectors(ctx context.Context, e llm.Embedder, words *vocab.Vocabulary) (conceptVectors, error) {
	dim, err := llm.Dim(e)
	if err != nil {
		return nil, err
	}
	if p.settings.Retrieval.inMemory() {
		name := sha256.Sum256([]byte(e.Name()))
		folder := filepath.Join(p.settings.Home, "index", fmt.Sprintf("concepts-%x", name[:6]))
		f := &inFolder{folder: folder, open: func() (*coding.Exact, error) {
			return coding.OpenExact(folder, dim, func(id int64) bool {
				_, err := words.Concept(id)
				return err == nil
			})
		}}
		f.Exact, err = f.open()
		return f, err
	}
	store, err := pgvector.OpenConcepts(ctx, p.settings.Retrieval.Store, pgvector.Options{Embedder: e.Name(), Dim: dim})
	if err != nil {
		return nil, fmt.Errorf("%w; or do without it: --store memory", err)
	}
	p.closeLater(store)
	return onServer{store}, nil
}

// inFolder keeps the vectors in the home.
type inFolder struct {
	*coding.Exact
	folder string
	open   func() (*coding.Exact, error)
}

func (f *inFolder) lock(ctx context.Context) (func(), error) {
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of vectors: %w; choose another with --home DIR", err)
	}
	lock := flock.New(f.folder + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return nil, fmt.Errorf("waiting for another askomop that embeds names: %w", err)
	}
	unlock := func() { _ = lock.Unlock() }
	var err error
	if f.Exact, err = f.open(); err != nil { // again: the other process may have added to it
		unlock()
		return nil, err
	}
	return unlock, nil
}

func (f inFolder) finish(_ context.Context, vocabulary string, terms int) error {
	return writeFile(f.mark(vocabulary), fmt.Appendf(nil, "%d\n", terms))
}

func (f inFolder) indexed(_ context.Context, vocabulary string) (bool, error) {
	return exists(f.mark(vocabulary)), nil
}

// mark is the file that says that a vocabulary is indexed.
func (f inFolder) mark(vocabulary string) string { return filepath.Join(f.folder, vocabulary+".done") }

// onServer keeps the vectors in PostgreSQL.
type onServer struct{ *pgvector.Concepts }

func (s onServer) lock(ctx context.Context) (func(), error) { return s.Lock(ctx) }

func (s onServer) finish(ctx context.Context, vocabulary string, terms int) error {
	return s.Finish(ctx, vocabulary, terms)
}

func (s onServer) indexed(ctx context.Context, vocabulary string) (bool, error) {
	n, err := s.Indexed(ctx, vocabulary)
	return n > 0, err
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
