package read_test

import "testing"

// The parts of a plan may be said in sentences, and what is asked may be who is left.
func TestPlansSaidInSentences(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"The index date is the first warfarin fill. Exclude anyone with a stroke before that date and give the remaining number of people.":                                 "The number of people with a first ever exposure to warfarin who had no diagnosis of stroke before or on the day of it",
		"Identify all persons with a first prescription of metformin. Excluding those with heart failure before the index date, how many remain?":                           "The number of people with a first ever exposure to metformin who had no diagnosis of heart failure before or on the day of it",
		"Index date = first clopidogrel fill. Among them, how many had a stroke within 90 days after index?":                                                                "Among people with a first ever exposure to clopidogrel, the number who had a diagnosis of stroke within 90 days after it",
		"Index = first metformin fill; exclude persons with less than 180 days of prior observation; outcome = heart failure within 1 year after index. Number of cases?":   "Among people with a first ever exposure to metformin who were observed for at least 180 days before it, the number who had a diagnosis of heart failure within 1 year after it",
		"Index event: first stroke. Covariate: metformin at any time in the 365 days before index; state the number and percentage exposed.":                                "Among people with a first ever diagnosis of stroke, the percentage who had an exposure to metformin in the 365 days before it",
		"New users of warfarin are defined as people with a first warfarin fill in 2009. How many new users are there?":                                                     "The number of people with a first ever exposure to warfarin in 2009",
		"Index date: first diagnosis of heart failure. Outcome: stroke within 1 year. Report the number of persons with the outcome and the number at index.":               "Among people with a first ever diagnosis of heart failure, the percentage who had a diagnosis of stroke within 1 year after it",
		"Exclude persons with asthma; among the remaining persons with COPD, count those who ever took metformin.":                                                          "Among people with a diagnosis of COPD who had no diagnosis of asthma, the number who had an exposure to metformin",
		"Comparator cohort: first fill of metformin with no previous warfarin, clopidogrel or insulin glargine. Number of persons by year of index.":                        "The number of people with a first ever exposure to metformin who had no exposure to warfarin, clopidogrel or insulin glargine before the day of it, by year",
		"Index: first warfarin fill; inclusion requires a stroke on or before index. Number of included persons and their median age.":                                      "The number of people with a first ever exposure to warfarin who had a diagnosis of stroke before or on the day of it",
		"Attrition: all persons with a stroke; of these, those aged 60 or older at first diagnosis; of these, those with no warfarin before diagnosis. One count per step.": "The attrition of people with a first ever diagnosis of stroke at age 60 or older who had no exposure to warfarin before the day of it",
	})
}

// A sentence that says another thing is no part of the plan, and those who are asked about are not all of its people.
func TestSentencesThatAreNoPartOfAPlan(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"The index date is the first warfarin fill. Exclude anyone with asthma. How many remain?":                                       "", // before, or ever?
		"The index date is the first warfarin fill. Exclude anyone with a stroke before index. How many of the remaining smokers died?": "",
		"The index date is the first warfarin fill. Exclude anyone with a stroke before index. How many women remain?":                  "",
		"The index date is the first warfarin fill. Only weekends count. How many had a stroke within 90 days after index?":             "",
		"Attrition: all persons with a stroke; those aged 60 or older at first diagnosis; metformin. One count per step.":               "",
		"Index date: first stroke. Covariate: metformin; report the percentage exposed.":                                                "", // when?
		"Index date: first warfarin fill. Outcome: stroke within 90 days. Report the one-year risk.":                                    "",
	})
}

// Words that say of whom a figure is are no figure, whatever time they name; and an observation before a record that
// lies before the index is refused.
func TestWhomAFigureIsOfIsNoFigure(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"For new users of metformin (no exposure in the previous 180 days, with at least 180 days of prior observation), what percentage had a stroke within 30 days?": "Among people with a first ever exposure to metformin who had no exposure to metformin in the 180 days before it and were observed for at least 180 days before it, the percentage who had a diagnosis of stroke within 30 days after it",
		"Look-back of one year: of persons with a first warfarin fill in 2009, how many had a stroke in the 365 days before index?":                                    "",
	})
}

// Whom a plan leaves out for want of something, where its index stands behind a colon, and what came most often.
func TestPlansThatNeedSomethingOfTheirPeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Cohort entry: first warfarin fill. Exclude patients without a stroke on or before index; how many remain?":                                  "The number of people with a first ever exposure to warfarin who had a diagnosis of stroke before or on the day of it",
		"Cohort entry: first clopidogrel fill in 2009. Exclude anyone without heart failure before index. How many remain?":                          "The number of people with a first ever exposure to clopidogrel in 2009 who had a diagnosis of heart failure before it",
		"New users of metformin: the index date is the first metformin fill. How many had a stroke within 90 days after index?":                      "Among people with a first ever exposure to metformin, the number who had a diagnosis of stroke within 90 days after it",
		"Define the index date as the first diagnosis of heart failure. Which three drugs were most often started within 60 days after index?":       "The 3 most common drugs first recorded for the person between 0 and 60 days after a first ever diagnosis of heart failure",
		"New users of clopidogrel. Outcome: stroke within 180 days of index, among those free of stroke before index. Report number and percentage.": "Among people with a first ever exposure to clopidogrel who had no diagnosis of stroke before or on the day of it, the percentage who had a diagnosis of stroke within 180 days after it",
		"Cohort entry: first warfarin fill. Exclude patients without a stroke; how many remain?":                                                     "", // before, or ever?
		"Cohort entry: first warfarin fill. Exclude patients without a stroke or asthma before index; how many remain?":                              "", // without either?
		"New users of warfarin: the index date is the first clopidogrel fill. How many had a stroke within 90 days after index?":                     "",
		"Index date: first warfarin fill. Which patients had a stroke within 90 days after index?":                                                   "", // who they are
		"Index date: first metformin fill. Outcome: stroke within 1 year of index, among those without asthma. Report percentage.":                   "", // when?
	})
}

// A rate after a record counts from the next day until observation ends, and deaths from the day itself.
func TestFollowUpFromTheNextDay(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Incidence rate of stroke after a first diagnosis of heart failure, per 1,000 person-years. Follow-up starts the day after the diagnosis.":                              "The incidence rate of stroke per 1000 person-years among people with a first ever diagnosis of heart failure",
		"Incidence rate of stroke after a first diagnosis of heart failure, per 1,000 person-years. Follow-up runs from the day after the diagnosis to the end of observation.": "The incidence rate of stroke per 1000 person-years among people with a first ever diagnosis of heart failure",
		"Incidence rate of stroke after a first diagnosis of heart failure, per 1,000 person-years. Drop anyone with an earlier stroke.":                                        "The incidence rate of stroke per 1000 person-years among people with a first ever diagnosis of heart failure",
		"Incidence rate of stroke after a first diagnosis of heart failure, per 1,000 person-years. Follow-up starts the day after the first warfarin fill.":                    "",
		"Mortality rate after a first diagnosis of heart failure, per 1,000 person-years. Follow-up starts the day after the diagnosis.":                                        "",
		"Incidence rate of stroke in women, per 1,000 person-years. Follow-up starts the day after the diagnosis.":                                                              "",
	})
}

// The age at a stay is that at the record which a share of stays counts.
func TestSharesOfStaysByTheAgeAtThem(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"30-day readmission rate after an inpatient stay, by age group at admission (under 65, 65 or older)":                  "The percentage of inpatient visits that had an inpatient visit within 30 days after the end of it, not on the day itself, by age group (under 65, 65 or older)",
		"What percentage of inpatient stays lasted longer than 7 days, by age group at first stroke (under 65, 65 or older)?": "",
	})
}

// Who asks, what they want to do, and a meeting that is ahead.
func TestWorkThatIsAhead(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Our physiotherapists want to plan a course on strokes. How many patients with stroke are there?": "The number of people with a diagnosis of stroke",
		"Before our next board meeting: how many patients have a stroke?":                                 "the number who had a diagnosis of stroke",
		"For tomorrow's handover: how many patients have a stroke?":                                       "the number who had a diagnosis of stroke",
		"Before our hip operation: how many patients have a stroke?":                                      "",
		"For tomorrow's veterans: how many patients have a stroke?":                                       "",
		"Our nurses want to include women over 50. How many patients with stroke are there?":              "",
	})
}
