package read_test

import "testing"

// Turns of phrase that are read, and neighbours that mean something else.
func TestTersePhrasesAndCourtesies(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"We would be grateful if you could provide the prevalence of hypertension in 2010.":                        "The prevalence of hypertension in 2010",
		"I have been asked by the ethics board how many people had a stroke in 2009. Could you let me know?":       "the number who had a diagnosis of stroke in 2009",
		"Sensitivity question: how many asthmatics remain if we require two diagnoses instead of one?":             "Among people with a diagnosis of asthma, the number who had at least 2 diagnoses of asthma",
		"How many asthmatics remain if we require two diagnoses instead of three?":                                 "",
		"Number of colonoscopies per year, please (count procedures, not people).":                                 "The number of records of colonoscopies, by year",
		"Number of people with a colonoscopy per year (count procedures, not people).":                             "",
		"Number of colonoscopy procedures and number of hemodialysis procedures in 2009":                           "The number of records of colonoscopy in 2009; beside it, the number of records of hemodialysis in 2009",
		"Number of patients with asthma, number with pneumonia, and number with both":                              "The number of people, by group (had a diagnosis of asthma, had a diagnosis of pneumonia, had a diagnosis of asthma and had a diagnosis of pneumonia)",
		"Number of patients with asthma, number with pneumonia":                                                    "",
		"Of people with a first stroke in 2009, what proportion were alive one year later?":                        "Among people with a first ever diagnosis of stroke in 2009, the percentage who did not die within 1 year after it, whatever the follow-up",
		"Of people with a first stroke in 2009, what proportion were dead one year later?":                         "Among people with a first ever diagnosis of stroke in 2009, the percentage who died within 1 year after it, whatever the follow-up",
		"How many new stroke diagnoses were there by year? A person counts once, in the year of the first record.": "The number of first ever diagnoses of stroke, by year",
	})
}
