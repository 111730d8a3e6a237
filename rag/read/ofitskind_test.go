package read_test

import "testing"

// The members of a kind that are named behind it are meant; what is not of the kind is another thing.
func TestMembersNamedBehindTheirKind(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people took a statin, atorvastatin or metformin, in 2009?": "the number who had an " +
			"exposure to statin, atorvastatin or metformin in 2009",
		"How many stroke patients had a statin, atorvastatin or metformin, prescribed in 2009?": "Among people with a " +
			"diagnosis of stroke, the number who had an exposure to statin, atorvastatin or metformin in 2009",
	})
}

// "By drug" behind drugs that are named is of each of them.
func TestByDrugOfThoseNamed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Number of asthma patients treated with warfarin, metformin, lisinopril and amlodipine, by drug": "The number of " +
			"people with a diagnosis of asthma, by group (with warfarin, with metformin, with lisinopril, with amlodipine)",
		"How many patients took warfarin or metformin, by drug?": "The number of people, by group (had an exposure to " +
			"warfarin, had an exposure to metformin)",
		"How many patients took warfarin or metformin, by ingredient?": "the number who had an exposure to warfarin or " +
			"metformin, by ingredient",
		"How many patients took warfarin, by drug?": "the number who had an exposure to warfarin, by concept",
		"How many patients with asthma and stroke took warfarin, by drug?": "Among people with a diagnosis of asthma who " +
			"had a diagnosis of stroke, the number who had an exposure to warfarin, by concept",
		"How many patients took both warfarin and metformin, by drug?": "",
	})
}
