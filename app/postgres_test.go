package app

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/pipeline"
)

// TestAQuestionIsAnsweredFromPostgreSQLAsFromAFile holds the whole way, from the words to the number that may be shown.
func TestAQuestionIsAnsweredFromPostgreSQLAsFromAFile(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	file := smallDemo(t)
	enginetest.FillPostgres(t, url, "askomop_asked", file)
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	here := opened(t, Settings{DB: file, Home: t.TempDir()})
	there := opened(t, Settings{DB: url + separator + "cdm=askomop_asked", Home: t.TempDir()})
	for _, question := range []string{
		"How many patients are there?", "How many women have type 2 diabetes?", "What are the five most common conditions?",
		"What percentage of patients with type 2 diabetes took metformin?", "How many patients with a frobnicated spleen are there?",
	} {
		want, err := here.Ask(t.Context(), question, AskOptions{})
		if err != nil {
			t.Fatalf("%s of the file: %v", question, err)
		}
		got, err := there.Ask(t.Context(), question, AskOptions{})
		if err != nil {
			t.Fatalf("%s of the server: %v", question, err)
		}
		if got.Status != want.Status || got.Answer != want.Answer {
			t.Errorf("%s: %s, %q of the server; %s, %q of the file", question, got.Status, got.Answer, want.Status, want.Answer)
		}
		if got.Status == string(pipeline.Failed) {
			t.Errorf("%s: %s", question, got.Message)
		}
	}
	a, err := here.Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := there.Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if a.Persons != b.Persons || a.FirstDate != b.FirstDate || a.LastDate != b.LastDate || len(a.Findings) != len(b.Findings) || a.Version != b.Version {
		t.Errorf("described as %+v of the file, %+v of the server", a.Info, b.Info)
	}
	if strings.Contains(b.Path, ":secret@") || !strings.HasPrefix(b.Path, "postgres://") {
		t.Errorf("the place is called %s", b.Path)
	}
}
