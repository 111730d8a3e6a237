package pipeline

import (
	"errors"
	"testing"

	"github.com/askomop/askomop/rag"
)

func TestTheWordsOfAPhenotypeAreTakenOut(t *testing.T) {
	find := func(words string) (string, error) {
		return map[string]string{"T2DM": "t2dm", "type 2 diabetes in women": "t2dw", "heart failure": "hf"}[words], nil
	}
	for question, want := range map[string][2]string{
		"How many patients in the T2DM phenotype took metformin?":              {"t2dm", "How many patients took metformin?"},
		"In the T2DM phenotype, how many patients took metformin?":             {"t2dm", "how many patients took metformin?"},
		"How many of the patients with the heart failure phenotype are women?": {"hf", "How many of the patients are women?"},
		"Among patients in the T2DM phenotype, how many took metformin?":       {"t2dm", "how many took metformin?"},
		"Count people in the type 2 diabetes in women phenotype":               {"t2dw", "Count people"},
		"How many patients have gout?":                                         {"", "How many patients have gout?"},
	} {
		got, err := splitPhenotype(question, find)
		if err != nil || got.name != want[0] || got.rest != want[1] {
			t.Errorf("%q: %q, %q, %v", question, got.name, got.rest, err)
		}
	}
	var abstains *rag.Abstention
	if _, err := splitPhenotype("How many patients in the gout phenotype are women?", find); !errors.As(err, &abstains) {
		t.Errorf("an unknown phenotype: %v", err)
	}
}
