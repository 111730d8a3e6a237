package read_test

import "testing"

// A topic stands before what is asked of it: the name is left out there, or a word stands for it.
func TestTopicsBeforeAQuestion(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"For metformin, how many people started it in 2009?", "How many people started metformin in 2009?"},
		{"About stroke - how many new cases per year?", "How many new cases of stroke per year?"},
		{"Regarding colonoscopy, how many people had it in 2009?", "How many people had colonoscopy in 2009?"},
		{"For warfarin, what is the median duration of a drug era in days?", "Median duration of drug eras of warfarin in days"},
		{"Patients with stroke: how many of them ever took warfarin?", "Among patients with stroke, how many took warfarin?"},
		{"Warfarin prescriptions by year: how many were filled?", "Number of Warfarin prescriptions by year"},
		{"Colonoscopies: how many were done in 2009?", "Number of Colonoscopies in 2009"},
		{"Women over 70: what percentage of them had a colonoscopy?",
			"Among women over 70, what percentage had a colonoscopy?"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Compare women and men: what percentage have asthma?", // of each
		"For cystic fibrosis, how many people started metformin?",
	} {
		if reading, err := r.Read(t.Context(), question); err != nil || reading.Question != nil {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, err)
		}
	}
}

// A title may say what is looked for, or which part of the body the work is about: that tells of no people. One that
// may tell of people, and one that a pronoun takes up, stay what they are or are refused.
func TestTitlesThatNameADiseaseOrAPartOfTheBody(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Kidney monitoring: what percentage of metformin starters had an HbA1c test within 60 days of their first fill?",
			"What percentage of metformin starters had an HbA1c test within 60 days of their first fill?"},
		{"Liver function monitoring: how many women took a statin in 2009?", "How many women took a statin in 2009?"},
		{"Pneumonia signal: how many people had an HbA1c above 9 percent while taking warfarin?",
			"How many people had an HbA1c above 9 percent while taking warfarin?"},
		{"Screening for stroke: number of women aged 50 to 60 with a colonoscopy in 2008.",
			"Number of women aged 50 to 60 with a colonoscopy in 2008."},
		{"Cardiovascular prevention: how many men over 60 filled a statin in 2008?",
			"How many men over 60 filled a statin in 2008?"},
		{"Depression screening: how many people with asthma took warfarin?", "How many people with asthma took warfarin?"},
		{"Frequent users of emergency care: number of people with at least four ER visits in 2008.",
			"Number of people with at least four ER visits in 2008."},
		{"Persistence with metformin: what percentage of new users were still on it after 60 days, among those followed that long?",
			"What percentage of new users of metformin were still on it after 60 days?"},
		{"Stroke: how many people had an HbA1c test in 2009?", "How many people with Stroke had an HbA1c test in 2009?"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Asthma care: how many people had an HbA1c test in 2009?",         // of those with asthma?
		"Asthma monitoring: how many women had an HbA1c test in 2009?",    // the same
		"Warfarin monitoring: how many people had an HbA1c test in 2009?", // on warfarin?
		"Asthma signal: how many people had it while taking metformin?",
		"Stroke screening: number of women over 65",
		"Stroke screening: number of warfarin users over 65",
		"Stroke screening: how many people died in 2009?",
		"Liver safety in women: how many people on a statin had an HbA1c test?",
		"Frequent users of emergency care: number of people with an ER visit in 2008.",
		"Frequent users of metformin: how many people had three ER visits in 2009?",
	} {
		readsAs(t, r, question, "")
	}
}

// A topic may be taken up by a short word or left out: the time of it by "that day", the name by "one" or "of
// starters".
func TestTopicsTakenUpByAShortWord(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Warfarin use on 3 May 2008: percent of people under observation that day who were taking one, by sex.",
			"Percent of people under observation on 3 May 2008 who were taking Warfarin, by sex."},
		{"Statin use in 2008: percentage of people observed that year who filled one.",
			"Percentage of people observed in 2008 who filled a Statin."},
		{"Metformin persistence: of starters who were observed for at least 90 days after their first fill, what percentage " +
			"were still in their first continuous drug era at day 90?",
			"Of Metformin starters who were observed for at least 90 days after their first fill, what percentage were still " +
				"on it at 90 days?"},
		{"Persistence on metformin: what percentage of people who started it were still on it 90 days later, of those " +
			"observed that long?", "What percentage of people who started metformin were still on it 90 days later?"},
		{"Stroke before the first metformin fill - in how many metformin users?",
			"How many metformin users had a Stroke before the first metformin fill?"},
		{"Emergency room visits, men versus women - number of visits for each sex.",
			"Emergency room visits, men versus women"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Stroke before the first warfarin fill - how many warfarin users?", // not all of them
		"Stroke after the first warfarin fill: how many warfarin users?",
		"Stroke within 30 days of warfarin: how many warfarin users?",
		"Emergency room visits, men versus women - number of people for each sex.",
		"Emergency room visits, men versus women - number of inpatient visits for each sex.",
		"Percentage of women with a stroke, by year - number of people per year.",
		"How many people took warfarin for at least 90 days, of those observed that long?",
		"How many people took each of the statins and metformin?",
	} {
		readsAs(t, r, question, "")
	}
}

// What a topic or its groups say may be named again behind it: "by drug" is of the drugs that are asked for.
func TestTopicsWhoseGroupsAreNamedBehind(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"Asthma patients by drug: how many had warfarin, how many clopidogrel?": "The number of people with a diagnosis of " +
			"Asthma, by group (had an exposure to warfarin, had an exposure to clopidogrel)",
		"Stroke patients by condition: how many had asthma, how many pneumonia?": "The number of people with a diagnosis " +
			"of Stroke, by group (had a diagnosis of asthma, had a diagnosis of pneumonia)",
		"Stroke patients by drug and sex: how many had warfarin, how many clopidogrel?": "The number of people with a " +
			"diagnosis of Stroke, by group (had an exposure to warfarin, had an exposure to clopidogrel) and sex",
	} {
		reading, err := r.Read(t.Context(), question)
		if err != nil || reading.Question == nil || reading.Question.String() != want {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, err)
		}
	}
	for _, one := range [][2]string{
		{"ER visits per calendar year, please: the number of visits in each of 2009 and 2010.",
			"Number of ER visits in each of 2009 and 2010"},
		{"Colonoscopy in asthma: among asthma patients with at least one such procedure, mean number of procedures " +
			"per patient.",
			"Mean number of Colonoscopy procedures per patient among asthma patients with at least one Colonoscopy"},
		{"Count the asthma records dated 2008 through 2009 (records, not patients).",
			"Number of asthma diagnoses from 2008 through 2009"},
		{"Need the gender split of everyone in the file (n women, n men).", "Sex split of everyone"},
		{"Which three diagnoses are recorded at inpatient stays for the largest number of people?",
			"Which three diagnoses are recorded in the largest number of people at inpatient stays?"},
		{"Median days from first stroke to first warfarin, counting only those whose warfarin came on the same day or later",
			"Median days from first stroke to first warfarin"},
		{"Median days from first stroke to first warfarin, in people whose first warfarin came on that day or later",
			"Median days from first stroke to first warfarin"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"ER visits per calendar year: the number of inpatient stays in each of 2009 and 2010.",
		"ER visits per calendar year: the number of people in each of 2009 and 2010.",
		"Median days from first stroke to first warfarin, counting only those whose warfarin came on the same day or earlier",
		"Colonoscopy in asthma: among stroke patients with at least one such procedure, mean number of procedures " +
			"per patient.",
		"Which three drugs are taken by the most people with stroke, and by how many of the women?",
		"Mean change in HbA1c after starting metformin: first value after it minus last value before, in those " +
			"who have both.",
	} {
		readsAs(t, r, question, "")
	}
}
