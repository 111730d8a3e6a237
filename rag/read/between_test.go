package read_test

import "testing"

// What people are told by beside the time between two records, and ends of it that point back to them.
func TestTimeBetweenTwoRecordsOfPeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Median days from first stroke to first warfarin, among those who began warfarin after the stroke?":          "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin of people who had a first ever exposure to warfarin after it",
		"Median days from first stroke to first warfarin, in patients whose first warfarin came after the diagnosis": "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin of people who had a first ever exposure to warfarin after it",
		"Mean days from first stroke to first warfarin, in people who started it afterwards":                         "The mean number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin of people who had a first ever exposure to warfarin after it",
		"Mean days from first stroke to first pneumonia, in people who had pneumonia after the stroke":               "The mean number of days from a first ever diagnosis of stroke to a first ever diagnosis of pneumonia of people who had a diagnosis of pneumonia after it",
		"Among women with stroke who died, what was the median time in days from first diagnosis to death?":          "The median number of days from a first ever diagnosis of stroke to death of women who died",
		"Among metformin users, what is the mean number of days from starting to first warfarin?":                    "The mean number of days from a first ever exposure to metformin to a first ever exposure to warfarin",
		"Among those who started warfarin after a stroke, what was the median number of days between the two?":       "The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin (after it)",
		"Median days from first hypertension diagnosis to a later stroke":                                            "The median number of days from a first ever diagnosis of hypertension to the first diagnosis of stroke afterwards",
		"Mean days from first stroke to a subsequent inpatient visit":                                                "The mean number of days from a first ever diagnosis of stroke to the first inpatient visit afterwards",

		"Median days from first metformin to first warfarin in patients who had a stroke after starting it":     "",
		"Median days from first stroke to first warfarin, in people who got warfarin before their first stroke": "",
		"Among patients with stroke who started it, what was the median days from diagnosis to death?":          "",
		"Among women with hypertension and stroke, median days from diagnosis to pneumonia?":                    "",
	})
}

// A share or a number of each group that is told by what people are.
func TestEachGroupHasIt(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of each race group has pneumonia?":                "the percentage who had a diagnosis of pneumonia, by race",
		"What proportion of each ethnicity had a stroke?":                  "the percentage who had a diagnosis of stroke, by ethnicity",
		"What percentage of each racial group were hospitalized in 2009?":  "the percentage who had an inpatient visit in 2009, by race",
		"Among women, what percentage of each race has stroke?":            "Among women, the percentage who had a diagnosis of stroke, by race",
		"What percentage of each 10-year age group of women had a stroke?": "The lifetime prevalence of stroke among women, by 10-year age group at the end of the data",
		"What percent of each ethnic group with stroke took warfarin?":     "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin, by ethnicity",
		"What percentage of people take warfarin by 10-year age group?":    "The lifetime prevalence of warfarin, by 10-year age group at the end of the data",
		"How many of each race had a stroke?":                              "the number who had a diagnosis of stroke, by race",

		"What percentage of each visit type had a diagnosis of pneumonia?": "",
	})
}

// An age at the end of the data is not that at the first record of what people are told by.
func TestMeanAgeAtTheEndOfTheData(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the average age of people with stroke at the end of the data?": "The mean age of people with a first ever diagnosis of stroke at the end of the data",
		"What is the average age of people with stroke?":                        "The mean age at a first ever diagnosis of stroke",
	})
}
