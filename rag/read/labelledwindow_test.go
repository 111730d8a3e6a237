package read_test

import "testing"

// A plan may say in one part how long a time is that another part names, and which record is the index.
func TestTimesThatAPlanDefines(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"For persons starting warfarin, the look-back is 180 days before the first fill. " +
			"What proportion had a stroke within that window?": "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke in the 180 days before it",
		"Index event: first warfarin fill. Follow-up: 90 days. How many starters had a stroke during follow-up?":                                                              "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke within 90 days after it",
		"Index: first metformin fill. Follow-up: 1 year. How many switched to, or added, warfarin during follow-up?":                                                          "Among people with a first ever exposure to metformin, the number who had a first ever exposure to warfarin within 1 year after it",
		"Identify new users of warfarin in 2009, the index date being the first fill in that year. How many are there?":                                                       "The number of people with a first ever exposure to warfarin in 2009",
		"Find new users of warfarin in 2009, the index date being the first fill in that year, and require no warfarin at all in the 365 days before. How many people enter?": "The number of people with the first such exposure to warfarin in 2009 who had no exposure to warfarin in the 365 days before it",
		// which window, and during what
		"Index: first warfarin fill. Follow-up: 90 days. Washout: 365 days. How many had a stroke within that window?": "",
		"Index: first warfarin fill. Follow-up: 90 days. How many starters were women during follow-up?":               "",
	})
}

// Whom to leave out and whom to require may be said in the middle of a sentence, and what is asked may be of those who
// are left.
func TestExclusionsWithinASentence(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"From the population with asthma, exclude everyone with a stroke; then tell me how many of those remaining ever took warfarin.": "Among people with a diagnosis of asthma who had no diagnosis of stroke, the number who had an exposure to warfarin",
		"Among people whose first warfarin fill falls on or after 1 July 2008, exclude anyone with a stroke before that date. " +
			"What is the incidence rate of stroke per 100 person-years, followed from the first fill to the first stroke, death or end of observation?": "The incidence rate of stroke per 100 person-years among people with a first ever exposure to warfarin since 2008-07-01 who had no diagnosis of stroke until 2008-06-30",
		"Require a first COPD diagnosis with at least one year of observation before it. " +
			"Then count those given warfarin within 180 days after the diagnosis, stratified by sex.": "Among people with a first ever diagnosis of COPD after at least 365 days of prior observation, the number who had an exposure to warfarin within 180 days after it, by sex",
		"We define starters of metformin as persons with a first metformin fill on or after 1 July 2008. " +
			"How many are there, and what is their mean age at index?": "The number of people with a first ever exposure to metformin since 2008-07-01",
		"Index date: first warfarin fill. Exclude anyone with a stroke; how many remain?": "", // when?
	})
}

// A numerator is of its denominator, and a share of people whom no event dates is of all of them.
func TestSharesInAPlan(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Denominator: all people with a first stroke in the database. Numerator: those given warfarin in the 30 days after. " +
			"Express as a percentage with one decimal.": "Among people with a first ever diagnosis of stroke, the percentage who had an exposure to warfarin within 30 days after it",
		"Denominator: women with asthma. Numerator: those on metformin. Express it as a percentage.": "Among women with a diagnosis of asthma, the percentage who had an exposure to metformin",
		"Study population: persons aged 65 years or older on 1 January 2010 and under observation on that day. " +
			"Exposure of interest: any warfarin dispensed during 2010. Give the number exposed and the percentage of the population.": "Among people aged 65 or older on 2010-01-01 with an observation period that covers 2010-01-01, the percentage who had an exposure to warfarin in 2010",
		"Cohort: adults with a first recorded stroke in 2009. Outcome: warfarin started within 90 days after the diagnosis. Report the proportion.": "Among people with a first ever diagnosis of stroke in 2009 at age 18 or older, the percentage who had a first ever exposure to warfarin within 90 days after it",
		"Denominator: people with a first stroke. Numerator: those with metformin. Express as a percentage.":                                        "", // before, or after?
	})
}

// Two arms are named, and what is asked is of each.
func TestFiguresOfTwoArms(t *testing.T) {
	two := "The mean age at a first ever exposure to warfarin; beside it, the mean age at a first ever exposure to clopidogrel"
	saysBack(t, reader(t), map[string]string{
		"warfarin vs clopidogrel starters: number of new users and mean age at start in each group":                               two,
		"Comparator groups: new users of warfarin vs new users of clopidogrel. Number of persons in each arm, mean age at index.": two,
		"warfarin vs clopidogrel starters: number of new users in each group":                                                     "The number of people with a first ever exposure to warfarin; beside it, the number of people with a first ever exposure to clopidogrel",
		"Comparison groups: new users of warfarin vs new users of clopidogrel. Number in each group, median age at death.":        "",
	})
}

// Who had it before is out of a rate anyway; of all who had it in a time that is said they are a part.
func TestPrevalentCasesThatAreOut(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Incidence rate of stroke in 2009 per 1,000 person-years. First-ever stroke counts, prevalent cases are out.": "The incidence rate of stroke per 1000 person-years in 2009",
		"Incidence rate of stroke in 2009 per 1,000 person-years. Prevalent cases are excluded.":                      "The incidence rate of stroke per 1000 person-years in 2009",
		"How many people had a stroke in 2009? Prevalent cases are out.":                                              "",
		"Prevalence of stroke in 2009. Prevalent cases are excluded.":                                                 "",
	})
}
