package read_test

import "testing"

// Who took something on all days of a time is not who has any record in it; what happens is counted in all of it.
func TestAllOfATime(t *testing.T) {
	const took = "the number who had an exposure to warfarin in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many patients took warfarin throughout 2009?":                              "",
		"What percentage of patients with asthma took warfarin for the whole of 2009?":  "",
		"Throughout 2009, how many patients took warfarin?":                             "",
		"How many patients took warfarin from start to end of 2009?":                    "",
		"Of patients on warfarin during the entire year 2009, how many had a stroke?":   "",
		"How many patients were in hospital throughout March 2009?":                     "",
		"How many patients had asthma throughout 2009?":                                 "",
		"How many patients were on warfarin between 1 March and 31 May 2009 every day?": "",
		"How many patients were in hospital each day of March 2009?":                    "",
		"How many patients took warfarin in 2009?":                                      took,
		"How many patients took no warfarin throughout 2009?":                           "the number who had no exposure to warfarin in 2009",
		"How many emergency visits were there throughout 2009?":                         "The number of emergency room visits in 2009",
		"How many patients were hospitalised over the whole of 2009?":                   "the number who had an inpatient visit in 2009",
		"Among patients observed throughout 2009, how many took warfarin in 2009?":      "Among people who were under observation all days in 2009, " + took,
		"How many patients were diagnosed with asthma throughout 2009?":                 "the number who had a diagnosis of asthma in 2009",
		"How many prescriptions were filled every day in March 2009?":                   "The number of prescriptions between 2009-03-01 and 2009-03-31, by day",
		"How many patients were admitted to hospital every day in March 2009?":          "the number who had an inpatient visit between 2009-03-01 and 2009-03-31, by day",
		"What was the number of new warfarin prescriptions over the entire year 2009?":  "The number of first ever exposures to warfarin in 2009",
		"How many patients had at least 3 emergency visits over the whole of 2009?":     "the number who had at least 3 emergency room visits in 2009",
	})
}

// "Right after" and "in the weeks after" don't say how soon.
func TestHowSoon(t *testing.T) {
	const after = "Among people with any one diagnosis of stroke, the number who had an exposure to warfarin within "
	saysBack(t, reader(t), map[string]string{
		"How many patients took warfarin right after a stroke?":                      "",
		"How many patients took warfarin immediately after they had a stroke?":       "",
		"How many patients died directly after discharge?":                           "",
		"How many patients had a stroke and took warfarin directly after it?":        "",
		"Right after a stroke, what percentage of patients took warfarin?":           "",
		"What are the most common drugs right after a stroke?":                       "",
		"How many patients had asthma right before a stroke?":                        "",
		"How many patients took warfarin in the weeks after a stroke?":               "",
		"How many patients took warfarin in the days right after a stroke?":          "",
		"How many patients took warfarin in the months before a stroke?":             "",
		"How many patients took warfarin in the 30 days immediately after a stroke?": after + "30 days after it",
		"How many patients took warfarin in the 2 weeks after a stroke?":             after + "14 days after it",
		"How many patients took warfarin in the three months right after a stroke?":  after + "3 months after it",
		"How many patients took warfarin in the first few weeks after a stroke?":     "",
	})
}
