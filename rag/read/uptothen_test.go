package read_test

import "testing"

// What people "already" had on a day is what they had up to it; without a day it is refused.
func TestAlreadyHadOnADay(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of people under observation on 1 January 2009 had already been diagnosed with " +
			"asthma by then?": "The point " +
			"prevalence of asthma on 2009-01-01",
		"How many people aged 65 or older on 1 January 2009 and under observation that day already had a " +
			"diagnosis of asthma?": "Among people " +
			"aged 65 or older on 2009-01-01 with an observation period that covers 2009-01-01, the number " +
			"who had a diagnosis of asthma " +
			"until 2009-01-01",
		"How many people under observation on 1 January 2009 already had asthma or pneumonia?": "Among " +
			"people with an observation " +
			"period that covers 2009-01-01, the number who had a diagnosis of asthma or pneumonia until " +
			"2009-01-01",
		"How many people under observation on 1 January 2009 had already taken warfarin by then?": "Among " +
			"people with an observation " +
			"period that covers 2009-01-01, the number who had an exposure to warfarin until 2009-01-01",
		"How many patients in the database were aged 40 to 60 on 1 January 2009, under observation on " +
			"that date, and had a prior diagnosis " +
			"of asthma?": "the number who were aged 40 to 60 on 2009-01-01 and were under observation on " +
			"2009-01-01 and " +
			"(had a diagnosis of asthma until 2009-01-01)",
		"How many people aged 65 or older in 2009 already had asthma?":                                 "",
		"How many women born on 1 January 1950 already had asthma?":                                    "",
		"How many people who died on 1 January 2009 already had asthma?":                               "",
		"How many people already had asthma by then?":                                                  "",
		"How many people under observation in 2009 already had asthma?":                                "",
		"How many people under observation between 1 January 2009 and 1 June 2009 already had asthma?": "",
		"How many people under observation on 1 January 2009 already had asthma in 2008?":              "",
		"How many people under observation on 1 January 2009 had not already been diagnosed with " +
			"asthma?": "",
		"How many people under observation on 1 January 2009 had already been given warfarin within 30 " +
			"days?": "",
	})
}

// Turns that have their plain words elsewhere, beside ones that say more and are refused.
func TestTurnsThatSayMoreAreRefused(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many women received a prescription containing metformin in 2009?": "Among women, the number " +
			"who had an exposure to " +
			"metformin in 2009",
		"How many women received a prescription containing metformin and warfarin in 2009?": "",
		"How many women received a prescription containing metformin, warfarin or insulin?": "",
		"Among children under 18 with asthma, how many were boys and how many were girls?": "The number " +
			"of people with a diagnosis of " +
			"asthma at age under 18, by sex",
		"Among children under 18 with asthma, how many were boys and how many were boys?": "",
		"What is the mean age of patients at the time they received warfarin?": "The mean age " +
			"at a first ever exposure to warfarin",
		"How many patients died at the time they had a stroke?": "",
		"How many patients are there in each ten-year age group at first diagnosis of asthma?": "The " +
			"number of people with a first ever diagnosis of asthma, by 10-year age group",
		"How many patients are there in each ten-year age group at first diagnosis of asthma and stroke?": "",
		"Which five drugs were most often started on the day of a first stroke?": "The 5 most common " +
			"drugs first recorded for the " +
			"person on the same day as a first ever diagnosis of stroke",
		"How does the median HbA1c compare between patients with asthma and those with pneumonia?": "The " +
			"median HbA1c, by group (with " +
			"asthma, with pneumonia)",
		"How does HbA1c compare between patients with asthma and those with pneumonia?": "",
		"Among new users of warfarin, how many were women with at least 365 days of observation before " +
			"their first prescription?": "Among " +
			"women, the number who had a first ever exposure to warfarin after at least 365 days of prior " +
			"observation",
		"Among new users of warfarin, how many were women with at least 365 days of observation after " +
			"their first prescription?": "",
	})
}

// Of people of an age in a year some died before it: the number of those with any stands beside that of all.
func TestThoseWithAnyOfAnAgeInAYear(t *testing.T) {
	const beside = "Only of people with any"
	for question, want := range map[string]bool{
		"How many different drugs did patients aged 80 and over use on average in 2009?": true,
		"How many outpatient visits did women over 70 have on average in 2009?":          true,
		"How many different drugs did women use on average in 2009?":                     false,
		"Average number of emergency visits per patient over 70 with asthma in 2009":     false,
	} {
		is, err := reader(t).Read(t.Context(), question)
		if err != nil || is.Question == nil {
			t.Fatal(question, err, is)
		}
		got := false
		for _, o := range is.Others {
			got = got || o.What == beside
		}
		if got != want {
			t.Errorf("%s: beside it %v, want %v", question, got, want)
		}
	}
}
