package duckdb_test

import (
	"testing"

	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/enginetest"
)

func TestContract(t *testing.T) {
	e, err := duckdb.Open(t.Context(), enginetest.Fixture(t), duckdb.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	enginetest.Run(t, e)
}

func TestAVocabularyOfTheHomeFolderIsLent(t *testing.T) {
	file, home := enginetest.Fixture(t), enginetest.HomeVocabulary(t)
	for _, table := range enginetest.Vocabulary {
		enginetest.Change(t, file, "DROP TABLE "+table)
	}
	e, err := duckdb.Open(t.Context(), file, duckdb.Options{TempDir: t.TempDir(), Vocabulary: home})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	enginetest.RunLent(t, e, false)
}
