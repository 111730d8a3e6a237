package read_test

import "testing"

// A value beyond either of two limits is read wherever a value can stand; where a record is chosen first, it is that
// one that lies beyond either.
func TestAValueMayLieBeyondEitherLimit(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many people had an HbA1c below 5 or above 9?": "Among all people, the number who had a measurement of " +
			"HbA1c below 5 or measurement of HbA1c above 9",
		"Patients with HbA1c < 5 or > 9": "The number of people with a measurement of HbA1c below 5 or measurement of " +
			"HbA1c above 9",
		"Share of stroke patients with HbA1c < 5 or > 9 %": "Among people with a diagnosis of stroke, the percentage " +
			"who had a measurement of HbA1c below 5 percent or measurement of HbA1c above 9 percent",
		"Patients whose last HbA1c was below 5 or above 9": "The number of people who had a last measurement of HbA1c " +
			"below 5 or had a last measurement of HbA1c above 9 (at any date)",
		"Patients whose last HbA1c was below 5 or HbA1c above 9": "The number of people who had a last measurement of " +
			"HbA1c below 5 or had a last measurement of HbA1c above 9 (at any date)",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question == nil {
			t.Errorf("%s\nis refused: %s", question, got.Refusal.Why)
		} else if got.Question.String() != want {
			t.Errorf("%s\nis read as %q", question, got.Question)
		}
	}
	for _, question := range []string{
		"How many people had an HbA1c below 9 or above 5?",             // everybody
		"How many people had an HbA1c below 5 % or above 60 mmol/mol?", // two units
		"How many people had an HbA1c below 5 or above?",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question != nil {
			t.Errorf("%s\nis read as %q", question, got.Question)
		}
	}
}

// What a question names of either drug, of each of a list, and of a total is not taken for something else.
func TestWhatIsSaidOfAListHoldsForEachOfIt(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had a stroke while taking warfarin or metformin?": "the number who had a diagnosis of stroke " +
			"during a (exposure to warfarin or metformin)",
		"How many patients had a stroke while taking warfarin and metformin?": "",
		"How many patients filled metformin while taking warfarin?": "The number of people with an exposure to metformin " +
			"within the dates of an exposure to warfarin",
		"How many patients took metformin while on warfarin?": "the number who had an exposure to metformin " +
			"at the same time as an exposure to warfarin",
		"Of hypertension patients, how many started warfarin or metformin as their first statin?": "Among people with a " +
			"diagnosis of hypertension, the number who had a " +
			"first ever exposure to warfarin for which the person had no exposure to statin other than warfarin before the " +
			"day of the record or had a first ever exposure to metformin for which the person had no exposure to statin " +
			"other than metformin before the day of the record",
		"What is the median cumulative duration of warfarin?": "",
		"Total days supply of warfarin on average":            "",
		"Which drugs were started in the 14 days before a stroke?": "The 10 most common drugs first recorded for the person in the 14 days before " +
			"a diagnosis of stroke",
		"How much did patients pay for warfarin in 2009 on average?": "The mean total out-of-pocket cost of exposures to warfarin in 2009 per person with any",
	})
}

// A number that a hyphen ties to a word counts nothing, and nothing comes before the first of its kind.
func TestWhatIsNoNumberAndNoTime(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people took 23-warfarin?":                                     "",
		"What share of people with hypertension had it before the stroke?":      "",
		"What percentage of people with a first stroke had a stroke before it?": "",
	})
}
