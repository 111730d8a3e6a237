package read_test

import "testing"

// A time behind the last of several denials, or behind a list in a list, is of all of them.
func TestTimeOfSeveralDenials(t *testing.T) {
	const last = "The time, age or place that stands last is said of the last only"
	saysBack(t, reader(t), map[string]string{
		"How many patients had no emergency visit and no hospital stay in 2009?":                                  "the number who had no emergency room visit in 2009 and had no inpatient visit in 2009",
		"What percentage of patients with asthma took no warfarin, no metformin and no lisinopril in 2009?":       "Among people with a diagnosis of asthma, the percentage who had no exposure to warfarin in 2009 and had no exposure to metformin in 2009 and had no exposure to lisinopril in 2009",
		"How many patients did not take metformin and did not take warfarin in 2009?":                             "the number who had no exposure to metformin in 2009 and had no exposure to warfarin in 2009",
		"Among patients without asthma and without COPD in 2009, how many took warfarin?":                         "Among people who had no diagnosis of asthma in 2009 and had no diagnosis of COPD in 2009, the number who had an exposure to warfarin",
		"How many patients took no warfarin and no metformin within 30 days after a stroke?":                      "Among people with a first ever diagnosis of stroke, the number who had no exposure to warfarin within 30 days after it and had no exposure to metformin within 30 days after it",
		"How many patients took lisinopril and either metformin or warfarin in 2009?":                             "the number who had an exposure to lisinopril in 2009 and had an exposure to metformin or warfarin in 2009",
		"How many patients took lisinopril in 2008 and either metformin or warfarin in 2009?":                     "the number who had an exposure to lisinopril in 2008 and had an exposure to metformin or warfarin in 2009",
		"How many patients had a stroke and either asthma or COPD in 2009?":                                       "the number who had a diagnosis of stroke in 2009 and had a diagnosis of asthma or COPD in 2009",
		"How many patients with asthma, excluding those with a stroke in 2008, were hospitalised in 2009?":        "Among people with a diagnosis of asthma who had no diagnosis of stroke in 2008, the number who had an inpatient visit in 2009",
		"How many patients with asthma, not counting those with a stroke before 2010, were hospitalised in 2009?": "Among people with a diagnosis of asthma who had no diagnosis of stroke until 2009-12-31, the number who had an inpatient visit in 2009",
		"How many patients with asthma but no stroke in 2008 were hospitalised in 2009?":                          "Among people with a diagnosis of asthma in 2008 who had no diagnosis of stroke in 2008, the number who had an inpatient visit in 2009",
		"How many patients had pneumonia at a hospital stay without an HbA1c in 2009?":                            "the number who had an inpatient visit in 2009 with a diagnosis of pneumonia for which the person had no measurement of HbA1c at the same visit as the record",
		"How many patients had asthma at an emergency visit in 2009?":                                             "the number who had a diagnosis of asthma at an emergency room visit in 2009",
		"How many patients took warfarin, excluding those with a stroke in 2008?":                                 "the number who had an exposure to warfarin and (had no diagnosis of stroke in 2008)",
	})
	for _, q := range []string{"How many patients had no emergency visit and no hospital stay in 2009?",
		"How many patients took lisinopril and either metformin or warfarin in 2009?"} {
		got, err := reader(t).Read(t.Context(), q)
		if err != nil || len(got.Others) != 1 || got.Others[0].What != last {
			t.Error(q, err, got.Refusal, got.Others)
		}
	}
}
