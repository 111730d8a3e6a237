package read_test

import "testing"

// What is filled or prescribed in a time are the ingredients of the exposures in it; what is taken then may have been
// begun before.
func TestIngredientsThatWereDispensed(t *testing.T) {
	const five, listed = "had at least 5 different ingredients of prescriptions in 2009", "The 5 most common ingredients of drugs in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many people filled 5 or more different drug ingredients in 2009?":                "The number of people who " + five,
		"How many people were prescribed at least 5 different ingredients in 2009?":           "the number who " + five,
		"How many warfarin users were dispensed at least five different ingredients in 2009?": "Among people with an exposure to warfarin, the number who " + five,
		"What share of people picked up at least 5 different ingredients in 2009?":            "the percentage who " + five,
		"How many people filled prescriptions of two different statins in 2009?":              "The number of people who had at least 2 different ingredients of exposures to statins in 2009",
		"How many people filled prescriptions for at least 5 different ingredients in 2009?":  "The number of people who " + five,
		"How many people took at least 5 different ingredients in 2009?":                      "the number who had at least 5 different ingredients of drug eras that cover a day in 2009",
		"How many people had five or more different ingredients dispensed in 2009?":           "the number who " + five,
		"How many people had at least 5 different ingredients prescribed in 2009?":            "the number who " + five,
		"How many people had at least 5 different ingredients in 2009?":                       "the number who had at least 5 different ingredients of drug eras that cover a day in 2009",
		"How many people started at least 5 different ingredients in 2009?":                   "",
		"How many people started at least 5 different drugs in 2009?":                         "",
		"How many people started at least 2 different statins within 90 days after a stroke?": "",
		"How many people had warfarin dispensed on 1 July 2009?":                              "the number who had an exposure to warfarin on 2009-07-01",
		"How many people had warfarin on 1 July 2009?":                                        "the number who had an exposure to warfarin that covers 2009-07-01",
		"What are the 5 most dispensed drug ingredients in 2009?":                             listed,
		"Which five drug ingredients did the most people fill in 2009?":                       listed,
		"Top 5 drug eras in 2009":                                                                "The 5 most common drug eras in 2009",
		"Top 5 drug ingredients by number of people":                                             "The 5 most common drug ingredients",
		"Top 5 drug ingredients by number of prescriptions":                                      "The 5 most common ingredients of drugs by number of records",
		"Which five drug ingredients cost the most in total, going by the total paid amount?":    "The 5 most costly ingredients of drugs",
		"Which 5 drug ingredients accounted for the highest total spending in 2009?":             "The 5 most costly ingredients of drugs in 2009",
		"What are the 5 most common drug ingredients within 30 days after a first stroke?":       "The 5 most common ingredients of drugs between 0 and 30 days after a first ever diagnosis of stroke",
		"Which 5 drug ingredients were filled by the most people in the 30 days before a stroke": "The 5 most common ingredients of drugs in the 30 days before a diagnosis of stroke",
	})
}

// "A fill" is any of them, and so is "a stroke" with a bounded time beside it; at any time after a stroke is after the
// first, and so is what did not happen after one.
func TestAnchorsThatAreAnyRecord(t *testing.T) {
	const any, first = "Among people with any one exposure to warfarin, ", "Among people with a first ever exposure to warfarin, "
	const later = "the number who had an exposure to metformin within 30 days after it"
	saysBack(t, reader(t), map[string]string{
		"How many people filled metformin within 30 days after a warfarin fill?":                  any + later,
		"How many warfarin users filled metformin within 30 days of a warfarin prescription?":     any + later,
		"Of warfarin users, how many filled metformin within 30 days after any warfarin fill?":    any + later,
		"How many people filled metformin within 30 days after their first warfarin fill?":        first + later,
		"How many people filled metformin within 30 days after starting warfarin?":                first + later,
		"How many people took metformin within 30 days after exposure to warfarin?":               first + later,
		"What percentage of people had a stroke within 30 days after a dispensing of warfarin?":   any + "the percentage who had a diagnosis of stroke within 30 days after it",
		"How many people had a stroke in the 30 days before a warfarin fill?":                     any + "the number who had a diagnosis of stroke in the 30 days before it",
		"How many people had a stroke within 7 days after an HbA1c test?":                         "Among people with any one measurement of HbA1c, the number who had a diagnosis of stroke within 7 days after it",
		"How many women with a stroke within 30 days after a warfarin fill were given metformin?": "Among women with any one exposure to warfarin who had a diagnosis of stroke within 30 days after it, the number who had an exposure to metformin",
		"How many people had pneumonia within 30 days after a stroke?":                            "Among people with any one diagnosis of stroke, the number who had a diagnosis of pneumonia within 30 days after it",
		"How many people had pneumonia within 30 days of a stroke, before or after?":              "Among people with any one diagnosis of stroke, the number who had a diagnosis of pneumonia from 30 days before the day to 30 days after the day of it",
		"How many people had pneumonia within 30 days of it, before or after?":                    "",
		"How many stroke patients had a warfarin prescription starting after their first stroke?": "Among people with a first ever diagnosis of stroke, the number who had an exposure to warfarin after it",
		"How many people had a warfarin prescription starting in 2009?":                           "the number who had an exposure to warfarin in 2009",
		"How many warfarin fills start in 2009?":                                                  "The number of exposures to warfarin in 2009",
		"How many pneumonia records start in 2009?":                                               "The number of diagnoses of pneumonia in 2009",
		"Mean age at warfarin start in 2009":                                                      "The mean age at a first ever exposure to warfarin in 2009",
		"How many people started warfarin in 2009?":                                               "the number who had a first ever exposure to warfarin in 2009",
		"How many people had pneumonia within 30 days after their stroke?":                        "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of pneumonia within 30 days after it",
		"How many people had pneumonia within 30 days after a first stroke?":                      "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of pneumonia within 30 days after it",
		"How many people had pneumonia after a stroke?":                                           "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of pneumonia after it",
		"How many people had no pneumonia within 30 days after a stroke?":                         "Among people with a first ever diagnosis of stroke, the number who had no diagnosis of pneumonia within 30 days after it",
		"What percentage of stroke patients had pneumonia within 30 days after it?":               "Among people with a first ever diagnosis of stroke, the percentage who had a diagnosis of pneumonia within 30 days after it",
		"Median days from a stroke to pneumonia":                                                  "The median number of days from a first ever diagnosis of stroke to a first ever diagnosis of pneumonia",
		"What are the 5 most common drugs within 30 days after a warfarin prescription?":          "The 5 most common drugs between 0 and 30 days after an exposure to warfarin",
	})
}

// Ingredients of each person are counted as such, not the products that hold them.
func TestIngredientsOfEachPerson(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the average number of different drug ingredients per person?":                "The mean number of different drug ingredients per person",
		"What is the average number of different drug ingredients per person in 2009?":        "The mean number of different drug ingredients that cover a day in 2009 per person",
		"How many different drug ingredients does a patient with asthma take on average?":     "The mean number of different drug ingredients per person of people with a first ever diagnosis of asthma",
		"What is the average number of different drugs per person in 2009?":                   "The mean number of different drugs in 2009 per person",
		"What is the average number of different drug ingredients filled per person in 2009?": "",
	})
}

// What is refilled is filled again; a fill of which it is not said whose may be any or the first.
func TestRefills(t *testing.T) {
	const again = "Among people with a first ever exposure to warfarin, the number who had an exposure to warfarin within 60 days after it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"Of everyone who started warfarin, what percentage never had a second fill?":        "Among people with a first ever exposure to warfarin, the percentage who had no second exposure to warfarin",
		"How many warfarin starters had a third fill?":                                      "Among people with a first ever exposure to warfarin, the number who had a third exposure to warfarin",
		"What percentage of patients with asthma had a second diagnosis?":                   "",
		"How many people with asthma had a second fill?":                                    "",
		"How many warfarin users refilled warfarin within 60 days of their first fill?":     again,
		"How many people who started warfarin refilled it within 60 days?":                  again,
		"How many people who started warfarin filled it again within 60 days?":              "The number of people with a first ever exposure to warfarin who had an exposure to warfarin within 60 days after it, not on the day itself",
		"How many patients started warfarin and refilled it within 60 days?":                again,
		"How many warfarin users had a refill within 60 days of the first fill?":            "",
		"How many people with asthma refilled it within 60 days of diagnosis?":              "",
		"Of warfarin users, how many filled metformin within 30 days of a fill?":            "",
		"Of people with an HbA1c test, how many filled metformin within 30 days of a test?": "",
		"Of warfarin users, how many filled metformin within 30 days of their first fill?":  "Among people with a first ever exposure to warfarin, the number who had an exposure to metformin within 30 days after it",
	})
}
