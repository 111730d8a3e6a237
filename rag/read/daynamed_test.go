package read_test

import "testing"

// "At their first one" is the first record of what people are told by, where that is one thing.
func TestAgesAtTheFirstOne(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Of all patients with asthma, what proportion were younger than 18 at their first one?": "Among people with a first " +
			"ever diagnosis of asthma, the percentage who were aged under 18 at the index date",
		"How many patients with a stroke were over 80 at the first one?": "Among people with a first ever diagnosis of " +
			"stroke, the number who were aged over 80 at the index date",
		"What percentage of patients with asthma and a stroke were under 60 at their first one?": "",
		"How many patients were over 80 at the first one?":                                       "",
	})
}

// Two groups may be told apart by what happened before.
func TestWithAndWithoutEarlierRecords(t *testing.T) {
	const age = "The median age at a first ever diagnosis of stroke, by group "
	saysBack(t, reader(t), map[string]string{
		"Median age at first stroke in patients with and without an earlier record of warfarin": age + "(with an earlier " +
			"record of warfarin, without an earlier record of warfarin)",
		"Median age at first stroke in patients with and without a previous pneumonia": age + "(with a previous pneumonia, " +
			"without a previous pneumonia)",
		"Median age at first stroke in patients with and without asthma":                         age + "(with asthma, without asthma)",
		"Median age at first stroke in patients with and without warfarin":                       "",
		"Percentage of patients with stroke with and without earlier warfarin who had pneumonia": "",
		"How many people with and without an earlier stroke took warfarin?":                      "",
	})
}
