package vocab_test

import (
	"testing"

	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func TestWordsThatShareLettersAreAlike(t *testing.T) {
	v := vocabtest.Tables{Concepts: []vocab.Concept{
		{ID: 1, Name: "Cardiopulmonary disease", Domain: "Condition", Vocabulary: "SNOMED", Standard: "S", Code: "1"},
		{ID: 2, Name: "Pulmonary embolism", Domain: "Condition", Vocabulary: "SNOMED", Standard: "S", Code: "2"},
		{ID: 3, Name: "Gout", Domain: "Condition", Vocabulary: "SNOMED", Standard: "S", Code: "3"},
	}}.Open(t)
	alike := v.Alike("pulmonary")
	if len(alike) != 1 || alike[0].Word != "cardiopulmonary" || alike[0].Similarity <= 0.4 || alike[0].Similarity >= 1 {
		t.Errorf("alike to pulmonary are %v, want cardiopulmonary alone", alike)
	}
	if again := v.Alike("pulmonary"); len(again) != 1 || again[0] != alike[0] {
		t.Errorf("the second time they are %v", again)
	}
	if none := v.Alike("b12"); none != nil {
		t.Errorf("alike to b12 are %v", none)
	}
}
