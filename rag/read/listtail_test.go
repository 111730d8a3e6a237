package read_test

import "testing"

// What people did stands in the question: the last of a list, though a comma stands before it, does not say of whom the
// share is.
func TestTheLastOfAListDoesNotTellOfWhomTheShareIs(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What share of those who had a stroke, were women or took warfarin?":     "",
		"What share of patients who had a stroke, were women or lived in Texas?": "",
		"What share of those who had a stroke, lived in Texas or were women?":    "",
		"What share of those who had a stroke were women or took warfarin?": "Among people with a diagnosis of stroke, " +
			"the percentage who were female or had an exposure to warfarin",
		"What share of people had a stroke, women only?": "Among women, the percentage who had a diagnosis of stroke",
	})
}
