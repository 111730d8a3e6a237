package read_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// What stands in a question must stand in what it was taken for, or the question is refused.
func TestNothingThatWasReadIsLost(t *testing.T) {
	r := reader(t)
	for question, kept := range map[string]string{
		"Prevalence of depression in women in 2009":                                                "2009",
		"What is the average length of stay of inpatient visits of men in 2009?":                   "2009",
		"What was the prevalence of asthma in 2010 among Black patients?":                          "black",
		"What is the incidence rate of stroke per 1000 person-years in women?":                     "female",
		"How many patients with hypertension had a stroke within 45 days of diagnosis?":            "45",
		"What is the median number of days from stroke to death in women in 2009?":                 "2009",
		"Mean HbA1c in patients aged 65 to 74 in 2009":                                             "74",
		"Which 7 drugs are most common among men with heart failure in 2009?":                      "2009",
		"How many prescriptions of metformin did women aged 75 and older get in 2008?":             "75",
		"What percentage of inpatient visits in 2009 was followed by a readmission?":               "2009",
		"How many patients were observed for at least 3 years?":                                    "3",
		"Visits per person-year by age group (under 65, 65 and over), age at start of observation": `"of":"index"`,
		"Among people who had asthma, mean number of visits per person until 2009-03-31":           "2009-03-31",
		"Of people with asthma (at any date, mean number of visits until 2009-03-31":               "2009",
		"Kaplan-Meier survival of women with heart failure 365 days after diagnosis":               "female",
		"What is the age-standardised prevalence of hypertension in women in 2009?":                "female",
		"How many person-years of observation are there for men in 2009?":                          "2009",
		"What are the 10 most common first drug ingredients after a diagnosis of asthma?":          "asthma",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question == nil {
			continue
		}
		doc, err := json.Marshal(got.Question)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(doc), kept) {
			t.Errorf("%s\n  was taken for %s, without %q", question, doc, kept)
		}
	}
}

func TestARangeThatHoldsNothingIsAContradiction(t *testing.T) {
	for _, asked := range []string{
		"How many patients younger than 20 and older than 60 had asthma?",
		"How many patients had a second stroke at least 90 days before the first?",
	} {
		got, err := reader(t).Read(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		if got.Refusal == nil || got.Refusal.Kind != read.Contradiction {
			t.Errorf("%s: %+v", asked, got.Refusal)
		}
	}
}
