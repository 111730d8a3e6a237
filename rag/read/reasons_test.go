package read_test

import "testing"

// Why people ask and what they do with the number limits nothing, unless it may tell of whom the question is.
func TestReasonsAndUsesArePassedOver(t *testing.T) {
	r := reader(t)
	const core = "ow many women with hypertension took warfarin in 2009"
	const reading = "Among women with a diagnosis of hypertension, the number who had an exposure to warfarin in 2009"
	for question, want := range map[string]string{
		"H" + core + "? The reason is that we're worried about stroke.":          reading,
		"H" + core + "? The reason I ask is that we plan a leaflet.":             reading,
		"H" + core + "? Background: we're setting up a new clinic.":              reading,
		"H" + core + "? We need it for a lecture to teachers.":                   reading,
		"H" + core + "? We'll use the figure in a funding application.":          reading,
		"As we're short of rooms, please tell us h" + core + ".":                 reading,
		"Before we reprint our leaflet: h" + core + "?":                          reading,
		"We have to hand in the proposal on Monday: h" + core + "?":              reading,
		"I promised the board a number: h" + core + "?":                          reading,
		"The steering committee insists on knowing h" + core + ".":               reading,
		"Out of curiosity, h" + core + "?":                                       reading,
		"H" + core + " (just to be sure)?":                                       reading,
		"H" + core + "? Each woman should count only once.":                      reading,
		"H" + core + "? Nobody should be counted twice.":                         reading,
		"H" + core + "? No need to split it by age.":                             reading,
		"H" + core + "? I'm happy with an approximate number.":                   reading,
		"Do you happen to know h" + core + "?":                                   reading,
		"We'd like to write to women with hypertension. How many are there?":     "The number of women with a diagnosis of hypertension",
		"H" + core + "? Each man should count only once.":                        "",
		"H" + core + "? The reason is that we treat patients with asthma.":       "",
		"H" + core + "? The reason is that we only want those over 80.":          "",
		"H" + core + "? We're worried about stroke in smokers.":                  "",
		"H" + core + "? We use it as the index date.":                            "",
		"We need it in nursing homes: h" + core + "?":                            "",
		"We are planning a registry of veterans and want to know h" + core + ".": "",
		"We're planning a campaign for teachers and want to know h" + core + ".": "",
		"Before we started in 2008: h" + core + "?":                              "",
	} {
		readBack(t, r, question, want)
	}
}
