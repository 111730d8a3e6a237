package retrieve

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/rag"
)

// counting is an embedder that counts the texts it embeds.
type counting struct {
	llm.Embedder
	texts int
}

func (c *counting) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	c.texts += len(texts)
	return c.Embedder.Embed(ctx, texts)
}

func TestVectorsAreKeptAndMadeAnewWhenDamaged(t *testing.T) {
	dir := t.TempDir()
	p := rag.Pair{ID: "a", Question: "How many patients have gout?", Paraphrases: []string{"Count the patients with gout."}, SQL: "SELECT 1 WHERE 1 IN ([condition@gout])"}
	e := &counting{Embedder: lexical.New()}
	index := func(want int, when string) {
		t.Helper()
		e.texts = 0
		store := NewMemory()
		if err := Index(t.Context(), []rag.Pair{p}, NewEncoder(e), store, dir); err != nil {
			t.Fatal(err)
		}
		if e.texts != want {
			t.Errorf("%s: embedded %d texts, want %d", when, e.texts, want)
		}
		if ms, err := store.Search(t.Context(), store.vecs[0][1], 1, rag.Filter{}); err != nil || len(ms) != 1 || ms[0].Wording != 1 {
			t.Errorf("%s: found %v, %v", when, ms, err)
		}
	}
	index(2, "at first")
	index(0, "again")
	files, err := filepath.Glob(filepath.Join(dir, "*.vec"))
	if err != nil || len(files) != 1 {
		t.Fatalf("kept in %v, %v", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(files[0], b, 0o644); err != nil {
		t.Fatal(err)
	}
	index(2, "damaged")
	p.Question += " "
	index(1, "with one of its wordings reworded")
	p.SQL = "SELECT 2 WHERE 1 IN ([condition@gout])"
	index(2, "with other SQL")
	index(0, "with the same SQL again")
}
