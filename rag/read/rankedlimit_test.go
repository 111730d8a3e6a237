package read_test

import "testing"

// What is listed may be limited by the number of its people or records; "people with X" behind the number are whom it
// is of, which is another question.
func TestListsAreLimitedByTheirNumbers(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"Which conditions affect at least 100 people?":                 "The conditions with at least 100 people",
		"List the drugs taken by more than 300 people.":                "The drugs with at least 301 people",
		"Conditions with at least 800 patients":                        "The conditions with at least 800 people",
		"Which conditions were recorded more than 2000 times in 2009?": "The conditions in 2009 with at least 2001 records",
		"Which states have more than 100 patients with hypertension?":  "The states with at least 101 people with a diagnosis of hypertension",
		"Which drugs were started by at least 150 people in 2009?":     "The drugs first recorded for the person in 2009 with at least 150 people",
		"Which drugs were started in at least 150 people?":             "The drugs first recorded for the person with at least 150 people",
		"Which conditions were newly diagnosed in at least 50 people?": "The conditions first recorded for the person with at least 50 people",
		"Which drugs are taken by at most 300 people?":                 "",
		"Top 5 procedures performed in at least 50 patients":           "",
		"Which drugs were taken by more than 300 people with asthma?":  "",
		"How many conditions were diagnosed in at least 50 patients?":  "",
	} {
		readBack(t, r, question, want)
	}
}
