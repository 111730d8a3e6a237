package read_test

import "testing"

// A time that names no event is counted from the last that was named, and the sentence says which it is.
func TestATimeIsCountedFromTheLastThatWasNamed(t *testing.T) {
	const value = "Among people with a first ever measurement of HbA1c among those above 9 who had a diagnosis of stroke, "
	saysBack(t, reader(t), map[string]string{
		"Of people with a stroke who had an HbA1c above 9, how many started warfarin afterwards?":      value + "the number who had a first ever exposure to warfarin after the measurement of HbA1c",
		"Of people with a stroke who had an HbA1c above 9, how many started warfarin within 90 days?":  value + "the number who had a first ever exposure to warfarin within 90 days after the measurement of HbA1c",
		"Of women with asthma who took warfarin, what share later had a stroke?":                       "Among women with a first ever exposure to warfarin who had a diagnosis of asthma, the percentage who had a diagnosis of stroke after the exposure to warfarin",
		"Of people newly diagnosed with asthma who took warfarin, how many had a stroke within a year": "Among people with a first ever diagnosis of asthma who had an exposure to warfarin, the number who had a diagnosis of stroke within 1 year after the diagnosis of asthma",
		"How many people with asthma and pneumonia later had a stroke?":                                "",
		"How many warfarin users with asthma had a stroke within a year?":                              "",
		"How many people with at least two HbA1c above 9 who had asthma started warfarin afterwards?":  "Among people with a first ever diagnosis of asthma who had at least 2 measurements of HbA1c above 9, the number who had a first ever exposure to warfarin after the diagnosis of asthma",
		"How many people with asthma who had at least two HbA1c above 9 started warfarin afterwards?":  "",
		"Of people who had a stroke after starting warfarin, how many died within 30 days?":            "Among people with the first such diagnosis of stroke for which the person had a first ever exposure to warfarin before the record, the number who died within 30 days after it",
		"How many people started warfarin after asthma but had no stroke afterwards?":                  "Among people with a first ever exposure to warfarin for which the person had a first ever diagnosis of asthma before the record, the number who had no diagnosis of stroke after it",
	})
}

// What people did "afterwards" tells of them where they had something before it, and what is asked of them stands
// behind.
func TestAfterwardsOfPeopleIsNotOfTheOutcome(t *testing.T) {
	const (
		after  = "Among people with a first ever diagnosis of stroke who had an exposure to warfarin after it, "
		none   = "Among people with a first ever diagnosis of stroke who had no exposure to warfarin after it, "
		behind = "who had a diagnosis of stroke and had an exposure to warfarin for which the person had a first ever diagnosis of stroke before the record"
	)
	saysBack(t, reader(t), map[string]string{
		"How many people with a stroke who took warfarin afterwards had asthma?":                     after + "the number who had a diagnosis of asthma",
		"What percentage of people with a stroke who took warfarin afterwards had asthma in 2009?":   after + "the percentage who had a diagnosis of asthma in 2009",
		"How many people with a stroke who took warfarin after that had asthma?":                     after + "the number who had a diagnosis of asthma",
		"How many people who had a stroke and took warfarin afterwards had asthma?":                  after + "the number who had a diagnosis of asthma",
		"How many people diagnosed with a stroke and given warfarin afterwards had asthma?":          after + "the number who had a diagnosis of asthma",
		"How many people with a stroke who took no warfarin afterwards had asthma?":                  none + "the number who had a diagnosis of asthma",
		"How many people with a stroke who took warfarin afterwards had asthma within 90 days?":      "Among people with the first such exposure to warfarin for which the person had a first ever diagnosis of stroke before the record who had a diagnosis of stroke, the number who had a diagnosis of asthma within 90 days after the index date",
		"How many people with a stroke who then took warfarin had asthma?":                           after + "the number who had a diagnosis of asthma",
		"How many people with a stroke who took warfarin within 90 days had asthma?":                 "Among people with a first ever diagnosis of stroke who had an exposure to warfarin within 90 days after it, the number who had a diagnosis of asthma",
		"How many people with a stroke who took warfarin before that had asthma?":                    "Among people with a first ever diagnosis of stroke who had an exposure to warfarin before it, the number who had a diagnosis of asthma",
		"How many people who took warfarin afterwards had asthma?":                                   "Among people with a first ever exposure to warfarin, the number who had a diagnosis of asthma after it",
		"How many people who took warfarin later had asthma?":                                        "Among people with a first ever exposure to warfarin, the number who had a diagnosis of asthma after it",
		"How many people with a stroke who took warfarin later had asthma?":                          "",
		"How many people with a stroke who took warfarin subsequently had asthma?":                   "",
		"What is the mean age at death of people with a stroke who took warfarin afterwards?":        "The mean age at death of people " + behind,
		"What is the mean cost of hospital stays of people with a stroke who took warfarin later?":   "The mean cost of inpatient visits of people " + behind,
		"How many hospital stays in 2009 were of people with a stroke who took warfarin afterwards?": "The number of inpatient visits in 2009 among people " + behind,
		"What is the mean age at death of people with a stroke who took warfarin before it?":         "",
		"How many people with diabetes and asthma who took warfarin afterwards had a stroke?":        "",
	})
}

// Records of nothing that is named are of what was named before.
func TestRecordsAreOfWhatWasNamed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people started warfarin in 2009 and had at least 3 fills?":                 "the number who had a first ever exposure to warfarin in 2009 and had at least 3 exposures to warfarin",
		"Among people with asthma who took warfarin, how many had at least three fills?":     "Among people with a diagnosis of asthma who had an exposure to warfarin, the number who had at least 3 exposures to warfarin",
		"Among people who took warfarin and clopidogrel, how many had at least three fills?": "",
		"Among people with asthma, how many had at least three fills?":                       "Among people with a diagnosis of asthma, the number who had at least 3 prescriptions",
		"Of people with an HbA1c above 9, how many had at least two tests afterwards?":       "Among people with a first ever measurement of HbA1c among those above 9, the number who had at least 2 measurements of HbA1c after it",
		"How many people with asthma had at least two diagnoses?":                            "Among people with a diagnosis of asthma, the number who had at least 2 diagnoses of asthma",
	})
}
