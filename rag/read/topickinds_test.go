package read_test

import "testing"

// A topic may be a word for a piece of work, a disease that is known by a result, or hold a time of the question's.
func TestTopicsOfKinds(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Performance indicator: what percentage of women with asthma took metformin?",
			"What percentage of women with asthma took metformin?"},
		{"Easy one: how many women took warfarin in 2009?", "How many women took warfarin in 2009?"},
		{"Negative control: number of persons with pneumonia within 60 days after their first warfarin exposure.",
			"Number of persons with pneumonia within 60 days after their first warfarin exposure."},
		{"Secondary prevention: of patients with a first stroke, what percentage took a statin within 30 days after it?",
			"Of patients with a first stroke, what percentage took a statin within 30 days after it?"},
		{"Glycaemic monitoring: among persons with a first metformin dispensing, the percentage with no HbA1c measurement " +
			"in the 6 months thereafter.", "Among persons with a first metformin dispensing, the percentage with no " +
			"HbA1c measurement in the 6 months thereafter."},
		{"Poor glycaemic control on metformin: number of metformin users with an HbA1c above 9 percent after their first " +
			"metformin exposure.", "Number of metformin users with an HbA1c above 9 percent after their first metformin " +
			"exposure."},
		{"Stroke on anticoagulation: number of persons with a stroke after their first warfarin exposure.",
			"Number of persons with a stroke after their first warfarin exposure."},
		{"Pneumonia in 2009: how many women had pneumonia?", "How many women had pneumonia in 2009?"},
		{"Polypharmacy in 2009: what percentage of women took 3 or more different ingredients?",
			"What percentage of women took 3 or more different ingredients in 2009?"},
		{"Repeated exposure: number of persons with three or more warfarin records.",
			"Number of persons with three or more warfarin records."},
		{"Seasonality of new use: number of first warfarin exposures by calendar month, all years pooled.",
			"Number of first warfarin exposures by calendar month, all years pooled."},
		{"For the methods section of the protocol: how many women took warfarin?", "How many women took warfarin?"},
		{"For table 3 of our manuscript, how many women took warfarin?", "How many women took warfarin?"},
		{"For the warfarin paper's figure 2: how many women took warfarin?", "How many women took warfarin?"},
		{"How many women took 3 or more different ingredients in 2009 (polypharmacy, rough definition)?",
			"How many women took 3 or more different ingredients in 2009?"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Inpatient quality indicator: how many women took warfarin?",
		"Rural performance indicator: how many women took warfarin?",
		"Secondary prevention: how many women took a statin?",
		"Poor glycaemic control on metformin: number of metformin users with an HbA1c below 7 percent.",
		"Metformin in poor glycaemic control: number of women who took metformin.",
		"Anticoagulation: how many women had pneumonia?",
		"Warfarin in 2009: number of women with a stroke after starting warfarin.",
		"Repeated exposure: number of women exposed to warfarin.",
		"New use: number of women exposed to warfarin.",
		"Low-dose treatment: number of women exposed to warfarin.",
		"How many women took warfarin (polypharmacy)?",
	} {
		readsAs(t, r, question, "")
	}
}
