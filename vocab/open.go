package vocab

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/askomop/askomop/vocab/internal/scratch"
	"github.com/askomop/askomop/vocab/mapped"
)

// Options says where a vocabulary is read from and where its index is kept.
type Options struct {
	DB Reader
	// Connect, where DB is not given, returns the database when it is first needed: an index that is there is searched
	// without it, and only the hierarchy is read from it.
	Connect func(context.Context) (Reader, error)
	Dir     string // folder of index files, made when missing
	// Fingerprint stands for the state of the database, such as a hash of path, size and time of
	// change. The index is built anew when it changes.
	Fingerprint string
	// Progress, where given, is told of a build: the stage in words and the rows done so far.
	Progress func(stage string, rows int)
	Logger   *slog.Logger
}

// Vocabulary answers from an index file. Its methods may be used concurrently.
type Vocabulary struct {
	index  *index
	file   mapped.File
	tables *tables
	path   string
	own    map[string][]Hit // a person's own wordings, by normalised text; see Extend
}

// Open opens the index of the vocabulary in opts.DB, and builds it first where
// there is none for this fingerprint. Several processes may open or build the
// same index at once.
func Open(ctx context.Context, opts Options) (*Vocabulary, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Progress == nil {
		opts.Progress = func(string, int) {}
	}
	path := filepath.Join(opts.Dir, indexFile(opts.Fingerprint))
	v, err := openWhole(path)
	if err != nil {
		if !errors.Is(err, os.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			opts.Logger.Warn("vocabulary index is built anew", "file", path, "error", err)
		}
		if err := buildIndex(ctx, opts, path); err != nil {
			return nil, fmt.Errorf("build vocabulary index: %w", err)
		}
		if v, err = openIndex(path); err != nil {
			return nil, fmt.Errorf("open vocabulary index %s: %w", path, err)
		}
	}
	v.tables = &tables{db: opts.DB, connect: opts.Connect}
	return v, nil
}

// Close releases the index file. The Vocabulary is not to be used afterwards.
func (v *Vocabulary) Close() error { return v.file.Close() }

// Info describes an opened vocabulary.
type Info struct {
	Concepts  int
	Terms     int // different normalised wordings
	Synonyms  int // rows of CONCEPT_SYNONYM
	Hierarchy HierarchyKind
	Partial   bool   // CONCEPT_ANCESTOR is an extract: not every standard condition and procedure is in it
	Version   string // as VOCABULARY states it; may be empty
	IndexFile string
}

// Info returns what the index knows of itself.
func (v *Vocabulary) Info() Info {
	return Info{
		Concepts: v.index.conceptCount(), Terms: v.index.textCount(), Synonyms: v.index.meta.Synonyms,
		Hierarchy: v.index.meta.Hierarchy, Partial: v.index.meta.Partial, Version: v.index.meta.Version,
		IndexFile: v.path,
	}
}

// Verify reads the whole index and compares its checksums.
func (v *Vocabulary) Verify() error {
	if err := v.verify(); err != nil {
		return fmt.Errorf("verify %s: %w; delete the file, it is built anew", v.path, err)
	}
	return nil
}

// alwaysVerified is the size in bytes up to which an index is verified at every opening, which takes some 5 ms.
const alwaysVerified = 64 << 20

// openWhole opens an index and verifies its checksums. One larger than alwaysVerified is verified only if its file has
// changed since the last time, which the file .seen beside it records.
func openWhole(path string) (*Vocabulary, error) {
	v, err := openIndex(path)
	if err != nil {
		return nil, err
	}
	seen := path + ".seen"
	state, err := fileState(path)
	if err == nil && len(v.file.Bytes) > alwaysVerified {
		if before, err := os.ReadFile(seen); err == nil && string(before) == state {
			return v, nil
		}
	}
	if err = errors.Join(err, v.verify()); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	if len(v.file.Bytes) > alwaysVerified {
		_ = os.WriteFile(seen, []byte(state), 0o600) // without it the index is read whole the next time, too
	}
	return v, nil
}

// fileState tells a file from what it was.
func fileState(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano()), nil
}

func (v *Vocabulary) verify() error {
	for i := range sectionCount {
		if err := v.index.verify(i); err != nil {
			return err
		}
	}
	return nil
}

// RemoveIndex removes the indexes of a state of a database that is gone.
func RemoveIndex(dir, fingerprint string) error {
	files, err := filepath.Glob(filepath.Join(dir, indexPrefix(fingerprint)+"*.idx*"))
	for _, f := range files {
		err = errors.Join(err, os.Remove(f))
	}
	return err
}

// indexFile names the index by what it was made from: the database's state, the format and the curated terms.
func indexFile(fingerprint string) string {
	return fmt.Sprintf("%s%d-%08x.idx", indexPrefix(fingerprint), indexVersion, curatedSum())
}

func indexPrefix(fingerprint string) string {
	safe := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			return c
		}
		return '_'
	}, fingerprint)
	return "vocabulary-" + safe + "-"
}

func openIndex(path string) (*Vocabulary, error) {
	file, err := mapped.Open(path)
	if err != nil {
		return nil, err
	}
	x, err := parseIndex(file.Bytes)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Vocabulary{index: x, file: file, path: path}, nil
}

// buildIndex reads the vocabulary and writes its index in a folder of its own, from
// where it is renamed, so that a reader meets a whole file or none.
func buildIndex(ctx context.Context, opts Options, path string) (err error) {
	if opts.DB == nil && opts.Connect == nil {
		return errors.New("no database given")
	}
	if err := os.MkdirAll(opts.Dir, 0o700); err != nil {
		return err
	}
	work, err := scratch.New(opts.Dir, ".building-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.Remove()) }()
	made := filepath.Join(work.Path, "index")
	if err := writeIndexFile(ctx, opts, work.Path, made); err != nil {
		return err
	}
	if err := os.Rename(made, path); err != nil {
		// Where an open file cannot be replaced, another process has just put the same index there.
		if v, openErr := openIndex(path); openErr == nil {
			return v.Close()
		}
		return err
	}
	return nil
}

func writeIndexFile(ctx context.Context, opts Options, work, path string) (err error) {
	b, err := newBuilder(work, opts.Progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if err := (&tables{db: opts.DB, connect: opts.Connect}).read(ctx, b); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(b.write(ctx, file), file.Close())
}

// read reads all tables.
func (t *tables) read(ctx context.Context, b *builder) error {
	if err := t.readConcepts(ctx, b); err != nil {
		return err
	}
	if err := t.readSynonyms(ctx, b); err != nil {
		return err
	}
	if err := t.readMaps(ctx, b); err != nil {
		return err
	}
	if err := t.readBrands(ctx, b); err != nil {
		return err
	}
	b.meta.Hierarchy, b.meta.Version = t.hierarchyKind(ctx), t.readVersion(ctx)
	b.meta.Partial = b.meta.Hierarchy == HierarchyAncestors && t.partialAncestors(ctx)
	if b.meta.Hierarchy == HierarchyRelationships || b.meta.Partial {
		return t.readEdges(ctx, b)
	}
	return nil
}
