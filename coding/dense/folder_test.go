package dense_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/dense"
	"github.com/askomop/askomop/coding/densetest"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

func openFolder(t *testing.T, path string, opts dense.FolderOptions) *dense.Folder {
	t.Helper()
	opts.Embedder, opts.Dim = "test:2", 2
	f, err := dense.OpenFolder(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// finished is a Store whose index is made whenever something was put.
type finished struct{ *dense.Folder }

func (f finished) Put(ctx context.Context, terms []vocab.Named, vecs []llm.Vector) error {
	if err := f.Folder.Put(ctx, terms, vecs); err != nil {
		return err
	}
	return f.Finish(ctx, len(terms))
}

func TestAFolderKeepsTheContract(t *testing.T) {
	densetest.Run(t, func(t *testing.T) densetest.Store {
		return finished{openFolder(t, t.TempDir(), dense.FolderOptions{Vocabulary: "v"})}
	})
}

// letters embeds a text by its length, and counts.
type letters struct{ texts []string }

func (*letters) Name() string { return "letters:2" }

func (l *letters) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	l.texts = append(l.texts, texts...)
	vecs := make([]llm.Vector, len(texts))
	for i := range texts {
		vecs[i] = llm.Vector{1, 0}
	}
	return vecs, ctx.Err()
}

func TestOnlyWhatIsMissingIsEmbedded(t *testing.T) {
	folder := t.TempDir()
	terms := []vocab.Named{{Concept: 1, Term: "gout"}, {Concept: 2, Term: "gout"}, {Concept: 2, Term: "podagra"}}
	e := &letters{}
	embed := func(want int, when string) {
		t.Helper()
		e.texts = nil
		f := openFolder(t, folder, dense.FolderOptions{Vocabulary: when})
		if err := errors.Join(coding.EmbedTerms(t.Context(), terms, e, f, nil),
			f.Finish(t.Context(), len(terms))); err != nil {
			t.Fatal(err)
		}
		if n, err := f.Indexed(t.Context()); len(e.texts) != want || n != len(terms) || err != nil {
			t.Errorf("%s: embedded %q, has %d terms, %v; want %d texts and %d terms", when, e.texts, n, err, want, len(terms))
		}
	}
	embed(2, "at first, each text once")
	embed(0, "again")
	terms = append(terms, vocab.Named{Concept: 3, Term: "asthma"})
	embed(1, "with a new term")
	files, err := filepath.Glob(filepath.Join(folder, "*.vec"))
	if err != nil || len(files) != 2 {
		t.Fatalf("kept in %v, %v", files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	embed(3, "damaged")
}

// TestAnIndexIsOfOneVocabulary holds that concepts that a vocabulary has not are not in its index, and that a folder
// keeps the index of the last.
func TestAnIndexIsOfOneVocabulary(t *testing.T) {
	path := t.TempDir()
	terms := []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}, {Concept: 2, Term: "asthma", Domain: "Condition"}}
	old := openFolder(t, path, dense.FolderOptions{Vocabulary: "old"})
	if n, err := old.Indexed(t.Context()); n != 0 || err != nil {
		t.Errorf("%d terms before anything was embedded, %v", n, err)
	}
	if err := errors.Join(old.Put(t.Context(), terms, []llm.Vector{{1, 0}, {0, 1}}),
		old.Finish(t.Context(), 2)); err != nil {
		t.Fatal(err)
	}
	now := openFolder(t, path, dense.FolderOptions{Vocabulary: "new", Has: func(concept int64) bool { return concept == 2 }})
	if n, _ := now.Indexed(t.Context()); n != 0 {
		t.Errorf("%d terms of a vocabulary that was not finished", n)
	}
	if err := now.Finish(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[*dense.Folder]int{now: 1, old: 2} { // the old one is removed and still open
		hits, err := name.Search(t.Context(), llm.Vector{1, 0}, 9, vocab.Filter{})
		if err != nil || len(hits) != want {
			t.Errorf("found %v, %v; want %d", hits, err, want)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(path, "*.vectors")); len(files) != 1 {
		t.Errorf("the folder has the indexes %v", files)
	}
}

func TestADamagedIndexIsMadeAnew(t *testing.T) {
	path := t.TempDir()
	terms := []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}}
	if err := (finished{openFolder(t, path, dense.FolderOptions{Vocabulary: "v"})}).Put(t.Context(), terms, []llm.Vector{{1, 0}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(path, "v.vectors")
	if err := os.WriteFile(file, []byte("no vectors"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := dense.OpenFolder(path, dense.FolderOptions{Embedder: "test:2", Dim: 2, Vocabulary: "v"})
	if !errors.Is(err, dense.ErrDamaged) {
		t.Errorf("error %v", err)
	}
	defer f.Close()
	if n, _ := f.Indexed(t.Context()); n != 0 {
		t.Errorf("%d terms of a damaged file", n)
	}
	if err := f.Finish(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if hits, err := f.Search(t.Context(), llm.Vector{1, 0}, 1, vocab.Filter{}); err != nil || len(hits) != 1 {
		t.Errorf("found %v, %v", hits, err)
	}
}

func FuzzBatch(f *testing.F) {
	dir := f.TempDir()
	terms := []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}}
	made, err := dense.OpenFolder(dir, dense.FolderOptions{Embedder: "test:2", Dim: 2})
	if err != nil {
		f.Fatal(err)
	}
	if err := made.Put(f.Context(), terms, []llm.Vector{{1, 0}}); err != nil {
		f.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.vec"))
	whole, err := os.ReadFile(files[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:20])
	f.Fuzz(func(t *testing.T, b []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.vec"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := dense.OpenFolder(dir, dense.FolderOptions{Embedder: "test:2", Dim: 2})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := x.Missing(t.Context(), terms); err != nil {
			t.Error(err)
		}
	})
}
