package data

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// emptyCDM is a database with one person and no vocabulary of its own.
func emptyCDM(t *testing.T) string {
	t.Helper()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "cdm.duckdb")
	for name, rows := range map[string]string{
		"person.csv": "person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n1,8507,1950,0,0\n",
		"condition_occurrence.csv": "condition_occurrence_id,person_id,condition_concept_id,condition_start_date,condition_type_concept_id\n" +
			"1,1,440674,2010-05-01,32817\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := cmdtest.Run(t, "db", "load", dir, "--to", file); got.Code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.Code, got.ErrOut)
	}
	return file
}

// TestTheLoadedVocabularyStandsInForADatabaseWithoutOne holds that such a database is coded with the vocabulary
// of the home folder, and that without that one the command says what to do. Neither waits for ever.
func TestTheLoadedVocabularyStandsInForADatabaseWithoutOne(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := emptyCDM(t)
	within := func(args ...string) cmdtest.Outcome {
		t.Helper()
		done := make(chan cmdtest.Outcome, 1)
		go func() { done <- cmdtest.Run(t, append([]string{"--db", file}, args...)...) }()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		select {
		case got := <-done:
			return got
		case <-ctx.Done():
			t.Fatalf("askomop %q does not end", args)
			return cmdtest.Outcome{}
		}
	}
	for _, args := range [][]string{{"code", "gout"}, {"vocab", "search", "gout"}} {
		if got := within(args...); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "askomop vocab load") {
			t.Errorf("%q without any vocabulary: exit code %d: %s%s", args, got.Code, got.Out, got.ErrOut)
		}
	}
	if got := within("ask", "How many patients have gout?"); got.Code != commands.ExitAbstained || !strings.Contains(got.Out+got.ErrOut, "askomop vocab load") {
		t.Errorf("a disease without any vocabulary: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := within("ask", "How many patients are there?", "--min-cell", "0"); got.Code != 0 || !strings.Contains(got.Out, "1 patient.") {
		t.Errorf("what needs no vocabulary: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := within("vocab", "load", download(t)); got.Code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.Code, got.ErrOut)
	}
	for _, args := range [][]string{{"code", "--domain", "condition", "gout"}, {"vocab", "search", "gout"}, {"vocab", "show", "440674"}} {
		if got := within(args...); got.Code != 0 || !strings.Contains(got.Out, "440674") {
			t.Errorf("%q: exit code %d: %s%s", args, got.Code, got.Out, got.ErrOut)
		}
	}
	for _, question := range []string{"How many patients have gout?", "How many patients have concept 440674?"} {
		if got := within("ask", question, "--min-cell", "0"); got.Code != 0 || !strings.Contains(got.Out, "1 patient.") {
			t.Errorf("%s exit code %d: %s%s", question, got.Code, got.Out, got.ErrOut)
		}
	}
	if got := within("ask", "What are the ten most common conditions?", "--min-cell", "0"); got.Code != 0 || !strings.Contains(got.Out, "Gout") {
		t.Errorf("names of concepts: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
}
