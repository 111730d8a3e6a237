package read_test

import "testing"

// What people who died had "before" is counted from their death, where nothing else that is named has a date of its
// own.
func TestWhatPeopleWhoDiedHadBeforeIsCountedFromDeath(t *testing.T) {
	const died = "Among people with a record of death who had a diagnosis of asthma, "
	saysBack(t, reader(t), map[string]string{
		"What percentage of asthma patients who died had been in hospital in the year before?":           died + "the percentage who had an inpatient visit in the 1 year before death",
		"How many people with asthma who died had an emergency visit in the 90 days before?":             died + "the number who had an emergency room visit in the 90 days before death",
		"How many people with asthma died and had an emergency visit in the 90 days before?":             died + "the number who had an emergency room visit in the 90 days before death",
		"How many deceased asthma patients had an emergency visit beforehand?":                           died + "the number who had an emergency room visit before death",
		"How many asthma patients who died had previously been admitted?":                                died + "the number who had an inpatient visit before death",
		"Of asthma patients who died in 2009, how many had been in hospital in the 30 days before?":      "Among people with a record of death in 2009 who had a diagnosis of asthma, the number who had an inpatient visit in the 30 days before death",
		"How many asthma patients who died had a hospital stay in the year after?":                       "Among people with a first ever diagnosis of asthma who died, the number who had an inpatient visit within 1 year after the diagnosis of asthma",
		"How many asthma patients who died had a hospital stay within a year of diagnosis?":              "Among people with a first ever diagnosis of asthma who died, the number who had an inpatient visit within 1 year after the diagnosis of asthma",
		"How many asthma patients who did not die had been admitted before?":                             "Among people with a first ever diagnosis of asthma who did not die, the number who had an inpatient visit before it",
		"How many people with a first stroke who died had asthma before?":                                "",
		"How many people who started warfarin and died had a stroke before?":                             "",
		"How many people with a stroke who died within 30 days had asthma before?":                       "",
		"How many asthma patients who had a stroke had been in hospital in the year before?":             "",
		"What is the mean number of emergency visits per asthma patient who died in the 90 days before?": "",
	})
}

// Things that happened are records, each with what its person had before or after it.
func TestRecordsByWhatTheirPeopleHadBefore(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many strokes happened without a pneumonia in the 7 days before?":               "The number of diagnoses of strokes for which the person had no diagnosis of pneumonia in the 7 days before the record",
		"How many strokes in 2009 occurred without a previous asthma diagnosis?":            "The number of diagnoses of strokes in 2009 for which the person had no diagnosis of asthma before the day of the record",
		"How many strokes without a prior diagnosis of asthma occurred in 2009?":            "The number of diagnoses of strokes in 2009 for which the person had no diagnosis of asthma before the day of the record",
		"How many strokes occurred with no warfarin in the 30 days before?":                 "The number of diagnoses of strokes for which the person had no exposure to warfarin in the 30 days before the record",
		"How many strokes happened with asthma before?":                                     "The number of diagnoses of strokes for which the person had a diagnosis of asthma before the record",
		"How many emergency visits happened without a hospital stay in the 30 days before?": "The number of emergency room visits for which the person had no inpatient visit in the 30 days before the record",
		"How many strokes without a pneumonia in the 7 days before?":                        "",
		"How many first strokes happened without a pneumonia in the 7 days before?":         "Among people with a first ever diagnosis of strokes, the number who had no diagnosis of pneumonia in the 7 days before it",
		"How many people had a stroke without a pneumonia in the 7 days before?":            "Among people with a first ever diagnosis of stroke, the number who had no diagnosis of pneumonia in the 7 days before it",
	})
}

// The first value after something is the earliest of those after it; one for the first time is the first such value.
func TestTheFirstValueAfterSomething(t *testing.T) {
	const started = "Among people with a first ever exposure to metformin, the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many people had their first HbA1c above 8 after starting metformin?":            started + "the first such measurement of HbA1c above 8 after it",
		"How many people whose first HbA1c after starting metformin was above 8?":            started + "the first such measurement of HbA1c above 8 after it",
		"Of people who started metformin, how many had a first HbA1c above 8 within a year?": started + "the first such measurement of HbA1c above 8 within 1 year after it",
		"How many people had an HbA1c above 8 for the first time after starting metformin?":  started + "a first ever measurement of HbA1c among those above 8 after it",
		"How many people first had an HbA1c above 8 after starting metformin?":               started + "a first ever measurement of HbA1c among those above 8 after it",
		"How many people had their first HbA1c above 8 before starting metformin?":           started + "a first ever measurement of HbA1c above 8 before it",
		"How many people had their first stroke after starting metformin?":                   started + "a first ever diagnosis of stroke after it",
	})
	if !tells(t, "How many people had their first HbA1c above 8 after starting metformin?",
		"The first ever such value is in that time") {
		t.Error("the first of all such values is not told of")
	}
}
