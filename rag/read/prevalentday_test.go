package read_test

import "testing"

// A prevalence on a day is of the drugs and stays that cover it, in every group, on every day that is named and however
// it is told: by age group and per 1,000 people it was of everybody who ever took the drug.
func TestPrevalenceOfWhatLastsOnADay(t *testing.T) {
	const (
		day   = "The point prevalence of exposures to warfarin that cover 2009-07-01"
		year  = "The point prevalence of exposures to warfarin that cover the day"
		ever  = "The point prevalence of ever having had an exposure to warfarin"
		bands = ", by age group (0 to 17, 18 to 44, 45 to 64, 65 to 74, 75 to 84, 85 or older)"
		each  = ", by year (on 1 July of each year)"
	)
	saysBack(t, reader(t), map[string]string{
		"Point prevalence of warfarin use on 1 July 2009":                                          day,
		"Prevalence of current warfarin use on 1 July 2009 by sex":                                 day + ", by sex",
		"Prevalence of warfarin use on 1 July 2009 by age group":                                   day + bands,
		"Prevalence of warfarin use on 1 July of each year":                                        year + each,
		"Prevalence of warfarin use on 1 July of each year from 2008 to 2010":                      year + " between 2008 and 2010" + each,
		"Point prevalence of warfarin use per 1,000 people on 1 July 2009":                         day + " per 1000 people",
		"Age-standardised prevalence of warfarin use on 1 July 2009":                               "The age-standardised point prevalence of exposures to warfarin that cover 2009-07-01",
		"Prevalence of warfarin use among women on 1 July 2009":                                    day + " among women",
		"Prevalence of asthma among women in 2009":                                                 "The prevalence of asthma among women in 2009",
		"Incidence rate of asthma among women in 2009":                                             "The incidence rate of asthma per 1000 person-years among women in 2009",
		"Prevalence of hospital stays on 1 July 2009":                                              "The point prevalence of inpatient visits that cover 2009-07-01",
		"Prevalence of ever use of warfarin on 1 July 2009":                                        ever + " on 2009-07-01",
		"Prevalence of ever use of warfarin in 2009":                                               "The lifetime prevalence of warfarin in 2009",
		"Prevalence of current asthma on 1 July 2009":                                              "",
		"Prevalence of asthma on 1 July 2009 by age group":                                         "The point prevalence of asthma on 2009-07-01" + bands,
		"Point prevalence of asthma in 2009":                                                       "",
		"Point prevalence of asthma by year":                                                       "",
		"Point prevalence of warfarin use":                                                         "",
		"What percentage of people were taking warfarin on 1 July 2009, by age group?":             day + bands,
		"What percentage of women were taking warfarin on 1 July 2009, by age group?":              day + " among women" + bands,
		"What percentage of people were taking warfarin on 1 July of each year?":                   year + each,
		"What percentage of people were in hospital on 1 July of each year?":                       "The point prevalence of inpatient visits that cover the day" + each,
		"What percentage of people had asthma on 1 July of each year?":                             "The point prevalence of asthma" + each,
		"What percentage of people had asthma on 1 July 2009, by age group?":                       "The point prevalence of asthma on 2009-07-01" + bands,
		"What percentage of people with asthma were taking warfarin on 1 July of each year?":       "",
		"What percentage of people were taking warfarin on 1 July 2009, by year?":                  "",
		"What percentage of people under observation were taking warfarin on 1 July 2009?":         day,
		"What percentage of people under observation on 1 July 2009 were taking warfarin?":         day,
		"What percentage of people under observation on 1 July 2009 were in hospital?":             "The point prevalence of inpatient visits that cover 2009-07-01",
		"What percentage of people under observation on 1 July 2009 took warfarin?":                ever + " on 2009-07-01",
		"What percentage of people under observation on 1 July 2008 took warfarin on 1 July 2009?": "Among people with an observation period that covers 2008-07-01, the percentage who had an exposure to warfarin that covers 2009-07-01",
	})
}

// What is begun is not what is over the day, of each year as of one; days and months that are joined by "and" are
// those alone, not what lies between them.
func TestSeveralDaysAreNotWhatLiesBetween(t *testing.T) {
	const asthma, warfarin = "The point prevalence of asthma", "The point prevalence of exposures to warfarin that cover the day"
	saysBack(t, reader(t), map[string]string{
		"Point prevalence of asthma on 1 July 2008 and 1 July 2009":              asthma + ", by year (on 1 July of 2008 and 2009)",
		"Prevalence of asthma on 1 July 2008, 2009 and 2010":                     asthma + ", by year (on 1 July of 2008, 2009 and 2010)",
		"Prevalence of warfarin use on 1 July of 2008 to 2010":                   warfarin + ", by year (on 1 July of 2008, 2009 and 2010)",
		"Prevalence of warfarin use on 2008-07-01 and on 2009-07-01, by sex":     warfarin + ", by sex and year (on 1 July of 2008 and 2009)",
		"Point prevalence of asthma on 1 January and 1 July 2009":                "",
		"How many people were taking warfarin on 1 July 2008 and 1 July 2009?":   "",
		"How many people filled warfarin on 1 July 2008 and 1 July 2009?":        "",
		"How many people had asthma in March and June 2009?":                     "",
		"How many people had asthma in March and April 2009?":                    "the number who had a diagnosis of asthma between 2009-03-01 and 2009-04-30",
		"How many people had asthma between 1 March and 3 June 2009?":            "the number who had a diagnosis of asthma between 2009-03-01 and 2009-06-03",
		"How many people were taking warfarin on 1 July of each year?":           "the number who had an exposure to warfarin, by year (on 1 July of each year)",
		"How many people filled warfarin on 1 July of each year?":                "",
		"How many people were admitted to hospital on 1 July of each year?":      "",
		"How many warfarin prescriptions were filled on 1 July of each year?":    "",
		"How many people were in hospital on 1 July of each year?":               "the number who had an inpatient visit, by year (on 1 July of each year)",
		"How many people had asthma on 1 July 2008 and a stroke on 1 July 2009?": "Among people with an observation period that covers 2008-07-01, the number who had a diagnosis of asthma until 2008-07-01 and had a diagnosis of stroke on 2009-07-01",
	})
}
