package read_test

import "testing"

// What has the most people is ranked by them, however they are called; what has the most records by these.
func TestThingsAreRankedByThePeopleThatAreNamed(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"Which four statins have the highest number of users?":             "The 4 most common exposures to statins",
		"Rank the three statins with the highest number of treated people": "The 3 most common exposures to statins",
		"Three drugs with the most people treated":                         "The 3 most common drugs",
		"The six conditions with the greatest number of diagnosed women":   "The 6 most common conditions of women",
		"Six conditions with the highest patient counts":                   "The 6 most common conditions",
		"Six procedures done in the highest number of individuals":         "The 6 most common procedures",
		"Rank the statins by persons treated":                              "The 10 most common exposures to statins",
		"Statins ranked by the count of users":                             "The 10 most common exposures to Statins",
		"Top 4 drugs with the most prescriptions":                          "The 4 most common drugs by number of records",
		"Four procedures with the highest number of records":               "The 4 most common procedures by number of records",
		"Rank statins by treated persons":                                  "",
	} {
		readBack(t, r, question, want)
	}
}
