package read_test

import "testing"

// A plan in labelled parts is read part by part.
func TestPlansInLabelledParts(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Index date: first warfarin fill in 2009. Outcome: stroke within 180 days after index. " +
			"Please report number at risk, number of events and crude percentage.": "Among people with a first ever exposure to warfarin in 2009, the percentage who had a diagnosis of stroke within 180 days after it",
		"Cohort entry: first clopidogrel dispensing between 1 Jan 2009 and 31 Dec 2009. Inclusion: age >= 66 at entry " +
			"and a diagnosis of myocardial infarction in the 90 days before entry. Report N.": "The number of people with a first ever exposure to clopidogrel in 2009 at age 66 or older who had a diagnosis of myocardial infarction in the 90 days before it",
		"Index date: first diagnosis of heart failure. Washout: 365 days without asthma or COPD. Follow-up: 180 days. " +
			"Outcome: pneumonia. Report the cumulative incidence.": "The cumulative incidence of pneumonia among people with a first ever diagnosis of heart failure who had no diagnosis of asthma or COPD in the 365 days before it at 180 days, with death as competing event",
		"Protocol extract. Population: all persons with >= 365 days of observation before index. " +
			"Index date: first prescription of metformin. Outcome: incident heart failure. " +
			"Exclude: heart failure before index. Requested: events, person-years, incidence rate.": "The incidence rate of heart failure per 1000 person-years among people with a first ever exposure to metformin who were observed for at least 365 days before it and had no diagnosis of heart failure before or on the day of it",
		"Cohort: ischemic stroke 2009, survived 30 days. Question: how many had a clopidogrel fill by day 90?": "Among people with the first such diagnosis of ischemic stroke in 2009 who did not die within 30 days after it, the number who had an exposure to clopidogrel within 90 days after it",
		"Index: first fill of metformin. Follow-up 365 d. Outcome: new stroke. " +
			"Exclude anyone with a stroke code before index. Give events / persons / rate per 1000 PY.": "The incidence rate of stroke per 1000 person-years within 365 days after a first ever exposure to metformin among people who had no diagnosis of stroke before or on the day of it",
		"Index period: 2009. Index date: first warfarin fill. Outcome: death. Follow-up: 1 year. " +
			"Stratify by: sex. Report: number and percentage.": "Among people with a first ever exposure to warfarin in 2009, the percentage who died within 1 year after it, whatever the follow-up, by sex",
		"Study population: adults with type 2 diabetes. Index date: first insulin glargine fill. Endpoint: stroke. " +
			"Time at risk: 1 year after index. Report: n (%).": "Among people with a first ever exposure to insulin glargine at age 18 or older who had a diagnosis of type 2 diabetes, the percentage who had a diagnosis of stroke within 1 year after the exposure to insulin glargine",
		"Index date: first warfarin fill. Exclusion criteria: men; age < 40; stroke in the year before index. " +
			"Outcome: pneumonia or death. Follow-up: 90 days. Report percentage": "Among women with a first ever exposure to warfarin at age 40 or older who had no diagnosis of stroke in the 1 year before it, the percentage who had a diagnosis of pneumonia or death within 90 days after it",
		"Index event: first hospital admission for pneumonia. Outcome: death within 30 days of index. Report: %.": "Among people with an inpatient visit with a diagnosis of pneumonia for which the person had no inpatient visit with a diagnosis of pneumonia before the day of the record, the percentage who died within 30 days after the start of it, whatever the follow-up",
		"Exposure: warfarin. Outcome: stroke within 90 days. Report n and %.":                                     "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke within 90 days after it",
		"Index date: first stroke. Report: median age at index, by sex.":                                          "The median age at a first ever diagnosis of stroke, by sex",
		"Index date: first stroke in 2009. How many were on warfarin within 90 days after index?":                 "Among people with a first ever diagnosis of stroke in 2009, the number who had an exposure to warfarin within 90 days after it",
		"Population: all patients. Index date: first stroke. Report: N.":                                          "the number who had a first ever diagnosis of stroke",
	})
}

// A plan that nothing dates is one question.
func TestPlansWithoutAnIndexDate(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Drug: warfarin. Measure: distinct users. Period: 2009. Split: sex, age group (<65, 65-74, 75-84, 85+).": "The number of people with an exposure to warfarin in 2009, by sex and age group (under 65, 65 to 74, 75 to 84, 85 or older)",
		"Condition: asthma. Measure: prevalence. Year: 2009. By: sex":                                            "The prevalence of asthma in 2009, by sex",
		"Population: women aged 65+. Outcome: stroke. Period: 2009. " +
			"Measure: incidence rate per 1000 person-years.": "The incidence rate of stroke per 1000 person-years among women while aged 65 or older in 2009",
		"Condition: asthma. Question: how many patients are there? Split: sex": "The number of people with a diagnosis of asthma, by sex",
	})
}

// What a plan leaves open, or says with labels that nobody knows, is refused.
func TestPlansThatLeaveItOpen(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Index date: first warfarin fill. Exclude: stroke. Outcome: stroke within 1 year. Report percentage.":                                   "", // before, or ever?
		"Index date: first warfarin fill. Exclude: no prior stroke. Outcome: pneumonia. Follow-up: 90 days. Report percentage":                  "",
		"Index date: first warfarin fill. Period: 2009. Outcome: stroke within 1 year. Report percentage.":                                      "", // the fill, or the stroke?
		"Index date: first warfarin fill. Outcome: stroke. Follow-up: 1 year. Report N / percentage / rate.":                                    "",
		"Index date: first warfarin fill. Outcome: stroke. Censoring: death. Report percentage":                                                 "",
		"Index date: first warfarin fill. Outcome: stroke within 30 days. Follow-up: 1 year. Report percentage":                                 "",
		"Index date: first warfarin fill. Exposure: metformin. Outcome: stroke. Follow-up: 1 year. Report percentage":                           "",
		"Index date: first warfarin fill. Population: at least 365 days of observation. Outcome: stroke. Follow-up: 90 days. Report percentage": "",
		"Index date: first warfarin fill. Washout: 365 days. Outcome: stroke. Follow-up: 90 days. Report percentage":                            "",
		"Index date: first stroke. Inclusion: a pneumonia, and asthma in the 90 days before index. Outcome: death within 1 year. Report %.":     "",
		"Population: patients with asthma. Measure: number of users. Drug: warfarin. Period: 2009.":                                             "", // asthma in 2009, too?
		"Index date: first warfarin fill. Outcome: time to stroke. Report median":                                                               "",
		"Index date: first warfarin fill. Outcome: death from stroke. Follow-up: 1 year. Report percentage":                                     "",
		"Index date: first warfarin fill. Outcome: stroke before index. Report percentage":                                                      "",
		"Index event: first hospital admission for pneumonia. Outcome: stroke within 30 days. Report: rate per 100 PY.":                         "",
	})
}
