package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// athena is a tiny download of a vocabulary, in Athena's form: tabs, no quoting.
func athena(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, rows := range map[string][]string{
		"CONCEPT.csv": {
			"concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason",
			"440674\tGout\tCondition\tSNOMED\tClinical Finding\tS\t90560007\t20020131\t20991231\t",
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
	if got := execute(t, nil, Streams{}, "vocab", "load", athena(t)); got.code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.code, got.errOut)
	}
	for _, text := range []string{"gout", "ICD10CM:M10", "m10"} {
		if got := execute(t, nil, Streams{}, "vocab", "search", text); got.code != 0 || !strings.Contains(got.out, "Gout") {
			t.Errorf("%s: exit code %d: %s%s", text, got.code, got.out, got.errOut)
		}
	}
	if got := execute(t, nil, Streams{}, "vocab", "show", "45547622"); !strings.Contains(got.out, "maps to 440674") {
		t.Errorf("shown: %s%s", got.out, got.errOut)
	}
}

// TestAFolderWithoutConceptsIsNoVocabulary holds that what was loaded before stays.
func TestAFolderWithoutConceptsIsNoVocabulary(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	if got := execute(t, nil, Streams{}, "vocab", "load", athena(t)); got.code != 0 {
		t.Fatalf("loading: exit code %d: %s", got.code, got.errOut)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "person.csv"), []byte("person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n1,8507,1950,0,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := execute(t, nil, Streams{}, "vocab", "load", dir); got.code != exitFailed || !strings.Contains(got.errOut, "no concept table") {
		t.Errorf("exit code %d: %s", got.code, got.errOut)
	}
	if got := execute(t, nil, Streams{}, "vocab", "search", "gout"); !strings.Contains(got.out, "440674") {
		t.Errorf("the vocabulary of before is gone: %s%s", got.out, got.errOut)
	}
}
