package read_test

import "testing"

// A remark says what a plainer question says, or it is refused.
func TestRemarksThatPointBackAtTheQuestion(t *testing.T) {
	const (
		asthma   = "How many people had asthma in 2009?"
		warfarin = "How many people took warfarin in 2009?"
		within   = "How many patients with hypertension took warfarin within 30 days of diagnosis?"
		first    = "How many people had a first stroke?"
	)
	r := reader(t)
	for core, remarks := range map[string]map[string]string{
		asthma: {
			" Only those over 60 at the time.":                       "How many people over 60 had asthma in 2009?",
			" Only people over 60.":                                  "How many people over 60 had asthma in 2009?",
			" Just the women over 60.":                               "How many women over 60 had asthma in 2009?",
			" Everyone under 18 at that point is left out.":          "How many adults had asthma in 2009?",
			" Leave out anyone under 18 when it happened.":           "How many adults had asthma in 2009?",
			" Leave out anyone who had it in 2008.":                  "How many people without asthma in 2008 had asthma in 2009?",
			" Leave out anyone aged 18 to 65.":                       "", // two ranges are left
			" It need not be their first.":                           asthma,
			" Any age is fine, and the reason does not matter.":      asthma,
			" I don't mind when.":                                    "",
			" Stroke or no stroke, either is fine.":                  "",
			" Asthma does not matter.":                               "",
			" Women aren't part of this.":                            "How many people had asthma in 2009? No women.",
			" If somebody had it more than once count them once.":    asthma,
			" People, not diagnoses.":                                asthma,
			" One person can contribute several.":                    "",
			" Nobody under 18 at the time, and no one over 60 then.": "",
		},
		"How many people with hypertension had asthma in 2009?": {
			" Only those over 60 at the time.": "",
			" Skip anyone who had it in 2008.": "", // which of the two?
		},
		first: {
			" Only people over 60.":        "How many people over 60 had a first stroke?",
			" It need not be their first.": "",
		},
		within: {
			" The clock starts at the first hypertension diagnosis.": within,
			" Time zero is the warfarin.":                            "",
			" Day 0 is any hypertension diagnosis.":                  "",
			" However long after.":                                   "",
			" It has to be later, not on the same day.":              "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself?",
			" It must be earlier.":                                   "",
		},
		"How many prescriptions of warfarin were there in 2009?": {
			" The same person may have several.": "How many prescriptions of warfarin were there in 2009?",
			" Somebody with two counts twice.":   "How many prescriptions of warfarin were there in 2009?",
			" Prescriptions, not people.":        "How many prescriptions of warfarin were there in 2009?",
		},
		warfarin: {
			" Somebody with two counts twice.":          "",
			" Combination tablets count too.":           warfarin,
			" Any product with warfarin in it counts.":  warfarin,
			" Any product with metformin in it counts.": "",
		},
		"How many people took warfarin and metformin?": {
			" Both at some point, not necessarily together.": "How many people took warfarin and metformin?",
			" One of the two alone doesn't count.":           "How many people took warfarin and metformin?",
			" Either is fine.":                               "",
		},
		"How many people took warfarin or metformin?": {
			" Either is fine.":   "How many people took warfarin or metformin?",
			" Both are required": "",
		},
		"What is the mean cost of inpatient visits?": {
			" Visits with no cost recorded can be ignored.": "What is the mean cost of inpatient visits?",
			" Visits without a cost count as zero.":         "",
		},
		"What percentage of patients with hypertension took warfarin?": {
			" Out of everyone with hypertension.":                "What percentage of patients with hypertension took warfarin?",
			" Everyone with a visit in 2009 is the denominator.": "",
		},
		"How many people had pneumonia in each year?": {
			" Somebody with several codes in one year counts once in that year.": "How many people had pneumonia in each year?",
			" Someone may turn up in more than one year.":                        "How many people had pneumonia in each year?",
		},
	} {
		for remark, same := range remarks {
			readsAs(t, r, core+remark, same)
		}
	}
}

// A greeting and a signature say nothing of patients, whoever is named. They end at a sign.
func TestAQuestionMayComeAsALetterDoes(t *testing.T) {
	const plain = "How many people had a stroke?"
	r := reader(t)
	for _, letter := range []string{
		"Dear all, how many people had a stroke?",
		"Hi Anna, how many people had a stroke? Best, Tom",
		"Good morning everyone! How many people had a stroke? Many thanks in advance, Maria Lopez",
		"Hello team - how many people had a stroke? Cheers!",
		"Hi all how many people had a stroke?",
	} {
		readsAs(t, r, letter, plain)
	}
	readsAs(t, r, "Hi Anna how many people had a stroke?", "") // no sign ends the greeting
	readsAs(t, r, "How many people had a stroke or warfarin? Best guess", "")
}

// An age "at first diagnosis" is that at the first record, and records are counted whatever is said of their values.
func TestWhatSaysFirstOrRecordsKeepsThem(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"Patients with asthma who were over 60 at their first diagnosis", "Patients with a first diagnosis of asthma at age over 60"},
		{"Patients with asthma who were over 60 at their first diagnosis and took warfarin", "Patients with a first diagnosis of asthma at age over 60 who took warfarin"},
		{"How many HbA1c results of 9 percent or more were there?", "How many HbA1c results at or above 9 percent were there?"},
		{"How many HbA1c readings of at least 9 percent in 2009?", "How many HbA1c readings at or above 9 percent in 2009?"},
		{"How many people had asthma but none in 2009?", "How many people had asthma and had no asthma in 2009?"},
		{"How many people had asthma at any time but no asthma in 2009?", "How many people had asthma and had no asthma in 2009?"},
		{"How many statins were prescribed in 2009?", ""}, // patients, prescriptions or drugs?
		{"How many opioids did people with asthma take?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
	saysBack(t, r, map[string]string{
		"How many HbA1c results of 9 percent or more were there?":                                    "The number of measurements of HbA1c of at least 9 percent",
		"Of women aged 65 to 74 observed in 2009, what proportion had a stroke in 2009?":             "The prevalence of stroke among women aged 65 to 74 in 2009 in 2009",
		"Of women aged 65 to 74 observed from 2008 to 2009, what proportion had a stroke then?":      "",
		"Among people observed in 2009 who were 85 or older, what percentage had a stroke that year": "The prevalence of stroke among people aged 85 or older in 2009 in 2009",
	})
}

// Years behind a test are when it was done, and no values.
func TestARangeOfYearsIsNoValue(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"How many HbA1c tests were there from 2008 to 2009?", "How many HbA1c tests were there between 1 January 2008 and 31 December 2009?"},
		{"How many people had an HbA1c from 2008 through 2009?", "How many people had an HbA1c between 1 January 2008 and 31 December 2009?"},
		{"How many people had an HbA1c between 7 and 9 from 2008 to 2009?", "How many people had an HbA1c between 7 and 9 between 1 January 2008 and 31 December 2009?"},
		{"How many warfarin users aged over 60 at their first fill?", "Patients with a first warfarin prescription at age over 60"},
		{"How many patients with asthma aged over 60 at first diagnosis took warfarin?", "How many patients with a first diagnosis of asthma at age over 60 took warfarin?"},
		{"Patients with asthma who were 50 at first diagnosis", "Patients with a first diagnosis of asthma at age 50"},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// A year, an age and a place in a life belong to what they are said of, or it is refused.
func TestTimesOfSeveralThings(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"How many people took warfarin but neither metformin nor lisinopril in 2009?", "How many people took warfarin in 2009 and took no metformin or lisinopril in 2009?"},
		{"How many people took warfarin and neither metformin nor lisinopril in 2009?", "How many people took warfarin in 2009 and took no metformin or lisinopril in 2009?"},
		{"How many people took warfarin or metformin in 2008 but not in 2010?", ""},
		{"How many people had asthma or pneumonia in 2008 and in 2010?", ""},
		{"How many people took neither warfarin nor metformin in 2009 or in 2010?", ""},
		{"How many people took both warfarin and metformin in 2009 or in 2010?", ""},
		{"How many people did not take warfarin until 2010?", ""},
		{"How many people had no inpatient visit until 2009?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
	saysBack(t, r, map[string]string{
		"How many women 75 or over had no colonoscopy in 2008?":                                       "Among women aged 75 or older in 2008, the number who had no colonoscopy in 2008",
		"How many people over 80 had no visit in 2009?":                                               "Among people aged over 80 in 2009, the number who had no visit in 2009",
		"How many people had a stroke after their last inpatient visit in 2009?":                      "Among people with the last such inpatient visit in 2009, the number who had a diagnosis of stroke after the end of it",
		"What is the mean length of people's first inpatient visit in 2009?":                          "The mean duration in days of the first such inpatient visits in 2009",
		"How many people had their first inpatient visit in 2009?":                                    "the number who had a first ever inpatient visit in 2009",
		"How much did people with hypertension pay in total for warfarin?":                            "The total out-of-pocket cost of exposures to warfarin of people who had a diagnosis of hypertension",
		"How much did people with hypertension pay for warfarin?":                                     "The mean out-of-pocket cost of exposures to warfarin of people who had a diagnosis of hypertension",
		"What is the mean length of the last inpatient visit in 2009 of people who were on warfarin?": "The mean duration in days of the last such inpatient visits in 2009 of people who had an exposure to warfarin",
		"Identify the size of the untreated stroke population: patients with stroke":                  "",
		"How many people had a fall over 85?":                                                         "",
	})
}

// What is started is new, the last of all may lie in a year, and what stands behind "and" is not laid into a visit.
func TestRecordsOfAYearAndOfALife(t *testing.T) {
	r := reader(t)
	saysBack(t, r, map[string]string{
		"How many people had a stroke within 60 days of starting warfarin in 2009?":          "Among people with a first ever exposure to warfarin in 2009, the number who had a diagnosis of stroke within 60 days after it",
		"Mean age at starting warfarin in 2009":                                              "The mean age at a first ever exposure to warfarin in 2009",
		"How many people whose last inpatient visit was in 2009 had a stroke?":               "Among people with a last ever inpatient visit in 2009, the number who had a diagnosis of stroke",
		"How many people's last warfarin prescription was in 2009?":                          "The number of last ever exposures to warfarin in 2009",
		"How many people who had their last inpatient visit in 2009 died?":                   "Among people with a last ever inpatient visit in 2009, the number who died",
		"How many people had an inpatient visit for pneumonia in 2008 and a stroke in 2009?": "",
		"How many people had an inpatient visit with pneumonia and a colonoscopy?":           "",
	})
}
