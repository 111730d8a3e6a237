package main

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/vocab"
)

func TestNamesAreEmbeddedOnceAndThenSuggested(t *testing.T) {
	onDemo(t)
	t.Setenv("ASKOMOP_ENTITY_EMBEDDER", "lexical")
	const words = "hypertensions of the kidney's vessels"
	got := askomop(t, "code", "--domain", "condition", words)
	if got.code != exitAbstained || !strings.Contains(got.errOut, "askomop vocab index --entity-embedder lexical") {
		t.Errorf("before vocab index: exit code %d, %s", got.code, got.errOut)
	}
	first := document[app.IndexedNames](t, "vocab", "index")
	if first.Names < 1000 || first.Embedded != first.Names || first.Embedder != "lexical-1:512" {
		t.Errorf("indexed: %+v", first)
	}
	if again := document[app.IndexedNames](t, "vocab", "index"); again.Embedded != 0 || again.Names != first.Names {
		t.Errorf("again: %+v", again)
	}
	got = askomop(t, "code", "--domain", "condition", words)
	if got.code != exitAbstained || !strings.Contains(got.errOut, "nearest: ") || strings.Contains(got.errOut, "vocab index") {
		t.Errorf("after vocab index: exit code %d, %s", got.code, got.errOut)
	}
}

func TestNamesAreEmbeddedIntoPostgres(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL with pgvector (.ci/postgres makes one and prints its URL)")
	onDemo(t)
	t.Setenv("ASKOMOP_STORE", url)
	t.Setenv("ASKOMOP_ENTITY_EMBEDDER", "lexical")
	if got := askomop(t, "vocab", "index", "--prune"); got.code != 0 {
		t.Fatalf("exit code %d, %s", got.code, got.errOut)
	}
	other, err := pgvector.OpenConcepts(t.Context(), url, pgvector.Options{Embedder: "lexical-1:512", Dim: 512})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Put(t.Context(), []vocab.Named{{Concept: 1, Term: "of another vocabulary", Domain: "Drug"}}, []llm.Vector{make(llm.Vector, 512)}); err != nil {
		t.Fatal(err)
	}
	if got := askomop(t, "vocab", "index"); !strings.Contains(got.errOut, "1 name is in the store that this vocabulary does not have") {
		t.Errorf("exit code %d, %s", got.code, got.errOut)
	}
	if done := document[app.IndexedNames](t, "vocab", "index", "--prune"); done.Removed != 1 || done.Others != 0 || done.Embedded != 0 {
		t.Errorf("pruned: %+v", done)
	}
	again := document[app.IndexedNames](t, "vocab", "index")
	if again.Embedded != 0 || again.Names < 1000 || strings.Contains(again.Store, "home") {
		t.Errorf("again: %+v", again)
	}
	got := askomop(t, "code", "--domain", "condition", "hypertensions of the kidney's vessels")
	if got.code != exitAbstained || !strings.Contains(got.errOut, "nearest: ") {
		t.Errorf("exit code %d, %s", got.code, got.errOut)
	}
}

func TestVocabIndexNeedsAnEmbedder(t *testing.T) {
	got := askomop(t, "vocab", "index")
	if got.code != exitUsage || !strings.Contains(got.errOut, "--entity-embedder lexical") {
		t.Errorf("exit code %d, %s", got.code, got.errOut)
	}
	got = askomop(t, "code", "--entity-embedder", "word2vec", "gout")
	if got.code != exitUsage || !strings.Contains(got.errOut, "--entity-embedder word2vec: use none, lexical") {
		t.Errorf("exit code %d, %s", got.code, got.errOut)
	}
}
