package read_test

import "testing"

// "Their first one" is the first ever of what people are told by, on whose day something is asked for.
func TestOnTheDayOfTheirFirstOne(t *testing.T) {
	const first = "Among people with a first ever diagnosis of stroke, the percentage who had an exposure to warfarin covering it"
	saysBack(t, reader(t), map[string]string{
		"What percentage of patients with a stroke were on warfarin on the day of their first one?":         first,
		"Of people with strokes, what percentage were taking warfarin on the day of the first one?":         "Among people with a first ever diagnosis of strokes, the percentage who had an exposure to warfarin covering it",
		"What percentage of patients with a stroke were on warfarin at the time of their first one?":        first,
		"What percentage of patients with a stroke were on warfarin when they had their first one?":         first,
		"What percentage of patients with a stroke were in hospital on the day of their first one?":         "Among people with a first ever diagnosis of stroke, the percentage who had an inpatient visit covering it",
		"What percentage of patients with a stroke were on warfarin on the day of it?":                      "Among people with any one diagnosis of stroke, the percentage who had an exposure to warfarin covering it",
		"What percentage of patients with a stroke in 2009 were on warfarin on the day of their first one?": "",
		"What percentage of patients with a stroke were on warfarin on the day of their last one?":          "",
		"What percentage of patients with asthma had a stroke on the day of their first one?":               "",
		"What percentage of patients with asthma and a stroke took warfarin on the day of their first one?": "",
		"What percentage of people hospitalised in 2009 took warfarin on the day of their first one?":       "",
	})
}

// A share of people of an age at the first record of something is of those who have it.
func TestAgedAtTheFirstOfThoseWhoHaveIt(t *testing.T) {
	const stroke = "people with a first ever diagnosis of stroke, the percentage who were aged over 80 at the index date"
	saysBack(t, reader(t), map[string]string{
		"stroke: percentage of patients over 80 at the first diagnosis":                   "Among " + stroke,
		"stroke: share of people over 80 at first ever diagnosis":                         "Among " + stroke,
		"What percentage of patients were over 80 at the first diagnosis of stroke?":      "Among " + stroke,
		"What percentage of people were over 80 when first diagnosed with stroke?":        "Among " + stroke,
		"Among people with stroke, percentage of patients over 80 at the first diagnosis": "Among " + stroke,
		"stroke: percentage of women over 80 at the first diagnosis":                      "Among women with a first ever diagnosis of stroke, the percentage who were aged over 80 at the index date",
		"warfarin: percentage of patients under 60 at first prescription":                 "Among people with a first ever exposure to warfarin, the percentage who were aged under 60 at the index date",
		"stroke: percentage of patients diagnosed before age 60":                          "Among people with a diagnosis of stroke, the percentage who had a first ever diagnosis of stroke at age under 60",
		"stroke: percentage of all patients over 80 at the first diagnosis":               "the percentage who had a first ever diagnosis of stroke at age over 80",
		"What percentage of people in the database were over 80 at their first stroke?":   "the percentage who had a first ever diagnosis of stroke at age over 80",
		"What percentage of women had their first stroke at 80 or older?":                 "Among women, the percentage who had a first ever diagnosis of stroke at age 80 or older",
		"What percentage of patients with asthma were over 80 at their first stroke?":     "Among people with a diagnosis of asthma, the percentage who had a first ever diagnosis of stroke at age over 80",
		"What percentage of people were over 80 when they had a stroke?":                  "",
		"How many patients were over 80 at the first diagnosis of stroke?":                "the number who had a first ever diagnosis of stroke at age over 80",
		"Of women over 70, what percentage were over 80 at their first stroke?":           "",
	})
}
