package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// Things of the kind that is named are left out of it, people who had something from the people.
func TestLeavesThingsOrPeopleOut(t *testing.T) {
	const ever = "Leaving out people who ever had it"
	r := read.New(withStatins{"atorvastatin": "Drug", "warfarin": "Drug", "metformin": "Drug", "asthma": "Condition"})
	saysBack(t, r, map[string]string{
		"How many patients took a statin in 2009, excluding atorvastatin?":                       "the number who had an exposure to statin other than atorvastatin in 2009",
		"How many patients took a statin, excluding atorvastatin, in 2009?":                      "the number who had an exposure to statin other than atorvastatin in 2009",
		"What percentage of patients with asthma took a statin in 2009, excluding atorvastatin?": "Among people with a diagnosis of asthma, the percentage who had an exposure to statin other than atorvastatin in 2009",
		"How many patients took metformin in 2009, excluding warfarin?":                          "the number who had an exposure to metformin in 2009 and had no exposure to warfarin",
		"How many patients were hospitalised in 2009, excluding stays for asthma?":               "the number who had an inpatient visit in 2009 for which the person had no diagnosis of asthma at the same visit as the record",
		"How many patients were hospitalised in 2009, excluding those with asthma?":              "the number who had an inpatient visit in 2009 and had no diagnosis of asthma",
		"How many patients took a statin in 2009 without atorvastatin?":                          "the number who had an exposure to statin in 2009 and had no exposure to atorvastatin",
	})
	got, err := r.Read(t.Context(), "How many patients took a statin in 2009, excluding atorvastatin?")
	if err != nil || len(got.Others) != 1 || got.Others[0].What != ever {
		t.Fatal(err, got.Refusal, got.Others)
	}
	const out = "Among all people, the number who had an exposure to statin in 2009 and had no exposure to atorvastatin"
	if said := got.Others[0].Question.String(); said != out {
		t.Errorf("the other reading is %q", said)
	}
}

// "A different statin" is another one; a number of different drugs is none of records.
func TestDifferentOnes(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients took a different statin after atorvastatin?":         "Among people with a first ever exposure to atorvastatin, the number who had an exposure to statin other than atorvastatin after it",
		"How many patients took another statin after atorvastatin?":             "Among people with a first ever exposure to atorvastatin, the number who had an exposure to statin other than atorvastatin after it",
		"What is the number of patients by number of different drugs in 2009?":  "The distribution of the number of different drugs in 2009 per person with any",
		"What is the number of patients by number of distinct statins in 2009?": "",
		"How many drugs do patients with asthma take on average?":               "The mean number of different drugs per person of people with a first ever diagnosis of asthma",
		"How many prescriptions do patients with asthma have on average?":       "The mean number of prescriptions per person of people with a first ever diagnosis of asthma",
		"How many comorbidities do patients with asthma have on average?":       "The mean number of different conditions per person of people with a first ever diagnosis of asthma",
		"What is the mean number of drugs of patients over 80 on 1 July 2009?":  "The mean number of different drugs that cover 2009-07-01 per person of people aged over 80 on 2009-07-01",
		"What is the mean number of visits of patients over 80 on 1 July 2009?": "",
		"How many patients took at least two different statins in 2009?":        "the number who had at least 2 different statins that cover a day in 2009",
	})
}

// People who are told by what is counted in a time had it then.
func TestToldOfTheSame(t *testing.T) {
	const any = "Of all who had any, at whatever time"
	saysBack(t, reader(t), map[string]string{
		"What is the mean number of hospital stays in 2009 per hospitalised patient?":         "The mean number of inpatient visits in 2009 per person of people with the first such inpatient visit in 2009",
		"What proportion of hospitalised patients had three or more stays in 2009?":           "Among people with an inpatient visit in 2009, the percentage who had at least 3 inpatient visits in 2009",
		"What percentage of warfarin users filled warfarin at least 5 times in 2009?":         "Among people with an exposure to warfarin in 2009, the percentage who had at least 5 exposures to warfarin in 2009",
		"What proportion of hospitalised patients had asthma in 2009?":                        "Among people with an inpatient visit, the percentage who had a diagnosis of asthma in 2009",
		"What is the mean number of hospital stays in 2009 of patients with asthma?":          "The mean number of inpatient visits in 2009 per person of people with a first ever diagnosis of asthma",
		"What is the mean number of warfarin prescriptions in 2010 of new users of warfarin?": "The mean number of exposures to warfarin in 2010 per person of people with a first ever exposure to warfarin",
	})
	got, err := reader(t).Read(t.Context(), "What proportion of hospitalised patients had three or more stays in 2009?")
	if err != nil || len(got.Others) != 1 || got.Others[0].What != any {
		t.Fatal(err, got.Refusal, got.Others)
	}
}
