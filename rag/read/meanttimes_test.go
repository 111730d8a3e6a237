package read_test

import "testing"

// What was said to be before is before what the question is about, and what was summed is summed in the time that is
// said.
func TestWhatATimeBehindIsSaidOf(t *testing.T) {
	const supply = "the number who had a total days supply above 90 of exposures to warfarin with a supply of at most 365 days"
	saysBack(t, reader(t), map[string]string{
		// the earlier diagnosis of nothing is of the same
		"How many people were newly diagnosed with COPD in 2010, with no earlier diagnosis?": "Among people with a first ever diagnosis of COPD in 2010, the number who had no diagnosis of COPD before the day of it",
		"How many people were diagnosed with COPD in 2010 with no prior diagnosis?":          "Among people with the first such diagnosis of COPD in 2010, the number who had no diagnosis of COPD before the day of it",
		"How many people started warfarin in 2010 with no prior prescription?":               "Among people with a first ever exposure to warfarin in 2010, the number who had no exposure to warfarin before the day of it",
		"How many people started warfarin in 2010 with no prior diagnosis?":                  "Among people with a first ever exposure to warfarin in 2010, the number who had no condition before the day of it",
		// a sum is of the time behind it
		"How many people took warfarin for more than 90 days in total in 2009?":   supply + " in 2009",
		"How many people took warfarin for more than 90 days in total?":           supply,
		"How many people took warfarin for more than 90 days altogether in 2009?": supply + " in 2009",
		"How many people took warfarin for more than 90 days in 2009?":            "the number who had a drug era of warfarin lasting more than 90 days in 2009",
		// values are of the time before a start, not people of a diagnosis before it
		"Mean HbA1c in percent of patients with asthma before they start metformin":         "The mean HbA1c in percent for which the person had a first ever exposure to metformin after the record of people who had a diagnosis of asthma",
		"Mean HbA1c in percent of patients with asthma before starting metformin":           "The mean HbA1c in percent for which the person had a first ever exposure to metformin after the record of people who had a diagnosis of asthma",
		"Mean HbA1c in percent of patients diagnosed with asthma before starting metformin": "The mean HbA1c in percent of people who had a diagnosis of asthma for which the person had a first ever exposure to metformin after the record",
	})
}
