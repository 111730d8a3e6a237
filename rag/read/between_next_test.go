package read_test

import "testing"

func TestDaysToTheNextAreToTheFirstAfterIt(t *testing.T) {
	const next = "The median number of days from a first ever diagnosis of stroke to the first inpatient visit afterwards"
	saysBack(t, reader(t), map[string]string{
		"Median days from first stroke to next hospitalization":                  next,
		"Median days from first stroke to the next hospitalization":              next,
		"Median number of days between first stroke and next inpatient stay":     next,
		"How long after the first stroke is the next ER visit?":                  "The summary of the number of days from a first ever diagnosis of stroke to the first emergency room visit afterwards",
		"Median days from the first hospitalization to the next hospitalization": "The median number of days from a first ever inpatient visit to the first inpatient visit afterwards",
		// from each stay, or from the first?
		"Median days between hospitalization and next hospitalization": "",
		"Median days from discharge to the next hospitalization":       "",
		"Median days from first stroke to next death":                  "",
	})
}

func TestTimeToTheEndOfObservationIsFollowUp(t *testing.T) {
	const median = "The median follow-up in days of first ever diagnoses of stroke"
	saysBack(t, reader(t), map[string]string{
		"What is the mean follow-up in years from the first stroke to the end of observation?":      "The mean follow-up in years of first ever diagnoses of stroke",
		"Median days from first stroke to end of follow-up":                                         median,
		"Median days between the first stroke and the end of the observation period, by sex":        median + ", by sex",
		"What is the mean time in years from starting warfarin until the end of their observation?": "The mean follow-up in years of first ever exposures to warfarin",
		"Median days from first stroke to end of follow-up or death":                                "",
		"Median days from first stroke to end of observation in 2010":                               "",
		"Median days from first stroke to the end of prior observation":                             "",
		"Median days from the end of the first hospitalization to the end of observation":           "",
	})
}
