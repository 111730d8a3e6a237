package read_test

import "testing"

// A comma behind what tells of the people stands before what is asked of them.
func TestACommaEndsWhatTellsOfThePeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of those who had pneumonia, had pneumonia more than once in 2009?": "Among people with a diagnosis of pneumonia in 2009, the percentage who had at least 2 diagnoses of pneumonia in 2009 on different days",
		"What percentage of people who were hospitalised, were women?":                      "Among people with an inpatient visit, the percentage who were female",
		"What percentage of people who were hospitalised in 2009, died in 2010?":            "Among people with an inpatient visit in 2009, the percentage who died in 2010",
		"What percentage of patients who had a stroke, were over 80?":                       "Among people with a first ever diagnosis of stroke, the percentage who were aged over 80 at the index date",
		"What percentage of patients who took warfarin, had a stroke?":                      "Among people with an exposure to warfarin, the percentage who had a diagnosis of stroke",
		"What percentage of those who had a stroke, lived in Texas?":                        "Among people with a diagnosis of stroke, the percentage who were living in TX",
		"What percentage of patients who had a stroke, took warfarin and died, were women?": "Among people with a diagnosis of stroke who had an exposure to warfarin and died, the percentage who were female",
		"What percentage of patients had a stroke, asthma and pneumonia?":                   "the percentage who had a diagnosis of stroke and had a diagnosis of asthma and had a diagnosis of pneumonia",
		"How many patients who had a stroke, took warfarin and were women?":                 "The number of women with a diagnosis of stroke who had an exposure to warfarin",
		"What percentage of patients who had a stroke, took warfarin and were women?":       "",
		"How many patients who had a stroke, died or were hospitalised in 2010?":            "",
	})
}
