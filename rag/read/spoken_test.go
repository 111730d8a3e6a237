package read_test

import "testing"

// Numbers are asked for in terse lines and in forms of their own; what a form leaves open, or names in vain, is
// refused.
func TestTerseFormsOfAskingANumber(t *testing.T) {
	r := reader(t)
	const firstStroke = "a first ever diagnosis of stroke"
	const named = ", by age group (0 to 17, 18 to 44, 45 to 64, 65 to 74, 75 to 84, 85 or older)"
	for question, want := range map[string]string{
		"HbA1c tests per person tested: median, p10 and p99":                    "The 10th, 50th and 99th percentile of the number of measurements of HbA1c per person with any",
		"HbA1c tests per patient tested: 95th percentile":                       "The 95th percentile of the number of measurements of HbA1c per person with any",
		"stroke: age at first dx, mean + sd":                                    "The mean age at " + firstStroke,
		"Mean + median age at first stroke":                                     "The summary of the age at " + firstStroke,
		"Age profile at the first pneumonia - counts of patients per age group": "The number of people with a first ever diagnosis of pneumonia" + named,
		"How many people had a stroke, and what is their breakdown by sex?":     "Among all people, the number who had a diagnosis of stroke",
		"Number of ER visits, 2008 vs 2009 vs 2010":                             "The number of emergency room visits between 2008 and 2010, by year",
		"How many people with a stroke got metformin in the 30 days after it? Give the percentage as well.": "Among people with a first ever diagnosis of " +
			"stroke, the percentage who had an exposure to metformin within 30 days after it",
		"Age structure of the women with stroke: number of men by age group":                                        "",
		"What percentage of women had a stroke and what percentage of men died?":                                    "",
		"Of all inpatient visits, what share had a stroke noted at the next visit?":                                 "",
		"Stroke: mean days between the first and the third one":                                                     "",
		"Total amount paid for drugs per calendar year, and the average per person":                                 "",
		"How many people with asthma took warfarin, and what share of stroke patients is that?":                     "",
		"Among people with asthma, how many took warfarin, and what share of all users is that?":                    "",
		"Among new users of warfarin, how many had a stroke, and what share of all new users of metformin is that?": "",
		"Top 5 procedures by number of records, 65+ and women only":                                                 "",
		"Warfarin users vs nonusers of metformin: median HbA1c in percent":                                          "",
	} {
		readBack(t, r, question, want)
	}
}

// Some are said back in words that are not those of a question.
func TestTerseFormsThatAreNotReadBack(t *testing.T) {
	r := reader(t)
	const named = ", by age group (0 to 17, 18 to 44, 45 to 64, 65 to 74, 75 to 84, 85 or older)"
	for question, want := range map[string]string{
		"Age pyramid of the population under observation on 30 June 2009: count of people by age band": "The number of people with an observation period that covers 2009-06-30" + named,
		"What share of Black people and what share of Asian people have ever had asthma?":              "Among all people, the percentage who had a diagnosis of asthma, by group (black, asian)",
		"Mean number of ER visits per person in 2009, Asian vs White patients":                         "The mean number of emergency room visits in 2009 per person, by group (asian, white)",
		"Statin patients: atorvastatin / warfarin, n each":                                             "The number of people with an exposure to Statin, by group (had an exposure to atorvastatin, had an exposure to warfarin)",
		"Statin pts: atorva / warfarin, n each":                                                        "The number of people with an exposure to Statin, by group (had an exposure to atorvastatin, had an exposure to warfarin)",
		"Asthma patients: warfarin / lisinopril, n each":                                               "The number of people with a diagnosis of Asthma, by group (had an exposure to warfarin, had an exposure to lisinopril)",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil || got.Question == nil || got.Question.String() != want {
			t.Errorf("%s is read as %v (%v, %v), not as %s", question, got.Question, got.Refusal, err, want)
		}
	}
}

// Ages may be of another year than what is counted.
func TestAgesOfAnotherYearThanWhatIsCounted(t *testing.T) {
	r := reader(t)
	const of = ", by age group (0 to 17, 18 to 44, 45 to 64, 65 to 74, 75 to 84, 85 or older) of the age in "
	for question, want := range map[string]string{
		"How many people had a stroke between 2008 and 2010, by age group on 1 January 2008?": "Among all people, the number who " +
			"had a diagnosis of stroke between 2008 and 2010" + of + "2008",
		"Number of people with pneumonia in 2009 by age group in 2010": "The number of people with a diagnosis of pneumonia in 2009" +
			of + "2010",
		"Number of people with pneumonia in 2009 by age group at the beginning of 2007": "The number of people with a diagnosis of " +
			"pneumonia in 2009" + of + "2007",
		"Number of inpatient visits in 2009 by age group on 1 July 2008":                      "The number of inpatient visits in 2009" + of + "2008",
		"What percentage of people had a stroke between 2008 and 2010, by age group in 2010?": "",
		"Mean length of inpatient visits in 2009 by age group on 1 January 2008":              "",
		"Number of people with a stroke by age group at the start of the disease":             "",
	} {
		readBack(t, r, question, want)
	}
}
