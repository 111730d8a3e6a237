package read_test

import "testing"

// The entry into a kept cohort is read wherever a diagnosis is.
func TestAKeptCohortIsAnEventOfItsPeople(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many patients with [cohort@angina] are there?":                         `The number of people with an entry into the cohort "angina"`,
		"How many women with [cohort@angina] died within 1 year?":                   `Among women with a first ever entry into the cohort "angina", the number who died within 1 year after it`,
		"Median age of patients with [cohort@angina]":                               `The median age at a first ever entry into the cohort "angina"`,
		"One-year mortality of patients with [cohort@angina]":                       `The Kaplan-Meier mortality of people with a first ever entry into the cohort "angina" at 1 year`,
		"Among patients with [cohort@statin-users], what percentage are women?":     `Among people with an entry into the cohort "statin-users", the percentage who were female`,
		"Describe patients with [cohort@angina]":                                    `The characteristics of people with an entry into the cohort "angina"`,
		"How many patients had an inpatient visit within 30 days after [cohort@a]?": `Among people with a first ever entry into the cohort "a", the number who had an inpatient visit within 30 days after it`,
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Refusal != nil {
			t.Errorf("%s: %s", question, got.Refusal.Why)
			continue
		}
		if s := got.Question.String(); s != want {
			t.Errorf("%s: %s", question, s)
		}
	}
}
