package read_test

import "testing"

// What did not happen in one of two times, or happened in another one.
func TestNotInOneTimeOrAnother(t *testing.T) {
	const neither = "the number who had an emergency room visit in 2008 and had neither (an emergency room visit in 2009) nor (an emergency room visit in 2010)"
	saysBack(t, reader(t), map[string]string{
		"How many patients had an emergency visit in 2008 but not in 2009 or 2010?":         neither,
		"How many patients had an emergency visit in 2008 but not in 2009 or in 2010?":      neither,
		"How many patients had an emergency visit in 2008 but not in 2009 nor 2010?":        neither,
		"How many patients took warfarin in 2008 but not in 2009 or 2010?":                  "the number who had an exposure to warfarin in 2008 and had neither (an exposure to warfarin in 2009) nor (an exposure to warfarin in 2010)",
		"How many patients had an emergency visit in 2008 but not in 2009?":                 "the number who had an emergency room visit in 2008 and had no emergency room visit in 2009",
		"How many patients had an emergency visit in 2008 but not in 2009 and 2010?":        "",
		"How many patients had no emergency visit in 2009 but had one in 2010?":             "the number who had no emergency room visit in 2009 and had an emergency room visit in 2010",
		"How many patients with asthma had no stroke in 2009 and had one in 2010?":          "Among people with a diagnosis of asthma, the number who had no diagnosis of stroke in 2009 and had a diagnosis of stroke in 2010",
		"How many patients had no HbA1c test in 2009 but had one in March 2010?":            "the number who had no measurement of HbA1c in 2009 and had a measurement of HbA1c between 2010-03-01 and 2010-03-31",
		"How many patients had no stroke but had one in 2010?":                              "",
		"How many patients had neither a stroke nor pneumonia in 2009 but had one in 2010?": "",
	})
}

// "In hospital on the day of" is a stay that covers the day; "admitted on the day of" begins on it.
func TestInHospitalOnTheDayOf(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients were in hospital on the day they died?":                             "the number who had an inpatient visit in whose time lies death",
		"How many patients were in hospital on the day of their first stroke?":                 "the number who had an inpatient visit in whose time lies a first ever diagnosis of stroke",
		"How many patients were inpatients on the day of their first stroke?":                  "the number who had an inpatient visit in whose time lies a first ever diagnosis of stroke",
		"How many patients were not in hospital on the day of their first stroke?":             "Among people with a first ever diagnosis of stroke, the number who had no inpatient visit covering it",
		"How many patients who died in 2009 were in hospital on the day they died?":            "Among people with a record of death in 2009, the number who had an inpatient visit covering it",
		"What percentage of patients with a stroke in 2009 were in hospital on the day of it?": "Among people with any one diagnosis of stroke in 2009, the percentage who had an inpatient visit covering it",
		"How many patients were admitted on the day of their first stroke?":                    "the number who had an inpatient visit on the same day as a first ever diagnosis of stroke",
		"How many patients had a hospital stay on the day of their first stroke?":              "the number who had an inpatient visit on the same day as a first ever diagnosis of stroke",
		"How many patients were in hospital on 1 July 2009?":                                   "the number who had an inpatient visit that covers 2009-07-01",
	})
}

// Alternatives of traits, and what people are not.
func TestTraitsOrOthers(t *testing.T) {
	const strokes = ", the number who had a diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"How many Black or Hispanic patients had a stroke?":                   "Among people who were of black race or were of hispanic ethnicity (at any date)" + strokes,
		"How many patients with asthma are Black or Hispanic?":                "Among people with a diagnosis of asthma, the number who were of black race or were of hispanic ethnicity",
		"How many Black or Asian patients had a stroke?":                      "Among people who were of black race or were of asian race (at any date)" + strokes,
		"How many Black and Hispanic patients had a stroke?":                  "",
		"How many patients not living in California or Texas had a stroke?":   "Among people who were living in neither CA nor TX" + strokes,
		"How many patients not living in Texas had a stroke?":                 "Among people who were not living in TX" + strokes,
		"How many patients with asthma do not live in California or Texas?":   "The number of people with a diagnosis of asthma who were living in neither CA nor TX",
		"How many patients with asthma did not live in California and Texas?": "",
		"How many patients had a stroke before 70 years of age?":              "the number who had a diagnosis of stroke at age under 70",
		"How many patients had a stroke before 70?":                           "the number who had a diagnosis of stroke at age under 70",
	})
}
