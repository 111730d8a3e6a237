package read_test

import "testing"

// People of an age who had one thing followed by another were that old at the first; who started a drug after something
// was that old at the start.
func TestAnAgeIsThatAtTheFirstOfTwoThings(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many children under 12 had asthma followed by a stroke?":            "Among people with a first ever diagnosis of asthma at age under 12, the number who had a diagnosis of stroke after it",
		"How many people over 70 had a stroke and later asthma?":                 "Among people with a first ever diagnosis of stroke at age over 70, the number who had a diagnosis of asthma after it",
		"How many women over 60 had a stroke followed by asthma within 90 days?": "Among women with a first ever diagnosis of stroke at age over 60, the number who had a diagnosis of asthma within 90 days after it",
		"How many women over 60 started warfarin after a stroke?":                "Among women with a first ever diagnosis of stroke, the number who had a first ever exposure to warfarin at age over 60 after it",
	} {
		readBack(t, r, question, want)
	}
}
