package read_test

import "testing"

// What was not there on the day of something is asked of those who had that, also beside what else people had.
func TestOfWhomADenialIsAsked(t *testing.T) {
	const died = "Among people with a record of death in 2009, the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many women had hypertension but took no warfarin before their first stroke?":                  "Among women with a first ever diagnosis of stroke, the number who had a diagnosis of hypertension and had no exposure to warfarin before the day of it",
		"What percentage of women had hypertension but had not taken warfarin before their first stroke?":  "Among women with a first ever diagnosis of stroke, the percentage who had a diagnosis of hypertension and had no exposure to warfarin before the day of it",
		"How many patients had hypertension but took no warfarin within 30 days after their first stroke?": "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of hypertension and had no exposure to warfarin within 30 days after it",
		"How many patients had hypertension and took warfarin before their first stroke?":                  "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of hypertension and had an exposure to warfarin before it",
		"How many patients took no warfarin before their first stroke?":                                    "Among people with a first ever diagnosis of stroke, the number who had no exposure to warfarin before the day of it",
		"How many patients had no hospital stay in the 30 days before they died in 2009?":                  died + "no inpatient visit in the 30 days before it",
		"How many patients were in hospital in the 30 days before they died in 2009?":                      died + "an inpatient visit in the 30 days before it",
		"Of patients who died in 2009, how many were not in hospital on the day of death?":                 died + "no inpatient visit covering it",
		"How many patients had a hospital stay in 2009 before they died?":                                  "Among people with a record of death, the number who had an inpatient visit in 2009 before it",
		"How many patients were not in hospital on the day they died in 2009?":                             "",
		"What percentage of patients with asthma were not in hospital on the day they died in 2009?":       "",
		"How many patients had no emergency visit on the day they died?":                                   "",
	})
}
