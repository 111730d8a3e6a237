package read_test

import "testing"

// The side that stands behind all that is asked belongs to the people of the first.
func TestTheOtherSideStandsBehind(t *testing.T) {
	strokes := "the percentage who had a diagnosis of stroke, by group (with hypertension, without hypertension)"
	saysBack(t, reader(t), map[string]string{
		"What percentage of people with hypertension had a stroke, compared to people without hypertension?":            strokes,
		"What percentage of people with hypertension had a stroke, versus the rest?":                                    strokes,
		"What percentage of people with hypertension had a stroke compared with everyone else?":                         strokes,
		"What percentage of people with hypertension had a stroke, compared with the percentage in all other patients?": strokes,
		"Are people with hypertension more likely to have a stroke than people without hypertension?":                   strokes,
		"Compare the percentage with a stroke between people with hypertension and people without hypertension":         strokes,
		"Compare the average age of patients with asthma with that of patients without it":                              "The mean age of all people at the end of the data, by group (with asthma, without asthma)",
		"Does HbA1c differ between those with hypertension and those without it?": "The mean HbA1c, by group " +
			"(with hypertension, without hypertension)",
		"Are Black patients more likely to have a stroke than white patients?": "the percentage who had a " +
			"diagnosis of stroke, by group (black, white)",
		"What share of women with asthma had a stroke versus men with asthma?": "Among people with a diagnosis of asthma, the " +
			"percentage who had a diagnosis of stroke, by sex",
		"Prevalence of asthma in Florida compared with Texas": "The lifetime prevalence of asthma, by group (in FL, in TX)",
		"Mean age of asthma patients in Florida compared with those in Texas": "The mean age at a first ever diagnosis of asthma, by " +
			"group (in FL, in TX)",
		"Percentage of patients with asthma in Florida and in Texas":                      "", // of whom?
		"What percentage of people with asthma had a stroke, compared with zorblatt?":     "",
		"What percentage of people with asthma had a stroke, compared with pneumonia?":    "", // of whom, or what?
		"What percentage of people with asthma had a stroke, compared with all patients?": "",
	})
}

// People who never had one of two things are not those without both.
func TestTheOtherSideIsWithoutAllThatTheFirstHas(t *testing.T) {
	r := reader(t)
	const died = "What share of people with stroke or pneumonia died, compared with people "
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{died + "who never had stroke?", ""},
		{died + "without stroke?", ""},
		{"What share of people with stroke died, compared with people who never had stroke?",
			"What share of people with and without stroke died?"},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}
