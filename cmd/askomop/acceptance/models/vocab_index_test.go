package models

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/vocab"
)

func TestNamesAreEmbeddedOnceAndThenSuggested(t *testing.T) {
	cmdtest.UseDemo(t)
	t.Setenv("ASKOMOP_ENTITY_EMBEDDER", "lexical")
	const words = "hypertensions of the kidney's vessels"
	got := cmdtest.OnDemo(t, "code", "--domain", "condition", words)
	if got.Code != commands.ExitAbstained || !strings.Contains(got.ErrOut, "askomop vocab index --entity-embedder lexical") {
		t.Errorf("before vocab index: exit code %d, %s", got.Code, got.ErrOut)
	}
	first := cmdtest.Document[app.IndexedNames](t, "vocab", "index")
	if first.Names < 1000 || first.Embedded != first.Names || first.Embedder != "lexical-1:512" {
		t.Errorf("indexed: %+v", first)
	}
	if again := cmdtest.Document[app.IndexedNames](t, "vocab", "index"); again.Embedded != 0 || again.Names != first.Names {
		t.Errorf("again: %+v", again)
	}
	got = cmdtest.OnDemo(t, "code", "--domain", "condition", words)
	if got.Code != commands.ExitAbstained || !strings.Contains(got.ErrOut, "nearest: ") || strings.Contains(got.ErrOut, "vocab index") {
		t.Errorf("after vocab index: exit code %d, %s", got.Code, got.ErrOut)
	}
}

func TestNamesAreEmbeddedIntoPostgres(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL with pgvector (.ci/postgres makes one and prints its URL)")
	cmdtest.UseDemo(t)
	t.Setenv("ASKOMOP_STORE", url)
	t.Setenv("ASKOMOP_ENTITY_EMBEDDER", "lexical")
	if got := cmdtest.OnDemo(t, "vocab", "index", "--prune"); got.Code != 0 {
		t.Fatalf("exit code %d, %s", got.Code, got.ErrOut)
	}
	other, err := pgvector.OpenConcepts(t.Context(), url, pgvector.Options{Embedder: "lexical-1:512", Dim: 512})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Put(t.Context(), []vocab.Named{{Concept: 1, Term: "of another vocabulary", Domain: "Drug"}}, []llm.Vector{make(llm.Vector, 512)}); err != nil {
		t.Fatal(err)
	}
	if got := cmdtest.OnDemo(t, "vocab", "index"); !strings.Contains(got.ErrOut, "1 name is in the store that this vocabulary does not have") {
		t.Errorf("exit code %d, %s", got.Code, got.ErrOut)
	}
	if done := cmdtest.Document[app.IndexedNames](t, "vocab", "index", "--prune"); done.Removed != 1 || done.Others != 0 || done.Embedded != 0 {
		t.Errorf("pruned: %+v", done)
	}
	again := cmdtest.Document[app.IndexedNames](t, "vocab", "index")
	if again.Embedded != 0 || again.Names < 1000 || strings.Contains(again.Store, "home") {
		t.Errorf("again: %+v", again)
	}
	got := cmdtest.OnDemo(t, "code", "--domain", "condition", "hypertensions of the kidney's vessels")
	if got.Code != commands.ExitAbstained || !strings.Contains(got.ErrOut, "nearest: ") {
		t.Errorf("exit code %d, %s", got.Code, got.ErrOut)
	}
}

func TestVocabIndexNeedsAnEmbedder(t *testing.T) {
	got := cmdtest.OnDemo(t, "vocab", "index")
	if got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, "--entity-embedder lexical") {
		t.Errorf("exit code %d, %s", got.Code, got.ErrOut)
	}
	got = cmdtest.OnDemo(t, "code", "--entity-embedder", "word2vec", "gout")
	if got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, "--entity-embedder word2vec: use none, lexical") {
		t.Errorf("exit code %d, %s", got.Code, got.ErrOut)
	}
}
