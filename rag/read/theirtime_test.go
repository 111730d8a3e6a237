package read_test

import "testing"

// What has no time of its own beside people who are told by one has two readings; of the very records that tell of the
// people, those of that time are meant.
func TestWhatHasNoTimeBesidePeopleOfAYear(t *testing.T) {
	const (
		inTheirs = "In the same time as the people, not at any time"
		atAny    = "At any time, not only in that of the people"
		denied   = "What they did not have is of the same time, not of any"
	)
	r := reader(t)
	for _, c := range []struct{ question, read, other string }{
		{"What percentage of people with hypertension in 2009 took metformin?",
			"Among people with a diagnosis of hypertension in 2009, the percentage who had an exposure to metformin", inTheirs},
		{"What were the 5 most common drugs of patients hospitalised in 2009?",
			"The 5 most common drugs of people with an inpatient visit in 2009", inTheirs},
		{"What was the mean HbA1c of people who had an HbA1c measured in 2009?",
			"The mean HbA1c in 2009 of people who had a measurement of HbA1c in 2009", atAny},
		{"How many inpatient stays did patients with at least one stay in 2009 have?",
			"The number of inpatient visits in 2009 among people who had an inpatient visit in 2009", atAny},
		{"What is the mean number of hospital stays at any time of patients hospitalised in 2009?",
			"The mean number of inpatient visits per person of people with the first such inpatient visit in 2009", inTheirs},
		{"Hospital stays per 1,000 people under observation in 2009",
			"The number of inpatient visits in 2009 per 1000 people with the first such observation period that covers a day in 2009", atAny},
		// its own sentence says what it says
		{"The number of inpatient visits among people who had an inpatient visit in 2009",
			"The number of inpatient visits among people who had an inpatient visit in 2009", inTheirs},
		{"Number of prescriptions of women aged 65 and over in 2009",
			"The number of prescriptions in 2009 among women aged 65 or older in 2009", atAny},
		{"Mean HbA1c of patients without stroke in 2009",
			"The mean HbA1c in 2009 of people who had no diagnosis of stroke", atAny},
		{"Mean HbA1c of patients not on warfarin in 2009",
			"The mean HbA1c in 2009 of people who had no exposure to warfarin in 2009", atAny},
		{"What percentage of people with hypertension in 2009 took metformin in 2010?",
			"Among people with a diagnosis of hypertension in 2009, the percentage who had an exposure to metformin in 2010", ""},
		{"How many patients had an emergency room visit in 2009 but no inpatient visit?",
			"Among all people, the number who had an emergency room visit in 2009 and had no inpatient visit", denied},
		{"How many patients had an emergency room visit in 2009 but no inpatient visit in 2010?",
			"Among all people, the number who had an emergency room visit in 2009 and had no inpatient visit in 2010", ""},
		{"How many patients newly diagnosed with stroke in 2009 took warfarin?",
			"Among people with a first ever diagnosis of stroke in 2009, the number who had an exposure to warfarin", ""},
	} {
		got, err := r.Read(t.Context(), c.question)
		if err != nil || got.Question == nil {
			t.Fatal(c.question, err, got.Refusal)
		}
		if is := got.Question.String(); is != c.read {
			t.Errorf("%s\n is read as %s\n and not as %s", c.question, is, c.read)
		}
		other := ""
		for _, o := range got.Others {
			if o.What == inTheirs || o.What == atAny || o.What == denied {
				other = o.What
			}
		}
		if other != c.other {
			t.Errorf("%s: the other reading is %q, not %q", c.question, other, c.other)
		}
	}
}
