package read_test

import "testing"

// What stands right behind the event that a time is counted from is said of that event.
func TestPlaceAndLengthOfWhatTimeIsCountedFrom(t *testing.T) {
	const stay = "Among people with an inpatient visit lasting "
	saysBack(t, reader(t), map[string]string{
		"How many people were readmitted within 60 days after a stay of more than 5 days?":                   stay + "more than 5 days, the number who had an inpatient visit within 60 days after the end of it, not on the day itself",
		"How many people had a stroke within 60 days after a hospital stay of at least 3 days in 2009?":      stay + "at least 3 days in 2009, the number who had a diagnosis of stroke within 60 days after the end of it",
		"How many people had an emergency visit within 60 days after a hospital stay longer than a week?":    stay + "more than 7 days, the number who had an emergency room visit within 60 days after the end of it",
		"How many people had a stroke after discharge from a stay of more than 5 days?":                      stay + "more than 5 days, the number who had a diagnosis of stroke after the end of it",
		"How many people took lisinopril within 60 days after a diagnosis of stroke made in hospital?":       "Among people with any one diagnosis of stroke at an inpatient visit, the number who had an exposure to lisinopril within 60 days after it",
		"How many people took lisinopril within 60 days after a diagnosis of stroke at an outpatient visit?": "Among people with any one diagnosis of stroke at an outpatient visit, the number who had an exposure to lisinopril within 60 days after it",
		"How many people took lisinopril within 60 days after a stroke diagnosis by a neurologist?":          "Among people with any one diagnosis of stroke by Neurology, the number who had an exposure to lisinopril within 60 days after it",
		"How many people took lisinopril within 60 days after a visit to a neurologist?":                     "Among people with a visit by Neurology, the number who had an exposure to lisinopril within 60 days after the start of it",

		// the visit to the neurologist may be the admission
		"How many people were admitted within 60 days after a visit to a neurologist?": "",
		"How many people took lisinopril within a year after a stroke at 75 or over?":  "Among people with any one diagnosis of stroke at age 75 or older, the number who had an exposure to lisinopril within 1 year after it",

		// of either
		"How many people had pneumonia within 60 days after a stroke in hospital?": "",
		// of what is counted, which stands before the time
		"How many people had pneumonia diagnosed in hospital within 60 days after a stroke?":            "Among people with any one diagnosis of stroke, the number who had a diagnosis of pneumonia at an inpatient visit within 60 days after it",
		"How many people had a hospital stay of more than 5 days within 60 days after a stroke?":        "Among people with any one diagnosis of stroke, the number who had an inpatient visit lasting more than 5 days within 60 days after it",
		"How many people had a hospital stay of more than 5 days within 60 days of an emergency visit?": "Among people with an emergency room visit, the number who had an inpatient visit lasting more than 5 days within 60 days after the start of it",
	})
}
