package read_test

import "testing"

// Groups that stand before what is asked of the people are those whose share is meant; behind it they are the parts of
// those who have it.
func TestASharePerGroupIsOfTheGroupsPeople(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"Percentage of people in each race group who have asthma":            "Among all people, the percentage who had a diagnosis of asthma, by race",
		"Percentage of people in each state with asthma":                     "Among all people, the percentage who had a diagnosis of asthma, by state",
		"Share of patients in each state who died":                           "Among all people, the percentage who died, by state",
		"What percentage of women of each race were hospitalized in 2009?":   "Among women, the percentage who had an inpatient visit in 2009, by race",
		"Percentage of people with asthma in each state":                     "The percentage distribution of people with a diagnosis of asthma, by state",
		"Percentage of people with asthma by state":                          "Among all people, the percentage who had a diagnosis of asthma, by state",
		"What share of hospital stays, as a percentage, lasted over 3 days?": "The percentage of inpatient visits that lasted more than 3 days",
		"Median gap, in days, between first stroke and first warfarin":       "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin",
	} {
		readBack(t, r, question, want)
	}
}

// A number of people that is asked for at the end, however loosely, is asked of what stands before it.
func TestANumberOfPeopleMayBeAskedForBehind(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"Never had warfarin, never had metformin. How many people is that?": "Among all people, the number who had no exposure to warfarin and had no exposure to metformin",
		"Stroke or asthma: patients?":                                       "Among all people, the number who had a diagnosis of Stroke or asthma",
		"People with asthma but not a single stroke. How many?":             "The number of people with a diagnosis of asthma who had no diagnosis of stroke",
		"Who's had five or more strokes? Just the number of people.":        "Among all people, the number who had at least 5 diagnoses of strokes",
		"Men with a stroke and asthma: how many individuals is that?":       "The number of men with a diagnosis of stroke who had a diagnosis of asthma",
		"Stroke, how many people in total?":                                 "Among all people, the number who had a diagnosis of Stroke",
		"Which drugs did they take - persons":                               "",
		"Never had warfarin. How many people is that in each state?":        "",
		"Stroke in 2009. How many people is that of those with asthma":      "",
	} {
		readBack(t, r, question, want)
	}
}

// Separate episodes are records; different diagnoses are the kinds of it.
func TestSeparateEpisodesAreRecords(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many separate episodes of pneumonia were there in 2009?": "The number of diagnoses of pneumonia in 2009",
		"Number of separate records of pneumonia":                     "The number of diagnoses of pneumonia",
		"How many different diagnoses of pneumonia were there?":       "The number of different diagnoses of pneumonia",
	} {
		readBack(t, r, question, want)
	}
}
