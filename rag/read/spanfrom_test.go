package read_test

import "testing"

// A stretch of time may begin with the day of something, or before it, and is told from what follows it.
func TestSpansFromADayToALaterOne(t *testing.T) {
	r := reader(t)
	warfarin := "Among people with a first ever diagnosis of stroke, the number who had an exposure to warfarin "
	for question, want := range map[string]string{
		"How many people took warfarin from the day of their first stroke to 10 days after it?":                  warfarin + "within 10 days after it",
		"How many people took warfarin between the day of their first stroke and 10 days after the stroke?":      warfarin + "within 10 days after it",
		"How many people took warfarin from the day after their first stroke to 10 days after it?":               warfarin + "within 10 days after it, not on the day itself",
		"After a first stroke, how many people had warfarin on the day of the event or within the next 10 days?": warfarin + "within 10 days after it",
		"Following a first stroke, in how many people did a pneumonia come within 10 days?":                      "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of pneumonia within 10 days after it",
		"Following a first stroke, how many people took warfarin on that day or within the next 10 days?":        warfarin + "within 10 days after it",
		"How many people took warfarin from the day of admission to 10 days after discharge?":                    "",
		"How many people took warfarin from the day of their first stroke to 10 days after a pneumonia?":         "",
		"How many people took warfarin from a first stroke to a pneumonia?":                                      "",
	} {
		readBack(t, r, question, want)
	}
}
