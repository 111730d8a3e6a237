package read_test

import "testing"

// Those who ask speak of themselves and their work; what may choose or part patients is never taken for such talk.
func TestTalkOfThoseWhoAskIsPassedOver(t *testing.T) {
	r := reader(t)
	const core = "ow many women with hypertension took warfarin in 2009"
	const reading = "Among women with a diagnosis of hypertension, the number who had an exposure to warfarin in 2009"
	for question, want := range map[string]string{
		"Our statistician wants to know h" + core:                    reading,
		"A colleague asked me h" + core:                              reading,
		"I wonder h" + core + "?":                                    reading,
		"I am trying to reproduce a published figure. H" + core:      reading,
		"My question is: h" + core + "?":                             reading,
		"My question is about warfarin: h" + core + "?":              reading,
		"Regarding hypertension: h" + core + "?":                     reading,
		"For the steering committee, h" + core + "?":                 reading,
		"As a starting point, h" + core + "?":                        reading,
		"Before we design the trial, h" + core + "?":                 reading,
		"To plan recruitment, h" + core + "?":                        reading,
		"H" + core + " for a grant application?":                     reading,
		"H" + core + "? It is for a grant application.":              reading,
		"H" + core + "? The reviewers asked for it.":                 reading,
		"H" + core + ", as a rough estimate?":                        reading,
		"H" + core + "? Just the headcount.":                         reading,
		"H" + core + "? A headcount is enough.":                      reading,
		"H" + core + "? Count each patient only once.":               reading,
		"H" + core + "? Thanks in advance!":                          reading,
		"I'd be grateful for the number of women who took warfarin.": "The number of women with an exposure to warfarin",
		"What I need is the number of women who took warfarin.":      "The number of women with an exposure to warfarin",

		"We study frail people: h" + core + "?":         "",
		"We look after zorblatt people: h" + core + "?": "",
		"In the trial, h" + core + "?":                  "",
		"In our department, h" + core + "?":             "",
		"H" + core + ", by department?":                 "",
		"H" + core + "? Per committee.":                 "",
		"H" + core + "? Those in our study.":            "",
		"H" + core + "? In the trial.":                  "",
		"H" + core + "? The reviewers asked for men.":   "",
		"H" + core + "? We need zorblatt.":              "",
		"H" + core + "? Not for the committee.":         "",
		"Cystinosis. H" + core + "?":                    "",
	} {
		readBack(t, r, question, want)
	}
}
