package read_test

import "testing"

// The same is asked of each of several things; the rows are those of the question asked of each by itself.
func TestTheSameIsAskedOfEachOfAList(t *testing.T) {
	each := "The number of people, by group (had an exposure to warfarin, had an exposure to metformin, had an exposure to lisinopril)"
	shares := "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke after it; beside it, " +
		"among people with a first ever exposure to metformin, the percentage who had a diagnosis of stroke after it"
	saysBack(t, reader(t), map[string]string{
		"How many people ever took warfarin, metformin or lisinopril, separately for each?":                                    each,
		"How many people have had warfarin, metformin and lisinopril, each drug counted on its own?":                           each,
		"How many people were ever given warfarin, metformin or lisinopril? Give the count for each drug.":                     each,
		"How many people took warfarin, metformin and lisinopril? One number for each.":                                        each,
		"For warfarin, metformin and lisinopril, how many people took each?":                                                   each,
		"How many people took each of warfarin, metformin and lisinopril":                                                      "",
		"Compare warfarin and metformin: of the people who took each drug, what percentage had a stroke after the first dose?": shares,
		"Compare warfarin and metformin: what percentage of people who took it had a stroke after the first dose?":             shares,
		"warfarin vs metformin: what share of users had a stroke afterwards?":                                                  shares,
		"Compare new users of warfarin with new users of metformin: percentage with a stroke after starting":                   shares,
		"For warfarin and metformin separately: number of new users and the percentage with a stroke any time after starting.": shares,
		"Average amount paid per inpatient visit, per ER visit and per outpatient visit": "The mean cost of inpatient visits; " +
			"beside it, the mean cost of emergency room visits; beside it, the mean cost of outpatient visits",

		"How many people took warfarin, how many metformin, and how many both?": "The number of people, by group (had an exposure to warfarin, " +
			"had an exposure to metformin, had an exposure to warfarin and had an exposure to metformin)",

		"How many people took warfarin, metformin or lisinopril?":                                    "the number who had an exposure to warfarin, metformin or lisinopril",
		"How many people had at least two prescriptions of warfarin and metformin each?":             "",
		"Mean number of warfarin and metformin prescriptions for each patient":                       "",
		"How many people took warfarin and metformin alone?":                                         "",
		"How many people took metformin monotherapy?":                                                "",
		"How many people took warfarin or metformin, each on its own?":                               "",
		"How many people took warfarin and metformin separately?":                                    "",
		"Compare warfarin and metformin":                                                             "",
		"Compare warfarin and metformin: how many people took zorblatt?":                             "",
		"How many people took warfarin and metformin, and how many both?":                            "",
		"How many people took warfarin in 2009, how many metformin, and how many both?":              "",
		"How many people took warfarin, how many metformin, how many lisinopril, and how many both?": "",
	})
}

// What is compared may stand behind all that is asked, or behind a verb that is said once; it is put where its
// counterpart stands. Where that could be one of several things, or where a time need not be that of all, nothing is
// read.
func TestWhatIsComparedFromAfar(t *testing.T) {
	shares := "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke after it; beside it, " +
		"among people with a first ever exposure to metformin, the percentage who had a diagnosis of stroke after it"
	costs := "The mean cost of inpatient visits; beside it, the mean cost of emergency room visits; beside it, the mean cost of outpatient visits"
	saysBack(t, reader(t), map[string]string{
		"What share of new warfarin users had a stroke afterwards, compared with new metformin users?":              shares,
		"What share of new warfarin users had a stroke, compared with new metformin users? any time after starting": shares,
		"Compare the share with a stroke after starting warfarin with that after starting metformin":                shares,
		"Average cost of an inpatient visit compared with an ER visit and an outpatient visit":                      costs,
		"Compare the average cost of inpatient, ER and outpatient visits.":                                          costs,
		"Compare the average amount paid per visit for inpatient, ER and outpatient visits":                         costs,
		"How many prescriptions of warfarin were written in 2009, compared with metformin?": "The number of exposures to warfarin in 2009; " +
			"beside it, the number of exposures to metformin in 2009",
		"Median days from first stroke to death versus pneumonia": "The median number of days from a first ever diagnosis of stroke to death; " +
			"beside it, the median number of days from a first ever diagnosis of pneumonia to death",
		"Among stroke patients, how many took warfarin, how many metformin and how many lisinopril on or after their first stroke?": "The number of " +
			"people with a first ever diagnosis of stroke, by group (had an exposure to warfarin on the day of or after it, had an exposure to " +
			"metformin on the day of or after it, had an exposure to lisinopril on the day of or after it)",
		"Please rank the strokes warfarin, metformin and lisinopril by how many people ever took them.": "",
		"Please rank the drugs warfarin, metformin and lisinopril by how many people ever took them.": "The number of people, by group " +
			"(had an exposure to warfarin, had an exposure to metformin, had an exposure to lisinopril)",
		"How many people took warfarin, metformin or lisinopril, one line per drug?": "The number of people, by group " +
			"(had an exposure to warfarin, had an exposure to metformin, had an exposure to lisinopril)",
		"Is stroke more common in those who also have hypertension than in those who don't?": "the percentage who had a diagnosis of stroke, by " +
			"group (with hypertension, without hypertension)",
		"Among people with asthma, is warfarin use more common in those with stroke than in those without?": "Among people with a diagnosis of " +
			"asthma, the percentage who had an exposure to warfarin, by group (with stroke, without stroke)",
		"In how many patients with stroke do we see warfarin, metformin and lisinopril all prescribed at some point?": "Among people with a " +
			"diagnosis of stroke, the number who had an exposure to warfarin and had an exposure to metformin and had an exposure to lisinopril",

		"What share of patients with pneumonia had a stroke, compared with hypertension?":             "", // of whom, or what?
		"What share of warfarin users had a stroke, compared with metformin and lisinopril users?":    "", // users of both?
		"How many stroke patients took warfarin in 2009, how many metformin and how many lisinopril?": "", // in 2009, too?
		"How many stroke patients took warfarin and how many took metformin in 2009?":                 "",
		"For people with stroke, how many later took warfarin and how many metformin?":                "",
		"In how many patients with stroke were warfarin or metformin all prescribed?":                 "",
		"Is stroke more common in those with hypertension and asthma than in those without?":          "",
		"Compare the mean cost of inpatient and ER visits by sex":                                     "",
		"How many people with stroke whose HbA1c was measured, compared with asthma?": "The number of people with a diagnosis of stroke who had a measurement of HbA1c; " +
			"beside it, the number of people with a diagnosis of asthma who had a measurement of HbA1c",
		"How many stroke patients took warfarin, lisinopril and amlodipine compared with metformin?":              "",
		"How many patients who took warfarin or metformin have stroke, asthma or pneumonia, separately for each?": "",
		"Compare what percentage of patients with stroke and asthma are women": "Among people with a diagnosis of stroke, the percentage who were female; " +
			"beside it, among people with a diagnosis of asthma, the percentage who were female",
		"Of stroke patients, what percent took warfarin, metformin or lisinopril after it, separately for each?": "Among people with a first " +
			"ever diagnosis of stroke, the percentage who had an exposure to warfarin after it",
		"How many patients took metformin and warfarin compared with lisinopril?": "", // which of the two?
		"How many patients took warfarin compared with lisinopril and metformin?": "",
		"How many people older than 80 had a stroke and how many asthma?": "The number of people, by group (had a diagnosis of stroke at age over 80, " +
			"had a diagnosis of asthma at age over 80)",
		"How many people had a stroke and how many asthma, by 10-year age group?": "the number who had a diagnosis of stroke, by 10-year age group",
		"Among stroke patients, how many did not take warfarin and how many metformin?": "The number of people with a diagnosis of stroke, by group " +
			"(had no exposure to warfarin, had no exposure to metformin)",
		"How many people had a stroke within 30 days of a colonoscopy, and how many had pneumonia within 30 days of a colonoscopy?": "The number of " +
			"people with a colonoscopy, by group (had a diagnosis of stroke within 30 days after it, had a diagnosis of pneumonia within 30 days after it)",
		"Rank warfarin and metformin": "",
		"How many people have asthma, and how many of them had an ER visit, in 2009?":         "", // asthma in 2009, too?
		"What share of stroke patients took warfarin in 2009, and what share took metformin?": "",
		"Number of people with asthma and number of people with stroke in 2009":               "",
	})
}

// A further figure may be the first by another statistic, another share of the same people, or the same of others.
func TestAFurtherFigureOfTheSame(t *testing.T) {
	r := reader(t)
	for question, want := range map[string][2]string{
		"Mean length of an inpatient stay, and how long was the longest one?": {"The mean duration in days of inpatient visits",
			"The maximum duration in days of inpatient visits"},
		"Total person-years of observation, and the average per patient?": {"The number of person-years of observation of all people",
			"The mean length of observation in years of all people"},
		"Of people with a stroke, how many went on to get warfarin, and how long did it take (median days)?": {
			"Among people with a first ever diagnosis of stroke, the number who had an exposure to warfarin after it",
			"The median number of days from a first ever diagnosis of stroke to the first exposure to warfarin afterwards"},
		"What share of stroke patients took warfarin, and what share took metformin?": {
			"Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
			"Among people with a diagnosis of stroke, the percentage who had an exposure to metformin"},
		"What is the prevalence of stroke, and what is the prevalence of asthma?": {"The lifetime prevalence of stroke",
			"The lifetime prevalence of asthma"},
		"How long are people followed on average? Mean and median observation time in days": {
			"The summary of the length of observation of all people", ""},
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Errorf("%s: %v, %v", question, err, got.Refusal)
			continue
		}
		also := ""
		for _, o := range got.Others {
			if o.Asked {
				also += o.Question.String()
			}
		}
		if got.Question.String() != want[0] || also != want[1] {
			t.Errorf("%s\nis read as %q, and %q", question, got.Question, also)
		}
	}
}
