package app

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/omop/spark/connect"
	"github.com/askomop/askomop/pipeline"
)

// TestAQuestionIsAnsweredFromSparkAsFromAFile holds the whole way, from the words to the number that may be shown.
func TestAQuestionIsAnsweredFromSparkAsFromAFile(t *testing.T) {
	address := needs.Env(t, "ASKOMOP_TEST_SPARK", "a Spark with its Connect server (.ci/spark makes one and prints its address)")
	admin, err := connect.New(connect.Options{Address: strings.TrimPrefix(address, "spark://")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := admin.Close(); err != nil {
			t.Error(err)
		}
	})
	file := smallDemo(t)
	enginetest.FillSpark(t, admin.Run, "askomop_asked", file)
	here := opened(t, Settings{DB: file, Home: t.TempDir()})
	there := opened(t, Settings{DB: address + "?cdm=askomop_asked", Home: t.TempDir()})
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
			t.Fatalf("%s of Spark: %v", question, err)
		}
		if got.Status != want.Status || got.Answer != want.Answer {
			t.Errorf("%s: %s, %q of Spark (%s); %s, %q of the file", question, got.Status, got.Answer, got.Message, want.Status, want.Answer)
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
		t.Errorf("described as %+v of the file, %+v of Spark", a.Info, b.Info)
	}
}
