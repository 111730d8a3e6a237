package read_test

import "testing"

// Some time after a record is neither that one day nor all days until then: it has to be said which.
func TestATimeAfterARecordIsNoSingleDay(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients died a year after a hip fracture?":                            "",
		"How many patients had a stroke 30 days after starting warfarin?":                "",
		"How many patients had a stroke exactly 30 days after starting warfarin?":        "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke exactly 30 days after it",
		"How many patients had a stroke the day after starting warfarin?":                "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke within 1 day after it, not on the day itself",
		"How many patients had a stroke within 30 days after starting warfarin?":         "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke within 30 days after it",
		"How many patients had a stroke more than 30 days after starting warfarin?":      "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke more than 30 days after it",
		"What per cent of patients with stroke took warfarin?":                           "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
		"How many inpatient stays lasted two nights or longer?":                          "The number of inpatient visits lasting at least 2 days",
		"Which medical specialties record stroke most often?":                            "The 10 specialties with the most diagnoses of stroke",
		"Which five physician specialties have diagnosed the most patients with stroke?": "The 5 specialties with the most people with a diagnosis of stroke",
		"Which ten drugs were given to the most people in 2010?":                         "The 10 most common drugs in 2010",
	})
}
