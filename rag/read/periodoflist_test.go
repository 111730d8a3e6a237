package read_test

import "testing"

// A year behind several things that people have is that of their records, as it is behind one: 0.39 emergency visits in
// 2009 and not 1.31 of all years. Who took a drug in a year is measured in that year.
func TestAYearBehindSeveralThingsIsOfTheRecords(t *testing.T) {
	const both = " of people with a first ever diagnosis of asthma who had a diagnosis of stroke"
	const visits = "The mean number of emergency room visits in 2009 per person"
	saysBack(t, reader(t), map[string]string{
		"How many emergency visits per patient with asthma and stroke in 2009?":           visits + both,
		"Average number of emergency visits in patients with asthma and stroke in 2009":   visits + both,
		"How many emergency visits per woman with asthma in 2009?":                        visits + " of women with a first ever diagnosis of asthma",
		"How many emergency visits per patient with asthma or stroke in 2009?":            visits + " of people with a first ever diagnosis of asthma or stroke",
		"How many emergency visits per patient with asthma but without stroke in 2009?":   visits + " of people with a first ever diagnosis of asthma who had no diagnosis of stroke",
		"How many prescriptions per patient with asthma and stroke in 2009?":              "The mean number of prescriptions in 2009 per person" + both,
		"What was the mean HbA1c of patients with asthma and stroke in 2009?":             "The mean HbA1c in 2009 of people who had a diagnosis of asthma and had a diagnosis of stroke",
		"What was the mean HbA1c of patients on metformin in 2009?":                       "The mean HbA1c in 2009 of people who had an exposure to metformin in 2009",
		"How many emergency visits per patient on warfarin in 2009?":                      visits + " of people with the first such exposure to warfarin in 2009",
		"How many emergency visits per patient diagnosed with asthma and stroke in 2009?": "The mean number of emergency room visits per person of people with the first such diagnosis of asthma in 2009 who had a diagnosis of stroke in 2009",
		"How many emergency visits per patient with asthma in 2008 and a stroke in 2009?": "The mean number of emergency room visits per person of people with the first such diagnosis of asthma in 2008 who had a diagnosis of stroke in 2009",
		"What was the average out-of-pocket cost per patient on atorvastatin in 2009?":    "The mean total out-of-pocket cost of records of any kind in 2009 per person with or without any of people who had an exposure to atorvastatin in 2009 (at any date)",
		"What were the total drug costs per patient with asthma and stroke in 2009?":      "The mean total cost of prescriptions in 2009 per person with or without any of people who had a diagnosis of asthma and had a diagnosis of stroke (at any date)",
	})
}
