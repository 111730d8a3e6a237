package read_test

import (
	"context"
	"testing"
)

// An age at diagnosis is that at the first record of the people's disease, or of the one that is asked for.
func TestAgesAtDiagnosis(t *testing.T) {
	asthma := "people with a first ever diagnosis of asthma at age over 60"
	saysBack(t, reader(t), map[string]string{
		"How many people with asthma over 60 at diagnosis had a stroke?":                 "Among " + asthma + ", the number who had a diagnosis of stroke",
		"How many people over 60 at diagnosis with asthma had a stroke?":                 "Among " + asthma + ", the number who had a diagnosis of stroke",
		"How many people who had asthma and were over 60 at diagnosis had a stroke?":     "Among " + asthma + ", the number who had a diagnosis of stroke",
		"Number of patients with asthma over 60 at diagnosis who had a stroke":           "The number of " + asthma + " who had a diagnosis of stroke",
		"What percentage of people with asthma over 60 at diagnosis took warfarin?":      "Among " + asthma + ", the percentage who had an exposure to warfarin",
		"Mean number of visits per person among people with asthma over 60 at diagnosis": "The mean number of visits per person of " + asthma,
		"How many people over 60 at diagnosis had asthma?":                               "the number who had a first ever diagnosis of asthma at age over 60",
		"How many people with asthma and COPD over 60 at diagnosis had a stroke?":        "", // of which?
		"How many stroke patients with asthma over 60 at diagnosis took warfarin?":       "",
		"How many people over 60 at diagnosis had a stroke after asthma?":                "",
		"How many people were over 60 at the time of a stroke?":                          "the number who had a diagnosis of stroke at age over 60",
		"How many people were aged 60 or over at the time of their first stroke?":        "the number who had a first ever diagnosis of stroke at age 60 or older",
		"How many people over 60 at the time of a stroke took warfarin?":                 "Among people with a diagnosis of stroke at age over 60, the number who had an exposure to warfarin",
		"How many people had asthma before their 12th birthday?":                         "the number who had a diagnosis of asthma at age under 12",
		"How many people had a first diagnosis of asthma on or after the 65th birthday?": "the number who had a first ever diagnosis of asthma at age 65 or older",
	})
}

// Words that leave open of whom or of what a number is are refused.
func TestOfWhomIsLeftOpen(t *testing.T) {
	whileTaking := "the percentage who had a diagnosis of stroke during an exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"What share of people had a stroke while taking warfarin?":                                       whileTaking,
		"What share had a stroke while taking warfarin?":                                                 "",
		"Share with a stroke while taking warfarin":                                                      "",
		"How many people had asthma or had a stroke within a year after a pneumonia?":                    "", // asthma then, too?
		"How many people had asthma or were hospitalised within 30 days after a pneumonia?":              "",
		"How many people were on warfarin on at least three days of 2009?":                               "",
		"How many people had a stroke, and how many measurements?":                                       "",
		"Concomitant use: warfarin and metformin at any time, number of persons":                         "",
		"Population: people on warfarin. Concomitant use: metformin at any time. Report N.":              "",
		"Population: women with asthma. Exposure: warfarin in 2009. Period: 2010. Report N.":             "",
		"Index date: first warfarin fill, with metformin. Outcome: stroke within 365 days. Report N.":    "",
		"Index date: first warfarin fill, with asthma. Outcome: stroke within 365 days. Report N and %.": "",
		"Index date: first warfarin fill, without metformin. Outcome: stroke within a year. Report N.":   "",
	})
}

// Where no more is said of people than how old they were at diagnosis, the number at any diagnosis stands beside.
func TestAtDiagnosisMayBeAtAny(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]string{
		"How many asthma patients older than 60 at diagnosis are there?":   "The number of people with a diagnosis of asthma at age over 60",
		"How many people over 60 at diagnosis had asthma?":                 "Among all people, the number who had a diagnosis of asthma at age over 60",
		"How many people were over 60 at their first diagnosis of asthma?": "",
		"How many people with asthma over 60 at diagnosis had a stroke?":   "",
		"How many people were over 60 at the time of a stroke?":            "",
	} {
		reading, err := r.Read(context.Background(), text)
		if err != nil || reading.Question == nil {
			t.Fatalf("%s: %v %v", text, reading.Refusal, err)
		}
		said := ""
		for _, o := range reading.Others {
			if o.What == "At any diagnosis, not only at the first" {
				said = o.Question.String()
			}
		}
		if said != want {
			t.Errorf("%s\nhas beside it %q\nwant          %q", text, said, want)
		}
	}
}
