package read_test

import "testing"

// A survival after an event is from it, among those whom the people's words tell of.
func TestASurvivalIsFromWhatItIsAfter(t *testing.T) {
	const stroke = "people with a first ever diagnosis of stroke who had a diagnosis of asthma"
	saysBack(t, reader(t), map[string]string{
		"What is the one-year mortality after a stroke among women with asthma?":                   "The Kaplan-Meier mortality of women with a first ever diagnosis of stroke who had a diagnosis of asthma at 1 year",
		"What is the survival at 1 year after a stroke in patients with asthma?":                   "The Kaplan-Meier survival of " + stroke + " at 1 year",
		"Survival at 1 and 3 years after a stroke among patients with asthma":                      "The Kaplan-Meier survival of " + stroke + " at 1 year and 3 years",
		"What is the survival at 1 year after starting warfarin in patients with asthma?":          "The Kaplan-Meier survival of people with a first ever exposure to warfarin who had a diagnosis of asthma at 1 year",
		"What is the 1-year mortality after a stroke in patients with asthma before it?":           "The Kaplan-Meier mortality of " + stroke + " before it at 1 year",
		"What is the median survival after a stroke in men over 70 with asthma?":                   "The median survival of men with a first ever diagnosis of stroke at age over 70 who had a diagnosis of asthma",
		"What is the 1-year stroke-free survival after starting warfarin in patients with asthma?": "The Kaplan-Meier survival without stroke or death of people with a first ever exposure to warfarin who had a diagnosis of asthma at 1 year",
		"What is the 1-year survival of women with a first stroke who had asthma?":                 "The Kaplan-Meier survival of women with a first ever diagnosis of stroke who had a diagnosis of asthma at 1 year",
		"What is the 1-year mortality of patients with a stroke or pneumonia?":                     "The Kaplan-Meier mortality of people with a first ever diagnosis of stroke or pneumonia at 1 year",
		"What is the 1-year mortality among patients with asthma who had a stroke?":                "",
		"What is the 1-year mortality of women with asthma following a stroke?":                    "",
		"What is the 1-year survival of patients with asthma and hypertension?":                    "",
	})
}
