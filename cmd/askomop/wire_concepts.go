package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/dense"
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
		f := &inFolder{folder: folder, embedder: e.Name(), vocabulary: vocabularyName(words), open: func() (*coding.Exact, error) {
			return coding.OpenExact(folder, dim, func(id int64) bool {
				_, err := words.Concept(id)
				return err == nil
			})
		}}
		if f.compiled, err = dense.Open(f.file()); err == nil {
			p.closeLater(f.compiled)
		} else if !errors.Is(err, fs.ErrNotExist) {
			p.log.Warn("the vectors are searched without their index", "error", err)
		}
		return f, nil
	}
	store, err := pgvector.OpenConcepts(ctx, p.settings.Retrieval.Store, pgvector.Options{Embedder: e.Name(), Dim: dim})
	if err != nil {
		return nil, fmt.Errorf("%w; or do without it: --store memory", err)
	}
	p.closeLater(store)
	return onServer{store}, nil
}

// inFolder keeps the vectors in the home: those that were embedded, batch by batch, and of a vocabulary whose names
// all have one, a file that is searched without reading them.
type inFolder struct {
	folder     string
	embedder   string
	vocabulary string
	open       func() (*coding.Exact, error)
	compiled   *dense.Index // nil until vocab index has ended

	exact once[*coding.Exact] // read when it is first needed
}

func (f *inFolder) batches() (*coding.Exact, error) { return f.exact.get(f.open) }

// Search implements coding.Dense.
func (f *inFolder) Search(ctx context.Context, v llm.Vector, k int, filter vocab.Filter) ([]vocab.Hit, error) {
	if f.compiled != nil {
		return f.compiled.Search(ctx, v, k, filter)
	}
	x, err := f.batches()
	if err != nil {
		return nil, err
	}
	return x.Search(ctx, v, k, filter)
}

// Missing implements coding.Terms.
func (f *inFolder) Missing(ctx context.Context, terms []vocab.Named) ([]vocab.Named, error) {
	x, err := f.batches()
	if err != nil {
		return nil, err
	}
	return x.Missing(ctx, terms)
}

// Put implements coding.Terms.
func (f *inFolder) Put(ctx context.Context, terms []vocab.Named, vecs []llm.Vector) error {
	x, err := f.batches()
	if err != nil {
		return err
	}
	return x.Put(ctx, terms, vecs)
}

// lock is taken before the batches are read, so that what another process has added is among them.
func (f *inFolder) lock(ctx context.Context) (func(), error) {
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of vectors: %w; choose another with --home DIR", err)
	}
	lock := flock.New(f.folder + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return nil, fmt.Errorf("waiting for another askomop that embeds names: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// finish makes the file that is searched, in place of those of vocabularies before.
func (f *inFolder) finish(_ context.Context, vocabulary string, terms int) error {
	x, err := f.batches()
	if err != nil {
		return err
	}
	named, vecs := x.All()
	if whole := f.compiled != nil && f.compiled.Len() == len(named); len(named) > 0 && !whole {
		old, err := filepath.Glob(filepath.Join(f.folder, "*"+compiledSuffix))
		if err != nil {
			return err
		}
		if err := dense.Write(f.file(), f.embedder, named, vecs); err != nil {
			return err
		}
		for _, path := range old {
			if path != f.file() {
				_ = os.Remove(path) // another process may have it open; it goes with the next one
			}
		}
	}
	return writeFile(f.mark(vocabulary), fmt.Appendf(nil, "%d\n", terms))
}

func (f *inFolder) indexed(_ context.Context, vocabulary string) (bool, error) {
	return exists(f.mark(vocabulary)), nil
}

const compiledSuffix = ".vectors"

// file is the one that is searched.
func (f *inFolder) file() string { return filepath.Join(f.folder, f.vocabulary+compiledSuffix) }

// mark is the file that says that a vocabulary is indexed.
func (f *inFolder) mark(vocabulary string) string { return filepath.Join(f.folder, vocabulary+".done") }

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
