package read_test

import "testing"

// "And how many did not" are those of whom the first number is not true.
func TestHowManyDidNot(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Among those with stroke, how many took warfarin and how many did not?":                "The number of people with a diagnosis of stroke, by group (took warfarin, did not)",
		"Among those with stroke, how many had had a colonoscopy and how many had not?":        "The number of people with a diagnosis of stroke, by group (had had a colonoscopy, had not)",
		"Among those with stroke, how many took warfarin and how many did not, by sex?":        "The number of people with a diagnosis of stroke, by group (took warfarin, did not) and sex",
		"Among those with stroke, how many took warfarin within 30 days and how many did not?": "",
		"How many took warfarin and how many did not take metformin?":                          "The number of people, by group (took warfarin, did not take metformin)",
	})
}

// Time that passes may be asked for in any unit.
func TestUnitsThatPass(t *testing.T) {
	const years = "The mean number of years from a first ever diagnosis of stroke to a first ever diagnosis of pneumonia"
	saysBack(t, reader(t), map[string]string{
		"How many years pass on average between a diagnosis of stroke and pneumonia?":  years,
		"Between diagnosis of stroke and a pneumonia, how many years pass on average?": years,
		"How many weeks go by from first stroke to first pneumonia on average?":        "The mean number of weeks from a first ever diagnosis of stroke to a first ever diagnosis of pneumonia",
		"How many months elapsed between starting warfarin and a stroke, median?":      "The median number of months from a first ever exposure to warfarin to a first ever diagnosis of stroke",
		"How many months passed between the first and the second stroke on average?":   "The mean number of months from a first ever diagnosis of stroke to a second diagnosis of stroke",
		"How many years pass?":                                   "",
		"How many years passed in patients with stroke?":         "",
		"How many patients passed between stroke and pneumonia?": "",
	})
}

// What people needed, caught or required they had.
func TestPeopleNeedAndCatch(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many stroke patients needed a colonoscopy?":                     "Among people with a diagnosis of stroke, the number who had a colonoscopy",
		"Number of stroke patients requiring a colonoscopy":                  "The number of people with a diagnosis of stroke who had a colonoscopy",
		"How many patients did not need warfarin?":                           "the number who had no exposure to warfarin",
		"In which calendar month of 2010 did most patients catch pneumonia?": "The month of the year with the most people with a diagnosis of pneumonia in 2010",
		"How many stroke patients might need warfarin?":                      "",
	})
}

// Who is asked about may stand behind the people, in a question of its own or as their share of all.
func TestNumbersOfPeopleInFront(t *testing.T) {
	const share = "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"Do stroke patients take warfarin? Percentage.":                                   share,
		"Do stroke patients receive warfarin? Percentage, by sex.":                        share + ", by sex",
		"Stroke patients on warfarin: number, and percentage of all stroke patients":      share,
		"Patients with a stroke - what percentage of all patients does that represent?":   "the percentage who had a diagnosis of stroke",
		"Do doctors use warfarin? Percentage.":                                            "",
		"Find how many people had a stroke, then tell me how many of those took warfarin": share,
		"Number of people on each of warfarin and metformin":                              "",
		"Number of women by stroke (yes/no)":                                              "The number of women, by group (with stroke, without stroke)",
		"Number of women with stroke yes or no":                                           "",
		"Number of stroke diagnoses, not patients, of women":                              "The number of diagnoses of stroke among women",
	})
}
