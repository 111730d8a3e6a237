package read_test

import "testing"

// "And does it differ between men and women?" asks for each of them.
func TestDoesItDiffer(t *testing.T) {
	const share = "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"What proportion of patients with stroke took warfarin, and does it differ between men and women?": share + ", by sex",
		"What proportion of patients with stroke took warfarin? Does it differ between women and men?":     share + ", by sex",
		"What proportion of patients with stroke took warfarin, and how does this vary by race?":           share + ", by race",
		"What proportion of patients with stroke took warfarin, and is it higher in women?":                share + ", by sex",
		"How many strokes were recorded, and how did this change over the years?": "The number of diagnoses of strokes, " +
			"by year",
		"What proportion of patients with stroke took warfarin, and does it differ between smokers and non-smokers?":     "",
		"What proportion of patients with stroke took warfarin, and does it differ between younger and older patients?":  "",
		"What proportion of patients with stroke took warfarin, and does it differ between men?":                         "",
		"What proportion of patients with stroke took warfarin, and does it differ significantly between men and women?": "",
	})
}

// How many per so many person-years people had is a rate.
func TestHowManyPerPersonYears(t *testing.T) {
	const rate = "The incidence rate of strokes per 1000 person-years"
	saysBack(t, reader(t), map[string]string{
		"How many strokes per 1,000 person-years did patients with asthma have in 2009?": rate + " in 2009 among people with " +
			"a first ever diagnosis of asthma",
		"How many strokes did patients with asthma have per 1,000 person-years in 2009?": rate + " in 2009 among people with " +
			"a first ever diagnosis of asthma",
		"How many emergency room visits per 100 person-years did women have?": "The number of emergency room visits per 100 " +
			"person-years among women",
		"How many strokes per 1,000 person-years occurred in patients on warfarin?": rate + " among people with a first ever " +
			"exposure to warfarin",
		"How many strokes per 1,000 person-years did patients with asthma fear?": "",
	})
}

// The use of a drug by sex or age is told by the people who took it, and so many prescriptions by their records.
func TestUseIsComparedByPeople(t *testing.T) {
	const took = "The number of people with an exposure to warfarin"
	saysBack(t, reader(t), map[string]string{
		"How does use of warfarin compare between men and women?":                      took + ", by sex",
		"How does warfarin use differ by sex?":                                         took + ", by sex",
		"Compare warfarin use in 2009 between men and women":                           took + " in 2009, by sex",
		"Use of warfarin by race":                                                      took + ", by race",
		"How do warfarin prescriptions compare between men and women?":                 "The number of exposures to warfarin, by sex",
		"Use of warfarin by year":                                                      "The number of exposures to warfarin, by year",
		"What are the most common conditions in the 90 days before starting warfarin?": "The 10 most common conditions in the 90 days before or on the day of a first ever exposure to warfarin",
		"What are the most common procedures in the 90 days before starting warfarin?": "The 10 most common procedures in the 90 days before a first ever exposure to warfarin",
	})
}
