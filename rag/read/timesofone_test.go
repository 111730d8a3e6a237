package read_test

import "testing"

// "Sessions" and "fills", of nothing that is named, are those of what the people had.
func TestSessionsAreOfWhatThePeopleHad(t *testing.T) {
	const sessions = "The median number of records of hemodialysis per person of people with a first ever hemodialysis"
	saysBack(t, reader(t), map[string]string{
		"For hemodialysis patients, the median number of sessions each":      sessions,
		"For hemodialysis patients, the median number of sessions":           sessions,
		"Median number of sessions per hemodialysis patient":                 sessions,
		"For hemodialysis patients, number of sessions by year":              "The number of records of hemodialysis among people who had a hemodialysis, by year",
		"For warfarin users, number of fills":                                "The number of exposures to warfarin among people who had an exposure to warfarin",
		"For warfarin users, number of fills of metformin":                   "The number of exposures to metformin among people who had an exposure to warfarin",
		"Number of fills among people with stroke":                           "The number of prescriptions among people who had a diagnosis of stroke",
		"For stroke patients, the median number of sessions":                 "",
		"Number of sessions in 2009":                                         "",
		"For hemodialysis patients with a colonoscopy, median sessions each": "",
		"Mean number of visits each year for patients with stroke":           "",
	})
}

// "Each" behind what is counted is each of the people.
func TestEachBehindWhatIsCounted(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Among patients with stroke, the mean number of visits each": "The mean number of visits per person of people with a first ever diagnosis of stroke",
		"Mean number of visits each for patients with stroke":        "The mean number of visits per person of people with a first ever diagnosis of stroke",
		"For warfarin users, median number of fills apiece":          "The median number of exposures to warfarin per person with any",
	})
}

// An age at the record that is counted is the age at each of them.
func TestAgeAtTheRecordThatIsCounted(t *testing.T) {
	const scans = "The number of records of colonoscopies at age 50 to 69 among women"
	saysBack(t, reader(t), map[string]string{
		"How many colonoscopies were done in women aged 50 to 69 at the time of the colonoscopy?":   scans,
		"How many colonoscopies were done in women who were 50 to 69 at the colonoscopy?":           scans,
		"How many colonoscopies were done in women aged 50 to 69 at the time of the test?":          scans,
		"How many colonoscopies were done in women aged 50 to 69 at their first colonoscopy?":       "The number of records of colonoscopies among women who had a first ever colonoscopy at age 50 to 69",
		"How many colonoscopies were done in women aged 50 to 69 at the time of the stroke?":        "The number of records of colonoscopies among women who had a first ever diagnosis of stroke at age 50 to 69",
		"How many colonoscopies were done in women aged 50 to 69 when they started warfarin?":       "The number of records of colonoscopies among women who had a first ever exposure to warfarin at age 50 to 69",
		"Number of prescriptions of warfarin to people over 60 at the time of the prescription":     "The number of exposures to warfarin at age over 60",
		"Percentage of patients aged over 85 who took warfarin in June 2010":                        "Among people aged over 85 in 2010, the percentage who had an exposure to warfarin between 2010-06-01 and 2010-06-30",
		"What percentage of patients over 85 did not take warfarin in June 2010?":                   "Among people aged over 85 in 2010, the percentage who had no exposure to warfarin between 2010-06-01 and 2010-06-30",
		"What percentage of patients over 85 took warfarin between November 2009 and January 2010?": "Among people aged over 85 in 2009, the percentage who had an exposure to warfarin between 2009-11-01 and 2010-01-31",
	})
}

// "It" is what was asked before, and not what the people have.
func TestItIsWhatWasAskedBefore(t *testing.T) {
	const twice = "Among people with a diagnosis of stroke who had an exposure to warfarin, the percentage who had at least 2 exposures to warfarin on different days"
	saysBack(t, reader(t), map[string]string{
		"How many stroke patients received warfarin, and how many of them had it more than once?":  twice,
		"How many stroke patients received warfarin, and how many of them used it more than once?": twice,
		"How many stroke patients received warfarin, and how many used it more than once?":         "",
		"How many stroke patients received warfarin, and how many refilled it?":                    "",
		"Of patients with stroke, how many took it at least twice?":                                "",
		"How many people with stroke had it more than once?":                                       "Among people with a diagnosis of stroke, the number who had at least 2 diagnoses of stroke on different days",
	})
}

// Hospital days add up, unless they are told of each person or by another statistic.
func TestHospitalDaysAddUp(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Number of hospital days in 2009":                          "The total duration in days of inpatient visits in 2009",
		"Hospital days in 2009, by sex":                            "The total duration in days of inpatient visits in 2009, by sex",
		"How many inpatient days did patients with stroke have?":   "The total duration in days of inpatient visits of people who had a diagnosis of stroke",
		"Number of hospital days per patient in 2009":              "The summary of the total duration in days of inpatient visits in 2009 per person with any",
		"Length of stay in 2009":                                   "The summary of the duration in days of inpatient visits in 2009",
		"How many hospital days did each patient have on average?": "The mean total duration in days of inpatient visits per person with any",
	})
}

// The order of day and month is that of the other dates of the question.
func TestOrderOfDayAndMonthIsThatOfOtherDates(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke between 01/07/2009 and 31/12/2009?": "the number who had a diagnosis of stroke between 2009-07-01 and 2009-12-31",
		"How many people had a stroke between 07/01/2009 and 12/31/2009?": "the number who had a diagnosis of stroke between 2009-07-01 and 2009-12-31",
		"How many people had a stroke from 13/07/2009 to 01/08/2009?":     "the number who had a diagnosis of stroke between 2009-07-13 and 2009-08-01",
		"How many people had a stroke between 07/01/2009 and 08/01/2009?": "",
		"How many people had a stroke on 01/07/2009?":                     "",
	})
}

// What a share or a number is of may be said behind "whose".
func TestShareWhose(t *testing.T) {
	const high = "who had a last measurement of HbA1c above 8 percent"
	saysBack(t, reader(t), map[string]string{
		"Among people with stroke, the proportion whose last HbA1c was above 8%": "Among people with a diagnosis of stroke, the percentage " + high,
		"Of people with stroke, the number whose last HbA1c was above 8%":        "Among people with a diagnosis of stroke, the number " + high,
		"The proportion whose last HbA1c was above 8%":                           "",
		"What percentage of ever-warfarin users had a stroke?":                   "Among people with an exposure to warfarin, the percentage who had a diagnosis of stroke",
		"What percentage of never-warfarin users had a stroke?":                  "",
	})
}

// A drug that was not taken for so long before is one that is started again, however it is spelt.
func TestNewAfterAGap(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Warfarin starters in 2009 who had no warfarin in the preceding 365 days":                  "The number of people with an exposure to Warfarin in 2009 for which the person had no exposure to warfarin in the 365 days before the record",
		"Number of people who started warfarin in 2009 and had no warfarin in the 365 days before": "The number of people with an exposure to warfarin in 2009 for which the person had no exposure to warfarin in the 365 days before the record",
	})
}

// "It" is not what its time is counted from.
func TestItIsNotWhatItsTimeIsCountedFrom(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of people with a stroke had it within 30 days after a colonoscopy?": "",
		"What percentage of people with a stroke had another one within 30 days after it?":   "Among people with a first ever diagnosis of stroke, the percentage who had a diagnosis of stroke within 30 days after it, not on the day itself",
	})
}
