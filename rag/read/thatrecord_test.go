package read_test

import "testing"

// A record at which something is so is the one that was told before, with its time.
func TestAtTheRecordThatWasTold(t *testing.T) {
	const copd, stay = "Among people with a diagnosis of COPD who had an inpatient visit in 2009, the number who had an ", "inpatient visit in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many patients with COPD who were hospitalised in 2009 were on lisinopril at admission?":               copd + "exposure to lisinopril in whose time lies an " + stay,
		"How many patients with COPD who were hospitalised in 2009 were on lisinopril when they were admitted?":    copd + "exposure to lisinopril in whose time lies an " + stay,
		"Of patients with COPD who had a hospital stay in 2009, how many were over 80 at admission?":               copd + stay + " at age over 80",
		"How many patients with COPD who were admitted in 2009 were aged 65 to 74 at admission?":                   copd + stay + " at age 65 to 74",
		"How many patients with COPD were hospitalised in 2009 and were on lisinopril at admission?":               "Among people with a diagnosis of COPD, the number who had an " + stay + " and had an exposure to lisinopril in whose time lies an " + stay,
		"How many patients with COPD who were hospitalised for pneumonia in 2009 were on lisinopril at admission?": "Among people with a diagnosis of COPD who had an " + stay + " with a diagnosis of pneumonia, the number who had an exposure to lisinopril in whose time lies an " + stay + " with a diagnosis of pneumonia",
		"How many patients with COPD who had a stroke in 2009 were over 80 at the time of the stroke?":             "Among people with a diagnosis of COPD who had a diagnosis of stroke in 2009, the number who had a diagnosis of stroke in 2009 at age over 80",
		"How many patients with COPD who had a stroke in 2009 were on warfarin at the time of the stroke?":         "Among people with a diagnosis of COPD who had a diagnosis of stroke in 2009, the number who had an exposure to warfarin in whose time lies a diagnosis of stroke in 2009",
		"How many patients who were hospitalised in 2009 were on lisinopril at admission?":                         "Among people with an inpatient visit in 2009, the number who had an exposure to lisinopril covering it",
		"How many patients with COPD were on lisinopril at admission in 2009?":                                     "Among people with a diagnosis of COPD, the number who had an exposure to lisinopril in whose time lies an " + stay,
		"How many patients with COPD were on lisinopril at admission?":                                             "Among people with a diagnosis of COPD, the number who had an exposure to lisinopril in whose time lies an inpatient visit",
	})
}

// A time behind "or" is of both, also where the first happened while something lasted.
func TestTimeOfBothBehindWhile(t *testing.T) {
	const stay = "the number who had an inpatient visit in 2009 during an exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"How many patients were hospitalised while on warfarin or died in 2009?":               stay + " or died in 2009",
		"How many patients were hospitalised while on warfarin and died in 2009?":              stay + " and died in 2009",
		"How many patients were hospitalised while on warfarin, had a stroke or died in 2009?": stay + " or had a diagnosis of stroke in 2009 or died in 2009",
		"How many patients had a stroke while taking warfarin or were hospitalised in 2009?":   "the number who had a diagnosis of stroke in 2009 during an exposure to warfarin or had an inpatient visit in 2009",
		"How many patients were hospitalised while on warfarin in 2008 or died in 2009?":       "the number who had an inpatient visit in 2008 during an exposure to warfarin or died in 2009",
		"How many patients were hospitalised while on warfarin but did not die in 2009?":       "the number who had an inpatient visit during an exposure to warfarin and (did not die in 2009)",
	})
	tellsBeside(t, "How many patients were hospitalised while on warfarin or died in 2009?",
		"the number who had an inpatient visit during an exposure to warfarin or (died in 2009)")
	tellsBeside(t, "How many women over 65 had osteoporosis but no alendronate in 2009?",
		"Among women, the number who had a diagnosis of osteoporosis in 2009 at age over 65 and had no exposure to alendronate in 2009")
}

// "It" is the drug that was named; where two were, it is not clear.
func TestItOfTwoDrugs(t *testing.T) {
	const took = "Among people with a first ever diagnosis of stroke, the number who had an exposure to warfarin before it and had a diagnosis of "
	saysBack(t, reader(t), map[string]string{
		"What share of patients starting metformin in 2009 had been on lisinopril before or started it afterwards?":  "",
		"How many patients starting warfarin had taken clopidogrel before and took it again afterwards?":             "",
		"How many patients starting metformin took lisinopril before it and had a stroke while on it?":               "",
		"How many patients with a stroke took warfarin before it and had a gastrointestinal hemorrhage while on it?": took + "gastrointestinal hemorrhage during an exposure to warfarin",
		"How many patients with a stroke took warfarin before it and had pneumonia while taking it?":                 took + "pneumonia during an exposure to warfarin",
		"How many patients with asthma took warfarin and had a stroke while on it?":                                  "Among people with a diagnosis of asthma, the number who had an exposure to warfarin and had a diagnosis of stroke during an exposure to warfarin",
		"How many patients who took warfarin had a stroke while on it?":                                              "Among people with any one exposure to warfarin, the number who had a diagnosis of stroke during it",
		"How many women had a stroke in 2009? How many of them in hospital?":                                         "",
		"How many women had a stroke in 2009, and how many of them in the emergency room?":                           "",
		"How many patients had a stroke in 2009? What percentage of those at a hospital stay?":                       "",
		"How many patients had asthma in 2009? How many of those in hospital in 2010 took warfarin?":                 "",
	})
}

// A number in each of several years is said of a person.
func TestNumberInEachOfTheYears(t *testing.T) {
	const all, two = "the number who had ", "at least 2 inpatient visits in "
	saysBack(t, reader(t), map[string]string{
		"How many patients had at least two hospital stays in each of 2008 and 2009?":                 all + two + "2008 and had " + two + "2009",
		"How many patients had at least two hospital stays in each of the years 2008, 2009 and 2010?": all + two + "2008 and had " + two + "2009 and had " + two + "2010",
		"How many patients had 2 or more hospital stays in each of 2008 and 2009?":                    all + two + "2008 and had " + two + "2009",
		"How many patients filled warfarin at least 3 times in each of 2008 and 2009?":                "The number of people who had at least 3 exposures to warfarin in 2008 and had at least 3 exposures to warfarin in 2009",
		"How many patients were hospitalised in all of 2008, 2009 and 2010?":                          all + "an inpatient visit in 2008 and had an inpatient visit in 2009 and had an inpatient visit in 2010",
		"How many patients were hospitalised in 2008, 2009 and 2010?":                                 all + "an inpatient visit between 2008 and 2010, by year",
		"How many patients were hospitalised in each of 2008, 2009 and 2010?":                         all + "an inpatient visit between 2008 and 2010, by year",
		"What percentage of patients with asthma had an HbA1c test each month?":                       "",
		"What percentage of patients with asthma had an HbA1c test each year?":                        "Among people with any one diagnosis of asthma, the percentage who had a measurement of HbA1c in the same year as it, by year at the index date",
	})
	for _, text := range []string{"in 2008, 2009 and 2010", "in each of 2008, 2009 and 2010"} {
		tellsBeside(t, "How many patients were hospitalised "+text+"?",
			all+"an inpatient visit in 2008 and had an inpatient visit in 2009 and had an inpatient visit in 2010")
	}
}

// Stays that were readmissions begin after another one; those that were followed by one end before it.
func TestStaysThatWereReadmissions(t *testing.T) {
	const were, followed = " that had an inpatient visit ending in the 30 days before it", " that had an inpatient visit within 30 days after the end of it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"What percentage of hospital stays in 2009 were readmissions within 30 days?":              "The percentage of inpatient visits in 2009" + were,
		"What percentage of admissions in 2009 were readmissions within 30 days of discharge?":     "The percentage of inpatient visits in 2009" + were,
		"What percentage of stays for asthma were readmissions within 30 days?":                    "The percentage of inpatient visits with a diagnosis of asthma" + were,
		"What percentage of hospital stays in 2009 were followed by a readmission within 30 days?": "The percentage of inpatient visits in 2009" + followed,
		"What is the 30-day readmission rate in 2009?":                                             "The percentage of inpatient visits in 2009" + followed,
		"What percentage of hospital stays were readmissions?":                                     "",
		"How many hospital stays in 2009 were readmissions?":                                       "",
		"What percentage of hospital stays each year were readmissions within 30 days?":            "",
	})
}

// Two groups that are joined may be all of both.
func TestOnlyTwoGroups(t *testing.T) {
	const count = "How many patients with asthma took metformin in 2009? "
	saysBack(t, reader(t), map[string]string{
		count + "Include only women and those over 65.":             "",
		count + "Include only women and those with COPD.":           "",
		count + "Only include women and patients aged 65 or older.": "",
		count + "Include only women over 65.":                       "Among women aged over 65 in 2009 with a diagnosis of asthma, the number who had an exposure to metformin in 2009",
		count + "Only women with COPD and hypertension.":            "Among women with a diagnosis of asthma who had a diagnosis of COPD and had a diagnosis of hypertension, the number who had an exposure to metformin in 2009",
		"How many adults under 65 had a stroke in 2009?":            "the number who had a diagnosis of stroke in 2009 at age 18 or older and under 65",
	})
}
