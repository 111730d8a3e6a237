package read_test

import "testing"

// A topic before a colon says what the question is about, by the same names, in abstract words, or by an age or an
// order that the question says, too.
func TestTopicsThatTheQuestionHolds(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Safety signal check: number of persons with a stroke within 90 days after their first warfarin exposure.",
			"Number of persons with a stroke within 90 days after their first warfarin exposure."},
		{"Hepatotoxicity: number of persons with an HbA1c above 9 percent after their first statin exposure.",
			"Number of persons with an HbA1c above 9 percent after their first statin exposure."},
		{"Antivirals: persons with herpes zoster exposed to metformin, counting each person once.",
			"Number of persons with herpes zoster exposed to metformin"},
		{"Off-label question: how many women were exposed to alendronate?", "How many women were exposed to alendronate?"},
		{"Seasonality: number of pneumonia diagnoses in 2009, by month.", "Number of pneumonia diagnoses in 2009, by month."},
		{"Warfarin withdrawal: number of warfarin prescriptions in each calendar year.",
			"Number of warfarin prescriptions in each calendar year."},
		{"Stroke after warfarin: number of persons with a stroke within 30 days after their first warfarin exposure.",
			"Number of persons with a stroke within 30 days after their first warfarin exposure."},
		{"Stroke after warfarin: what percentage of warfarin users had a stroke within 30 days of their first exposure?",
			"What percentage of warfarin users had a stroke within 30 days of their first exposure?"},
		{"Warfarin in the elderly: number of persons aged 75 or older at first warfarin exposure.",
			"Number of persons aged 75 or older at first warfarin exposure."},
		{"Warfarin in children: number of persons under 16 at first warfarin exposure.",
			"Number of persons under 16 at first warfarin exposure."},
		{"Fatal outcomes: number of persons who died within 90 days after their first warfarin exposure.",
			"Number of persons who died within 90 days after their first warfarin exposure."},
		{"Adverse drug reactions: number of persons with pneumonia within 14 days after their first lisinopril exposure.",
			"Number of persons with pneumonia within 14 days after their first lisinopril exposure."},
		{"Major bleeding, i.e. a gastrointestinal hemorrhage within 30 days after a first exposure to warfarin: number of " +
			"persons.", "Number of persons with a gastrointestinal hemorrhage within 30 days after a first exposure to " +
			"warfarin"},
		{"Serious bleeding: number of persons with a gastrointestinal hemorrhage after their first warfarin exposure.",
			"Number of persons with a gastrointestinal hemorrhage after their first warfarin exposure."},
		{"Drug-associated stroke: number of persons with a stroke after their first warfarin exposure.",
			"Number of persons with a stroke after their first warfarin exposure."},
		{"Concomitant use: number of persons with an exposure to warfarin overlapping an exposure to metformin.",
			"Number of persons with an exposure to warfarin overlapping an exposure to metformin."},
	} {
		readsAs(t, r, one[0], one[1])
	}
}

// What might choose people, a time or a kind of record is not passed over: it is said, or the question is refused.
func TestTopicsThatMayChoose(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Nonagenarians: number of persons exposed to warfarin.", "Number of nonagenarians exposed to warfarin."},
		{"2009: number of persons exposed to warfarin.", "Number of persons exposed to warfarin in 2009."},
		{"Women: number of persons exposed to warfarin.", "Number of women with an exposure to warfarin"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Veterans: number of persons with a stroke after their first warfarin exposure.",
		"Pregnancy exposure: number of persons exposed to warfarin.",
		"Long-term anticoagulation: number of persons exposed to warfarin.",
		"Chronic warfarin use: number of persons exposed to warfarin.",
		"Hospital use: number of persons exposed to warfarin.",
		"Winter: number of persons exposed to warfarin.",
		"High-dose statins: number of persons exposed to a statin.",
		"Antivirals: number of persons with herpes zoster.",
		"Seasonality: number of persons exposed to warfarin.",
		"Concomitant use: number of persons exposed to warfarin and metformin.",
		"Warfarin in the elderly: number of persons aged 20 or older at first warfarin exposure.",
		"Warfarin toxicity: number of persons exposed to warfarin.",
		"Drug-induced stroke: number of persons with a stroke.",
		"Preventable stroke: number of persons with a stroke.",
		"Thrombotic stroke: number of persons with a stroke after their first warfarin exposure.",
		"Stroke after warfarin: number of persons with a stroke before their first warfarin exposure.",
		"Early bleeding in 2009, i.e. a gastrointestinal hemorrhage within 30 days after a first exposure to warfarin: " +
			"number of persons.",
		"Bleeding in smokers, i.e. a gastrointestinal hemorrhage within 30 days after a first exposure to warfarin: " +
			"number of persons.",
	} {
		readsAs(t, r, question, "")
	}
}

// Those who had something in a time after what tells the others are a share of these.
func TestSharesOfThoseFromWhomATimeIsCounted(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Number of persons with pneumonia after their first warfarin exposure, as a percentage of all warfarin users.",
			"What percentage of warfarin users had pneumonia after their first warfarin exposure?"},
		{"Persons with a stroke within 30 days of their first statin exposure, as a percentage of all statin users.",
			"What percentage of statin users had a stroke within 30 days of their first statin exposure?"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	saysBack(t, r, map[string]string{
		"Women with pneumonia after their first lisinopril exposure, as a percentage of all lisinopril users.": "Among " +
			"people with a first ever exposure to lisinopril, the percentage who were female and had a diagnosis of pneumonia after it",
	})
	for _, question := range []string{
		"Persons with pneumonia after their first warfarin exposure, as a percentage of all statin users.",
		"Persons with pneumonia after their first warfarin exposure in 2009, as a percentage of all warfarin users.",
		"Persons with stroke and asthma treated with warfarin within 30 days of diagnosis, as a percentage of all persons " +
			"with asthma.",
	} {
		readsAs(t, r, question, "")
	}
}
