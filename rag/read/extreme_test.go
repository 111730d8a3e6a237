package read_test

import "testing"

// A highest or lowest value as a condition, and values of a test that was named before.
func TestHighestValuesAndOnesOfTheTestBefore(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people have a highest HbA1c above 9?":                                                      "the number who had a measurement of HbA1c above 9",
		"How many people had a lowest HbA1c below 5 percent?":                                                "the number who had a measurement of HbA1c below 5 percent",
		"How many people whose highest HbA1c was below 7?":                                                   "The number of people who had a measurement of HbA1c below 7 and had no measurement of HbA1c of at least 7 (at any date)",
		"How many women had a highest HbA1c between 7 and 9 in 2009?":                                        "Among women, the number who had a measurement of HbA1c between 7 and 9 in 2009 and had no measurement of HbA1c above 9 in 2009",
		"What percentage of people with stroke have a lowest HbA1c over 6?":                                  "Among people with a diagnosis of stroke, the percentage who had a measurement of HbA1c above 6 and had no measurement of HbA1c of at most 6",
		"Of the people with an HbA1c measured, what percentage had one above 9?":                             "Among people with a measurement of HbA1c, the percentage who had a measurement of HbA1c above 9",
		"Of stroke patients who have an HbA1c on record, what proportion had one of 6% or lower?":            "Among people with a diagnosis of stroke who had a measurement of HbA1c, the percentage who had a measurement of HbA1c of at most 6 percent",
		"Among people with stroke who had an HbA1c result, what percentage had a most recent value above 9?": "Among people with a diagnosis of stroke who had a measurement of HbA1c with a value, the percentage who had a last measurement of HbA1c above 9",
		"Among stroke patients with an HbA1c, how many had a highest value below 7?":                         "Among people with a diagnosis of stroke who had a measurement of HbA1c, the number who had a measurement of HbA1c below 7 and had no measurement of HbA1c of at least 7",

		"Among people with an HbA1c and a creatinine, what percentage had one above 9?": "",
		"Among people with stroke, what percentage had one above 9?":                    "",
		"Mean days from stroke to the highest HbA1c":                                    "",
		"How many people had a highest HbA1c?":                                          "",
	})
}

// Several ages by who has them are shown together.
func TestTheYoungestAndTheOldest(t *testing.T) {
	const summary = "The summary of the age at a first ever diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"What were the youngest, median and oldest ages at first stroke?": summary,
		"The youngest and the oldest age at first stroke, by sex":         summary + ", by sex",
		"Median, youngest and oldest age at first stroke":                 summary,
		"What was the youngest age at first stroke?":                      "The minimum age at a first ever diagnosis of stroke",
		"What is the oldest and mean year of birth?":                      "", // the earliest year is that of the oldest
	})
}
