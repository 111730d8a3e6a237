package read_test

import "testing"

// A time behind a first diagnosis is when that was. What adds up over a time is of that time, too.
func TestATimeBehindAFirstDiagnosis(t *testing.T) {
	const stroke = " of people with a first ever diagnosis of stroke in 2009"
	saysBack(t, reader(t), map[string]string{
		"What is the mean HbA1c of people with newly diagnosed asthma in 2010?":    "The mean HbA1c of people who had a first ever diagnosis of asthma in 2010",
		"What is the mean HbA1c of new metformin users in 2009?":                   "The mean HbA1c of people who had a first ever exposure to metformin in 2009",
		"Median last HbA1c of people with a first stroke in 2009":                  "The median last HbA1c of people who had a first ever diagnosis of stroke in 2009",
		"How many emergency visits per person with a first stroke in 2009?":        "The mean number of emergency room visits in 2009 per person" + stroke,
		"Hospital stays per person with a new stroke in 2009":                      "The mean number of inpatient visits in 2009 per person" + stroke,
		"Prescriptions per new metformin user in 2009":                             "The mean number of exposures to metformin in 2009 per person of people with a first ever exposure to metformin in 2009",
		"Top 10 drugs of people with a first stroke in 2009":                       "The 10 most common drugs" + stroke,
		"Mean HbA1c in 2010 of people with newly diagnosed asthma in 2009":         "The mean HbA1c in 2010 of people who had a first ever diagnosis of asthma in 2009",
		"Mean HbA1c of people with asthma in 2010":                                 "The mean HbA1c in 2010 of people who had a diagnosis of asthma",
		"In 2009, what was the mean HbA1c of new metformin users?":                 "The mean HbA1c in 2009 of people who had a first ever exposure to metformin",
		"How many emergency visits per person over 70 with asthma in 2009?":        "The mean number of emergency room visits in 2009 per person of people aged over 70 in 2009 with a first ever diagnosis of asthma",
		"How many emergency visits per person over 70 with a first stroke in 2009": "The mean number of emergency room visits in 2009 per person" + stroke + " at age over 70",
	})
	for question, what := range map[string]string{
		"What is the mean HbA1c of new metformin users in 2009?":            "In the same time as the people, not at any time",
		"How many emergency visits per person with a first stroke in 2009?": "At any time, not only in that of the people",
	} {
		if !tells(t, question, what) {
			t.Errorf("%s: %q is not told", question, what)
		}
	}
}
