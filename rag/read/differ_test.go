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
