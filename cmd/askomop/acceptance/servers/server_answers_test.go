package servers

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/pipeline"
)

// TestAQuestionIsAnsweredFromAServerAsFromAFile holds the whole way, from the words to the number that may be shown, with the vocabulary on
// the server.
func TestAQuestionIsAnsweredFromAServerAsFromAFile(t *testing.T) {
	file := smallDemo(t)
	onServers(t, func(t *testing.T, s testServer) {
		here := cmdtest.Open(t, app.Settings{DB: file, Home: t.TempDir()})
		there := cmdtest.Open(t, app.Settings{DB: s.fill(t, "askomop_asked", file), Home: t.TempDir()})
		for _, question := range []string{
			"How many patients are there?", "How many women have type 2 diabetes?", "What are the five most common conditions?",
			"What percentage of patients with type 2 diabetes took metformin?", "How many patients with a frobnicated spleen are there?",
		} {
			want, err := here.Ask(t.Context(), question, app.AskOptions{})
			if err != nil {
				t.Fatalf("%s of the file: %v", question, err)
			}
			got, err := there.Ask(t.Context(), question, app.AskOptions{})
			if err != nil {
				t.Fatalf("%s of the server: %v", question, err)
			}
			if got.Status != want.Status || got.Answer != want.Answer {
				t.Errorf("%s: %s, %q of the server (%s); %s, %q of the file", question, got.Status, got.Answer, got.Message, want.Status, want.Answer)
			}
			if got.Status == string(pipeline.Failed) {
				t.Errorf("%s: %s", question, got.Message)
			}
		}
		sameDescription(t, here, there)
	})
}

// sameDescription holds that a database is described on a server as in a file.
func sameDescription(t *testing.T, here, there *app.App) {
	t.Helper()
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
	if strings.Contains(b.Path, ":secret@") || !strings.Contains(b.Path, "://") {
		t.Errorf("the place is called %s", b.Path)
	}
}

// TestTheLibraryGivesTheSameRowsWithTheHomeFoldersVocabulary holds that a server without a vocabulary answers as one that has it.
func TestTheLibraryGivesTheSameRowsWithTheHomeFoldersVocabulary(t *testing.T) {
	file := smallDemo(t)
	onServers(t, func(t *testing.T, s testServer) {
		address := s.fill(t, "askomop_lent", file, enginetest.Vocabulary...)
		server, err := s.open(t, address, file)
		if err != nil {
			t.Fatal(err)
		}
		if server.StandIn() != file {
			t.Errorf("the vocabulary of %q stands in", server.StandIn())
		}
		sameRows(t, server, s.step)
	})
}
