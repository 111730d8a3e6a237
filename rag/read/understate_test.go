package read_test

import "testing"

// Under people who are told by a state a time is counted from what stands just before it.
func TestUnderAStateATimeIsOfTheLastThing(t *testing.T) {
	const asthma = "Among people with a diagnosis of asthma, the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many patients with asthma had an emergency visit in 2009 and were hospitalised within 7 days?":          asthma + "an emergency room visit in 2009 for which the person had an inpatient visit within 7 days after the start of the record",
		"How many patients with asthma had a stroke and took warfarin within 30 days?":                               asthma + "a diagnosis of stroke for which the person had an exposure to warfarin within 30 days after the record",
		"Among patients with asthma, how many had a stroke and took warfarin within 30 days?":                        asthma + "a diagnosis of stroke for which the person had an exposure to warfarin within 30 days after the record",
		"What percentage of patients with asthma had a stroke and took warfarin within 30 days?":                     "Among people with a diagnosis of asthma, the percentage who had a diagnosis of stroke for which the person had an exposure to warfarin within 30 days after the record",
		"How many patients with asthma started warfarin with no metformin before?":                                   asthma + "a first ever exposure to warfarin for which the person had no exposure to metformin before the day of the record",
		"How many patients with asthma started warfarin and had not taken metformin before?":                         asthma + "a first ever exposure to warfarin for which the person had no exposure to metformin before the day of the record",
		"How many patients with asthma had a stroke in 2009 and no colonoscopy before it?":                           asthma + "a diagnosis of stroke in 2009 for which the person had no colonoscopy before or on the day of the record",
		"How many patients with asthma had a stroke and no warfarin within 30 days?":                                 "",
		"How many patients on warfarin had a stroke and were hospitalised within 7 days?":                            "Among people with an exposure to warfarin, the number who had a diagnosis of stroke for which the person had an inpatient visit within 7 days after the record",
		"How many patients with asthma had a stroke or pneumonia and took warfarin within 30 days?":                  asthma + "a diagnosis of stroke or pneumonia for which the person had an exposure to warfarin within 30 days after the record",
		"How many patients with asthma had a stroke and pneumonia within 30 days?":                                   "",
		"How many patients with asthma had two strokes and took warfarin within 30 days?":                            "",
		"How many patients with asthma had a stroke, took warfarin within 30 days and died within a year?":           "",
		"How many patients with asthma had two hospital stays within 30 days of each other?":                         "",
		"How many patients with asthma took warfarin within 30 days?":                                                "Among people with a first ever diagnosis of asthma, the number who had an exposure to warfarin within 30 days after it",
		"How many patients who had a stroke after starting warfarin died within 7 days of the stroke?":               "Among people with the first such diagnosis of stroke for which the person had a first ever exposure to warfarin before the record, the number who died within 7 days after it",
		"How many patients diagnosed with depression after a stroke took warfarin within 90 days of that diagnosis?": "Among people with the first such diagnosis of depression for which the person had a first ever diagnosis of stroke before the record, the number who had an exposure to warfarin within 90 days after it",
	})
}
