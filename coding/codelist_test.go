package coding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func icd9(id int64, code, name string) vocab.Concept {
	return vocab.Concept{ID: id, Name: name, Domain: "Condition", Vocabulary: "ICD9CM", Class: "4-dig billing code", Code: code}
}

// kidneys are real codes of chronic kidney disease and of type 2 diabetes, with what they map to.
func kidneys() vocabtest.Tables {
	return vocabtest.Tables{
		Concepts: []vocab.Concept{
			condition(193782, "End-stage renal disease"), condition(46271022, "Chronic kidney disease"), type2,
			icd9(44827889, "585.6", "End stage renal disease"), icd9(44836035, "585.9", "Chronic kidney disease, unspecified"),
			icd9(44836914, "250.00", "Diabetes mellitus without mention of complication, type II"),
			icd9(44837192, "585.5", "Chronic kidney disease, Stage V"),
			{ID: 35206882, Name: "Type 2 diabetes mellitus without complications", Domain: "Condition", Vocabulary: "ICD10CM", Class: "4-char billing code", Code: "E11.9"},
		},
		Relationships: []vocabtest.Relationship{{From: 44827889, Kind: "Maps to", To: 193782}, {From: 44836035, Kind: "Maps to", To: 46271022},
			{From: 44836914, Kind: "Maps to", To: 201826}, {From: 35206882, Kind: "Maps to", To: 201826}},
		Ancestors: [][2]int64{{193782, 193782}, {46271022, 46271022}, {201826, 201826}},
	}
}

func TestCodesAreReadInAnyMix(t *testing.T) {
	for text, want := range map[string][]int64{
		"ICD-9 585.5–585.9":                     {193782, 46271022},
		"ICD9CM:585.5-585.9":                    {193782, 46271022},
		"ICD-9 codes 585.5 to 585.8":            {193782},
		"ICD9 585.*":                            {193782, 46271022},
		"ICD-9 585.xx":                          {193782, 46271022},
		"585.x":                                 {193782, 46271022},
		"ICD10CM:E11.x":                         {201826},
		"250.00, 585.9; E11.9":                  {201826, 46271022},
		"25000":                                 {201826},
		"ICD-10-CM E119":                        {201826},
		"585.9":                                 {46271022},
		"ICD9CM:250.00, 585.9 and ICD10CM:E119": {201826, 46271022},
	} {
		set, err := code(t, kidneys(), coding.Options{}, "condition", text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := set.IDs(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestCodesWithoutAConceptAreTold(t *testing.T) {
	set, err := code(t, kidneys(), coding.Options{}, "condition", "ICD-9 585.5-585.9")
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(set.Notes, "\n"); !strings.Contains(notes, "2 of 3 codes") || !strings.Contains(notes, "585.5") {
		t.Errorf("notes %q", notes)
	}
	for text, want := range map[string]string{
		"ICD10CM:N18.6":         "no ICD10CM code N18.6",
		"N18.6":                 "no code N18.6",
		"ICD-9 700-709":         "no code in ICD-9 700–709",
		"ICD9CM:585.5":          "has no mapping to a standard concept",
		"ICD-10 N17.0 to N17.9": "no code in ICD-10 N17.0–N17.9",
	} {
		_, err := code(t, kidneys(), coding.Options{}, "condition", text)
		if none := abstention(t, err); !strings.Contains(none.Reason, want) {
			t.Errorf("%s: reason %q", text, none.Reason)
		}
	}
}
