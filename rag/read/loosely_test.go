package read_test

import "testing"

// Asked loosely and then exactly, a question is the exact one, where that holds all that the loose one names and asks
// for the same kind of thing.
func TestALooseQuestionIsSaidByTheExactOneBehindIt(t *testing.T) {
	r := reader(t)
	const era = "Median duration in days of the first warfarin drug era"
	const shares = "What percentage of people had a stroke, by sex?"
	for _, tc := range []struct{ question, same string }{ // same is empty where it must be refused
		{"How long do people stay on warfarin? " + era + ".", era},
		{"How long do women stay on warfarin? " + era + ".", ""},
		{"How often do people take warfarin? " + era + ".", ""},
		{"How many people take warfarin? " + era + ".", ""},
		{"How long do people stay on lisinopril? " + era + ".", ""},
		{"How long did people stay on warfarin in 2009? " + era + ".", ""},
		{"Do women have more strokes than men? " + shares, shares},
		{"Do women have more strokes than men? What percentage of people had a stroke?", ""},
		{"Do people with asthma have more strokes than people without? " + shares, ""},
		{"How common is stroke in 2009? Number of patients with stroke in 2009",
			"Number of patients with stroke in 2009"},
		{"How long are people usually on warfarin? Median duration of a treatment era in days.",
			"Median duration in days of warfarin eras"},
		{"How long do people stay on warfarin? Median duration in days of the first continuous treatment period (drug era).", era},
		{"How common is stroke? Number of patients by sex.", "Number of patients with stroke by sex"},
		{"How long are women on warfarin? Median duration of a treatment era in days.", ""},
		{"How many women take warfarin? Median age.", ""},
		{"How many patients take warfarin? How many women take warfarin?", ""},
		{"How many patients take warfarin? How many women?", ""},
		{"How often is warfarin taken after a stroke? Number of patients.", ""},
		{"How common is stroke without asthma? Number of patients with stroke", ""},
	} {
		readsAs(t, r, tc.question, tc.same)
	}
}
