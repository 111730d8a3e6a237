package read_test

import "testing"

func TestANumberOfRecordsMayBeOfASecondTimeToo(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had three ER visits in 2008 and none in 2009?": "the number who had at " +
			"least 3 emergency room visits in 2008 and had no emergency room visit in 2009",
		"How many patients had at least one stroke in 2008 and two or more in 2009?": "the number who had a " +
			"diagnosis of stroke in 2008 and had at least 2 diagnoses of stroke in 2009",
		"How many patients were hospitalised in 2008 or 2009 but not in 2010?": "the number who had " +
			"an inpatient visit between 2008 and 2009 and had no inpatient visit in 2010",
		"How many patients had three ER visits in 2008 and none in 2008?":                "", // the same time
		"How many patients had a stroke in 2008 and two in 2009?":                        "", // two of what?
		"How many patients had one stroke in 2008 and two or more in 2009?":              "", // just one?
		"How many patients had at least three ER visits in 2008 or at most one in 2009?": "",
	})
}

func TestWithoutEverHavingBeen(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients died in 2010 without ever having been hospitalised?": "the number who " +
			"died in 2010 and had no inpatient visit",
		"How many patients died in 2010 without being readmitted to the moon?": "",
	})
}

func TestTwiceIsExactlyTwiceAndADoseIsNoNumberOfRecords(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients were diagnosed with pneumonia twice in 2009?": "the number who had " +
			"exactly 2 diagnoses of pneumonia in 2009",
		"How many patients were hospitalised twice for asthma in 2009?": "the number who had " +
			"exactly 2 inpatient visits in 2009 with a diagnosis of asthma",
		"How many patients were hospitalised at least twice for asthma in 2009?": "the number who " +
			"had at least 2 inpatient visits in 2009 with a diagnosis of asthma",
		"How many patients took metformin twice daily?":          "",
		"How many patients took metformin 3 times a day?":        "",
		"How many patients took metformin three times per week?": "",
	})
}

func TestANumberWithoutAtLeastOrExactlyTellsTheOther(t *testing.T) {
	for question, want := range map[string]string{
		"How many patients had two diagnoses of stroke in 2009?":          "Exactly so many, not more",
		"How many patients had a stroke twice in 2009?":                   "So many or more",
		"How many patients had at least two diagnoses of stroke in 2009?": "",
		"How many patients had exactly two diagnoses of stroke in 2009?":  "",
	} {
		for _, what := range []string{"Exactly so many, not more", "So many or more"} {
			if got := tells(t, question, what); got != (what == want) {
				t.Errorf("%s: %q told %t", question, what, got)
			}
		}
	}
}
