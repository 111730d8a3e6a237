package read_test

import "testing"

// The time from the first to the second of something is asked for in many ways, and from the end of a stay or an era.
func TestTimesFromTheFirstToTheSecond(t *testing.T) {
	r := reader(t)
	strokes := "The median number of days from a first ever diagnosis of stroke to a second diagnosis of stroke"
	stays := "The mean number of days from the end of a first ever inpatient visit to a second inpatient visit"
	for question, want := range map[string]string{
		"Median number of days between a person's first and second stroke":                      strokes,
		"How many days lie between each patient's first and second stroke diagnosis, median?":   strokes,
		"Median days between the first two diagnoses of stroke":                                 strokes,
		"Mean days from the discharge of the first inpatient stay to the start of the second":   stays,
		"What is the mean gap, in days, from the end of the first hospital stay to the second?": stays,
		"Mean days from the end of the first warfarin era to the first stroke":                  "The mean number of days from the end of a first ever drug era of warfarin to a first ever diagnosis of stroke",
		"Mean days from the end of the first stroke to the second":                              "",
		"Mean days from the end of the second inpatient stay to the first":                      "",
		"Of people with at least two strokes, mean days between the first and second":           "The mean number of days from a first ever diagnosis of strokes to a second diagnosis of strokes of people who had at least 2 diagnoses of strokes",
		"Among people with a stroke, mean days between the first two":                           "",
		"The median number of days separating the first stroke from the first warfarin":         "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin",
		"Time to treatment in stroke: median days from first stroke to first warfarin":          "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin",
		"Time to metformin in stroke: median days from first stroke to first warfarin":          "",
	} {
		readBack(t, r, question, want)
	}
}
