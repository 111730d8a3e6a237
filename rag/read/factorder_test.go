package read_test

import "testing"

// What is said of two events and of the day itself confirms the question, settles what it leaves open, or is refused.
func TestRemarksOnTheOrderOfTwoEvents(t *testing.T) {
	r := reader(t)
	const (
		within   = "How many patients with hypertension took warfarin within 30 days of diagnosis?"
		fromNext = "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself?"
		after    = "How many patients with hypertension took warfarin after it?"
		onOr     = "How many patients with hypertension took warfarin on or after diagnosis?"
		days     = "Median days from first stroke to first warfarin"
		daysOn   = "Median days from first stroke to first warfarin (not on the same day)"
		fracture = "How many people with osteoporosis had a hip fracture after it?"
	)
	for core, remarks := range map[string]map[string]string{
		"How many patients with hypertension took warfarin within 30 days of diagnosis": {
			" (same day doesn't count)?":                                                   fromNext,
			" (not the same day)?":                                                         fromNext,
			"? Those who got both on the same day are to be left out.":                     fromNext,
			"? A warfarin record on the day of the diagnosis is not counted":               fromNext,
			", leaving out those whose warfarin came on the same day as the hypertension?": fromNext,
			" (the day of that first record included)?":                                    within,
			", day zero counted?":                                                          within,
			" (same-day prescriptions are fine)?":                                          within,
			" (the warfarin on or after the diagnosis)?":                                   within,
			" (the warfarin before the hypertension)?":                                     "",
			" (the order does not matter)?":                                                "",
			" (stroke and warfarin on the same day do not count)?":                         "",
			" (on the same day in 2009 does not count)?":                                   "",
		},
		"How many patients with hypertension took warfarin after it": {
			" (same day counts)?":                                  onOr,
			" (whose first stroke came later)?":                    "",
			", the warfarin being dated after the hypertension?":   after,
			" (the hypertension strictly before the warfarin)?":    after,
			" (hypertension before the stroke)?":                   "",
			"? Only those whose warfarin came no earlier than it.": onOr,
		},
		"How many patients with hypertension took warfarin 31 to 90 days after it": {
			" (same day counts)?":        "",
			" (same day does not count)": "How many patients with hypertension took warfarin 31 to 90 days after it",
		},
		"Median days from first stroke to first warfarin": {
			", only those where the warfarin came later than the stroke": daysOn,
			". Only people whose warfarin followed the stroke.":          daysOn,
			" (provided that the stroke preceded the warfarin)":          daysOn,
			", where the first warfarin is on or after the first stroke": days,
			". Warfarin before the stroke is ignored.":                   "",
			" (those who had both on the same day are excluded)":         daysOn,
			", only those where the warfarin came before the stroke":     "",
		},
		"People with both osteoporosis and a hip fracture": {
			", where the fracture came after the osteoporosis":       fracture,
			" (the osteoporosis first)":                              "How many people with a hip fracture had osteoporosis before it?",
			" (the fracture later)":                                  fracture,
			", in whichever order":                                   "People with both osteoporosis and a hip fracture",
			". It does not matter which of the two came first.":      "People with both osteoporosis and a hip fracture",
			". The order in which they were recorded is irrelevant.": "People with both osteoporosis and a hip fracture",
			" (same day does not count)":                             "",
			", not on the same day":                                  "",
			", where the stroke came after the osteoporosis":         "",
		},
		"How many patients with hypertension took warfarin within 30 days of diagnosis and had a stroke within a year of it": {
			" (after it)?": "",
			" (the warfarin after the hypertension)?": "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself, and had a stroke within a year of it?",
		},
		"How many people who died had an inpatient visit in the 30 days before death": {
			" (up to and including the day of death)?": "How many people who died had an inpatient visit in the 30 days up to and including the day of death?",
			" (the day of death not counted)?":         "How many people who died had an inpatient visit in the 30 days before death?",
		},
	} {
		for remark, same := range remarks {
			readsAs(t, r, core+remark, same)
		}
	}
}

// A definition of what the question names says the same again, or it is refused.
func TestRemarksThatDefineWhatIsNamed(t *testing.T) {
	r := reader(t)
	for core, remarks := range map[string]map[string]string{
		"How many people started warfarin in 2009": {
			"? A new user is someone whose first-ever warfarin record falls in the year concerned.": core0,
			"? New = never had one before in the data.":                                             core0,
			" (people who had never taken it before)?":                                              core0,
			"? Starters are those with no prior warfarin record.":                                   core0,
			", counting only those whose first ever record falls then?":                             core0,
			"? A new user is someone who never had metformin before.":                               "",
			"? A new user is someone whose last warfarin record falls in that year.":                "",
			"? New means they took it before.":                                                      "",
		},
		"Mean length of stay of inpatient visits": {
			". Length is the end date less the start date.":              "Mean length of stay of inpatient visits",
			" (end minus start, days)":                                   "Mean length of stay of inpatient visits",
			", counted from admission to discharge":                      "Mean length of stay of inpatient visits",
			": the difference between admission date and discharge date": "Mean length of stay of inpatient visits",
			" (start minus end)":                                         "",
		},
		"What is the mortality rate per 1,000 person-years": {
			"? Take person-years as the summed length of the observation periods in days, divided by 365.25.": "What is the mortality rate per 1,000 person-years?",
			" (365.25 days to the year)?": "What is the mortality rate per 1,000 person-years?",
			" (365 days to the year)?":    "",
			" (end minus start)?":         "",
		},
		"What is the incidence rate of stroke per 1,000 person-years": {
			", where each person is followed from the start of the observation period to the first stroke or, failing that, " +
				"the end of it?": "What is the incidence rate of stroke per 1,000 person-years?",
			", with time at risk running from the start of observation to the first diagnosis or the end of observation, " +
				"whichever is sooner?": "What is the incidence rate of stroke per 1,000 person-years?",
			"? Person-years are the summed length of the observation periods.":                      "",
			", where each person is followed from the start of observation to the first pneumonia?": "",
		},
	} {
		for remark, same := range remarks {
			readsAs(t, r, core+remark, same)
		}
	}
}

const core0 = "How many people started warfarin in 2009?"

// What is said of how many records people have, and of who is not meant.
func TestRemarksOnHowManyRecordsPeopleHave(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"How many people had a stroke at least three times, counting each diagnosis record as one stroke?", "How many people had a stroke at least three times?"},
		{"How many people had a stroke at least three times, counting each metformin record as one stroke?", ""},
		{"How many patients had exactly two inpatient visits, no more and no fewer?", "How many patients had exactly two inpatient visits?"},
		{"How many patients had two inpatient visits, neither more nor less?", "How many patients had exactly two inpatient visits?"},
		{"How many patients had exactly one inpatient visit, and only one?", "How many patients had exactly one inpatient visit?"},
		{"How many patients had at least two inpatient visits, and only one?", ""},
		{"Mean days between the first and second stroke in those who had two or more", "Mean days between the first and second stroke"},
		{"Mean days between the first and second stroke (those w/ at least two)", "Mean days between the first and second stroke"},
		{"Mean days between the first and second stroke (those with at least three)", ""},
		{"Number of women with stroke (men are not wanted here)", "Number of women with stroke"},
		{"Number of women with stroke (women are not wanted here)", ""},
		{"Mean number of stroke records per person. People without any are to be ignored.", "Mean number of stroke records per person with any"},
		{"Mean number of stroke records per person. People without metformin are to be ignored.", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}
