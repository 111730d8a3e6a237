package read_test

import (
	"strings"
	"testing"
)

// What is said behind a question changes its measure, and is refused where it would change another one.
func TestWhatIsSaidBehindTheMeasure(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many patients took warfarin and lisinopril, either, both or neither?": "The number of people, by group (warfarin, warfarin only, lisinopril, lisinopril only, both, at least one, neither)",
		"How many patients have asthma or COPD, both or neither?":                  "The number of people, by group (asthma, asthma only, COPD, COPD only, both, at least one, neither)",
		"How many patients took warfarin, both or neither?":                        "",
		"stroke diagnoses by month, all three years pooled":                        "The number of diagnoses of stroke, by month of the year",
		"stroke diagnoses by month, years pooled":                                  "The number of diagnoses of stroke, by month of the year",
		"stroke diagnoses by sex, all three years pooled":                          "",
		"Is HbA1c in percent higher in women than in men? median of each":          "The median HbA1c in percent, by sex",
		"Is HbA1c in percent higher in women than in women?":                       "",
		"total cost of warfarin prescriptions per patient in 2009":                 "The mean total cost of exposures to warfarin in 2009 per person with any",
		"number of people with none of hypertension, stroke and asthma":            "The number of people who had no diagnosis of hypertension, stroke or asthma",
		"how many visits does a patient have as a median":                          "The median number of visits per person",
		"mean cost of warfarin prescriptions in years":                             "",
		"stroke patients taking warfarin, % of all stroke patients":                "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
		"warfarin: number of new users":                                            "The number of people with a first ever exposure to warfarin",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if got.Question != nil {
			said = strings.Replace(got.Question.String(), "Among all people, the number who had ", "The number of people with ", 1)
		}
		if said != want {
			t.Errorf("%s: %q, want %q (%v)", question, said, want, got.Refusal)
		}
	}
}
