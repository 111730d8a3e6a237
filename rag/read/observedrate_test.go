package read_test

import "testing"

// People are at risk while they are observed, so that "in the population under observation" is no event from which a
// rate is counted.
func TestThePopulationUnderObservationOfARate(t *testing.T) {
	rate := "The incidence rate of stroke per 1000 person-years"
	saysBack(t, reader(t), map[string]string{
		"What is the incidence rate of stroke per 1,000 person-years in the whole population under observation?": rate,
		"Incidence rate of stroke per 1,000 person-years of all people under observation":                        rate,
		"Incidence rate of stroke per 1,000 person-years in the observed population":                             rate,
		"Incidence rate of stroke per 1,000 person-years in the entire database":                                 rate,
		"Incidence rate of stroke per 1,000 person-years among women under observation": "The incidence rate of stroke " +
			"per 1000 person-years among women",
		"Incidence rate of stroke in 2009 among people under observation in 2009": rate + " in 2009",
		"Incidence rate of stroke among people under observation in 2009":         rate + " in 2009",
		"Incidence rate of stroke among people aged 60 and over under observation in 2009": "The incidence rate of stroke " +
			"per 1000 person-years among people while aged 60 or older in 2009",
		"Incidence rate of stroke among people under observation with asthma": "The incidence rate of stroke per 1000 " +
			"person-years among people with a first ever diagnosis of asthma",
		"Incidence proportion of stroke in 2009 in the whole observed population": "The incidence proportion of stroke " +
			"in 2009",
		"Incidence rate of stroke among people under observation on 1 January 2009": "The incidence rate of stroke per " +
			"1000 person-years among people who were under observation on 2009-01-01 (at any date)",
		"Incidence rate of stroke between 2008 and 2010 among people under observation in 2009": "The incidence rate of " +
			"stroke per 1000 person-years among people who were under observation in 2009 (at any date) between 2008 and 2010",
		"Incidence rate of stroke by year among people under observation in 2009": "The incidence rate of stroke per " +
			"1000 person-years among people who were under observation in 2009 (at any date), by year",
		"Person-years of women under observation in 2009":                      "The number of person-years of observation of women in 2009",
		"Prevalence of stroke in 2009 among people observed in 2008":           "",
		"Survival at 5 years among people under observation":                   "",
		"Survival at 5 years among people under observation on 1 January 2009": "",
	})
}

// An age "on that date" is that of the day that was named, and "that year" has a first and a last day.
func TestADayThatWasNamed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What was the prevalence of osteoporosis on 31 December 2010 among people aged 60 and over under observation on that " +
			"date, in percent?": "The point prevalence of osteoporosis among people aged 60 or older in 2010 on 2010-12-31",
		"Prevalence of osteoporosis on 31 December 2010 among women aged 60 and over on that day": "The point prevalence " +
			"of osteoporosis among women aged 60 or older on 2010-12-31 on 2010-12-31",
		"Prevalence of osteoporosis in 2010 among people aged 60 and over under observation in that year": "The prevalence " +
			"of osteoporosis among people aged 60 or older in 2010 in 2010",
		"Incidence proportion of stroke in 2010 among women aged 60 or over on 1 January of that year": "The incidence " +
			"proportion of stroke among women aged 60 or older on 2010-01-01 in 2010",
		"How many people had a stroke in 2010 and were under observation at the end of that year?": "the " +
			"number who had a diagnosis of stroke in 2010 and were under observation on 2010-12-31",
		"How many people aged 60 or over in 2010 had a stroke by the end of that year?": "Among people aged 60 or older in " +
			"2010, the number who had a diagnosis of stroke until 2010-12-31",
		"What percentage of people aged 60 or over in 2010 and still under observation at the end of that year took " +
			"warfarin?": "The point prevalence of ever having had an exposure to warfarin among people aged 60 or older in " +
			"2010 on 2010-12-31",
		"How many women aged 60 and over on that day had a stroke?":                                             "",
		"How many women had a stroke between 2008 and 2010 and were under observation at the end of that year?": "",
	})
}

// What people who are observed on a day are taking covers it, and what they had ever had is up to it.
func TestWhatObservedPeopleTake(t *testing.T) {
	const of = "Among people with an observation period that covers 2010-12-31, the "
	saysBack(t, reader(t), map[string]string{
		"What percentage of people under observation on 31 December 2010 were taking warfarin?": "The point prevalence of " +
			"exposures to warfarin that cover 2010-12-31",
		"How many people under observation on 31 December 2010 were on warfarin?": of + "number who had " +
			"an exposure to warfarin that covers 2010-12-31",
		"What percentage of people under observation on 31 December 2010 had ever received warfarin?": "The point prevalence " +
			"of ever having had an exposure to warfarin on 2010-12-31",
		"What percentage of people under observation on 31 December 2010 received warfarin?": "The point prevalence of ever " +
			"having had an exposure to warfarin on 2010-12-31",
		"How many people under observation on 31 December 2010 received warfarin?": of + "number who had an exposure to " +
			"warfarin",
		"What percentage of women over 60 on 31 December 2010 were taking warfarin?": "Among women aged over 60 on " +
			"2010-12-31, the percentage who had an exposure to warfarin that covers 2010-12-31",
		"Number of people under observation on 31 December 2010 taking warfarin, by sex": "The number of people with an " +
			"observation period that covers 2010-12-31 who had an exposure to warfarin that covers 2010-12-31, by sex",
		"What percentage of people under observation in 2010 were taking warfarin?": "The prevalence of warfarin in 2010",
		"What percentage of people under observation on 31 December 2010 had asthma?": "The point prevalence of asthma " +
			"on 2010-12-31",
		"What percentage of people under observation on 31 December 2010 were taking warfarin, by month?": "",
	})
}
