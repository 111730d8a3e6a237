package read_test

import "testing"

// What a person cost is told apart from what a record did.
func TestCostsOfPeopleAndOfRecordsAreToldApart(t *testing.T) {
	const each = "The mean total cost of inpatient visits per person with any"
	const all = "The mean total cost of inpatient visits per person with or without any"
	const ofStroke = " of people who had a diagnosis of stroke (at any date)"
	saysBack(t, reader(t), map[string]string{
		"What is the mean cost of inpatient visits per patient?":                          each,
		"How much does a patient pay out of pocket for one fill of warfarin, on average?": "The mean out-of-pocket cost of exposures to warfarin",
		"What does a patient pay out of pocket for an inpatient visit, on average?":       "The mean out-of-pocket cost of inpatient visits",
		"How much does a patient pay out of pocket for inpatient visits, on average?":     "The mean total out-of-pocket cost of inpatient visits per person with any",
		"How much does an inpatient visit cost a patient on average?":                     "",
		each: each,
		each + " of people who had a diagnosis of stroke":                       each + ofStroke,
		"What is the mean cost of inpatient visits per patient with stroke?":    all + ofStroke,
		"What is the mean cost of inpatient visits?":                            "The mean cost of inpatient visits",
		"What is the average cost of an inpatient visit of people with stroke?": "The mean cost of inpatient visits of people who had a diagnosis of stroke",
	})
}
