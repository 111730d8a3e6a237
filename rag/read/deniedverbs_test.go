package read_test

import "testing"

// A "not" before the first of some verbs denies those that go on with it, behind "or", "nor" and commas.
func TestNotReachesOverVerbs(t *testing.T) {
	neither := "the number who had neither "
	visits := "neither (an inpatient visit in 2009) nor (an emergency room visit in 2009)"
	drugOrStroke := neither + "an exposure to warfarin nor a diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"How many patients did not take warfarin or have a stroke?":                                          drugOrStroke,
		"How many patients did not take warfarin, or have a stroke?":                                         drugOrStroke,
		"How many patients did not take warfarin nor have a stroke?":                                         drugOrStroke,
		"How many patients neither took warfarin nor had a stroke?":                                          drugOrStroke,
		"How many patients have never taken warfarin or had a stroke?":                                       drugOrStroke,
		"How many patients did not take warfarin or ever have a stroke?":                                     drugOrStroke,
		"How many patients were not hospitalised or seen in the emergency room in 2009?":                     "The number of people who had " + visits,
		"How many patients were neither hospitalised nor seen in the emergency room in 2009?":                "the number who had " + visits,
		"How many patients have never been hospitalised or visited the emergency room?":                      neither + "an inpatient visit nor an emergency room visit",
		"How many patients with asthma did not have an HbA1c test or take metformin in 2009?":                "Among people with a diagnosis of asthma, the number who had neither (a measurement of HbA1c in 2009) nor (an exposure to metformin in 2009)",
		"How many patients took metformin and did not have asthma or take warfarin?":                         "the number who had an exposure to metformin and had neither a diagnosis of asthma nor an exposure to warfarin",
		"How many patients did not have a stroke, have pneumonia or die in 2009?":                            "the number who not (had a diagnosis of stroke in 2009 or had a diagnosis of pneumonia in 2009 or died in 2009)",
		"How many patients were hospitalised in 2009 but did not die or have an emergency visit in 2010?":    "the number who had an inpatient visit in 2009 and not (died in 2010 or had an emergency room visit in 2010)",
		"How many patients had a stroke and did not die or have another stroke within a year?":               "Among people with a first ever diagnosis of stroke, the number who not ((died within 1 year after it) or (had a diagnosis of stroke within 1 year after it, not on the day itself))",
		"How many patients not taking warfarin or having a stroke had asthma?":                               "Among people who had neither an exposure to warfarin nor a diagnosis of stroke, the number who had a diagnosis of asthma",
		"How many patients without asthma or taking warfarin had a stroke?":                                  "Among people who had neither a diagnosis of asthma nor an exposure to warfarin, the number who had a diagnosis of stroke",
		"How many patients had a stroke? Only count those who did not take warfarin or have asthma.":         "Among people who had neither an exposure to warfarin nor a diagnosis of asthma, the number who had a diagnosis of stroke",
		"How many patients with asthma had not been hospitalised or had a stroke before starting metformin?": "Among people with a first ever exposure to metformin who had a diagnosis of asthma, the number who had neither (an inpatient visit before the exposure to metformin) nor (a diagnosis of stroke before the exposure to metformin)",
		"How many patients discharged in 2009 did not die or have a stroke within 30 days?":                  "Among people with the first such inpatient visit ending in 2009, the number who not ((died within 30 days after the end of it) or (had a diagnosis of stroke within 30 days after the end of it))",
	})
}

// A verb in another form may be what people had: it is said of which.
func TestNotBeforeAnotherFormIsRefused(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients did not take warfarin or had a stroke?":                    "",
		"How many patients never took warfarin or had a stroke?":                      "",
		"How many patients with asthma did not die or were hospitalised in 2009?":     "",
		"How many patients were not over 80 or hospitalised?":                         "",
		"How many patients did not take warfarin and have a stroke?":                  "",
		"How many patients were not hospitalised and seen in the emergency room?":     "",
		"How many patients were not on warfarin and in hospital on 1 July 2009?":      "",
		"How many patients had a stroke or did not take warfarin?":                    "the number who had a diagnosis of stroke or had no exposure to warfarin",
		"How many patients either did not take warfarin or had a stroke?":             "the number who had no exposure to warfarin or had a diagnosis of stroke",
		"How many patients did not take warfarin or did not have a stroke?":           "the number who had no exposure to warfarin or had no diagnosis of stroke",
		"How many patients had no stroke or took warfarin?":                           "the number who had no diagnosis of stroke or had an exposure to warfarin",
		"How many patients did not take warfarin and had a stroke?":                   "the number who had no exposure to warfarin and had a diagnosis of stroke",
		"How many patients do not take metformin and have asthma?":                    "the number who had no exposure to metformin and had a diagnosis of asthma",
		"How many patients were hospitalised but did not take warfarin or metformin?": "the number who had an inpatient visit and had no exposure to warfarin or metformin",
	})
}
