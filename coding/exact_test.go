package coding_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/densetest"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

func TestExactKeepsTheContract(t *testing.T) {
	for name, folder := range map[string]func(*testing.T) string{
		"in memory": func(*testing.T) string { return "" }, "in a folder": (*testing.T).TempDir,
	} {
		t.Run(name, func(t *testing.T) {
			densetest.Run(t, func(t *testing.T) densetest.Store { return exact(t, folder(t)) })
		})
	}
}

func exact(t *testing.T, folder string) *coding.Exact {
	t.Helper()
	x, err := coding.OpenExact(folder, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
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
		x := exact(t, folder)
		if err := coding.EmbedTerms(t.Context(), terms, e, x, nil); err != nil {
			t.Fatal(err)
		}
		if len(e.texts) != want || x.Len() != len(terms) {
			t.Errorf("%s: embedded %q, has %d terms, want %d texts and %d terms", when, e.texts, x.Len(), want, len(terms))
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

func TestOnlyConceptsOfTheVocabularyAreRead(t *testing.T) {
	folder := t.TempDir()
	terms := []vocab.Named{{Concept: 1, Term: "gout"}, {Concept: 2, Term: "asthma"}}
	if err := exact(t, folder).Put(t.Context(), terms, []llm.Vector{{1, 0}, {0, 1}}); err != nil {
		t.Fatal(err)
	}
	x, err := coding.OpenExact(folder, 2, func(concept int64) bool { return concept == 2 })
	if err != nil || x.Len() != 1 {
		t.Errorf("%d terms were read, %v; want one", x.Len(), err)
	}
}

func FuzzSegment(f *testing.F) {
	dir := f.TempDir()
	x, err := coding.OpenExact(dir, 2, nil)
	if err != nil {
		f.Fatal(err)
	}
	if err := x.Put(f.Context(), []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}}, []llm.Vector{{1, 0}}); err != nil {
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
		if _, err := coding.OpenExact(dir, 2, nil); err != nil {
			t.Error(err)
		}
	})
}
