package read_test

import "testing"

// A share of people who were on a drug when something happened is of those to whom it happened, as one of those who
// were not on it is; a number of people is the same of everybody.
func TestShareOnADrugWhenSomethingHappened(t *testing.T) {
	const stroke, on = "people with a first ever diagnosis of stroke", ", the percentage who had an exposure to warfarin covering it"
	saysBack(t, reader(t), map[string]string{
		"What percentage of patients were on warfarin when they had a stroke?":                  "Among " + stroke + on,
		"What percentage of patients were on warfarin at the time of their stroke?":             "Among " + stroke + on,
		"What percentage of patients were on warfarin on the day of their stroke?":              "Among " + stroke + on,
		"What percentage of patients were on warfarin when they had a stroke, by sex?":          "Among " + stroke + on + ", by sex",
		"What percentage of women were on warfarin when they had a stroke?":                     "Among women with a first ever diagnosis of stroke" + on,
		"What percentage of patients with asthma were on warfarin when they had a stroke?":      "Among " + stroke + " who had a diagnosis of asthma, the percentage who had an exposure to warfarin covering the diagnosis of stroke",
		"What percentage of stroke patients were on warfarin when they had the stroke?":         "Among people with any one diagnosis of stroke" + on,
		"What percentage of patients were on warfarin when they started metformin?":             "Among people with a first ever exposure to metformin" + on,
		"What percentage of patients were taking warfarin when they were admitted to hospital?": "Among people with an inpatient visit" + on,
		"What percentage of patients were not on warfarin when they had a stroke?":              "Among " + stroke + ", the percentage who had no exposure to warfarin covering it",
		"How many patients were on warfarin when they had a stroke?":                            "the number who had an exposure to warfarin in whose time lies a diagnosis of stroke",
		"What percentage of patients had a stroke while taking warfarin?":                       "the percentage who had a diagnosis of stroke during an exposure to warfarin",
		"What percentage of people were over 75 when they had a stroke?":                        "",
		"What percentage of people with a stroke were over 75 at their first stroke?":           "Among people with a diagnosis of stroke, the percentage who had a first ever diagnosis of stroke at age over 75",
	})
}
