package commands_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// TestWhatEvalKeepsHasSmallNumbersHidden asks a set whose references have groups of few people, and rows that are people's, and looks into every file
// that is kept, and the page.
func TestWhatEvalKeepsHasSmallNumbersHidden(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	db := filepath.Join(dir, "few.duckdb")
	set := filepath.Join(dir, "set")
	if err := os.Mkdir(set, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"groups": "-- id: groups\n-- question: How many patients are there by race and ethnicity?\nSELECT race_concept_id, ethnicity_concept_id, COUNT(DISTINCT person_id) AS patients FROM person GROUP BY 1, 2;\n",
		"people": "-- id: people\n-- question: Which patients are the oldest?\nSELECT person_id, 'who-' || person_source_value AS who FROM person ORDER BY year_of_birth LIMIT 5;\n",
		"all":    "-- id: all\n-- question: How many patients are there?\nSELECT COUNT(*) AS patients FROM person;\n",
	} {
		if err := os.WriteFile(filepath.Join(set, name+".sql"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		e := cmdtest.InShell(t, "", "", append([]string{"--home", home, "--db", db}, args...)...)
		if e.Code != commands.ExitAnswered {
			t.Fatalf("%v: exit %d: %s%s", args, e.Code, e.Out, e.ErrOut)
		}
		return e.Out
	}
	run("db", "demo", "--persons", "60", db)
	page := filepath.Join(dir, "page.html")
	said := run("eval", "--cases", set, "--name", "few", "--html", page)
	said += run("eval", "show", "few") + run("eval", "--cases", set, "--name", "few", "--json") // gone on with, and from what is kept
	smallGroup := regexp.MustCompile(`\[[0-9]+,[0-9]+,[1-4]\]|who-[A-Za-z0-9]`)
	look := func(path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found := smallGroup.FindString(string(data)); found != "" {
			t.Errorf("%s holds %s", path, found)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", path, info.Mode().Perm())
		}
	}
	look(page)
	files := 0
	err := filepath.WalkDir(filepath.Join(home, "eval"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			look(path)
			files++
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files, %v", files, err)
	}
	if smallGroup.MatchString(said) {
		t.Errorf("it says %s", said)
	}
	if !strings.Contains(said, `"accuracy"`) {
		t.Errorf("nothing was scored: %s", said)
	}
}
