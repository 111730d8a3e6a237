package read_test

import "testing"

// A year between a length of stay and the people is that of the stays, and no number of diagnoses; of people with a
// disease the stays with it are measured, also where "hospital stay" is said.
func TestStaysOfAYearOfPeopleWithADisease(t *testing.T) {
	const with = "duration in days of inpatient visits in 2009 with a diagnosis of asthma"
	saysBack(t, reader(t), map[string]string{
		"What was the average length of stay in 2009 of asthma patients?":                                "The mean " + with,
		"What was the average length of stay in 2009 of patients with asthma?":                           "The mean " + with,
		"What was the median length of stay in 2009 of patients admitted for asthma?":                    "The median " + with,
		"What was the average length of stay in 2009?":                                                   "The mean duration in days of inpatient visits in 2009",
		"What was the average length of stay in 2009 of patients who took warfarin?":                     "The mean duration in days of inpatient visits in 2009 of people who had an exposure to warfarin",
		"What was the longest hospital stay of patients with asthma?":                                    "The maximum duration in days of inpatient visits with a diagnosis of asthma",
		"What was the longest hospital stay in 2009 of patients with asthma?":                            "The maximum " + with,
		"What is the median duration in days of hospital stays of patients with asthma?":                 "The median duration in days of inpatient visits with a diagnosis of asthma",
		"What is the median duration in days of inpatient visits in 2009 of asthma patients?":            "The median " + with,
		"What is the median length of emergency room visits of asthma patients?":                         "The median duration in days of emergency room visits of people who had a diagnosis of asthma",
		"What is the average length of stay of inpatient admissions in 2009 among patients with asthma?": "The mean duration in days of inpatient visits in 2009 of people who had a diagnosis of asthma",
		"What is the total duration in days of inpatient visits of asthma patients?":                     "The total duration in days of inpatient visits of people who had a diagnosis of asthma",
		"How many patients had 2009 diagnoses of asthma?":                                                "",
		"What was the average cost in 2009 of asthma patients?":                                          "",
	})
}
