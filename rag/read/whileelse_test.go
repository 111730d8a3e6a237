package read_test

import "testing"

// What stands behind "while on A or" without a verb is another time of the same event.
func TestWhileOnOneThingOrAnother(t *testing.T) {
	stroke := "the number who had a diagnosis of stroke "
	either := stroke + "during an exposure to warfarin or (had a diagnosis of stroke at an inpatient visit)"
	reversed := stroke + "at an inpatient visit or had a diagnosis of stroke during an exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"How many patients had a stroke while on warfarin or in hospital?":            either,
		"How many patients had a stroke while on warfarin or while in hospital?":      either,
		"How many patients had a stroke while on warfarin or during a hospital stay?": either,
		"How many patients had a stroke while in hospital or on warfarin?":            reversed,
		"How many patients had a stroke while in hospital or taking warfarin?":        reversed,
		"How many patients had a stroke in hospital or on warfarin?":                  reversed,
		"How many patients had a stroke while taking warfarin or in hospital in 2009?": stroke + "in 2009 during an exposure to " +
			"warfarin or had a diagnosis of stroke at an inpatient visit in 2009",
		"How many patients died while in hospital or on warfarin?":                            "the number who died during an inpatient visit or died during an exposure to warfarin",
		"How many patients had a stroke while on warfarin or metformin?":                      stroke + "during a (exposure to warfarin or metformin)",
		"How many patients had a stroke while on warfarin or died?":                           stroke + "during an exposure to warfarin or died",
		"How many patients had a stroke while on warfarin or in hospital and took metformin?": "the number who (had a diagnosis of stroke during an exposure to warfarin or (had a diagnosis of stroke at an inpatient visit)) and had an exposure to metformin",
		"How many patients had a stroke while on warfarin and in hospital?":                   "", // both at once?
		"How many patients had a stroke while on warfarin or with asthma?":                    "",
		"How many patients had at least two strokes while in hospital or on warfarin?":        "",
		"How many patients with a stroke in hospital or on warfarin died?":                    "",
		"How many patients started warfarin while in hospital or on metformin?":               "",
	})
}

// Who was not on a drug when something happened is said of the day on which it began, and a time behind it is of that.
func TestWhileOnADrugButNotOnAnother(t *testing.T) {
	stays := "the number who had an inpatient visit in 2009 during an exposure to warfarin for which the person had no exposure to metformin covering the record"
	stroke := "the number who had a diagnosis of stroke during an exposure to warfarin for which the person had no exposure to metformin covering the record"
	saysBack(t, reader(t), map[string]string{
		"How many patients were hospitalised while taking warfarin but not metformin in 2009?":             stays,
		"How many patients were hospitalised while taking warfarin but no metformin in 2009?":              stays,
		"How many patients were hospitalised in 2009 while on warfarin but not on metformin?":              stays,
		"How many patients were hospitalised in 2009 while on warfarin and not taking metformin?":          stays,
		"How many patients had a stroke while on warfarin but not metformin?":                              stroke,
		"How many patients had a stroke while on warfarin without metformin?":                              stroke,
		"How many patients had a stroke while on warfarin but were not on metformin?":                      stroke,
		"How many patients had a stroke in hospital but not on warfarin?":                                  "the number who had a diagnosis of stroke at an inpatient visit for which the person had no exposure to warfarin covering the record",
		"How many patients had a stroke while in hospital but not on warfarin?":                            "the number who had a diagnosis of stroke at an inpatient visit for which the person had no exposure to warfarin covering the record",
		"How many patients had a stroke while on warfarin but were not hospitalised?":                      "the number who had a diagnosis of stroke during an exposure to warfarin and had no inpatient visit",
		"How many patients had a stroke while on warfarin but never took metformin?":                       "the number who had a diagnosis of stroke during an exposure to warfarin and had no exposure to metformin",
		"How many patients had a stroke while on warfarin but no asthma in 2009?":                          "the number who had a diagnosis of stroke in 2009 during an exposure to warfarin and had no diagnosis of asthma in 2009",
		"What percentage of patients who had a stroke while on warfarin but not metformin died in a year?": "",
		"How many patients had a stroke while on warfarin but not in hospital?":                            "",
		"How many patients had no hospital stay while on warfarin but not metformin?":                      "",
		"How many patients took warfarin but not metformin while in hospital?":                             "", // at the same stay?
		"How many patients took warfarin while on lisinopril but not metformin?":                           "",
	})
}
