package read_test

import "testing"

// "A third fill within 90 days of the first" is the third of all (185 people), not any other one (233); "their second
// more than 60 days after the first" the second of all (123), not any later one (318).
func TestAThirdOneCountedFromTheFirst(t *testing.T) {
	const fills = "Among people with a first ever exposure to warfarin, the number who had "
	const visits = "Among people with a first ever emergency room visit, the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many patients had a third fill of warfarin within 90 days of the first?":                            fills + "a third ever exposure to warfarin within 90 days after it, not on the day itself",
		"How many patients had their third emergency room visit within a year of the first?":                     visits + "a third ever emergency room visit within 1 year after the start of it, not on the day itself",
		"How many patients had no third fill of warfarin within 90 days of the first?":                           fills + "no third ever exposure to warfarin within 90 days after it, not on the day itself",
		"Among warfarin users, how many had their third fill within 90 days of the first?":                       fills + "a third ever exposure to warfarin within 90 days after it, not on the day itself",
		"How many patients had their second fill of warfarin more than 60 days after the first?":                 fills + "a second ever exposure to warfarin more than 60 days after it",
		"How many patients had a second fill of warfarin more than 60 days after the first?":                     fills + "an exposure to warfarin more than 60 days after it",
		"How many patients had a second emergency room visit within 30 days of the first?":                       visits + "an emergency room visit within 30 days after the start of it, not on the day itself",
		"How many patients had a second diagnosis of stroke more than 30 days after the first?":                  "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of stroke more than 30 days after it",
		"How many patients had a third stroke within a year of the first?":                                       "",
		"Of patients with an emergency room visit in 2009, how many had a third one within a year of the first?": "",
	})
}
