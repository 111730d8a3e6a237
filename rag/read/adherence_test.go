package read_test

import (
	"strings"
	"testing"
)

func TestAdherenceNamesItsDrugTwice(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"What is the mean PDC of metformin in the first 365 days after starting metformin?":     "The mean proportion of days covered of first ever exposures to metformin over the 365 days from the first exposure",
		"Mean proportion of days covered over the first 180 days after starting metformin":      "The mean proportion of days covered of first ever exposures to metformin over the 180 days from the first exposure",
		"Mean proportion of days covered by metformin in the 365 days after the first exposure": "The mean proportion of days covered of first ever exposures to metformin over the 365 days from the first exposure",
		"What is the mean PDC of metformin in the first 365 days after starting warfarin?":      "",
		"Five most used drugs (ingredient)":                                                     "The 5 most common drug ingredients",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if got.Question != nil {
			said = got.Question.String()
		}
		if said != want {
			t.Errorf("%s: %q", question, said)
		}
		if again, err := r.Read(t.Context(), strings.TrimSuffix(said, ".")); want != "" && (err != nil || again.Question == nil || again.Question.String() != want) {
			t.Errorf("%s is not read back: %v", said, again)
		}
	}
}
