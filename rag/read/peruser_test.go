package read_test

import "testing"

// A mean of people is asked for by naming one of them, whatever the records are and wherever it is said.
func TestMeansOfOnePersonOfThose(t *testing.T) {
	const (
		fills   = "The mean number of exposures to metformin per person"
		byUser  = fills + " with any"
		visits  = "The mean number of emergency room visits per person of people with a first ever diagnosis of "
		supply  = "The mean total days supply of exposures to metformin with a supply of at most 365 days per person with or without any of people who had "
		paid    = "The mean total out-of-pocket cost of prescriptions in 2009 per person with "
		ofUsers = "an exposure to metformin (at any date)"
	)
	saysBack(t, reader(t), map[string]string{
		"On average, how many metformin prescriptions did each metformin user fill?":                    byUser,
		"How many metformin prescriptions does the typical metformin user fill?":                        byUser,
		"metformin prescriptions in 2009 per metformin user, mean":                                      "The mean number of exposures to metformin in 2009 per person of people with the first such exposure to metformin in 2009",
		"Mean number of warfarin prescriptions per metformin user":                                      "The mean number of exposures to warfarin per person of people with a first ever exposure to metformin",
		"How many metformin fills does each user have on average?":                                      fills + " with any",
		"How many metformin fills per user were there on average?":                                      fills + " with any",
		"Mean number of metformin fills per treated patient":                                            fills + " with any",
		"How many metformin fills does a treated patient get on average?":                               fills + " with any",
		"How many ER visits does the average diabetic have?":                                            visits + "diabetes mellitus",
		"How many ER visits did each person with asthma have on average?":                               visits + "asthma",
		"Among people with asthma, how many ER visits did the average patient have?":                    visits + "asthma",
		"Number of ER visits per asthma patient, mean":                                                  visits + "asthma",
		"How many prescriptions per person were filled in 2010?":                                        "The mean number of prescriptions in 2010 per person",
		"How many different drugs does the average patient over 65 take?":                               "The mean number of different drugs per person of people aged over 65 at the end of the data",
		"How many days of metformin supply did the average metformin user get in total?":                supply + ofUsers,
		"How many days' supply of metformin did each metformin user get?":                               supply + ofUsers,
		"On average, how many days of metformin supply did each diabetic fill?":                         supply + "a diagnosis of diabetes mellitus (at any date)",
		"How many days supply does a metformin prescription have on average?":                           "The mean days supply of exposures to metformin, counting only numbers between 1 and 365",
		"How many days of metformin supply were dispensed?":                                             "The total days supply of exposures to metformin, counting only numbers between 1 and 365",
		"What was the average out-of-pocket drug spending in 2009 per person who got any drug in 2009?": paid + "or without any of people who had a drug in 2009 (at any date)",
		"Average out-of-pocket drug cost per patient in 2009":                                           paid + "any",
		"How much did the average diabetic pay out of pocket for drugs in 2009?":                        paid + "or without any of people who had a diagnosis of diabetes mellitus (at any date)",
		"How many ER visits did each new metformin user have in the year after starting?":               "", // the time must not be dropped
		"How many prescriptions did the average patient with asthma fill after diagnosis?":              "",
		"How many ER visits do patients with asthma have on average within 30 days after diagnosis?":    "",
		"Average days of metformin supply per user in 2009":                                             "", // of each fill, or in all?
		"How many days of supply did each metformin user receive on average?":                           "", // of metformin, or of any drug?
	})
}
