package read_test

import "testing"

// Remarks say again from which value to which a change is, of how many person-years a rate is told, and who is at risk.
func TestRemarksThatSayTheMeasureAgain(t *testing.T) {
	const ldl = "The mean change of LDL cholesterol in mg/dL from the last value before a first ever exposure to " +
		"atorvastatin or on that day to the first after it"
	const rate = "The incidence rate of stroke per 100 person-years among people with a first ever exposure to warfarin"
	const new9 = "The incidence proportion of stroke in 2009"
	saysBack(t, reader(t), map[string]string{
		"By how much does LDL cholesterol in mg/dL change on average around the start of atorvastatin?":                                           ldl,
		"Mean change in LDL cholesterol in mg/dL after starting atorvastatin (last value up to the first fill versus the first value after it)":   ldl,
		"Mean change in LDL cholesterol in mg/dL after starting atorvastatin (first result after the start minus the last one on or before it)":   ldl,
		"Mean change in LDL cholesterol in mg/dL after starting atorvastatin (last value up to the first stroke versus the first value after it)": "",
		"Mean change in LDL cholesterol in mg/dL after starting atorvastatin (first value up to the first fill versus the last value after it)":   "",
		"Mean LDL cholesterol in mg/dL around the start of atorvastatin":                                                                          "",
		"What is the rate of stroke after starting warfarin? Report first strokes per 100 person-years.":                                          rate,
		"What is the rate of stroke after starting warfarin? Please express it per 100 person-years; anyone who had one earlier does not count.":  rate,
		"Rate of stroke per 100 person-years after starting warfarin. People with a stroke on or before the first fill are left out.":             rate,
		"Rate of stroke per 100 person-years after starting warfarin. Those who had one earlier do not count.":                                    rate,
		"Rate of stroke per 100 person-years after starting warfarin. People with asthma do not count.":                                           rate + " who had no diagnosis of asthma",
		"What is the rate of stroke after starting warfarin? Report first fractures per 100 person-years.":                                        "",
		"What is the rate of stroke per 1,000 person-years after starting warfarin? Give it per 100 person-years.":                                "",
		"What is the rate of stroke after starting warfarin? Report hospital stays per 100 person-years.":                                         "",
		"Rate of stroke per 100 person-years after starting warfarin. People with asthma also count.":                                             "",
		"Incidence proportion of stroke in 2009 among those at risk at the start of the year":                                                     new9,
		"Incidence proportion of stroke in 2009 among those at risk on the first day of the year, by sex":                                         new9 + ", by sex",
		"Incidence proportion of stroke in 2009 (people at risk on the first day)":                                                                new9,
		"Incidence proportion of stroke in 2009 in women at risk at the start of the year":                                                        "The incidence proportion of stroke among women in 2009",
		"Prevalence of stroke in 2009 among those at risk at the start of the year":                                                               "",
		"Rate of stroke per 100 person-years in 2009 among those at risk at the start of the year":                                                "",
	})
}

// A test that is not named is the one whose values are asked for; "any test" is any, and another one that.
func TestThoseTestedAreOfThatTest(t *testing.T) {
	const above = "Among people with a measurement of HbA1c, the percentage who had a measurement of HbA1c above 9 percent"
	saysBack(t, reader(t), map[string]string{
		"Among people tested, what percentage had an HbA1c above 9%?":                     above,
		"What percentage of those tested had an HbA1c above 9%, by sex?":                  above + ", by sex",
		"Of those with a result, what percentage had an HbA1c above 9%?":                  above,
		"Among people tested for HbA1c, what percentage had an HbA1c above 9%?":           above,
		"Of those with any test, what percentage had an HbA1c above 9%?":                  "Among people with a measurement, the percentage who had a measurement of HbA1c above 9 percent",
		"Among people tested for LDL cholesterol, what percentage had an HbA1c above 9%?": "Among people with a measurement of LDL cholesterol, the percentage who had a measurement of HbA1c above 9 percent",
		"Among people tested, what percentage had a stroke?":                              "",
		"Among people tested elsewhere, what percentage had an HbA1c above 9%?":           "",
	})
}

// A kind of records may be said to be among those that are counted; those without a stay may be told by a verb.
func TestWhatCountsToo(t *testing.T) {
	const drugs = "the number who had at least 4 different drugs in 2009"
	const stays = "The mean number of inpatient visits per person"
	saysBack(t, reader(t), map[string]string{
		"How many people had four or more different drugs in 2009 (vaccines count too)?":                       drugs,
		"How many people had four or more different drugs in 2009, counting vaccines as drugs?":                drugs,
		"How many people had four or more different drugs in 2009? Vaccinations count as well.":                drugs,
		"How many people had four or more different conditions in 2009 (vaccines count too)?":                  "",
		"How many people took at least two different statins in 2009 (vaccines count too)?":                    "",
		"Average number of hospital stays per person; those never hospitalised count as zero.":                 stays,
		"On average, how many hospital stays does a person have? (People who were never admitted count as 0.)": stays,
		"Average number of hospital stays per person; those never seen in the emergency room count as zero.":   "",
		"How many people have a record of asthma or of pneumonia?":                                             "the number who had a diagnosis of asthma or pneumonia",
		"How many people have a diagnosis of asthma or of pneumonia?":                                          "the number who had a diagnosis of asthma or pneumonia",
		"How many people had a prescription for warfarin or for metformin?":                                    "the number who had an exposure to warfarin or metformin",
		"How many people had two prescriptions for warfarin or for metformin?":                                 "",
		"How many people have a diagnosis of asthma or of warfarin?":                                           "",
		"How many people with asthma took warfarin? Any time in the record.":                                   "Among people with a diagnosis of asthma, the number who had an exposure to warfarin",
		"How many people with asthma took warfarin in 2009? Any time in the record.":                           "",
	})
}

// Those for whom the answer is ask for nothing, as long as the question says itself of whom it is.
func TestAudiencesAskForNothing(t *testing.T) {
	const took = "Among people with a diagnosis of asthma, the percentage who had an exposure to metformin"
	saysBack(t, reader(t), map[string]string{
		"For the statin stewardship group: of patients with asthma, what percentage took metformin?":    took,
		"For our airway quality subcommittee: of patients with asthma, what percentage took metformin?": took,
		"For the regional formulary panel: what percentage of patients with asthma took metformin?":     took,
		"For the stroke audit group: of patients with asthma, what percentage took metformin?":          "",
		"For the warfarin group: of patients with asthma, what percentage took metformin?":              "",
		"For the smokers audit group: of patients with asthma, what percentage took metformin?":         "",
		"For the Boston audit committee: of patients with asthma, what percentage took metformin?":      "",
		"For the 2009 audit committee: of patients with asthma, what percentage took metformin?":        "",
	})
}
