package read_test

import "testing"

// "No" denies what stands right behind it; what has an article, a number or a time of its own is what people had.
func TestNoReachesToTheFirst(t *testing.T) {
	const both = "the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many patients had asthma, no warfarin and a stroke in 2009?":                          both + "a diagnosis of asthma and (had no exposure to warfarin in 2009) and (had a diagnosis of stroke in 2009)",
		"How many patients had no hospital stay and at least two emergency visits in 2009?":        both + "no inpatient visit in 2009 and had at least 2 emergency room visits in 2009",
		"How many patients had metformin in 2009, no warfarin in 2009, and warfarin in 2010?":      both + "an exposure to metformin in 2009 and had no exposure to warfarin in 2009 and had an exposure to warfarin in 2010",
		"How many patients had asthma, no stroke before it, and warfarin within 90 days after it?": "Among people with a first ever diagnosis of asthma, the number who had no diagnosis of stroke before the day of it and had an exposure to warfarin within 90 days after it",
		"How many women with asthma, no stroke and an HbA1c above 8% took warfarin?":               "Among women with a diagnosis of asthma who had no diagnosis of stroke and had a measurement of HbA1c above 8 percent, the number who had an exposure to warfarin",
		"What percentage of patients with asthma had no stroke and a hip fracture?":                "Among people with a diagnosis of asthma, the percentage who had no diagnosis of stroke and had a diagnosis of hip fracture",
		"How many patients did not have both a stroke and a hip fracture?":                         "the number who not (had a diagnosis of stroke and had a diagnosis of hip fracture)",
		"How many patients had no stroke or pneumonia?":                                            both + "no diagnosis of stroke or pneumonia",
		"How many patients had asthma with no stroke and with a hip fracture?":                     both + "a diagnosis of asthma and had no diagnosis of stroke and had a diagnosis of hip fracture",
		"How many patients had no stroke or a hip fracture?":                                       "",
		"How many patients with no stroke and pneumonia took warfarin?":                            "",
		"How many patients without a stroke and a fall took warfarin?":                             "",
		"How many patients did not take warfarin and metformin in 2009?":                           "",
		"How many patients had asthma with no stroke and a hip fracture within 30 days after it?":  "",
		"How many patients never had stroke, pneumonia and asthma?":                                "",
		"How many patients took warfarin but not on metformin and clopidogrel?":                    "",
		"How many patients had no warfarin and one inpatient visit in 2009?":                       both + "no exposure to warfarin in 2009 and had an inpatient visit in 2009",
		"How many patients had asthma, no warfarin, a stroke and a hip fracture?":                  both + "a diagnosis of asthma and had no exposure to warfarin and had a diagnosis of stroke and had a diagnosis of hip fracture",
	})
}
