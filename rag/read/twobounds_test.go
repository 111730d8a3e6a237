package read_test

import "testing"

// A time after something may have two ends, each with a comparison of its own.
func TestTimesWithTwoComparisons(t *testing.T) {
	const warfarin, stroke = "Among people with a first ever exposure to warfarin, ", "the number who had a diagnosis of stroke "
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke more than 30 days but no more than 90 days after starting warfarin?":   warfarin + stroke + "between 31 and 90 days after it",
		"How many people had a stroke more than 30 but no more than 90 days after starting warfarin?":        warfarin + stroke + "between 31 and 90 days after it",
		"How many people had a stroke at least 30 days and less than 90 days after starting warfarin?":       warfarin + stroke + "between 30 and 89 days after it",
		"How many people had a stroke more than 30 days but within a year after starting warfarin?":          warfarin + stroke + "from 31 days after the day to 1 year after the day of it",
		"How many people had a stroke more than 30 days but no more than a year before starting warfarin?":   warfarin + stroke + "from 1 year before the day to 31 days before the day of it",
		"How many people had a stroke more than a year but no more than 30 days after starting warfarin?":    "",
		"How many people had a stroke more than 90 but no more than 30 days after starting warfarin?":        "",
		"How many people had a stroke more than 30 days but more than 90 days after starting warfarin?":      "",
		"How many people had a stroke no more than 90 days but more than 30 days after starting warfarin?":   "",
		"How many people had a stroke between 31 days and a year after starting warfarin?":                   warfarin + stroke + "from 31 days after the day to 1 year after the day of it",
		"How many people had a stroke between 30 days and 90 days after starting warfarin?":                  warfarin + stroke + "between 30 and 90 days after it",
		"How many people had a stroke between a year and 31 days after starting warfarin?":                   "",
		"How many people had a stroke between 1 year and 31 days after starting warfarin?":                   "",
		"How many people had more than 3 but no more than 9 prescriptions of warfarin after a stroke?":       "",
		"How many people had a warfarin exposure that overlapped in time with an exposure to metformin?":     "the number who had an exposure to warfarin at the same time as an exposure to metformin",
		"How many people had a warfarin exposure that overlapped in place with an exposure to metformin?":    "",
		"What is the mean cost paid per warfarin exposure, by year?":                                         "The mean cost of exposures to warfarin, by year",
		"What is the mean number of days between the first and the last warfarin exposure?":                  "The mean number of days from a first ever exposure to warfarin to a last exposure to warfarin",
		"What is the mean number of days between the second and the last warfarin exposure?":                 "",
		"How does the use of warfarin compare between men and women, as a percentage of all warfarin users?": "The percentage distribution of people with an exposure to warfarin, by sex",
	})
}
