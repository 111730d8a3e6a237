package read_test

import "testing"

// When records were made by another event is asked of the records: the person has that event as long before them.
func TestRecordsMadeAroundAnEvent(t *testing.T) {
	const scans = "The percentage of records of colonoscopies that had a diagnosis of stroke in the 30 days before or on the day of it"
	saysBack(t, reader(t), map[string]string{
		"What percentage of prescriptions for warfarin were issued within a week after a stroke?":    "The percentage of exposures to warfarin that had a diagnosis of stroke in the 7 days before or on the day of it",
		"What percentage of warfarin prescriptions were given after a stroke?":                       "The percentage of exposures to warfarin that had a first ever diagnosis of stroke before it",
		"What percentage of warfarin prescriptions were issued in the 30 days before a stroke?":      "The percentage of exposures to warfarin that had a diagnosis of stroke within 30 days after it, not on the day itself",
		"What percentage of HbA1c tests were done within 90 days after starting metformin?":          "The percentage of measurements of HbA1c that had a first ever exposure to metformin in the 90 days before or on the day of it",
		"What percentage of colonoscopies were done within 30 days after a stroke?":                  scans,
		"What percentage of strokes were diagnosed within 30 days after a colonoscopy?":              "The percentage of diagnoses of strokes that had a colonoscopy in the 30 days before or on the day of it",
		"Proportion of colonoscopies that were followed by a stroke within 14 days":                  "The percentage of records of colonoscopies that had a diagnosis of stroke within 14 days after it",
		"What percentage of strokes were within 30 days after a colonoscopy?":                        "",
		"What percentage of stroke patients were diagnosed within 30 days after a colonoscopy?":      "",
		"What percentage of warfarin was given within 30 days after a stroke?":                       "",
		"What percentage of warfarin prescriptions were not issued within 30 days of a stroke?":      "",
		"What percentage of warfarin prescriptions were issued within 30 days of discharge?":         "",
		"What percentage of people with stroke had a stroke within 30 days after starting warfarin?": "",
	})
}

// Who is left out by what they had before may stand in front, and is counted from what people started.
func TestExclusionBeforeWhatIsStarted(t *testing.T) {
	const started = "The number of people with a first ever exposure to warfarin in 2010 who had no exposure to metformin in the 6 months before it"
	saysBack(t, reader(t), map[string]string{
		"Excluding anyone who had been prescribed metformin in the 6 months before, how many people began warfarin in 2010?": started,
		"How many people started warfarin in 2010? Exclude anyone who had metformin in the 6 months before.":                 started,
		"How many people started warfarin in 2010, excluding anyone who had warfarin in the 6 months before?":                "The number of people with an exposure to warfarin in 2010 for which the person had no exposure to warfarin in the 6 months before the record",
		"How many people took warfarin in 2010, excluding anyone who had metformin in the 6 months before?":                  "",
		"Excluding anyone who had metformin in the 6 months before, how many stroke patients began warfarin in 2010?":        "",
	})
}
