package read_test

import "testing"

// "One" of a value comes when the sentence says: of 46 people with an HbA1c above 9 who had one below 8, only 24 had it
// later.
func TestOneOfAValueComesLater(t *testing.T) {
	const above = "Among people with a first ever measurement of HbA1c among those above 9, the number who had "
	later := above + "a measurement of HbA1c below 8 after it"
	saysBack(t, reader(t), map[string]string{
		"Of patients with an HbA1c above 9, how many later had one below 8?":            later,
		"Of patients with an HbA1c above 9, how many subsequently had one below 8?":     later,
		"Of patients with an HbA1c above 9, how many then had one below 8?":             later,
		"Of patients with an HbA1c above 9, how many had a later one below 8?":          later,
		"Of patients with an HbA1c above 9, how many had a later HbA1c below 8?":        later,
		"Of patients with an HbA1c above 9, how many had one below 8 afterwards?":       later,
		"How many patients with an HbA1c above 9 later had one below 8?":                later,
		"Of patients with an HbA1c above 9, how many never later had one below 8?":      above + "no measurement of HbA1c below 8 after it",
		"Of patients with an HbA1c above 9, how many had one below 8 within a year?":    above + "a measurement of HbA1c below 8 within 1 year after it",
		"Of patients with an HbA1c above 9, how many had one below 8 before that?":      above + "a measurement of HbA1c below 8 before it",
		"Of patients with an HbA1c above 9, how many had one below 8?":                  "Among people with a measurement of HbA1c above 9, the number who had a measurement of HbA1c below 8",
		"Of patients with an HbA1c above 9 in 2008, how many later had one below 8?":    "Among people with the first such measurement of HbA1c among those above 9 in 2008, the number who had a measurement of HbA1c below 8 after it",
		"Of patients with asthma and an HbA1c above 9, how many later had one below 8?": "",
		"Of patients with stroke, how many had a later pneumonia?":                      "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of pneumonia after it",
	})
}
