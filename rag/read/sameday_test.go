package read_test

import "testing"

// "On the same day", of people who are told by a state and by what they had, is the day of what they had.
func TestSameDayIsOfTheLastNamed(t *testing.T) {
	visit := "Among people with an emergency room visit in 2009 who had a diagnosis of asthma, the number who had an inpatient visit on the same day as the start of it"
	saysBack(t, reader(t), map[string]string{
		"How many patients with asthma who had an emergency visit in 2009 were hospitalised on the same day?":     visit,
		"Of patients with asthma who had an emergency visit in 2009, how many were hospitalised on the same day?": visit,
		"How many patients with asthma who started warfarin had an HbA1c test on the same day?":                   "Among people with a first ever exposure to warfarin who had a diagnosis of asthma, the number who had a measurement of HbA1c on the same day as the exposure to warfarin",
		"How many patients with asthma who had a stroke were hospitalised on the same day?":                       "Among people with any one diagnosis of stroke who had a diagnosis of asthma, the number who had an inpatient visit on the same day as the index date",
		"How many patients with asthma who took metformin took warfarin at the same time?":                        "Among people with any one exposure to metformin who had a diagnosis of asthma, the number who had an exposure to warfarin at the same time as the index date",
		"How many patients with asthma who had a stroke were not hospitalised on the same day?":                   "The number of people with a diagnosis of asthma who had a first ever diagnosis of stroke for which the person had no inpatient visit on the same day as the record",
		"How many patients with asthma who filled metformin filled warfarin on the same day?":                     "The number of people with a diagnosis of asthma who had an exposure to metformin on the same day as an exposure to warfarin",
		"How many patients with asthma had a stroke and were hospitalised on the same day?":                       "Among people with a diagnosis of asthma, the number who had a diagnosis of stroke on the same day as an inpatient visit",
		"How many patients with asthma were hospitalised on the same day?":                                        "Among people with any one diagnosis of asthma, the number who had an inpatient visit on the same day as it",
		"How many patients with a stroke who have asthma were hospitalised on the same day?":                      "", // of which?
		"How many patients with asthma and an emergency visit in 2009 were hospitalised on the same day?":         "",
	})
}

// So is a time that names no event, in what tells of the people.
func TestTimesAmongWhatTellsOfPeople(t *testing.T) {
	started := "The number of people with a diagnosis of asthma who had a first ever exposure to warfarin for which the person had "
	saysBack(t, reader(t), map[string]string{
		"How many patients with asthma who started warfarin and had an HbA1c test within 30 days?":           started + "a measurement of HbA1c within 30 days after the record",
		"How many patients with asthma who started warfarin were not hospitalised within 7 days?":            started + "no inpatient visit within 7 days after the record",
		"How many patients with asthma who had an emergency visit in 2009 were not hospitalised afterwards?": "The number of people with a diagnosis of asthma who had the first such emergency room visit in 2009 for which the person had no inpatient visit after the start of the record",
		"How many patients with asthma who had a stroke and were hospitalised within 30 days died?":          "Among people with a diagnosis of asthma who had a diagnosis of stroke for which the person had an inpatient visit within 30 days after the record, the number who died",
		"How many patients with asthma who filled metformin filled warfarin within 7 days?":                  "The number of people with a diagnosis of asthma who had an exposure to metformin for which the person had an exposure to warfarin within 7 days after the record",
	})
}
