package read_test

import "testing"

// A year behind what people did not have within some days is that of what the days are counted from.
func TestYearOfWhatDeniedDaysAreCountedFrom(t *testing.T) {
	const stroke = "Among people with the first such diagnosis of stroke in 2009, the number who had no exposure to warfarin within 30 days after it"
	saysBack(t, reader(t), map[string]string{
		"How many patients had a stroke and took no warfarin within 30 days in 2009?":                            stroke,
		"How many patients had a stroke in 2009 and took no warfarin within 30 days?":                            stroke,
		"How many patients had a stroke but did not take warfarin within 30 days in 2009?":                       stroke,
		"How many patients had a stroke and took no warfarin within 30 days after it in 2009?":                   stroke,
		"In 2009, how many patients had a stroke and took no warfarin within 30 days?":                           stroke,
		"Among patients who had a stroke, how many took no warfarin within 30 days in 2009?":                     stroke,
		"How many patients had a stroke and no warfarin and no metformin within 30 days in 2009?":                stroke + " and had no exposure to metformin within 30 days after it",
		"How many patients started warfarin and had no HbA1c test within 30 days in 2009?":                       "Among people with a first ever exposure to warfarin in 2009, the number who had no measurement of HbA1c within 30 days after it",
		"How many patients were hospitalised for pneumonia but not readmitted within 30 days in 2009?":           "Among people with the first such inpatient visit in 2009 with a diagnosis of pneumonia, the number who had no inpatient visit within 30 days after the end of it, not on the day itself",
		"How many patients had an emergency visit but were not hospitalised within 7 days in 2009?":              "Among people with the first such emergency room visit in 2009, the number who had no inpatient visit within 7 days after the start of it",
		"How many patients with asthma had an emergency visit but were not hospitalised within 7 days?":          "Among people with a diagnosis of asthma, the number who had a first ever emergency room visit for which the person had no inpatient visit within 7 days after the start of the record",
		"How many patients with asthma had an emergency visit and no hospital stay within 7 days in 2009?":       "Among people with a diagnosis of asthma, the number who had the first such emergency room visit in 2009 for which the person had no inpatient visit within 7 days after the start of the record",
		"How many patients had a stroke in 2008 and took no warfarin within 30 days in 2009?":                    "Among people with the first such diagnosis of stroke in 2008, the number who had no exposure to warfarin in 2009 within 30 days after it",
		"How many patients had a stroke and took no warfarin afterwards in 2009?":                                "",
		"How many patients started warfarin and had no stroke before in 2009?":                                   "",
		"What percentage of patients who started warfarin had no HbA1c test within 30 days in 2009, by sex?":     "Among people with a first ever exposure to warfarin in 2009, the percentage who had no measurement of HbA1c within 30 days after it, by sex",
		"How many patients had a stroke and did not die within 30 days in January 2009?":                         "Among people with the first such diagnosis of stroke between 2009-01-01 and 2009-01-31, the number who did not die within 30 days after it",
		"What percentage of patients with asthma started warfarin and had no HbA1c test within 90 days in 2009?": "Among people with a diagnosis of asthma, the percentage who had a first ever exposure to warfarin in 2009 for which the person had no measurement of HbA1c within 90 days after the record",
	})
}
