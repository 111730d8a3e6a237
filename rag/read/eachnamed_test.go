package read_test

import "testing"

// A figure that can be of one thing alone is asked of each of a list; one that may be of all together is not.
func TestAFigureOfOneThingIsAskedOfEachOfAList(t *testing.T) {
	ages := "The mean age at a first ever diagnosis of stroke; beside it, the mean age at a first ever diagnosis of asthma; beside it, the mean age at a first ever diagnosis of pneumonia"
	supply := "The mean days supply of exposures to warfarin, counting only numbers between 1 and 365; beside it, the mean days supply of exposures to metformin, counting only numbers between 1 and 365"
	saysBack(t, reader(t), map[string]string{
		"What was the average age at first diagnosis of stroke, of asthma and of pneumonia?":     ages,
		"What was the average age at first diagnosis of stroke, asthma and pneumonia?":           ages,
		"Mean age at first stroke, at first asthma and at first pneumonia?":                      ages,
		"What is the mean days' supply per dispensing for warfarin and metformin?":               supply,
		"What is the mean days' supply for warfarin and for metformin?":                          supply,
		"What is the average cost of an inpatient visit and of an ER visit?":                     "The mean cost of inpatient visits; beside it, the mean cost of emergency room visits",
		"What is the average cost of inpatient and ER visits?":                                   "", // of all of them together, perhaps
		"What is the prevalence of stroke and asthma in 2009?":                                   "", // of both, perhaps
		"What is the mean number of fills of warfarin and metformin per user?":                   "",
		"What is the mean age at first stroke or asthma?":                                        "The mean age at a first ever diagnosis of stroke or asthma",
		"What is the mean age of people with stroke and asthma?":                                 "The mean age at a first ever diagnosis of stroke of people who had a diagnosis of asthma",
		"Warfarin and metformin users: what share of each had a stroke?":                         "Among people with an exposure to Warfarin, the percentage who had a diagnosis of stroke; beside it, among people with an exposure to metformin, the percentage who had a diagnosis of stroke",
		"Compare warfarin and metformin users: what share of each had a stroke after the start?": "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke after it; beside it, among people with a first ever exposure to metformin, the percentage who had a diagnosis of stroke after it",
		"For warfarin and metformin users, what percentage had a stroke?":                        "Among people with an exposure to warfarin who had an exposure to metformin, the percentage who had a diagnosis of stroke",
	})
}
