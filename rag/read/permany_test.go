package read_test

import "testing"

func TestRecordsOfSoManyPeopleAreOfThoseObservedThen(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many hospital days were there per 1,000 people in 2010?": "The total duration in days of inpatient visits in 2010 per 1000 people who were under observation in 2010",
		"How many ER visits were there per 1,000 members in 2009?":    "The number of emergency room visits in 2009 per 1000 people who were under observation in 2009",
		"In 2009, how many warfarin prescriptions per 100 enrollees?": "The number of exposures to warfarin in 2009 per 100 people who were under observation in 2009",
		"What was the rate of ER visits per 1,000 women in 2009?":     "The number of emergency room visits in 2009 per 1000 women who were under observation in 2009",
		"ER visit rate per 1,000 members in 2009, by sex":             "The number of emergency room visits in 2009 per 1000 people who were under observation in 2009, by sex",
		"Deaths per 1,000 people in 2009":                             "The number of records of death in 2009 per 1000 people who were under observation in 2009",
		// ages are those of the year
		"Inpatient days per 1,000 people over 65 in 2009":        "The total duration in days of inpatient visits in 2009 per 1000 people aged over 65 in 2009 who were under observation in 2009",
		"ER visits per 1,000 women in 2009 by 20-year age group": "The number of emergency room visits in 2009 per 1000 women who were under observation in 2009, by 20-year age group of the age in 2009",
		// people who are named are all of them
		"Hospitalizations per 100 patients with asthma in 2009":                                          "The number of inpatient visits in 2009 per 100 people with a first ever diagnosis of asthma",
		"Among people with asthma, how many ER visits were there per 1,000 people in 2009?":              "The number of emergency room visits in 2009 per 1000 people with a first ever diagnosis of asthma",
		"Hospital days per 1,000 people":                                                                 "The total duration in days of inpatient visits per 1000 people",
		"The number of emergency room visits in 2009 per 1000 people who were under observation in 2009": "The number of emergency room visits in 2009 per 1000 people who were under observation in 2009",
		// neighbours that are other measures
		"ER visits per 1,000 person-years in 2009":      "The number of emergency room visits per 1000 person-years in 2009",
		"Prevalence of asthma per 1,000 people in 2009": "The prevalence of asthma per 1000 people in 2009",
		// or of which it is not clear what is counted, of whom and when
		"Admissions per 1,000 members by year":                        "",
		"Admissions per 1,000 members per month in 2009":              "",
		"Strokes per 1,000 people in 2009":                            "",
		"ER visits per 100 prescriptions in 2009":                     "",
		"How many people were hospitalized per 1,000 people in 2009?": "",
		"ER visits per 1,000 people by age group":                     "",
		"Among people with asthma, ER visits per 100 men with stroke": "",
		"Number of different drugs per 1,000 people in 2009":          "",
		"Average age per 1,000 people in 2009":                        "",
	})
}
