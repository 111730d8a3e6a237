package coding_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func conditions(names ...string) vocabtest.Tables {
	var t vocabtest.Tables
	for i, n := range names {
		t.Concepts = append(t.Concepts, vocab.Concept{ID: local + int64(i), Name: n, Domain: "Condition", Vocabulary: "SNOMED", Class: "Disorder", Standard: "S", Code: n[:3]})
	}
	return t
}

func TestANameThatSaysTheSameAnswers(t *testing.T) {
	rules := coding.NewRules(conditions("Lyme arthritis", "Arthritis due to gout", "Arthritis", "Lyme disease", "Injury of hip region", "Disorder of skin AND/OR subcutaneous tissue",
		"Recurrent urinary tract infection", "Secondary malignant neoplasm of lung", "Malignant tumor of lung", "Metabolic syndrome", "Influenza virus pneumonia", "Alcoholism",
		"Anemia due to bleeding", "Pneumonia", "Spinal stenosis of thoracic region", "Hypothyroidism").Open(t), coding.Options{Lenient: true, Wider: true})
	for mention, want := range map[string]string{
		"Arthritis due to Lyme disease":              "Lyme arthritis",
		"Hip injury":                                 "Injury of hip region",
		"Skin and subcutaneous tissue disease":       "Disorder of skin AND/OR subcutaneous tissue",
		"Recurrent UTI - urinary tract infection":    "Recurrent urinary tract infection",
		"Cancer metastatic to lung":                  "Secondary malignant neoplasm of lung",
		"Pneumonia, unspecified organism":            "Pneumonia",
		"Spinal stenosis, thoracic region":           "Spinal stenosis of thoracic region",
		"Other specified hypothyroidism":             "Hypothyroidism",
		"[D]Hypothyroidism NOS":                      "Hypothyroidism",
		"Metabolic disease":                          "",
		"Influenza A virus pneumonia":                "",
		"Disorder caused by alcohol":                 "",
		"Bleeding due to anemia":                     "",
		"Hypothyroidism in diseases":                 "",
		"Pneumonia without hypoxia":                  "",
		"Anemia after bleeding":                      "",
		"Arthritis due to disease":                   "",
		"Recurrent infection of tract after surgery": "",
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "condition", Text: mention})
		switch {
		case want == "" && !errors.Is(err, coding.ErrNoConcept):
			t.Errorf("%s is %v, %v; want an abstention", mention, set.Concepts, err)
		case want != "" && (err != nil || set.Concepts[0].Name != want):
			t.Errorf("%s is %v, %v; want %s", mention, set.Concepts, err, want)
		}
	}
}

// TestOtherIsTold holds that the wider concept is not taken in silence, and in questions not at all.
func TestOtherIsTold(t *testing.T) {
	v := conditions("Hypothyroidism", "Goiter").Open(t)
	other := coding.Entity{Domain: "condition", Text: "Other specified hypothyroidism"}
	set, err := coding.NewRules(v, coding.Options{Lenient: true, Wider: true}).Code(t.Context(), other)
	if err != nil || !strings.Contains(strings.Join(set.Notes, "\n"), `"other" is not in the set's terms`) {
		t.Errorf("notes are %q, %v", set.Notes, err)
	}
	if _, err := coding.NewRules(v, coding.Options{Lenient: true}).Code(t.Context(), other); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("in a question it gives %v", err)
	}
}
