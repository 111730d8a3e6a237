package read_test

import "testing"

// Forms of the main clause, and neighbours that would choose other people, records or times.
func TestFormsOfTheMainClause(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"30-day readmission rate across all hospital admissions?":                                                                                           "The percentage of inpatient visits that had an inpatient visit within 30 days after the end of it, not on the day itself",
		"30-day readmission rate across all emergency visits?":                                                                                              "",
		"stroke incidence rate per 1,000 person-years at age 70 and over":                                                                                   "The incidence rate of stroke per 1000 person-years among people while aged 70 or older",
		"Incidence rate of asthma per 100 person-years at ages 40 to 64, by sex":                                                                            "The incidence rate of asthma per 100 person-years among people while aged 40 to 64, by sex",
		"stroke incidence rate per 1,000 person-years at age 70":                                                                                            "",
		"What were the 5 most common drugs in men aged 70 and over in 2009?":                                                                                "The 5 most common drugs in 2009 at age 70 or older of men",
		"What were the 5 most common drugs in men aged 70 and over on 1 July 2009?":                                                                         "",
		"Mean follow-up (in years) from the first warfarin fill to the end of observation":                                                                  "The mean follow-up in years of first ever exposures to warfarin",
		"How long is it, in the median, from a patient's first asthma to the next one (weeks)?":                                                             "The median number of weeks from a first ever diagnosis of asthma to the first diagnosis of asthma afterwards",
		"In how many hospital stays in 2009 was pneumonia coded?":                                                                                           "The number of inpatient visits in 2009 with a diagnosis of pneumonia",
		"At how many hospital stays was pneumonia recorded in women over 80?":                                                                               "The number of inpatient visits at age over 80 with a diagnosis of pneumonia among women",
		"Please tell me in how many women asthma was recorded before the first stroke.":                                                                     "Among women with a first ever diagnosis of stroke, the number who had a diagnosis of asthma before it",
		"Number of women ever admitted":                                                                                                                     "The number of women with an inpatient visit",
		"How many White patients (race) have been diagnosed with asthma?":                                                                                   "Among people of white race, the number who had a diagnosis of asthma",
		"How many patients (race) have been diagnosed with asthma?":                                                                                         "",
		"What percentage of women had asthma in 2008 vs 2009?":                                                                                              "The prevalence of asthma among women between 2008 and 2009, by year",
		"asthma in 2008 vs 2009: percentage of women with a diagnosis":                                                                                      "The prevalence of asthma among women between 2008 and 2009, by year",
		"What percentage of people with asthma in 2008 vs 2009 took warfarin?":                                                                              "",
		"Care after discharge: of people hospitalised in 2009, what percentage had an outpatient visit within 14 days after their first stay of that year?": "Among people with the first such inpatient visit in 2009, the percentage who had an outpatient visit within 14 days after the end of it",
	})
}
