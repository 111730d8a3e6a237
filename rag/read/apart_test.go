package read_test

import "testing"

// The same is asked of each of several things; the rows are those of the question asked of each by itself.
func TestTheSameIsAskedOfEachOfAList(t *testing.T) {
	each := "The number of people, by group (had an exposure to warfarin, had an exposure to metformin, had an exposure to lisinopril)"
	shares := "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke after it; beside it, " +
		"among people with a first ever exposure to metformin, the percentage who had a diagnosis of stroke after it"
	saysBack(t, reader(t), map[string]string{
		"How many people ever took warfarin, metformin or lisinopril, separately for each?":                                    each,
		"How many people have had warfarin, metformin and lisinopril, each drug counted on its own?":                           each,
		"How many people were ever given warfarin, metformin or lisinopril? Give the count for each drug.":                     each,
		"How many people took warfarin, metformin and lisinopril? One number for each.":                                        each,
		"For warfarin, metformin and lisinopril, how many people took each?":                                                   each,
		"How many people took each of warfarin, metformin and lisinopril":                                                      "",
		"Compare warfarin and metformin: of the people who took each drug, what percentage had a stroke after the first dose?": shares,
		"Compare warfarin and metformin: what percentage of people who took it had a stroke after the first dose?":             shares,
		"warfarin vs metformin: what share of users had a stroke afterwards?":                                                  shares,
		"Compare new users of warfarin with new users of metformin: percentage with a stroke after starting":                   shares,
		"For warfarin and metformin separately: number of new users and the percentage with a stroke any time after starting.": shares,
		"Average amount paid per inpatient visit, per ER visit and per outpatient visit": "The mean cost of inpatient visits; " +
			"beside it, the mean cost of emergency room visits; beside it, the mean cost of outpatient visits",

		"How many people took warfarin, how many metformin, and how many both?": "The number of people, by group (had an exposure to warfarin, " +
			"had an exposure to metformin, had an exposure to warfarin and had an exposure to metformin)",

		"How many people took warfarin, metformin or lisinopril?":                                    "the number who had an exposure to warfarin, metformin or lisinopril",
		"How many people had at least two prescriptions of warfarin and metformin each?":             "",
		"Mean number of warfarin and metformin prescriptions for each patient":                       "",
		"How many people took warfarin and metformin alone?":                                         "",
		"How many people took warfarin or metformin, each on its own?":                               "",
		"How many people took warfarin and metformin separately?":                                    "",
		"Compare warfarin and metformin":                                                             "",
		"Compare warfarin and metformin: how many people took zorblatt?":                             "",
		"How many people took warfarin and metformin, and how many both?":                            "",
		"How many people took warfarin in 2009, how many metformin, and how many both?":              "",
		"How many people took warfarin, how many metformin, how many lisinopril, and how many both?": "",
	})
}
