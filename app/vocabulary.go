package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/vocab"
)

// loadedFile is the file of the vocabulary that vocab load has made.
func (b builder) loadedFile() string {
	return filepath.Join(b.Home, "vocabulary", "vocabulary.duckdb")
}

// LoadedFile is where the vocabulary is kept that is loaded into the home folder. There need not be one.
func (a *App) LoadedFile() string { return a.build.loadedFile() }

// openLoaded opens the vocabulary that vocab load has made.
func (b builder) openLoaded(ctx context.Context) (*vocab.Vocabulary, error) {
	path := b.loadedFile()
	var once sync.Mutex
	var engine Engine // for building the index and for the hierarchy: a file is opened by a process once
	return b.index(ctx, path, ofFile(path), func(ctx context.Context) (Engine, error) {
		once.Lock()
		defer once.Unlock()
		if engine != nil {
			return engine, nil
		}
		opened, err := b.openFile(ctx, path, "")
		if err == nil {
			engine = opened
		}
		return engine, err
	})
}

// openOwn opens the vocabulary that a database holds itself.
func (b builder) openOwn(ctx context.Context, db *database) (*vocab.Vocabulary, error) {
	return b.index(ctx, db.path, db.state, func(context.Context) (Engine, error) { return db.engine, nil })
}

// loadedIfThere is the file of the vocabulary that vocab load has made, or "".
func (b builder) loadedIfThere() string {
	if exists(b.loadedFile()) {
		return b.loadedFile()
	}
	return ""
}

// noVocabulary is the error of a database that holds none, where vocab load has made none either.
func noVocabulary(db *database) error {
	return fmt.Errorf("%s has no vocabulary; download one from athena.ohdsi.org, then: askomop vocab load ZIP", db.path)
}

// ofFile is the state of a file.
func ofFile(path string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return Fingerprint(path) }
}

// index opens the index of a database's vocabulary, which is built on first use
// and again when the file has changed.
func (b builder) index(ctx context.Context, path string, now func(context.Context) (string, error),
	open func(context.Context) (Engine, error)) (*vocab.Vocabulary, error) {
	v, err := b.openIndex(ctx, path, now, open)
	if err != nil {
		return nil, err
	}
	b.opened.add(unlessUsed{v, b.left})
	return v, b.ownTerms(v)
}

// openIndex opens an index that the caller closes. The database is opened when it is needed.
func (b builder) openIndex(ctx context.Context, path string, now func(context.Context) (string, error),
	open func(context.Context) (Engine, error)) (*vocab.Vocabulary, error) {
	state, err := now(ctx)
	if err != nil {
		return nil, err
	}
	var work Work
	defer func() {
		if work != nil {
			work.End()
		}
	}()
	opt := vocab.Options{
		Connect: func(ctx context.Context) (vocab.Reader, error) {
			engine, err := open(ctx)
			if err != nil {
				return nil, err
			}
			if is, err := now(ctx); err != nil || is != state {
				return nil, errors.Join(fmt.Errorf("%s was replaced by another process; run it again", path), err)
			}
			if on, ok := engine.(server); ok {
				return on.Words(), nil
			}
			return engine.Reader(), nil
		},
		Fingerprint: state, Logger: b.Log,
		Progress: func(stage string, rows int) {
			if work == nil {
				work = b.Begin("Indexing the vocabulary, once")
			}
			work.At(fmt.Sprintf("%s, %d", stage, rows), 0, 0)
		},
	}
	var v *vocab.Vocabulary
	err = b.inIndexFolder(func(dir string) (err error) {
		opt.Dir = dir
		v, err = vocab.Open(ctx, opt)
		return err
	})
	return v, err
}

// withVocabulary opens the vocabulary of a file for as long as use takes.
func (b builder) withVocabulary(ctx context.Context, path string, use func(*vocab.Vocabulary) error) (err error) {
	engine, err := duckdb.Open(ctx, path, duckdb.Options{Logger: b.Log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	v, err := b.openIndex(ctx, path, ofFile(path), func(context.Context) (Engine, error) { return engine, nil })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	return use(v)
}

// ownTerms gives a vocabulary the wordings of the user's own file. Rows that it can make nothing of are told and left
// out.
func (b builder) ownTerms(v *vocab.Vocabulary) error {
	path, named := b.Terms, b.Terms != ""
	if !named {
		path = filepath.Join(b.Home, "terms.tsv")
	}
	rows, err := bounded.ReadFile(path, bounded.Text)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading your own terms: %w", err)
	}
	for _, wrong := range v.Extend(string(rows)) {
		b.Log.Warn("a row of your own terms is left out", "file", path, "reason", wrong)
	}
	return nil
}
