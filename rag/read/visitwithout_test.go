package read_test

import "testing"

// What was not recorded at a visit is said of that visit, as what was.
func TestAVisitWithoutADiagnosis(t *testing.T) {
	const none, same = " for which the person had no ", " at the same visit as the record"
	const had = "the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many people had a hospital stay without an asthma diagnosis?":           had + "an inpatient visit" + none + "diagnosis of asthma" + same,
		"How many people had a hospital stay in 2009 without an asthma diagnosis?":   had + "an inpatient visit in 2009" + none + "diagnosis of asthma" + same,
		"How many people had an outpatient visit without an HbA1c test in 2009?":     had + "an outpatient visit in 2009" + none + "measurement of HbA1c" + same,
		"How many people had an emergency visit with asthma but without an HbA1c?":   had + "an emergency room visit with a diagnosis of asthma" + none + "measurement of HbA1c" + same,
		"How many people had an emergency visit with asthma and no HbA1c test?":      had + "an emergency room visit with a diagnosis of asthma" + none + "measurement of HbA1c" + same,
		"How many people were admitted for pneumonia without asthma?":                had + "an inpatient visit with a diagnosis of pneumonia" + none + "diagnosis of asthma" + same,
		"How many hospital stays without an asthma diagnosis were there in 2009?":    "The number of inpatient visits in 2009" + none + "diagnosis of asthma" + same,
		"How many people had a hospital stay but no asthma diagnosis?":               had + "an inpatient visit and had no diagnosis of asthma",
		"How many people had a hospital stay without ever having asthma?":            had + "an inpatient visit and had no diagnosis of asthma",
		"How many people had a hospital stay without a previous asthma diagnosis?":   "Among people with an inpatient visit, the number who had no diagnosis of asthma before or on the day of it",
		"How many people had an emergency visit without a hospital stay?":            had + "an emergency room visit and had no inpatient visit",
		"How many people had a hospital stay without warfarin?":                      "",
		"How many people had their first hospital stay without an asthma diagnosis?": "",
	})
	if !tells(t, "How many people had a hospital stay without an asthma diagnosis?",
		"Never recorded at all, not only not at that visit") {
		t.Error("people who never had asthma are not told of")
	}
}

// The last visit for something, of which nothing more is asked, is one after which there is no other.
func TestTheLastVisitWasForSomething(t *testing.T) {
	const last = "the number who had an inpatient visit with a diagnosis of asthma for which the person had " +
		"no inpatient visit after the start of the record"
	saysBack(t, reader(t), map[string]string{
		"How many people had their last hospital stay for asthma?":         last,
		"For how many people was the last hospital stay for asthma?":       last,
		"How many people had their most recent hospital stay for asthma?":  last,
		"How many people had their last hospital stay for asthma in 2009?": "",
	})
}
