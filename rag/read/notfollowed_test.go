package read_test

import (
	"strings"
	"testing"
)

// Who had something after none of their visits is no one with a visit that it did not follow.
func TestNotAfterAVisit(t *testing.T) {
	const first, none = "Among people with the first such inpatient visit in 2010, ", "After none of their visits, not only the first"
	saysBack(t, reader(t), map[string]string{
		"How many people were admitted in 2010 and not readmitted within 60 days?":               first + "the number who had no inpatient visit within 60 days after the end of it, not on the day itself",
		"What percentage of people admitted in 2010 had no stroke within 60 days of discharge?":  first + "the percentage who had no diagnosis of stroke within 60 days after the end of it",
		"How many people with a hospital stay did not take lisinopril within 60 days?":           "Among people with a first ever inpatient visit, the number who had no exposure to lisinopril within 60 days after the end of it",
		"How many people were admitted in 2010 and readmitted within 60 days?":                   "Among people with an inpatient visit in 2010, the number who had an inpatient visit within 60 days after the end of it, not on the day itself",
		"How many people admitted in 2010 had no outpatient visit in the 60 days before?":        "Among people with an inpatient visit in 2010, the number who had no outpatient visit in the 60 days before it",
		"What is the 60-day readmission rate among people hospitalised for stroke in 2010?":      "The percentage of inpatient visits in 2010 with a diagnosis of stroke that had an inpatient visit within 60 days after the end of it, not on the day itself",
		"What is the 60-day readmission rate of people with asthma?":                             "The percentage of inpatient visits among people who had a diagnosis of asthma that had an inpatient visit within 60 days after the end of it, not on the day itself",
		"What is the 60-day readmission rate of people who had an emergency room visit in 2010?": "The percentage of inpatient visits among people who had an emergency room visit in 2010 that had an inpatient visit within 60 days after the end of it, not on the day itself",
	})
	// the sentence in which it is said back
	const of = "Among people with an inpatient visit in 2010, the number who had no diagnosis of stroke within 60 days after the end of it"
	saysBack(t, reader(t), map[string]string{of: of})
	got, err := reader(t).Read(t.Context(), "How many people were admitted in 2010 and not readmitted within 60 days?")
	if err != nil || len(got.Others) != 1 || got.Others[0].What != none {
		t.Fatal(err, got.Refusal, got.Others)
	}
	const want = "no inpatient visit in 2010 for which the person had an inpatient visit within 60 days after the end of the record"
	if said := got.Others[0].Question.String(); !strings.Contains(said, want) {
		t.Errorf("the other reading is %q, without %q", said, want)
	}
}

// What did not follow any of some records followed none of them.
func TestNotAfterAny(t *testing.T) {
	const of = "Among people with an exposure to metformin in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many people with asthma had no HbA1c within 90 days after any metformin fill in 2009?": of + " who had a diagnosis of asthma, the number who had no exposure to metformin in 2009 for which the person had a measurement of HbA1c within 90 days after the record",
		"How many people took no warfarin after any stroke?":                                        "Among people with a diagnosis of stroke, the number who had no diagnosis of stroke for which the person had an exposure to warfarin after the record",
		"How many people had no outpatient visit in the 7 days after any emergency visit in 2009?":  "Among people with an emergency room visit in 2009, the number who had no emergency room visit in 2009 for which the person had an outpatient visit within 7 days after the start of the record",
		"How many people took warfarin after any stroke?":                                           "Among people with any one diagnosis of stroke, the number who had an exposure to warfarin after it",
		"How many people took metformin and no warfarin within 30 days after any stroke?":           "",
		"How many people without an HbA1c within 90 days after any metformin fill died?":            "",
		"What percentage of people with a stroke took no warfarin after any of their strokes?":      "Among people with a diagnosis of stroke, the percentage who had no diagnosis of stroke for which the person had an exposure to warfarin after the record",
	})
}
