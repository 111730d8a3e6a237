package read_test

import "testing"

// A place with an "or" is one place or the other, and the same hospital stay is no other visit.
func TestPlacesOfARecord(t *testing.T) {
	const had = "the number who had a diagnosis of "
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke recorded at an outpatient visit or an emergency room visit in 2010?": had + "stroke at an outpatient visit or emergency room visit in 2010",
		"How many people had a stroke recorded at an outpatient visit or at a hospital stay?":              had + "stroke at an outpatient visit or inpatient visit",
		"How many people were diagnosed with stroke in hospital or in the emergency room?":                 had + "stroke at an inpatient visit or emergency room visit",
		"How many people had a stroke and pneumonia recorded at the same hospital stay?":                   had + "stroke at the same visit as a diagnosis of pneumonia at an inpatient visit",
		"How many people had a stroke and pneumonia at the same outpatient visit in 2010?":                 had + "stroke in 2010 at the same visit as a diagnosis of pneumonia at an outpatient visit in 2010",
		"How many people had a stroke at the same hospital admission as pneumonia?":                        had + "stroke at an inpatient visit at the same visit as a diagnosis of pneumonia",
		"How many people had a stroke and pneumonia at the same visit?":                                    had + "stroke at the same visit as a diagnosis of pneumonia",

		// visits that are no place
		"How many people had a stroke in hospital or were admitted in 2010?":                         had + "stroke at an inpatient visit or had an inpatient visit in 2010",
		"How many people had a stroke at an outpatient visit and an emergency room visit?":           "",
		"How many people had a stroke at an outpatient visit, or an emergency room visit in 2010?":   "",
		"Which conditions were recorded at the same hospital stay as a stroke, by number of people?": "",
	})
}
