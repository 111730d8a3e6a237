package read_test

import "testing"

// A time, an age or a visit behind the last of several clauses is of all that have none: 290 people with diabetes were
// hospitalised or died in 2010, and 629 were hospitalised at any time or died then. What people have stays at any time.
func TestWhatStandsBehindTheLastClauseIsOfAll(t *testing.T) {
	r := reader(t)
	for _, tc := range []struct {
		question, said, other string
	}{
		{"How many patients with hypertension were hospitalised or died in 2010?",
			"Among people with a diagnosis of hypertension, the number who had an inpatient visit in 2010 or died in 2010",
			"the last only"},
		{"How many patients had a stroke or took warfarin after age 75?",
			"Among all people, the number who had a diagnosis of stroke at age over 75 or had an exposure to warfarin " +
				"at age over 75", "the last only"},
		{"How many patients had pneumonia or received warfarin during an emergency visit?",
			"Among all people, the number who had a diagnosis of pneumonia at an emergency room visit or had an " +
				"exposure to warfarin within the dates of an emergency room visit", "the last only"},
		{"How many patients were diagnosed with stroke, took warfarin and had an HbA1c measured in 2009?",
			"Among all people, the number who had a diagnosis of stroke in 2009 and had an exposure to warfarin in 2009 " +
				"and had a measurement of HbA1c in 2009", "the last only"},
		{"How many patients had hypertension and filled warfarin in 2009?",
			"Among all people, the number who had a diagnosis of hypertension and (had an exposure to warfarin in 2009)",
			"each of them"},
		{"How many patients had a stroke in 2008 or took warfarin in 2009?",
			"Among all people, the number who had a diagnosis of stroke in 2008 or had an exposure to warfarin in 2009", ""},
		{"Among all people, the number who had a diagnosis of stroke or (had an exposure to warfarin in 2009)",
			"Among all people, the number who had a diagnosis of stroke or (had an exposure to warfarin in 2009)", ""},
	} {
		got, err := r.Read(t.Context(), tc.question)
		if err != nil {
			t.Fatal(err)
		}
		if said := sentenceOf(got.Question); said != tc.said {
			t.Errorf("%s\n is read as %s\n and not as %s", tc.question, said, tc.said)
		}
		other := ""
		for _, o := range got.Others {
			other += o.What
		}
		want := ""
		if tc.other != "" {
			want = "The time, age or place that stands last is said of " + tc.other
		}
		if other != want {
			t.Errorf("%s has beside it %q, not %q", tc.question, other, want)
		}
	}
}

// "Both" and "either" say which members of a list with "and" and "or" belong together; what was done with a thing says
// which of two it is.
func TestListsWithAndAndOr(t *testing.T) {
	sayBack(t, [][2]string{
		{"How many patients took both warfarin or atorvastatin and metformin or lisinopril in 2009?",
			"Among all people, the number who had an exposure to warfarin or atorvastatin in 2009 and had an exposure to " +
				"metformin or lisinopril in 2009"},
		{"How many patients took either warfarin or atorvastatin, and either metformin or lisinopril?",
			"Among all people, the number who had an exposure to warfarin or atorvastatin and had an exposure to metformin or " +
				"lisinopril"},
		{"How many patients took either warfarin or atorvastatin and metformin?", ""},
		{"How many patients took both warfarin and atorvastatin or metformin?",
			"Among all people, the number who had an exposure to warfarin and had an exposure to atorvastatin or metformin"},
		{"How many patients had neither at least two outpatient visits nor any inpatient visit in 2009?",
			"Among all people, the number who not (had at least 2 outpatient visits in 2009 or had an inpatient visit in 2009)"},
		{"How many patients died within a year of their last HbA1c measurement, which was above 8?", ""},
	})
}

// A time counted from something else that stands behind the last alternative need not be said of what people are or
// take.
func TestWhatPeopleTakeBesideATimeIsRefused(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people were on warfarin or had pneumonia within 90 days after a stroke?":                        "",
		"How many people were either on warfarin or had pneumonia within 90 days after a stroke?":                 "",
		"How many people were women or had pneumonia within 90 days after a stroke?":                              "",
		"What percentage of people with asthma were taking warfarin or had pneumonia within 90 days of a stroke?": "",
		"Of people with a stroke, how many were on warfarin or had pneumonia within 90 days?":                     "",
		"How many people took warfarin or had pneumonia within 90 days after a stroke?":                           "Among people with any one diagnosis of stroke, the number who (had an exposure to warfarin within 90 days after it) or (had a diagnosis of pneumonia within 90 days after it)",
		"How many people were on warfarin or metformin within 90 days after a stroke?":                            "Among people with any one diagnosis of stroke, the number who had an exposure to warfarin or metformin within 90 days after it",
		"How many people were on warfarin and had pneumonia within 90 days after a stroke?":                       "Among people with any one diagnosis of stroke, the number who had an exposure to warfarin and had a diagnosis of pneumonia within 90 days after it",
		"How many people were on warfarin or had pneumonia in 2009?":                                              "the number who had an exposure to warfarin in 2009 or had a diagnosis of pneumonia in 2009",
	})
}
