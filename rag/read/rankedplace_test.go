package read_test

import "testing"

// A kind of visit behind the people of a ranking is that of what is ranked, unless it is said where they were
// diagnosed.
func TestWhereWhatIsRankedWasRecorded(t *testing.T) {
	const there, theirs = "The 5 most common procedures at an inpatient visit of people with a diagnosis of asthma",
		"The 5 most common procedures of people with a diagnosis of asthma at an inpatient visit"
	saysBack(t, reader(t), map[string]string{
		"Top 5 procedures of people with asthma at inpatient visits":               there,
		"Top 5 procedures of people with asthma during hospital stays":             there,
		"Top 5 procedures of people diagnosed with asthma at an inpatient visit":   theirs,
		"Top 5 procedures of people with asthma diagnosed at an inpatient visit":   theirs,
		"Top 5 procedures of people with a diagnosis of asthma at inpatient stays": theirs,
		"Top 5 procedures of people with asthma at inpatient visits in 2009": "The 5 most common procedures at an inpatient visit " +
			"in 2009 of people with a diagnosis of asthma",
	})
	if !tells(t, "Top 5 procedures of people with asthma at inpatient visits", "Of those who had it at such a visit") {
		t.Error("the other reading is not told")
	}
}

// What people have on a day is what is recorded by then, whatever is asked of them.
func TestWhatPeopleHaveOnADayWhateverIsAsked(t *testing.T) {
	const until = "people who had no diagnosis of asthma until 2009-05-01"
	saysBack(t, reader(t), map[string]string{
		"Incidence rate of stroke in 2009 among people free of asthma on 1 May 2009":       "The incidence rate of stroke per 1000 person-years among " + until + " in 2009",
		"Incidence proportion of stroke in 2009 among people free of asthma on 1 May 2009": "The incidence proportion of stroke among " + until + " in 2009",
		"Top 5 drugs in 2009 of people with no asthma on 1 May 2009":                       "The 5 most common drugs in 2009 of " + until,
		"Mean HbA1c in percent in 2010 of people with asthma on 1 May 2009":                "The mean HbA1c in percent in 2010 of people who had a diagnosis of asthma until 2009-05-01",
		"How many people had pneumonia at the start of warfarin?":                          "",
		"How many people had pneumonia at the start of an exposure to warfarin?":           "",
	})
}
