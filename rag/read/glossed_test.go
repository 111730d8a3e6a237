package read_test

import "testing"

// A predicate that is explained is what explains it; nothing that was said beside it is dropped.
func TestPredicatesAreWhatExplainsThem(t *testing.T) {
	r := reader(t)
	const after = "had their first metformin fill after their first warfarin fill"
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{"How many warfarin users later switched to metformin, i.e. " + after + "?", "How many warfarin users " + after + "?"},
		{"How many warfarin users subsequently moved to metformin, that is, " + after + "?", "How many warfarin users " + after + "?"},
		{"Among warfarin users, how many switched to metformin, meaning they " + after + "?", "Among warfarin users, how many " + after + "?"},
		{"What percentage of women with stroke were well controlled, i.e. had a last HbA1c below 7?", "What percentage of women with stroke had a last HbA1c below 7?"},
		{"How many warfarin users had asthma and later switched to metformin, i.e. " + after + "?", ""},
		{"How many warfarin users died or switched to metformin, i.e. " + after + "?", ""},
		{"How many warfarin users switched to metformin within 90 days, i.e. " + after + "?", ""},
		{"How many stroke patients were well controlled in 2010, i.e. had a last HbA1c below 7?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}
