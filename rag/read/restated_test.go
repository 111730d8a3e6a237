package read_test

import "testing"

// What says the question again says nothing new; what says more, or something else, is not passed over.
func TestWhatIsSaidAgainMeansTheSame(t *testing.T) {
	r := reader(t)
	const starters = "Number of new warfarin users in 2009"
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{starters + ", i.e. people whose very first warfarin fill was in that year", starters},
		{starters + " - people whose first warfarin fill was in 2009.", starters},
		{"How many new stroke cases were there in 2009, i.e. people whose first stroke diagnosis was in that year?",
			"How many new stroke cases were there in 2009?"},
		{"How many new stroke cases were there in 2009, i.e. people with a stroke diagnosis in that year?", ""},
		{starters + ", i.e. people whose first warfarin fill was in 2008", ""},
		{starters + ", i.e. women whose first warfarin fill was in that year", ""},
		{starters + ", i.e. people whose first lisinopril fill was in that year", ""},
		{starters + ", i.e. people with a warfarin fill in that year", ""},
		{"Number of patients with stroke by sex, i.e. stroke patients by age group", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}
