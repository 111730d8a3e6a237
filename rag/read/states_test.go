package read_test

import "testing"

// Nobody lives in two states, so those that "and" joins are asked for each by itself; "or" puts them together.
func TestStatesInARow(t *testing.T) {
	const people = "The number of people with a diagnosis of stroke who were living in CA or were living in TX"
	saysBack(t, reader(t), map[string]string{
		"Number of people with stroke in California and Texas":                            people + ", by state",
		"Number of people with stroke in California or Texas":                             people,
		"Number of people with stroke in California and Texas by state":                   people + ", by state",
		"Number of people with stroke in California and Texas by sex":                     people + ", by sex and state",
		"Mean cost of inpatient visits of people living in California, Texas and Florida": "The mean cost of inpatient visits of people who were living in CA or were living in TX or were living in FL, by state",
		"What percentage of people in California and Texas have had a stroke?":            "Among people who were living in CA or were living in TX (at any date), the percentage who had a diagnosis of stroke, by state",
		"How many people living in California and with asthma had a stroke?":              "Among people living in CA with a diagnosis of asthma, the number who had a diagnosis of stroke",
	})
}

// What is recorded nowhere is not recorded at any time.
func TestAnywhereInTheRecord(t *testing.T) {
	const users = "Among people with an exposure to warfarin, the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many warfarin users have no asthma diagnosis anywhere in their record?": users + "no diagnosis of asthma",
		"How many warfarin users have no asthma anywhere in the data?":               users + "no diagnosis of asthma",
		"How many warfarin users have asthma anywhere in their records?":             users + "a diagnosis of asthma",
	})
}
