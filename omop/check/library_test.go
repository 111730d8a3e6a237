package check_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

func library(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(evaldata.Pairs, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(evaldata.Pairs, path)
		out[strings.TrimSuffix(d.Name(), ".sql")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 300 {
		t.Fatalf("the library has %d pairs", len(out))
	}
	return out
}

func TestLibraryIsClean(t *testing.T) {
	opt := strict(t)
	opt.BirthDates = nil // the library's ages are differences of years, by its notes
	c := check.New(opt)
	for id, text := range library(t) {
		for _, f := range findings(t, c, text) {
			if f.Severity != omop.SeverityInfo {
				t.Errorf("%s: %s %s at %d:%d: %s", id, f.Severity, f.Rule, f.Line, f.Column, f.Message)
			}
		}
	}
}

// The SQL of a pair answers its question in other words too.
func TestLibraryAnswersItsParaphrases(t *testing.T) {
	opt := strict(t)
	opt.BirthDates = nil
	c := check.New(opt)
	asked := 0
	for id, text := range library(t) {
		for line := range strings.Lines(text) {
			paraphrase, ok := strings.CutPrefix(line, "-- paraphrase: ")
			if !ok {
				continue
			}
			asked++
			for _, f := range findings(t, c.Asking(paraphrase), text) {
				if f.Severity != omop.SeverityInfo {
					t.Errorf("%s, asked as %s%s %s at %d:%d: %s", id, paraphrase, f.Severity, f.Rule, f.Line, f.Column, f.Message)
				}
			}
		}
	}
	if asked < 600 {
		t.Errorf("the library has %d paraphrases", asked)
	}
}
