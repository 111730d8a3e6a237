package read_test

import "testing"

// Ages that are held against each other are groups, whatever lies between them; what overlaps is none.
func TestAgesHeldAgainstEachOther(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the average length of stay among people over 85 versus those younger than 70?":   "The mean duration in days of inpatient visits, by age group (86 or older, under 70)",
		"Mean HbA1c of people over 65 compared with people under 65?":                             "The mean HbA1c, by age group (66 or older, under 65)",
		"What percentage of people aged 80 or older versus those aged 65 to 74 had a stroke?":     "The lifetime prevalence of stroke, by age group (80 or older, 65 to 74) at the end of the data",
		"Rate of strokes per 1000 person-years in people over 80 vs under 65?":                    "The incidence rate of strokes per 1000 person-years, by age group (81 or older, under 65)",
		"How many women over 85 compared with women under 70 had a stroke in 2009?":               "Among women, the number who had a diagnosis of stroke in 2009, by age group (86 or older, under 70)",
		"What percentage of people over 65 versus people over 80 had a stroke?":                   "",
		"How many women over 85 compared with men under 70 had a stroke in 2009?":                 "",
		"How many people over 65 in 2008 versus under 50 in 2009 had a stroke?":                   "",
		"How many people over 85 and under 70 had a stroke?":                                      "",
		"What share of people over 65 with asthma versus people under 50 with gout had a stroke?": "",
	})
}

// Names that stand alone behind a figure of people say who they are; of stays and prescriptions they would say which.
func TestNamesHeldAgainstEachOtherArePeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Emergency visits per patient, asthma versus pneumonia?":                    "The mean number of emergency room visits per person of people with a first ever diagnosis of asthma; beside it, the mean number of emergency room visits per person of people with a first ever diagnosis of pneumonia",
		"Stroke rate per 1000 person-years, warfarin versus clopidogrel?":           "The incidence rate of Stroke per 1000 person-years among people with a first ever exposure to warfarin; beside it, the incidence rate of Stroke per 1000 person-years among people with a first ever exposure to clopidogrel",
		"Number of different drugs per person: asthma versus pneumonia":             "The mean number of different drugs per person of people with a first ever diagnosis of asthma; beside it, the mean number of different drugs per person of people with a first ever diagnosis of pneumonia",
		"Percentage of women (asthma versus pneumonia)":                             "Among people with a diagnosis of asthma, the percentage who were female; beside it, among people with a diagnosis of pneumonia, the percentage who were female",
		"Number of prescriptions, warfarin versus clopidogrel":                      "",
		"30-day readmission rate, asthma versus pneumonia?":                         "",
		"Emergency visits per patient, asthma and pneumonia?":                       "",
		"Emergency visits per patient, asthma versus warfarin?":                     "",
		"Mean length of stay, asthma versus pneumonia?":                             "The mean duration in days of inpatient visits with a diagnosis of asthma; beside it, the mean duration in days of inpatient visits with a diagnosis of pneumonia",
		"Emergency visits per patient in 2009, asthma versus pneumonia":             "The mean number of emergency room visits in 2009 per person of people with a first ever diagnosis of asthma; beside it, the mean number of emergency room visits in 2009 per person of people with a first ever diagnosis of pneumonia",
		"Emergency visits per patient in 2009 among people with asthma":             "The mean number of emergency room visits in 2009 per person of people with a first ever diagnosis of asthma",
		"Warfarin prescriptions per patient in 2009, for people with a stroke":      "The mean number of exposures to Warfarin in 2009 per person of people with a first ever diagnosis of stroke",
		"Mean number of emergency visits per patient in 2009 among people who died": "The mean number of emergency room visits in 2009 per person of people with a record of death",
	})
}
