package read_test

import "testing"

// A rate after a start leaves those out who had the outcome up to that day, and ends with it or with observation: who
// says so changes nothing; another end is refused.
func TestRatesSayWhoIsAtRisk(t *testing.T) {
	const rate = "The incidence rate of hip fracture per 1000 person-years among people with a first ever exposure to atorvastatin"
	saysBack(t, reader(t), map[string]string{
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, people with an earlier fracture left out":                                  rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin. Exclude anyone with a prior fracture.":                                     rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin. Exclude people with a hip fracture on or before the start date.":           rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin. Leave out those who had a hip fracture up to and including the start day.": rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed to the end of observation":                                        rate,
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin; follow everyone until the fracture or the end of their observation":        rate,
		"After starting atorvastatin, at what rate per 1,000 person-years do patients get a first hip fracture? Leave out those with an earlier fracture.":         rate,
		"At what rate (per 1,000 person-years) do new users of atorvastatin have a hip fracture?":                                                                  rate,

		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, people with an earlier stroke left out": rate + " who had no diagnosis of stroke before or on the day of it",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed until the last fill":           "",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed until the next prescription":   "",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, followed until the first fill":          "",
		"Rate of first hip fracture per 1,000 person-years after starting atorvastatin, follow-up for one year":                 "",
		"Percentage of atorvastatin starters with a hip fracture within a year, people with a fracture left out":                "",
	})
}

// An incidence proportion is of those who are at risk on the first day of its time, and as long as that.
func TestIncidenceProportionsSayOfWhomTheyAre(t *testing.T) {
	const four = "The incidence proportion of asthma between 2006 and 2009"
	saysBack(t, reader(t), map[string]string{
		"What was the four-year incidence proportion of asthma from 2006 to 2009, in percent of those at risk on 1 January 2006?": four,
		"4-year cumulative incidence of asthma between 2006 and 2009":                                                             four,
		"Incidence proportion of asthma in 2006-2009 among people under observation and free of it on 1 January 2006":             four,
		"Incidence proportion of asthma from 2006 to 2009 in percent of people at risk at the start, by sex":                      four + ", by sex",
		"5-year cumulative incidence of stroke after starting warfarin":                                                           "The cumulative incidence of stroke among people with a first ever exposure to warfarin at 5 years, with death as competing event",

		"What was the three-year incidence proportion of asthma from 2006 to 2009?":              "",
		"Incidence proportion of asthma from 2006 to 2009 among those at risk on 1 January 2007": "",
		"Incidence proportion of stroke in 2009 among warfarin users at risk on 1 January 2009":  "",
		"4-year incidence proportion of asthma starting on 1 January 2006":                       "",
	})
}

// The first of something may be said to be followed by another in many ways; a share is of those who have it.
func TestWhoseFirstWasFollowedBy(t *testing.T) {
	const people = "Among people with a first ever diagnosis of pneumonia, the "
	const within = " who had an exposure to atorvastatin within 10 days after it"
	saysBack(t, reader(t), map[string]string{
		"Share of patients whose first pneumonia was followed by an atorvastatin prescription within 10 days, by sex (percent)": people + "percentage" + within + ", by sex",
		"How many patients whose first pneumonia was followed by atorvastatin within 10 days?":                                  people + "number" + within,
		"In how many people was the first pneumonia followed by atorvastatin within 10 days?":                                   people + "number" + within,
		"In what percentage of people with pneumonia was the first pneumonia followed by atorvastatin within 10 days?":          people + "percentage" + within,
		"Share of patients whose first pneumonia was not followed by atorvastatin within 10 days":                               "",
		"Mean age of patients whose first pneumonia was followed by atorvastatin within 10 days":                                "",
	})
}

// Stays may be told by being readmissions, and the next one is counted from the end of the first.
func TestLengthsOfStaysThatWereReadmissions(t *testing.T) {
	const again = " inpatient visits for which the person had an inpatient visit ending in the 14 days before the record"
	const next = "The mean number of days from the end of a first ever inpatient visit to the first such inpatient visit (after the end of it)"
	saysBack(t, reader(t), map[string]string{
		"Median length of stay of inpatient stays that were themselves readmissions within 14 days of an earlier stay":                   "The median duration in days of" + again,
		"How many hospital stays were readmissions within 14 days of an earlier hospital stay?":                                          "The number of" + again,
		"Number of hospital stays that were readmissions within 14 days of discharge, by year":                                           "The number of" + again + ", by year",
		"Mean days from the end of the first hospital stay to the start of the next one":                                                 next,
		"Mean number of days between discharge from the first inpatient stay and the next admission":                                     next,
		"For people with more than one hospital stay: mean number of days from the end of their first stay to the start of the next one": next + " of people who had more than 1 inpatient visits",

		"Median length of stay of inpatient stays that were not readmissions within 14 days":                        "",
		"Median length of stay of inpatient stays that were readmissions":                                           "",
		"Median length of stay of inpatient stays that were readmissions within 14 days of an emergency room visit": "",
		"Median length of stay of inpatient stays that were readmissions within 14 days of a stay for stroke":       "",
		"Mean days from the end of the first stroke to the start of the next one":                                   "",
	})
}

// What people had although something else was never found in them, and shares of two groups with remarks.
func TestAlthoughItWasNeverDiagnosed(t *testing.T) {
	const high = "the number who had a measurement of LDL cholesterol above 190 and had no diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"How many people had an LDL cholesterol above 190 although stroke was never diagnosed in them?":     high,
		"How many people had an LDL cholesterol above 190 even though a stroke had never been recorded?":    high,
		"How many people had an LDL cholesterol above 190 despite never having been diagnosed with stroke?": high,
		"How many people had an LDL cholesterol above 190 despite no diagnosis of stroke?":                  high,
		"How many people in whom stroke was never diagnosed had an LDL cholesterol above 190?":              "Among people who had no diagnosis of stroke, the number who had a measurement of LDL cholesterol above 190",
		"How many people took warfarin despite chronic kidney disease?":                                     "",

		"What percentage of new warfarin users and of new clopidogrel users had a stroke in the 60 days after the start (from the day after the first fill to day 60)?": "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke within 60 days after it, not on the day itself; beside it, among people with a first ever exposure to clopidogrel, the percentage who had a diagnosis of stroke within 60 days after it, not on the day itself",
		"What percentage of new warfarin users had a stroke in the 60 days after the start (from the day after the diagnosis to day 60)?":                               "",
		"Of people with a stroke, what crude percentage died within 90 days?":                                                                                           "Among people with a first ever diagnosis of stroke, the percentage who died within 90 days after it, whatever the follow-up",
	})
}
