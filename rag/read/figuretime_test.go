package read_test

import "testing"

// A time may be asked of people in front who are told by two events, in the words of a further figure.
func TestATimeBetweenTheEventsOfThoseInFront(t *testing.T) {
	later := "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin (after it)"
	saysBack(t, reader(t), map[string]string{
		"Among people whose first warfarin came after their first stroke, what is the median number of days between the two?":       later,
		"Among people whose first warfarin came after their first stroke, what is the median number of days from the stroke to it?": later,
		"For patients with stroke who later took warfarin, what was the median number of days between the first record of each?":    later,
		"For patients with stroke who later took warfarin, what was the median number of days between the two?":                     "The median number of days from a first ever diagnosis of stroke to the first exposure to warfarin afterwards",
		"In people who had a stroke after starting warfarin, how many days after was it on average?":                                "The mean number of days from a first ever exposure to warfarin to the first diagnosis of stroke afterwards",
		"Among women with stroke who took warfarin within 90 days after it, what is the median number of days between the two?":     "The median number of days from a first ever diagnosis of stroke to the first such exposure to warfarin (within 90 days after it) of women",
		"Among patients with stroke who took warfarin before it, what is the median number of days between the two?":                "",
		"Among patients who had a stroke and a pneumonia, what is the median number of days between the two?":                       "", // from which to which?
		"Among patients with asthma, stroke and pneumonia, what is the median number of days between the two?":                      "",
		"Among patients with asthma, how many days lie between the two on average?":                                                 "",
		"How many days on average lie between the first stroke and the first warfarin, where the warfarin came later?":              "The mean number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin (after it)",
		"How many days on average lie between the first stroke and the first warfarin, where the stroke came later?":                "",
		"Among people who, how many days lie between the two?":                                                                      "",
		"Among patients with a stroke who, after it, took warfarin, what is the median number of days between the two?":             "",
	})
}
