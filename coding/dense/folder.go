package dense

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// Folder keeps the vectors of one embedder: those that were embedded, batch by batch, and of a vocabulary whose names
// all have one, an index, which is searched without reading the batches. It is a coding.Dense and a coding.Terms. It
// may be used concurrently, and by several processes at once.
type Folder struct {
	path string
	opts FolderOptions

	mu    sync.RWMutex
	index *Index // nil until Finish
	// What the batches hold is read when it is first needed: a search never needs it.
	read  bool
	terms []vocab.Named
	vecs  []llm.Vector
	known map[vectorKey]bool
}

// FolderOptions say what is kept in a Folder.
type FolderOptions struct {
	Embedder   string                   // its name
	Dim        int                      // of its vectors
	Vocabulary string                   // names the state of the vocabulary that is searched
	Has        func(concept int64) bool // whether the vocabulary has a concept; nil for all
}

// vectorKey is the concept and the term that a vector was made of.
type vectorKey struct {
	concept int64
	term    string
}

// OpenFolder opens a folder, which need not be there. An index that is damaged is an error that wraps ErrDamaged; the
// Folder can still be given what is missing, and be finished.
func OpenFolder(path string, opts FolderOptions) (*Folder, error) {
	f := &Folder{path: path, opts: opts}
	index, err := Open(f.indexFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	f.index = index
	return f, nil
}

// Close releases the index.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.index == nil {
		return nil
	}
	err := f.index.Close()
	f.index = nil
	return err
}

// Search implements coding.Dense. It finds what was there at the last Finish.
func (f *Folder) Search(ctx context.Context, v llm.Vector, k int, filter vocab.Filter) ([]vocab.Hit, error) {
	if len(v) != f.opts.Dim {
		return nil, fmt.Errorf("the vector has %d dimensions, those of the concepts have %d", len(v), f.opts.Dim)
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.index == nil {
		return nil, ctx.Err()
	}
	return f.index.Search(ctx, v, k, filter)
}

// Lock keeps other processes from embedding the same. It is taken before anything else, so that what another has added
// is seen.
func (f *Folder) Lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of vectors: %w; choose another with --home DIR", err)
	}
	lock := flock.New(f.path + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return nil, fmt.Errorf("waiting for another askomop that embeds names: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// Missing implements coding.Terms.
func (f *Folder) Missing(_ context.Context, terms []vocab.Named) ([]vocab.Named, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.readBatches(); err != nil {
		return nil, err
	}
	var missing []vocab.Named
	for _, t := range terms {
		if !f.known[vectorKey{t.Concept, t.Term}] {
			missing = append(missing, t)
		}
	}
	return missing, nil
}

// Put implements coding.Terms.
func (f *Folder) Put(ctx context.Context, terms []vocab.Named, vecs []llm.Vector) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(terms) != len(vecs) {
		return fmt.Errorf("%d terms and %d vectors", len(terms), len(vecs))
	}
	for i, v := range vecs {
		if len(v) != f.opts.Dim {
			return fmt.Errorf("the vector of %q has %d dimensions, not %d", terms[i].Term, len(v), f.opts.Dim)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.readBatches(); err != nil {
		return err
	}
	if err := writeBatch(f.path, f.opts.Dim, terms, vecs); err != nil {
		return err
	}
	for i, t := range terms {
		f.add(t, vecs[i])
	}
	return nil
}

// readBatches reads what is kept, once, of the concepts that the vocabulary has. Damaged files are passed over: what
// was in them is missing.
func (f *Folder) readBatches() error {
	if f.read {
		return nil
	}
	batches, err := readBatches(f.path, f.opts.Dim)
	if err != nil {
		return fmt.Errorf("reading vectors of concepts: %w", err)
	}
	f.read, f.known = true, map[vectorKey]bool{}
	for _, b := range batches {
		for i, t := range b.terms {
			if f.opts.Has == nil || f.opts.Has(t.Concept) {
				f.add(t, b.vecs[i])
			}
		}
	}
	return nil
}

func (f *Folder) add(t vocab.Named, v llm.Vector) {
	key := vectorKey{t.Concept, t.Term}
	if !f.known[key] {
		f.known[key] = true
		f.terms, f.vecs = append(f.terms, t), append(f.vecs, v)
	}
}

// Finish makes the index of all that is kept, in place of those of vocabularies before.
func (f *Folder) Finish(ctx context.Context, _ int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.readBatches(); err != nil {
		return err
	}
	if whole := f.index != nil && f.index.Len() == len(f.terms); len(f.terms) == 0 || whole {
		return nil
	}
	return f.writeIndex()
}

func (f *Folder) writeIndex() error {
	old, err := filepath.Glob(filepath.Join(f.path, "*"+indexSuffix))
	if err != nil {
		return err
	}
	if err := Write(f.indexFile(), f.opts.Embedder, f.terms, f.vecs); err != nil {
		return err
	}
	index, err := Open(f.indexFile())
	if err != nil {
		return err
	}
	if f.index != nil {
		err = f.index.Close()
	}
	f.index = index
	for _, path := range old {
		if path != f.indexFile() {
			_ = os.Remove(path) // another process may have it open; it goes with the next one
		}
	}
	return err
}

// Indexed is how many terms can be searched for the vocabulary; 0 where it was never finished.
func (f *Folder) Indexed(context.Context) (int, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.index == nil {
		return 0, nil
	}
	return f.index.Len(), nil
}

const indexSuffix = ".vectors"

func (f *Folder) indexFile() string { return filepath.Join(f.path, f.opts.Vocabulary+indexSuffix) }
