package read_test

import "testing"

// The last blood pressure of a time is chosen before its lower value is looked at: of the last readings in 2009,
// 1,007 of people with hypertension were below 140/90, and not 1,071.
func TestTheLastPressureOfATimeIsChosenByBothValues(t *testing.T) {
	const last = "had the last such measurement of systolic blood pressure below 140"
	const dia = " on the same day as a measurement of diastolic blood pressure below 90"
	const none = " for which the person had no measurement of systolic blood pressure with a value"
	const in2010 = "the number who " + last + " in 2010" + dia + none + " in 2010 after the record"
	saysBack(t, reader(t), map[string]string{
		"How many patients had a last blood pressure below 140/90 in 2010?":                      in2010,
		"How many patients had their most recent blood pressure below 140/90 in 2010?":           in2010,
		"How many patients had a blood pressure below 140/90 at their last reading in 2010?":     in2010,
		"How many patients over 80 had a last blood pressure below 140/90?":                      "the number who " + last + " at age over 80" + dia + none + " at age over 80 after the record",
		"How many patients had a last blood pressure below 140/90 after starting warfarin?":      "Among people with a first ever exposure to warfarin, the number who " + last + dia + none + " after the record after it",
		"How many patients had a last blood pressure below 140/90?":                              "the number who had a last measurement of systolic blood pressure below 140" + dia,
		"How many patients had a last blood pressure below 140/90 before starting warfarin?":     "",
		"How many patients had a last blood pressure below 140/90 within a year after a stroke?": "",
		"How many patients had a blood pressure below 140/90 in 2010?":                           "the number who had a measurement of systolic blood pressure below 140 in 2010" + dia,
	})
}
