package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/vocab"
)

// parts builds what commands need, each part once and only when asked for. It is
// the one place that names concrete engines, stores and models. Its methods may
// be called concurrently.
type parts struct {
	settings settings
	streams  Streams
	log      *slog.Logger

	database once[string]
	engine   once[*duckdb.Engine]
	words    once[*vocab.Vocabulary]
	searched once[*vocab.Vocabulary]
	rules    once[*coding.Rules]
	coder    once[coding.Coder]
	provider once[provider.Settings]
	model    once[llm.Model]
	embedder once[llm.Embedder]
	entities once[llm.Embedder]
	finder   once[coding.Finder]
	server   once[*pgvector.Store]
	facts    once[rag.Facts]
	pairs    once[[]rag.Pair]
	results  once[results.Store]

	mu      sync.Mutex
	closers []io.Closer // in the order of opening
}

func newParts(set settings, s Streams, log *slog.Logger) *parts {
	return &parts{settings: set, streams: s, log: log}
}

// once is a value that is made on first use.
type once[T any] struct {
	once  sync.Once
	value T
	err   error
}

func (o *once[T]) get(build func() (T, error)) (T, error) {
	o.once.Do(func() { o.value, o.err = build() })
	return o.value, o.err
}

// closeLater closes c with the parts, last opened first.
func (p *parts) closeLater(c io.Closer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closers = append(p.closers, c)
}

// Close closes what was opened.
func (p *parts) Close() error {
	var err error
	for _, c := range slices.Backward(p.closers) {
		err = errors.Join(err, c.Close())
	}
	return err
}

// The demo database that is made on first use.
const (
	demoPersons = demo.DefaultPersons
	demoSeed    = 1
)

// demoFile is where the demo database is kept; its name says what it was made by.
func (p *parts) demoFile() string {
	return filepath.Join(p.settings.Home, "demo", fmt.Sprintf("demo-%s-%d.duckdb", demo.Version, demoPersons))
}

// Database is the path of the database file. Without --db it is the demo
// database, made on first use.
func (p *parts) Database(ctx context.Context) (string, error) {
	return p.database.get(func() (string, error) {
		if p.settings.DB == "" {
			path := p.demoFile()
			return path, makeOnce(ctx, path, func(ctx context.Context, half string) error {
				return p.generateDemo(ctx, half, demoPersons, demoSeed)
			})
		}
		return filepath.Abs(p.settings.DB)
	})
}

// generateDemo makes a demo database, with progress.
func (p *parts) generateDemo(ctx context.Context, path string, persons int, seed uint64) error {
	bar := newProgress(p.streams, p.settings.Quiet, fmt.Sprintf("Making a demo database of %d people", persons))
	defer bar.end()
	err := demo.Generate(ctx, demo.Options{
		Path: path, Persons: persons, Seed: seed,
		Progress: func(done, total int, what string) { bar.at(what, int64(done), int64(total)) },
	})
	return err
}

// Engine is the database, opened read-only.
func (p *parts) Engine(ctx context.Context) (*duckdb.Engine, error) {
	return p.engine.get(func() (*duckdb.Engine, error) {
		path, err := p.Database(ctx)
		if err != nil {
			return nil, err
		}
		for _, left := range removeLeftovers(p.settings.Home, time.Now()) {
			p.tell("Removed " + left + ", which an askomop that was killed had left half-written.")
		}
		return p.openFile(ctx, path)
	})
}

func (p *parts) openFile(ctx context.Context, path string) (*duckdb.Engine, error) {
	memory := int64(p.settings.Memory) << 30
	e, err := duckdb.Open(ctx, path, duckdb.Options{MemoryLimit: memory, TempLimit: 4 * memory, Logger: p.log, Tell: p.tell})
	if err != nil {
		return nil, err
	}
	p.closeLater(e)
	return e, nil
}

// ownVocabulary is the file of the vocabulary that vocab load has made.
func (p *parts) ownVocabulary() string {
	return filepath.Join(p.settings.Home, "vocabulary", "vocabulary.duckdb")
}

// Vocabulary is the vocabulary that questions are coded with: the database's own,
// or where that has no concepts the one that vocab load has made.
func (p *parts) Vocabulary(ctx context.Context) (*vocab.Vocabulary, error) {
	return p.words.get(func() (*vocab.Vocabulary, error) {
		engine, err := p.Engine(ctx)
		if err != nil {
			return nil, err
		}
		path, err := p.Database(ctx)
		if err != nil {
			return nil, err
		}
		v, err := p.index(ctx, path, func(context.Context) (*duckdb.Engine, error) { return engine, nil })
		if err == nil && v.Info().Concepts > 0 {
			return v, nil
		}
		if !exists(p.ownVocabulary()) {
			return nil, errors.Join(fmt.Errorf("%s has no vocabulary; download one from athena.ohdsi.org, then: askomop vocab load ZIP", path), err)
		}
		return p.SearchedVocabulary(ctx)
	})
}

// SearchedVocabulary is the vocabulary of vocab search and show: without --db the
// one that vocab load has made, where there is one.
func (p *parts) SearchedVocabulary(ctx context.Context) (*vocab.Vocabulary, error) {
	path := p.ownVocabulary()
	if p.settings.DB != "" && p.words.err == nil || !exists(path) {
		return p.Vocabulary(ctx)
	}
	return p.searched.get(func() (*vocab.Vocabulary, error) {
		return p.index(ctx, path, func(ctx context.Context) (*duckdb.Engine, error) { return p.openFile(ctx, path) })
	})
}

// index opens the index of a database's vocabulary, which is built on first use
// and again when the file has changed.
func (p *parts) index(ctx context.Context, path string, open func(context.Context) (*duckdb.Engine, error)) (*vocab.Vocabulary, error) {
	v, err := p.openIndex(ctx, path, open)
	if err != nil {
		return nil, err
	}
	p.closeLater(v)
	return v, p.ownTerms(v)
}

// openIndex opens an index that the caller closes. The database is opened when it is needed.
func (p *parts) openIndex(ctx context.Context, path string, open func(context.Context) (*duckdb.Engine, error)) (*vocab.Vocabulary, error) {
	state, err := fingerprint(path)
	if err != nil {
		return nil, err
	}
	var bar *progress
	defer func() {
		if bar != nil {
			bar.end()
		}
	}()
	return vocab.Open(ctx, vocab.Options{
		Connect: func(ctx context.Context) (*sql.DB, error) {
			engine, err := open(ctx)
			if err != nil {
				return nil, err
			}
			if is, err := fingerprint(path); err != nil || is != state {
				return nil, errors.Join(fmt.Errorf("%s was replaced by another process; run it again", path), err)
			}
			return engine.DB(), nil
		},
		Dir: filepath.Join(p.settings.Home, "index"), Fingerprint: state, Logger: p.log,
		Progress: func(stage string, rows int) {
			if bar == nil {
				bar = newProgress(p.streams, p.settings.Quiet, "Indexing the vocabulary, once")
			}
			bar.at(fmt.Sprintf("%s, %d", stage, rows), 0, 0)
		},
	})
}

// ownTerms gives a vocabulary the wordings of the user's own file. Rows that it can make nothing of are told and left out.
func (p *parts) ownTerms(v *vocab.Vocabulary) error {
	path, named := p.settings.Terms, p.settings.Terms != ""
	if !named {
		path = filepath.Join(p.settings.Home, "terms.tsv")
	}
	rows, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading your own terms: %w", err)
	}
	for _, wrong := range v.Extend(string(rows)) {
		p.log.Warn("a row of your own terms is left out", "file", path, "reason", wrong)
	}
	return nil
}

// fingerprint stands for the state of a file: its place, size and time of change.
func fingerprint(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%d\n%d", path, info.Size(), info.ModTime().UnixNano())
	return fmt.Sprintf("%016x", h.Sum64()), nil
}
