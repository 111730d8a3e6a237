package read_test

import "testing"

// A time behind the second of two things under one verb is counted from the first: 69 people had an eGFR below 30 and
// metformin afterwards. Of two of a kind, and beside a disease that people have, it must be said what comes first.
func TestATimeBehindTheSecondIsCountedFromTheFirst(t *testing.T) {
	const women = "Among women, the "
	saysBack(t, reader(t), map[string]string{
		"How many people had an HbA1c above 9 and at least one metformin fill afterwards?":                  "the number who had a measurement of HbA1c above 9 for which the person had an exposure to metformin after the record",
		"How many people had asthma and a warfarin fill within 14 days?":                                    "the number who had a diagnosis of asthma for which the person had an exposure to warfarin within 14 days after the record",
		"How many people had a stroke in the ER in 2009 and at least two HbA1c tests within 30 days?":       "the number who had a diagnosis of stroke at an emergency room visit in 2009 for which the person had at least 2 measurements of HbA1c within 30 days after the record",
		"How many people had a stroke and a warfarin fill within 30 days after the stroke?":                 "the number who had a diagnosis of stroke for which the person had an exposure to warfarin within 30 days after the record",
		"What percentage of women had a stroke and a diagnosis of pneumonia within 30 days afterwards?":     women + "percentage who had a diagnosis of stroke for which the person had a diagnosis of pneumonia within 30 days after the record",
		"What percentage of women had a stroke and received warfarin within 30 days afterwards?":            women + "percentage who had a diagnosis of stroke for which the person had an exposure to warfarin within 30 days after the record",
		"How many people took warfarin and clopidogrel within 30 days?":                                     "",
		"How many people had two strokes and a warfarin fill within 30 days afterwards?":                    "",
		"How many people had asthma, a stroke and a warfarin fill within 30 days afterwards?":               "",
		"How many people with asthma had a stroke and a warfarin fill within 30 days afterwards?":           "",
		"How many people had a stroke and a warfarin fill or a metformin fill afterwards?":                  "",
		"Of people with asthma, how many started warfarin and had a stroke within 30 days afterwards?":      "Among people with a first ever exposure to warfarin who had a diagnosis of asthma, the number who had a diagnosis of stroke within 30 days after the exposure to warfarin",
		"How many people had a stroke or pneumonia and later a warfarin fill?":                              "Among people with a first ever diagnosis of stroke or pneumonia, the number who had an exposure to warfarin after it",
		"How many people with asthma had a stroke and subsequently a diagnosis of pneumonia within 30 days": "Among people with a first ever diagnosis of stroke who had a diagnosis of asthma, the number who had a diagnosis of pneumonia within 30 days after the diagnosis of stroke",
	})
}

// "Another one" is of what stands before it, where a time or a value tells the two apart.
func TestAnotherIsOfWhatStandsBeforeIt(t *testing.T) {
	const above = "Among people with a first ever measurement of HbA1c among those above 9, the number who had a measurement of HbA1c below 7 "
	const both = "the number who had a diagnosis of stroke in 2008 and had a diagnosis of stroke in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke in 2008 and another one in 2009?":                    both,
		"How many people had a stroke in 2008 and one in 2009?":                            both,
		"How many people had a stroke in 2008 and another one?":                            "",
		"How many people had a stroke in 2008 and another stroke in 2009?":                 both,
		"How many people had a stroke in 2008 and another in 2008?":                        "",
		"How many people had an HbA1c above 9 and then below 7 later?":                     above + "after it",
		"How many people had an HbA1c above 9 and later one below 7?":                      above + "after it",
		"How many people had an HbA1c above 9 and then below 7 within a year?":             above + "within 1 year after it, not on the day itself",
		"How many people had an HbA1c above 9 and another below 7?":                        "the number who had a measurement of HbA1c above 9 and had a measurement of HbA1c below 7",
		"How many people had an HbA1c above 9 and below 7?":                                "",
		"How many people had a stroke and then below 7?":                                   "",
		"What share of people with an HbA1c above 9 had an HbA1c below 7 within a year?":   "Among people with a first ever measurement of HbA1c among those above 9, the percentage who had a measurement of HbA1c below 7 within 1 year after it",
		"What share of people with an HbA1c above 9 had an HbA1c above 8 within 180 days?": "",
	})
}

// What is dated by a value is dated by the first record with it, whatever the first of all was: 14 people had their
// first HbA1c above 9, and 92 had one.
func TestAValueDatesByTheFirstThatHasIt(t *testing.T) {
	const first = "a first ever measurement of HbA1c among those above 9"
	saysBack(t, reader(t), map[string]string{
		"How many people had an HbA1c above 9 and then took warfarin?":            "Among people with " + first + ", the number who had an exposure to warfarin after it",
		"What is the median number of days from an HbA1c above 9 to a stroke?":    "The median number of days from " + first + " to a first ever diagnosis of stroke",
		"What is the mean age at an HbA1c above 9?":                               "The mean age at " + first,
		"How many people had a first ever HbA1c above 9 and died within 90 days?": "Among people with a first ever measurement of HbA1c above 9, the number who died within 90 days after it",
	})
}
