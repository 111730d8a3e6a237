package read_test

import "testing"

// A remark that says what is done anyway is taken, and one that says another thing changes the question or refuses it.
func TestConventionsMayBeSaid(t *testing.T) {
	const bands = "by age group (0 to 17, 18 to 44, 45 to 64, 65 to 74, 75 to 84, 85 or older)"
	const died = "Among people with a first ever diagnosis of stroke, the percentage who died within 90 days after it, whatever the follow-up"
	const visits = "The mean number of outpatient visits in 2009 per person "
	saysBack(t, reader(t), map[string]string{
		"Prevalence of asthma in 2009 by age group (usual bands are fine)":                                                 "The prevalence of asthma in 2009, " + bands,
		"Prevalence of asthma in 2009 by age group, your default age groups please.":                                       "The prevalence of asthma in 2009, " + bands,
		"Prevalence of asthma in 2009 by 10-year age group (usual bands)":                                                  "",
		"Prevalence of asthma in 2009 by sex (usual bands are fine)":                                                       "",
		"What percentage of people with a first stroke died within 90 days of it (crude is ok)?":                           died,
		"What percentage of people with a first stroke died within 90 days of it (no censoring)?":                          died,
		"What percentage of people with a first stroke died within 90 days of it (adjusted for age)?":                      "",
		"Survival 90 days after a first stroke (no censoring)":                                                             "",
		"Mean number of outpatient visits in 2009 per patient with asthma (no visit = 0)":                                  visits + "of people with a first ever diagnosis of asthma",
		"Mean number of outpatient visits in 2009 per patient with asthma (0 if none)":                                     visits + "of people with a first ever diagnosis of asthma",
		"Mean number of outpatient visits in 2009 per patient with asthma, incl. zeros":                                    visits + "of people with a first ever diagnosis of asthma",
		"Mean number of outpatient visits in 2009 per patient with asthma (excluding zeros)":                               visits + "with any of people with a first ever diagnosis of asthma",
		"Mean number of outpatient visits in 2009 per patient with asthma (no prescription = 0)":                           "",
		"5 most common conditions recorded at emergency room visits in 2009 (number of patients)":                          "The 5 most common conditions at an emergency room visit in 2009",
		"5 most common conditions recorded at emergency room visits by women in 2009 (number of patients)":                 "",
		"Top 5 procedures in men, ranked by the number of men who had them":                                                "The 5 most common procedures of men",
		"Top 5 procedures in men, ranked by the number of women who had them":                                              "",
		"Mean age and SD of age at first stroke":                                                                           "The mean age at a first ever diagnosis of stroke",
		"How many person-years did women contribute in 2009?":                                                              "The number of person-years of observation of women in 2009",
		"First stroke: mean age of men and of women":                                                                       "The mean age at a first ever diagnosis of stroke, by sex",
		"First stroke: mean age at first gout":                                                                             "",
		"In people with stroke, how long is it from the first episode to the next one? Median in days.":                    "The median number of days from a first ever diagnosis of stroke to the first diagnosis of stroke afterwards",
		"Crude risk ratio of a stroke within 60 days, people starting warfarin compared with people starting metformin":    "The crude risk of stroke within 60 days between people with a first ever exposure to warfarin and people with a first ever exposure to metformin",
		"Adjusted risk ratio of a stroke within 60 days, people starting warfarin compared with people starting metformin": "",
	})
}

// What stands before a colon and is said again behind it is no group of people of whom everybody has it.
func TestWhatIsNamedBeforeTheColonIsNoDenominator(t *testing.T) {
	const took = "Among people with a diagnosis of stroke, the percentage who had an exposure to "
	saysBack(t, reader(t), map[string]string{
		"Warfarin: percentage of patients with stroke who ever took warfarin, by sex":           took + "warfarin, by sex",
		"Warfarin: percentage of patients with stroke who took it":                              took + "Warfarin",
		"Warfarin among patients with stroke: percentage who ever took it, by sex":              took + "Warfarin, by sex",
		"Warfarin among patients with stroke: percentage who never took it":                     "",
		"Warfarin among patients with stroke: percentage who took one within 30 days after it.": "Among people with a first ever diagnosis of stroke, the percentage who had an exposure to Warfarin within 30 days after it",
		"What percentage of people with stroke had a stroke?":                                   "",
	})
}

// People of each year and what they had in that year are of the years that are asked for.
func TestSharesWithinEachYear(t *testing.T) {
	const same = ", the percentage who had a diagnosis of pneumonia in the same year as it, by year at the index date"
	const years = "Among people with any one diagnosis of stroke between 2008 and 2010" + same
	saysBack(t, reader(t), map[string]string{
		"By year from 2008 to 2010: of the people with stroke in that year, what percentage had pneumonia in the same year?": years,
		"For each year from 2008 to 2010, what percentage of people with stroke also had pneumonia in the same year?":        years,
		"Of the people with stroke in each year from 2008 to 2010, what percentage had pneumonia in the same year?":          years,
		"For each year from 2008 to 2010, the percentage of people with stroke in that year who had pneumonia in that year":  years,
		"Percentage of people with stroke in a year who had pneumonia in the same year, by year":                             "Among people with any one diagnosis of stroke" + same,
		"Of the people with stroke in that year, what percentage had pneumonia in the same year?":                            "",
		"By year from 2008 to 2010: of the people with stroke in that year, what percentage had pneumonia a year later?":     "",
	})
}
