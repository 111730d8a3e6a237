package eval

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/rag"
)

func TestMemoryIsSwitchedOffForSiblings(t *testing.T) {
	curated := rag.Pair{ID: "drug-in-year", Question: "How many people took aspirin in 2009?", SQL: "SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@aspirin]) AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2009"}
	memory := []rag.Pair{
		{ID: "same-words", Own: true, Question: "how many people took warfarin in 2010", SQL: "SELECT 1 WHERE 2 IN ([drug@warfarin])"},
		{ID: "same-sql", Own: true, Question: "Number of warfarin users of 2010?", SQL: "SELECT COUNT(DISTINCT person_id) AS n\nFROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2010"},
		{ID: "another", Own: true, Question: "How many people took warfarin?", SQL: "SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])"},
		{ID: "curated-too", Question: "How many people took ibuprofen in 2011?", SQL: "SELECT 1 WHERE 2 IN ([drug@ibuprofen])"},
	}
	cases, err := PairCases([]rag.Pair{curated})
	if err != nil {
		t.Fatal(err)
	}
	MeetMemory(cases, append(memory, curated))
	if want := []string{"same-words", "same-sql"}; !slices.Equal(cases[0].Twins, want) {
		t.Errorf("left out are %v, want %v", cases[0].Twins, want)
	}
}
