package read_test

import "testing"

// "In each of" several years asks for the number of each, unless it says who is meant.
func TestEachOfSeveralYears(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of all people took warfarin in each of the years 2008, 2009 and 2010?": "The prevalence of warfarin between 2008 and 2010, by year",
		"How many patients had a stroke in each of 2008, 2009 and 2010?":                        "the number who had a diagnosis of stroke between 2008 and 2010, by year",
		"How many women had a stroke in each of 2008 and 2009?":                                 "Among women, the number who had a diagnosis of stroke between 2008 and 2009, by year",
		"How many patients who had a stroke in each of 2008 and 2009 took warfarin?":            "Among people with a diagnosis of stroke in 2008 who had a diagnosis of stroke in 2009, the number who had an exposure to warfarin",
		"How many patients had a stroke in both 2008 and 2009?":                                 "the number who had a diagnosis of stroke in 2008 and had a diagnosis of stroke in 2009",
		"What was the mean HbA1c in percent in 2008, 2009 and 2010?":                            "The mean HbA1c in percent between 2008 and 2010, by year",
		"How many prescriptions of warfarin were there in 2008, 2009 and 2010?":                 "The number of exposures to warfarin between 2008 and 2010, by year",
		"How many patients had a stroke in 2008, 2010?":                                         "",
		"How many patients had a stroke in each of 2008 and 2010?":                              "",
	})
}

// Observation some time after a record lasts until then; a period that begins then is something else.
func TestStillUnderObservation(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people have more than 90 days of observation?":                                    "the number who were observed for at least 91 days",
		"How many women were observed for at least two years?":                                      "Among women, the number who were observed for at least 2 years",
		"How many people with asthma have at least 365 days of observation?":                        "Among people with a first ever diagnosis of asthma, the number who were observed for at least 365 days after it",
		"How many people were still under observation one year or more after their first warfarin?": "Among people with a first ever exposure to warfarin, the number who were observed for at least 1 year after it",
		"What share of people were still under observation 180 days after a first stroke?":          "Among people with a first ever diagnosis of stroke, the percentage who were observed for at least 180 days after it",
		"How many people were under observation within 90 days after a first stroke?":               "",
		"How many people were under observation before their first stroke?":                         "",
	})
}

// What is counted stands behind a comma, too, and is not dropped where something else is counted.
func TestWhatIsCountedIsSaidBehind(t *testing.T) {
	const drugs = "The 5 most common drugs of people who had a diagnosis of stroke by number of records"
	saysBack(t, reader(t), map[string]string{
		"Which five drugs were prescribed most often to people with stroke, counting prescriptions?":    drugs,
		"Which five drugs were prescribed most often to people with stroke by number of prescriptions?": drugs,
		"Which five drugs were prescribed most often to people with stroke, counting people?":           "The 5 most common drugs of people with a diagnosis of stroke",
		"How many patients had a stroke by number of diagnoses?":                                        "",
		"How many patients with a stroke, counting diagnoses?":                                          "",
	})
}

// A share by year takes both things from the year; where one is placed beside the other, the year is the first's.
func TestSharesOfEachYear(t *testing.T) {
	const among = "Among people with any one diagnosis of stroke, the percentage who "
	saysBack(t, reader(t), map[string]string{
		"How did the share of stroke patients on warfarin change from 2008 to 2010?": "Among people with any one diagnosis of stroke between 2008 and 2010, the percentage who had an exposure to warfarin in the same year as it, by year at the index date",
		"What percentage of stroke patients had no warfarin, by year?":               among + "had no exposure to warfarin in the same year as it, by year at the index date",
		"What percentage of stroke patients took warfarin by month in 2009?":         "",
		"What percentage of stroke patients took warfarin, by year?":                 among + "had an exposure to warfarin in the same year as it, by year at the index date",
		"In each year, what percentage of stroke patients took warfarin?":            among + "had an exposure to warfarin in the same year as it, by year at the index date",
		"What share of women with a stroke died, by year?":                           "Among women with any one diagnosis of stroke, the percentage who died in the same year as it, by year at the index date",
		"What percentage of stroke patients took warfarin, by sex?":                  "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin, by sex",
		"What percentage of people with a first stroke took warfarin, by year?":      "Among people with a first ever diagnosis of stroke, the percentage who had an exposure to warfarin, by year at the index date",
		"What percentage of stroke patients started warfarin after it, by year?":     "Among people with a first ever diagnosis of stroke, the percentage who had a first ever exposure to warfarin after it, by year at the index date",
	})
}
