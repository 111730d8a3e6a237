package read_test

import "testing"

// A number and a mean may be asked of groups that are named before or behind them.
func TestFiguresOfGroups(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{"Female asthma patients by race: number and median age at first diagnosis",
			"Median age at first diagnosis of asthma of women by race"},
		{"Female warfarin users by state: count and average age at first fill",
			"Average age at first fill of warfarin of women by state"},
		{"Asthma patients by sex: number and mean age at first diagnosis of stroke", ""},
		{"Asthma patients by sex: number of women and mean age at first diagnosis", ""},
		{"Count of users and median age at first exposure, warfarin versus metformin",
			"What is the median age at first exposure to warfarin versus metformin?"},
		{"N and mean age at start - warfarin vs metformin starters",
			"What is the mean age at first exposure to warfarin versus metformin?"},
		{"Number of users and mean age at death, warfarin vs metformin", ""},
		{"Number of women and mean age at first exposure, warfarin vs metformin", ""},
		{"For women: number of users and mean age at first exposure, warfarin vs metformin", ""},
		{"What share of each group's starters had a stroke within 60 days after starting, warfarin vs metformin?",
			"What share of new users of warfarin versus new users of metformin had a stroke within 60 days after starting?"},
		{"How many of each drug's users had asthma, warfarin vs metformin?",
			"How many users of warfarin versus users of metformin had asthma?"},
		{"What percentage of each drug's new users had a stroke within 60 days after starting?", ""},
		{"asthma by race: what percentage of Black and of White women have ever been diagnosed?",
			"What percentage of Black women and of White women had asthma?"},
		{"What percentage of White and of diabetic people had a stroke?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// What is said in brackets of a number says it once more, or the question is refused.
func TestBracketsThatSayTheNumber(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"Top five causes of death in women (count of deaths for each)", "Top five causes of death in women"},
		{"The 3 most common causes of death (number of deaths per row)", "The 3 most common causes of death"},
		{"Ten most common conditions (number of deaths each)", ""},
		{"Sex ratio among asthma patients (women / men)", "Ratio of women to men among asthma patients"},
		{"Male to female ratio in asthma (number of men over number of women)", "Male to female ratio in asthma"},
		{"Female to male ratio among patients with stroke (number of men divided by number of women)", ""},
		{"Female to male ratio in asthma (number of women over 80 divided by number of men)", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// A length in brackets says the one before it more exactly, at both of its ends, and is no bound of its own.
func TestLengthsInBracketsAreNoBounds(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Cumulative incidence of stroke six months (180 days) after the first warfarin exposure":      "The cumulative incidence of stroke among people with a first ever exposure to warfarin at 180 days, with death as competing event",
		"Cumulative incidence of stroke two years after starting warfarin, in percent":                "The cumulative incidence of stroke among people with a first ever exposure to warfarin at 2 years, with death as competing event",
		"Cumulative incidence of stroke one year (90 days) after the first warfarin exposure":         "",
		"How many people had a stroke exactly one year (365 days) after the first warfarin exposure?": "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke exactly 365 days after it",
		"How many people had a stroke one year (365 days) after the first warfarin exposure?":         "",
		"Incidence rate of stroke one year after the first warfarin exposure per 1000 person-years":   "",
	})
}
