package read_test

import "testing"

// Groups by a value or an age that are listed, in whatever words.
func TestGroupsThatAreListed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people had their first colonoscopy in their fifties, sixties and seventies?":                      "the number who had a first ever colonoscopy, by age group (50 to 59, 60 to 69, 70 to 79)",
		"How many women are in their 40s, 50s and 60s?":                                                             "The number of women, by age group (40 to 49, 50 to 59, 60 to 69) at the end of the data",
		"How many men are aged under 65, 65 to 74 and 75 or older?":                                                 "The number of men, by age group (under 65, 65 to 74, 75 or older) at the end of the data",
		"How many people are aged 0-17, 18-64 and 65+ (how many in each band)?":                                     "The number of people, by age group (0 to 17, 18 to 64, 65 or older) at the end of the data",
		"Average length of stay for inpatient visits, split by members under 75 and 75 or older at admission.":      "The mean duration in days of inpatient visits, by age group (under 75, 75 or older)",
		"Split patients with stroke by age into under 65, 65 to 74 and 75 or older.":                                "The number of people with a diagnosis of stroke, by age group (under 65, 65 to 74, 75 or older)",
		"Split people by their lowest HbA1c into below 6, 6 to under 8, and 8 or more: how many are in each group?": "The number of people, by group (lowest HbA1c under 6, lowest HbA1c 6 to under 8, lowest HbA1c 8 or more)",
		"Group patients with stroke by their last HbA1c (below 7, 7 to 9, above 9): how many people are in each?":   "The number of people with a diagnosis of stroke, by group (last HbA1c under 7, last HbA1c 7 to 9, last HbA1c over 9)",
		"How many people have a highest HbA1c below 6.5, 6.5 to 8, and above 8?":                                    "The number of people, by group (highest HbA1c under 6.5, highest HbA1c 6.5 to 8, highest HbA1c over 8)",
		"Classify women by highest HbA1c into under 7 and 7 or more.":                                               "The number of women, by group (highest HbA1c under 7, highest HbA1c 7 or more)",

		"How many people had an HbA1c under 6, 6 to 8 and above 8?":            "",
		"Split people by their HbA1c into below 6 and 6 or more":               "",
		"How many people have a highest HbA1c below 6.5, 6 to 8, and above 8?": "",
		"How many inpatient visits are in each group?":                         "",
		"How many women are in their fifties and eighties?":                    "",
		"What is the mean HbA1c by sex, how many in each group were women?":    "",
	})
}
