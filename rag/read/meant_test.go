package read_test

import "testing"

// What is done during a visit need not be recorded as a part of it.
func TestDuringAVisitIsAlsoOnADayOfIt(t *testing.T) {
	got, err := reader(t).Read(t.Context(), "Proportion of hospitalisations during which a colonoscopy was done")
	if err != nil || got.Question == nil || len(got.Others) != 1 {
		t.Fatal(err, got.Refusal, got.Others)
	}
	const want = "The percentage of inpatient visits that had a colonoscopy during it"
	if said := got.Others[0].Question.String(); said != want {
		t.Errorf("the other reading is %q, not %q", said, want)
	}
}

// Words that another reading would answer with another number: they are read as they are meant, or refused.
func TestWordsThatChangeTheNumber(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		// records that happened are counted, each by itself
		"How many strokes are recorded in total?":                                           "The number of diagnoses of strokes",
		"How many cases of stroke were recorded in women?":                                  "The number of diagnoses of stroke among women",
		"How many strokes occurred between 2000 and 2010?":                                  "The number of diagnoses of strokes between 2000 and 2010",
		"How many strokes are there?":                                                       "The number of diagnoses of strokes",
		"Number of people with stroke by age group in 2009 (under 65, 65 or older) and sex": "The number of people with a diagnosis of stroke in 2009, by age group (under 65, 65 or older) and sex",

		// what is asked with "which" is listed, not counted
		"Which drugs were started in the 14 days before a stroke, ranked by number of patients?": "The 10 most common drugs first recorded for the person in the 14 days before a diagnosis of stroke",
		"Which drugs were taken by patients with stroke?":                                        "The 10 most common drugs of people with a diagnosis of stroke",
		"Which conditions were recorded in the 30 days before a stroke most often?":              "The 10 most common conditions in the 30 days before a diagnosis of stroke",

		// each patient's total is no total of all, and no value of each record
		"What is the total days' supply of warfarin per patient, on average?": "",
		"What is the median cumulative duration of warfarin therapy?":         "",

		// "together" is at the same time
		"How many patients took warfarin together with metformin?":              "the number who had an exposure to warfarin at the same time as an exposure to metformin",
		"How many patients with stroke are on warfarin and metformin together?": "Among people with a diagnosis of stroke, the number who had an exposure to warfarin at the same time as an exposure to metformin",
		"How many patients had a stroke together with pneumonia?":               "the number who had a diagnosis of stroke and had a diagnosis of pneumonia",

		// who is on a drug that day may have begun before it
		"How many patients with a stroke were on warfarin on the day of the stroke?":    "Among people with any one diagnosis of stroke, the number who had an exposure to warfarin covering it",
		"How many patients with a stroke were given warfarin on the day of the stroke?": "Among people with any one diagnosis of stroke, the number who had an exposure to warfarin on the same day as it",

		// "as of" a day is not since it
		"Prevalence of stroke by sex as of 1 January 2009":     "The point prevalence of stroke on 2009-01-01, by sex",
		"How many patients had a stroke as of 1 January 2009?": "",

		// the year is that of the tests, not of the first diagnosis
		"Mean number of HbA1c tests per patient with stroke by year": "",
		"Mean number of HbA1c tests per patient with stroke in 2009": "The mean number of measurements of HbA1c in 2009 per person of people with a first ever diagnosis of stroke",

		// how long they were observed, not whether they were
		"How many warfarin initiators were observed less than one year after initiation?":        "Among people with a first ever exposure to warfarin, the number who not (were observed for at least 1 year after it)",
		"How many warfarin initiators have under one year of observation left after initiation?": "Among people with a first ever exposure to warfarin, the number who not (were observed for at least 1 year after it)",

		// a vaccine is a drug, but not any
		"How many patients got a vaccine?": "the number who had an exposure to vaccine",
		"How many patients had a scan?":    "",

		// of users the time at risk begins with the drug; before it they are like the others
		"Incidence rate of stroke per 100 person-years in warfarin users compared with non-users": "",
		"Prevalence of stroke in warfarin users compared with non-users":                          "The lifetime prevalence of stroke, by group (with warfarin, without warfarin)",

		// three groups, or those with all three
		"Mortality rate per 100 person-years in asthma, pneumonia and stroke patients": "",
	})
}
