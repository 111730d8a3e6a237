package read_test

import "testing"

// A time behind an exclusion without a verb of its own is of both: who took A, but not B, in 2009.
func TestATimeBehindAnExclusion(t *testing.T) {
	const notB = " in 2009 who had no exposure to metformin in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many patients filled warfarin but not metformin in 2009?":    "The number of people with an exposure to warfarin" + notB,
		"How many patients filled warfarin, but not metformin, in 2009?":  "The number of people with an exposure to warfarin" + notB,
		"How many patients filled warfarin without metformin in 2009?":    "The number of people with an exposure to warfarin" + notB,
		"How many patients on warfarin but not on metformin in 2009?":     "The number of people with an exposure to warfarin" + notB,
		"How many patients had a stroke but no asthma in 2009?":           "the number who had a diagnosis of stroke in 2009 and had no diagnosis of asthma in 2009",
		"How many patients took warfarin in 2008 but not in 2010?":        "the number who had an exposure to warfarin in 2008 and had no exposure to warfarin in 2010",
		"How many patients had an inpatient visit but no stroke in 2009?": "the number who had an inpatient visit in 2009 and had no diagnosis of stroke in 2009",
		// who has a condition has it at other times, too
		"How many patients with asthma but no warfarin in 2009?": "The number of people with a diagnosis of asthma who had no exposure to warfarin in 2009",
	})
}

// A share of people who took one thing and not another is of all of them, and not of those who took the one.
func TestASharePutsNothingIntoItsDenominator(t *testing.T) {
	const both = ", the percentage who had an exposure to warfarin and had no exposure to metformin"
	saysBack(t, reader(t), map[string]string{
		"What share of patients filled warfarin but not metformin?":              both[2:],
		"What share of stroke patients filled warfarin but not metformin?":       "Among people with a diagnosis of stroke" + both,
		"Percentage of stroke patients who took warfarin but not metformin":      "Among people with a diagnosis of stroke" + both,
		"What percentage of women with asthma filled warfarin but no metformin?": "Among women with a diagnosis of asthma" + both,
		"Percentage of patients who started metformin without stroke before": "Among people with a first ever exposure to metformin," +
			" the percentage who had no diagnosis of stroke before or on the day of it",
	})
}

// "After a fill" is after any of them, "after their first fill" after the first; who took a drug in 2009 may have taken
// it before.
func TestWhichRecordATimeIsCountedFrom(t *testing.T) {
	const stroke = ", the number who had a diagnosis of stroke within 30 days after it"
	saysBack(t, reader(t), map[string]string{
		"How many patients had a stroke within 30 days after a warfarin prescription?":           "Among people with any one exposure to warfarin" + stroke,
		"How many patients had a stroke within 30 days after their first warfarin prescription?": "Among people with a first ever exposure to warfarin" + stroke,
		"How many warfarin users had a stroke within 30 days after a prescription?":              "",
		"How many patients had a stroke within 30 days after a diagnosis of asthma?":             "Among people with any one diagnosis of asthma" + stroke,
		"How many patients with asthma in 2009 had a stroke within 30 days?":                     "Among people with the first such diagnosis of asthma in 2009" + stroke,
		"How many patients who took warfarin in 2009 had a stroke within 30 days?":               "Among people with the first such exposure to warfarin in 2009" + stroke,
		"How many patients who started warfarin in 2009 had a stroke within 30 days?":            "Among people with a first ever exposure to warfarin in 2009" + stroke,
		"How many patients with asthma at age 65 or older had a stroke within 30 days?":          "Among people with the first such diagnosis of asthma at age 65 or older" + stroke,
		"How many patients with stroke had asthma within 30 days of any diagnosis?":              "Among people with any one diagnosis of stroke, the number who had a diagnosis of asthma within 30 days after it",
	})
}

// The last value of 2009 is not the last ever, where that is in 2009.
func TestTheLastValueOfATime(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What was the mean last HbA1c in percent in 2009?":                          "The mean last such HbA1c in percent in 2009",
		"What was the mean first ever HbA1c in percent in 2009?":                    "The mean first ever HbA1c in percent in 2009",
		"How many patients whose last HbA1c in 2009 was above 9 took warfarin?":     "Among people with the last such measurement of HbA1c above 9 in 2009, the number who had an exposure to warfarin",
		"How many patients had an HbA1c below 7 at their last test of 2009?":        "the number who had the last such measurement of HbA1c below 7 in 2009",
		"How many patients had their last inpatient visit in 2009?":                 "the number who had a last ever inpatient visit in 2009",
		"How many patients had the last such HbA1c among those below 7 in 2009?":    "the number who had the last such measurement of HbA1c among those below 7 in 2009",
		"How many patients whose last HbA1c was above 9 took warfarin at any time?": "Among people with a last measurement of HbA1c above 9, the number who had an exposure to warfarin",
	})
}

// What is asked of each patient, of each year or of starts is not what it is of all.
func TestWordsThatAreNotDropped(t *testing.T) {
	const everyYear = "the number who had an inpatient visit in 2008 and had an inpatient visit in 2009"
	saysBack(t, reader(t), map[string]string{
		"What is the mean HbA1c in percent per patient in 2009?":                "",
		"What is the total length of stay per patient in 2009?":                 "The mean total duration in days of inpatient visits in 2009 per person with any",
		"What is the average length of stay per patient in 2009?":               "",
		"What is the average length of stay in 2009?":                           "The mean duration in days of inpatient visits in 2009",
		"What is the mean quantity of warfarin per patient?":                    "",
		"What is the mean cost of warfarin per patient in 2009?":                "The mean total cost of exposures to warfarin in 2009 per person with any",
		"What is the mean cost of a warfarin prescription in 2009?":             "The mean cost of exposures to warfarin in 2009",
		"Which drugs were started most often in 2009?":                          "The 10 most common drugs first recorded for the person in 2009",
		"What are the 10 most commonly started drugs in 2009?":                  "The 10 most common drugs first recorded for the person in 2009",
		"Top 3 drugs started each year":                                         "",
		"Which drugs were started most often by number of prescriptions?":       "",
		"Which drugs were most often started at inpatient visits?":              "",
		"Which drugs were prescribed most often in 2009?":                       "The 10 most common drugs in 2009",
		"How many patients filled warfarin again in 2009?":                      "",
		"How many patients with recurrent stroke took warfarin?":                "Among people who had at least 2 diagnoses of stroke on different days, the number who had an exposure to warfarin",
		"How many patients filled warfarin again within 90 days of a fill?":     "",
		"How many patients had all their HbA1c tests below 7?":                  "",
		"How many patients had an HbA1c test below 7?":                          "the number who had a measurement of HbA1c below 7",
		"What is the mean HbA1c in percent of women before starting metformin?": "The mean HbA1c in percent for which the person had a first ever exposure to metformin after the record of women",
		"Mean number of outpatient visits among asthmatics in 2009":             "The mean number of outpatient visits in 2009 per person of people with a first ever diagnosis of asthma",
		"Mean number of outpatient visits among women in 2009":                  "The mean number of outpatient visits in 2009 per person of women",
		"How many women had at least two strokes at least a year apart?":        "The number of women with a first ever diagnosis of strokes who had a diagnosis of strokes at least 1 year after it",
		"How many patients were hospitalized every year?":                       "",
		"How many patients were hospitalized at least once each year?":          "",
		"How many patients were hospitalized each year?":                        "the number who had an inpatient visit, by year",
		"How many patients were hospitalized every year from 2008 to 2009":      everyYear,
	})
}
