package read_test

import "testing"

// What people did not have on the day of something is asked of those who had it.
func TestWhatTheyDidNotHaveThen(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients were not on warfarin when they had their first stroke?":                 "Among people with a first ever diagnosis of stroke, the number who had no exposure to warfarin covering it",
		"How many patients with asthma were not on warfarin on the day of their stroke?":           "Among people with a first ever diagnosis of stroke who had a diagnosis of asthma, the number who had no exposure to warfarin covering the diagnosis of stroke",
		"How many patients were not on warfarin when they were admitted in 2009?":                  "Among people with an inpatient visit in 2009, the number who had no exposure to warfarin covering it",
		"What percentage of patients with asthma were not taking warfarin when they had a stroke?": "Among people with a first ever diagnosis of stroke who had a diagnosis of asthma, the percentage who had no exposure to warfarin covering the diagnosis of stroke",
		"How many patients had no HbA1c on the day of a stroke?":                                   "Among people with any one diagnosis of stroke, the number who had no measurement of HbA1c on the same day as it",
		"How many patients who were not on warfarin when they had a stroke died in 2010?":          "Among people who had a first ever diagnosis of stroke for which the person had no exposure to warfarin covering the record (at any date), the number who died in 2010",
		"How many patients were not on warfarin on 1 July 2009?":                                   "The number of people who had no exposure to warfarin that covers 2009-07-01",
		"How many women had never had a colonoscopy when they were diagnosed with stroke?":         "Among women with a first ever diagnosis of stroke, the number who had no colonoscopy before the day of it",
		"How many women had never had a colonoscopy by the time they were diagnosed with stroke?":  "",
	})
}
