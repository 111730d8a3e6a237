package read_test

import "testing"

// Insurance is named by its plan or payer, and holds in a time that it shares a day with.
func TestPeopleByTheirInsurance(t *testing.T) {
	const partD = `payer plan period of "Medicare Part D"`
	saysBack(t, reader(t), map[string]string{
		"share of patients by payer plan":                              "the percentage who had a payer plan period, by payer plan",
		"number of patients by insurance plan in 2009":                 "the number who had a payer plan period that covers a day in 2009, by payer plan",
		"How many people are covered by Medicare Part D?":              "the number who had a " + partD,
		"metformin users by payer":                                     "Among people with an exposure to metformin, the number who had a payer plan period, by payer",
		"percentage of patients by race":                               "The percentage distribution of people, by race",
		"how many people had Medicare Part D coverage in 2009?":        "the number who had a " + partD + " that covers a day in 2009",
		"How many patients were enrolled in Medicare Part D in 2009?":  "the number who had a " + partD + " that covers a day in 2009",
		"How many metformin users had Part D coverage?":                "Among people with an exposure to metformin, the number who had a " + partD,
		"How many patients did not have Medicare Part D coverage?":     "the number who had no " + partD,
		"metformin users with Medicaid":                                `The number of people with an exposure to metformin who had a payer plan period of "Medicaid"`,
		`The number of people with a payer plan period of "Blue 80"`:   `The number of people with a payer plan period of "Blue 80"`,
		"number of patients by payer plan":                             "the number who had a payer plan period, by payer plan",
		"What percentage of patients with stroke had Medicare Part D?": "Among people with a diagnosis of stroke, the percentage who had a " + partD,
		"mean total drug cost per patient with Medicare Part D":        "The mean total cost of prescriptions per person with or without any of people who had a " + partD + " (at any date)",
		"How many people have Kaiser Gold coverage?":                   `the number who had a payer plan period of "Kaiser Gold"`,
		"How many women with Aetna insurance had a stroke?":            `Among women with a payer plan period of "Aetna", the number who had a diagnosis of stroke`,
		"How many people have warfarin coverage?":                      "",
		"How many prescriptions of metformin by payer plan?":           "", // of which day?
		"How many days supply of metformin by payer plan?":             "",
	})
}
