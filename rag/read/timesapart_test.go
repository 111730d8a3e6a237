package read_test

import "testing"

// Two times of the calendar that "and" joins are one only where the second begins right after the first.
func TestTwoTimesAreNoRange(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had a hospital stay in January 2009 and January 2010?":                           "",
		"How many patients had a hospital stay in January and March 2009?":                                  "",
		"How many patients had a hospital stay in the first quarter of 2009 and the first quarter of 2010?": "",
		"How many patients had a hospital stay in spring 2008 and spring 2009?":                             "",
		"How many patients had a hospital stay in January of 2008 and 2009?":                                "",
		"How many patients had a hospital stay in December 2008 and 2009?":                                  "",
		"How many patients were on warfarin on 1 July 2009 and 1 July 2010?":                                "",
		"How many patients had a hospital stay on 1 July 2009 and 2 July 2009?":                             "",
		"In January 2009 and January 2010, how many patients had a stroke?":                                 "",
		"What is the mean HbA1c in January 2009 and January 2010?":                                          "",
		"How many hospital stays were there in January 2009 and January 2010?":                              "",
		"What is the incidence rate of stroke in January 2009 and January 2010?":                            "",
		"What percentage of patients with asthma were hospitalised in January 2009 and January 2010?":       "",
		"How many patients had a hospital stay in January and February 2009?":                               "the number who had an inpatient visit between 2009-01-01 and 2009-02-28",
		"How many patients had a hospital stay in December 2008 and January 2009?":                          "the number who had an inpatient visit between 2008-12-01 and 2009-01-31",
		"How many patients had a stroke between 01/07/2009 and 31/12/2009?":                                 "the number who had a diagnosis of stroke between 2009-07-01 and 2009-12-31",
		"How many patients had a hospital stay between January 2009 and January 2010?":                      "the number who had an inpatient visit between 2009-01-01 and 2010-01-31",
		"How many patients had a hospital stay in January 2009 and in January 2010?":                        "the number who had an inpatient visit between 2009-01-01 and 2009-01-31 and had an inpatient visit between 2010-01-01 and 2010-01-31",
		"How many patients had a hospital stay in January 2009 or January 2010?":                            "the number who had an inpatient visit between 2009-01-01 and 2009-01-31 or had an inpatient visit between 2010-01-01 and 2010-01-31",
		"How many patients were on warfarin on 1 July 2009 and were on warfarin on 1 July 2010?":            "the number who had an exposure to warfarin that covers 2009-07-01 and had an exposure to warfarin that covers 2010-07-01",
		"How many patients had a hospital stay in 2008 and 2009?":                                           "the number who had an inpatient visit between 2008 and 2009",
		"How many patients took warfarin in March 2009 and metformin in May 2009?":                          "the number who had an exposure to warfarin between 2009-03-01 and 2009-03-31 and had an exposure to metformin between 2009-05-01 and 2009-05-31",
	})
}
