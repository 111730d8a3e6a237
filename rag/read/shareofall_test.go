package read_test

import "testing"

// Those who are counted are a share of those whom the words name; of whom else they could be one is not guessed.
func TestWhatShareThoseWhoAreCountedAre(t *testing.T) {
	ofAll := "the percentage who had a diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"How many people have ever been diagnosed with stroke, and what percentage of the whole population is that?": ofAll,
		"How many patients had a stroke and what share of all patients is this?":                                     ofAll,
		"How many people had a stroke? What proportion of the population do they make up?":                           ofAll,
		"Number of people with a stroke, and what percent of everyone that is":                                       ofAll,
		"How many had a stroke, and what % of the database does that represent?":                                     ofAll,
		"How many people had a stroke and what is that as a percentage of all people?":                               ofAll,
		"How many patients do we have with stroke, and what percentage is that?":                                     ofAll,
		"How many women had a stroke, and what share of all women is that?":                                          "Among women, the percentage who had a diagnosis of stroke",
		"How many patients with hypertension also had a stroke, and what share of the hypertension patients is that?": "Among people with a diagnosis of hypertension, " +
			"the percentage who had a diagnosis of stroke",
		"How many hypertension patients had a stroke, and what percentage does that represent?": "Among people with a diagnosis of hypertension, " +
			"the percentage who had a diagnosis of stroke",

		"How many hypertension patients had a stroke, and what share of all patients is that?":       "", // of those with hypertension, perhaps
		"How many people had a stroke, and what share of the warfarin users is that?":                "",
		"How many people had a stroke, and what share of all strokes is that?":                       "",
		"How many people had a stroke by sex, and what share of the population is that?":             "",
		"How many people started warfarin after a stroke, and what share of all patients are women?": "",
	})
}
