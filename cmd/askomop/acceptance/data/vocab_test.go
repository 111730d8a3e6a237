package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/vocab"
)

// download is a tiny download of a vocabulary, in Athena's form: tabs, no quoting.
func download(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, rows := range map[string][]string{
		"CONCEPT.csv": {
			"concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason",
			"440674\tGout\tCondition\tSNOMED\tClinical Finding\tS\t90560007\t20020131\t20991231\t",
			"255848\tPneumonia\tCondition\tSNOMED\tClinical Finding\tS\t233604007\t20020131\t20991231\t",
			"45547622\tGout \"quoted\"\tCondition\tICD10CM\t3-char nonbill code\t\tM10\t20070101\t20991231\t",
		},
		"CONCEPT_RELATIONSHIP.csv": {
			"concept_id_1\tconcept_id_2\trelationship_id\tvalid_start_date\tvalid_end_date\tinvalid_reason",
			"45547622\t440674\tMaps to\t20070101\t20991231\t",
		},
		"VOCABULARY.csv": {
			"vocabulary_id\tvocabulary_name\tvocabulary_reference\tvocabulary_version\tvocabulary_concept_id",
			"None\tOMOP Standardized Vocabularies\tOMOP generated\tv5.0 01-JAN-26\t0",
		},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestALoadedVocabularyIsSearched(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	if got := cmdtest.Run(t, "vocab", "load", download(t)); got.Code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.Code, got.ErrOut)
	}
	for _, text := range []string{"gout", "ICD10CM:M10", "m10"} {
		if got := cmdtest.Run(t, "vocab", "search", text); got.Code != 0 || !strings.Contains(got.Out, "Gout") {
			t.Errorf("%s: exit code %d: %s%s", text, got.Code, got.Out, got.ErrOut)
		}
	}
	if got := cmdtest.Run(t, "vocab", "show", "45547622"); !strings.Contains(got.Out, "maps to 440674") {
		t.Errorf("shown: %s%s", got.Out, got.ErrOut)
	}
}

// TestAMissingIndexOfALoadedVocabularyIsBuilt holds that a command that builds the index codes with it at once, as after
// an update.
func TestAMissingIndexOfALoadedVocabularyIsBuilt(t *testing.T) {
	home, dir := t.TempDir(), download(t)
	t.Setenv("ASKOMOP_HOME", home)
	t.Setenv("ASKOMOP_DB", "")
	ancestors := "ancestor_concept_id\tdescendant_concept_id\tmin_levels_of_separation\tmax_levels_of_separation\n" +
		"440674\t440674\t0\t0\n255848\t255848\t0\t0\n"
	if err := os.WriteFile(filepath.Join(dir, "CONCEPT_ANCESTOR.csv"), []byte(ancestors), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := cmdtest.Run(t, "vocab", "load", dir); got.Code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.Code, got.ErrOut)
	}
	if err := os.RemoveAll(filepath.Join(home, "index")); err != nil {
		t.Fatal(err)
	}
	got := cmdtest.Run(t, "code", "--domain", "condition", "gout")
	if got.Code != 0 || !strings.Contains(got.Out, "440674") {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
}

// TestAFolderWithoutConceptsIsNoVocabulary holds that what was loaded before stays.
func TestAFolderWithoutConceptsIsNoVocabulary(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	if got := cmdtest.Run(t, "vocab", "load", download(t)); got.Code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.Code, got.ErrOut)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "person.csv"), []byte("person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n1,8507,1950,0,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := cmdtest.Run(t, "vocab", "load", dir); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "CONCEPT.csv") {
		t.Errorf("exit code %d: %s", got.Code, got.ErrOut)
	}
	if got := cmdtest.Run(t, "vocab", "search", "gout"); !strings.Contains(got.Out, "440674") {
		t.Errorf("the vocabulary of before is gone: %s%s", got.Out, got.ErrOut)
	}
}

// TestANewerVocabularyTellsWhatChanged holds what a second load reports, and that the index of the first is removed.
func TestANewerVocabularyTellsWhatChanged(t *testing.T) {
	home := t.TempDir()
	t.Setenv("ASKOMOP_HOME", home)
	dir := download(t)
	if got := cmdtest.Run(t, "vocab", "load", dir); got.Code != 0 || strings.Contains(got.Out, "From v5.0") {
		t.Fatalf("loading: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := cmdtest.Run(t, "vocab", "load", dir); got.Code != 0 || !strings.Contains(got.Out, "nothing was done") {
		t.Errorf("loading the same: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	_, err := conceptset.NewStore(filepath.Join(home, "sets")).Save(conceptset.Saved{Name: "lungs", Expression: conceptset.Expression{
		Items: []conceptset.Item{{Concept: vocab.Concept{ID: 255848, Name: "Pneumonia", Standard: "S"}, Descendants: true}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	appendTo(t, filepath.Join(dir, "CONCEPT.csv"), "435216\tDisorder due to type 1 diabetes mellitus\tCondition\tSNOMED\tClinical Finding\tS\t420868002\t20020131\t20991231\t\n")
	replaceIn(t, filepath.Join(dir, "CONCEPT.csv"), "Finding\tS\t233604007\t20020131\t20991231\t\n", "Finding\t\t233604007\t20020131\t20251231\tU\n")
	got := cmdtest.Run(t, "vocab", "load", dir)
	if got.Code != 0 {
		t.Fatalf("loading a newer one: exit code %d: %s", got.Code, got.ErrOut)
	}
	for _, want := range []string{"No longer standard", "255848  Pneumonia", "435216  Disorder due", "as before", "[condition@pneumonia]  1 → 0 concepts", "set lungs  1 → 0 concepts"} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("%q is not said: %s", want, got.Out)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(home, "index", "vocabulary-*.idx")); len(files) != 1 {
		t.Errorf("indexes: %v", files)
	}
	if left, _ := filepath.Glob(filepath.Join(home, "vocabulary", "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestTwoVocabulariesAreCompared(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	old, now := download(t), download(t)
	replaceIn(t, filepath.Join(now, "CONCEPT.csv"), "Gout \"quoted\"", "Gout, unspecified")
	got := cmdtest.Run(t, "vocab", "diff", old, now, "--json")
	if got.Code != 0 || !strings.Contains(got.Out, `"was":"Gout \"quoted\""`) || !strings.Contains(got.Out, `"sets_compared":1`) {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := cmdtest.Run(t, "vocab", "diff", old, old); got.Code != 0 || !strings.Contains(got.Out, "No concept has changed") {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	for _, args := range [][]string{{"vocab", "diff"}, {"vocab", "diff", old}, {"vocab", "diff", old, now, "--examples", "0"}} {
		if got := cmdtest.Run(t, args...); got.Code != commands.ExitUsage {
			t.Errorf("%v: exit code %d: %s", args, got.Code, got.ErrOut)
		}
	}
	if got := cmdtest.Run(t, "vocab", "diff", old, filepath.Join(t.TempDir(), "nowhere.duckdb")); got.Code != commands.ExitFailed {
		t.Errorf("exit code %d: %s", got.Code, got.ErrOut)
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append(b, text...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func replaceIn(t *testing.T, path, from, to string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), from) {
		t.Fatalf("%q is not in %s", from, path)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(b), from, to)), 0o644); err != nil {
		t.Fatal(err)
	}
}
