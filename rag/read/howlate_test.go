package read_test

import "testing"

// How much later something is said to be, beside a time after it, begins the time.
func TestATimeBeginsSoLateAsIsSaidBesideIt(t *testing.T) {
	const stroke = "Among people with a first ever diagnosis of asthma, the number who had a diagnosis of stroke "
	saysBack(t, reader(t), map[string]string{
		"How many people with asthma had a stroke within 90 days after the first diagnosis of asthma, at least one day later?":  stroke + "within 90 days after it, not on the day itself",
		"How many people with asthma had a stroke within 90 days after the first diagnosis of asthma (at least a day later)?":   stroke + "within 90 days after it, not on the day itself",
		"How many people with asthma had a stroke within 90 days after the first diagnosis of asthma, at least two days later?": stroke + "between 2 and 90 days after it",
		"How many people with asthma had a stroke within 90 days after the first diagnosis of asthma, strictly after it?":       stroke + "within 90 days after it, not on the day itself",
		"How many people with asthma had a stroke after the first diagnosis of asthma, at least one day later?":                 stroke + "after it",
		"How many people with asthma had a stroke before the first diagnosis of asthma, at least one day later?":                "",
	})
}

// A day in front, and "by that day" behind, is no record of that very day.
func TestByThatDayIsNoRecordOfTheDay(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"On 1 July 2009, what percentage of the people under observation had been diagnosed with asthma by that day?":     "",
		"On 1 July 2009, what percentage of the people under observation had been diagnosed with asthma before that day?": "",
		"Of the people under observation on 1 July 2009, what percentage had been diagnosed with asthma by that day?":     "The point prevalence of asthma on 2009-07-01",
	})
}

// A time that may be counted from what stands just before it is told so, too.
func TestATimeFromWhatStandsJustBeforeIsTold(t *testing.T) {
	if !tells(t, "How many people who had a stroke took warfarin and had asthma within 30 days?",
		"Counted from the warfarin named just before") {
		t.Error("the time after warfarin is not told")
	}
}

// Sentences that askomop says back mean the same where people are told by any one record, or at an age.
func TestSentencesOfAnyOneRecord(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Among people with any one exposure to warfarin until 2009-03-31, the number who had a measurement of HbA1c and had a measurement of HbA1c more than 6 months after it":                      "Among people with any one exposure to warfarin until 2009-03-31, the number who had a measurement of HbA1c and had a measurement of HbA1c more than 6 months after it",
		"The mean number of different diagnoses of stroke in 2008 per person of people who had a diagnosis of stroke at age over 57 and had an exposure to metformin until 2009-03-31 (at any date)": "The mean number of different diagnoses of stroke in 2008 per person of people who had a diagnosis of stroke at age over 57 and had an exposure to metformin until 2009-03-31 (at any date)",
	})
}
