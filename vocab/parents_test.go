package vocab_test

import (
	"testing"

	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func TestParentsAreWhatLiesDirectlyAbove(t *testing.T) {
	concepts := []vocab.Concept{
		{ID: 201820, Name: "Diabetes mellitus", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "73211009"},
		{ID: 201826, Name: "Type 2 diabetes mellitus", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "44054006"},
		{ID: 440674, Name: "Gout", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "90560007"},
	}
	for name, v := range map[string]vocabtest.Tables{
		"by ancestors":    {Concepts: concepts, Ancestors: [][2]int64{{201820, 201826}, {201820, 201820}, {440674, 440674}}},
		"by is a":         {Concepts: concepts, Relationships: []vocabtest.Relationship{{From: 201826, Kind: "Is a", To: 201820}}},
		"by subsumes":     {Concepts: concepts, Relationships: []vocabtest.Relationship{{From: 201820, Kind: "Subsumes", To: 201826}, {From: 201826, Kind: "Is a", To: 201820}}},
		"no such concept": {Concepts: concepts, Relationships: []vocabtest.Relationship{{From: 201826, Kind: "Is a", To: 201820}, {From: 201826, Kind: "Is a", To: 441840}}},
	} {
		parents, err := v.Open(t).Parents(t.Context(), []int64{201826, 440674})
		if err != nil || len(parents) != 1 || len(parents[201826]) != 1 || parents[201826][0].ID != 201820 {
			t.Errorf("%s: %+v, %v", name, parents, err)
		}
	}
	none, err := vocabtest.Tables{Concepts: concepts}.Open(t).Parents(t.Context(), []int64{201826})
	if err != nil || len(none) != 0 {
		t.Errorf("without a hierarchy: %+v, %v", none, err)
	}
}

func TestAClassIsToldByWhatLiesBelowIt(t *testing.T) {
	concept := func(id int64, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding",
			Standard: "S", Code: name}
	}
	// The hierarchy alone knows 75053, Fracture of bone, and 440921, Traumatic injury, which holds a sprain beside
	// them.
	v := vocabtest.Tables{
		Concepts: []vocab.Concept{concept(4059173, "Fracture of ankle"), concept(4278672, "Fracture of forearm"),
			concept(4237458, "Fracture of clavicle"), concept(81151, "Sprain of ankle")},
		Ancestors: [][2]int64{{4059173, 4059173}, {75053, 4059173}, {75053, 4278672}, {75053, 4237458}, {75053, 999},
			{440921, 4059173}, {440921, 4278672}, {440921, 4237458}, {440921, 81151}},
	}.Open(t)
	for _, tt := range []struct {
		ids  []int64
		want bool
	}{
		{[]int64{4059173, 4278672, 4237458}, true},
		{[]int64{4059173, 4278672, 4237458, 81151}, true},
		{[]int64{4059173, 4278672}, false},
		{[]int64{4059173, 4278672, 81151}, false},
		{[]int64{4059173}, false}, // itself is not a class
		{nil, false},
	} {
		if got, err := v.HasClass(t.Context(), tt.ids); err != nil || got != tt.want {
			t.Errorf("%v: %t, %v", tt.ids, got, err)
		}
	}
}
