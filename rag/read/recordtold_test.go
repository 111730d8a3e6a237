package read_test

import "testing"

// Shares and numbers of records by what is told of the records themselves.
func TestWhatIsToldOfRecords(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What fraction of metformin fills were for 90 days?":                         "The percentage of exposures to metformin that were with a supply of exactly 90 days",
		"What percentage of metformin prescriptions had a days supply of 90?":        "The percentage of exposures to metformin that were with a supply of exactly 90 days",
		"What share of warfarin fills were for 90 days or more?":                     "The percentage of exposures to warfarin that were with a supply of at least 90 days",
		"What proportion of metformin dispensings were a 30-day supply?":             "The percentage of exposures to metformin that were with a supply of exactly 30 days",
		"What share of inpatient visits were for pneumonia?":                         "The percentage of inpatient visits that had a diagnosis of pneumonia at the same visit as it",
		"Of all inpatient visits in 2009, what percentage were for pneumonia?":       "The percentage of inpatient visits in 2009 that had a diagnosis of pneumonia at the same visit as it",
		"What percentage of outpatient visits were with a cardiologist?":             "The percentage of outpatient visits that were by Cardiology",
		"What share of warfarin prescriptions were written by a cardiologist?":       "The percentage of exposures to warfarin that were by Cardiology",
		"What proportion of stroke diagnoses were made in the emergency room?":       "The percentage of diagnoses of stroke that were at an emergency room visit",
		"What percentage of colonoscopies were followed by a stroke within 30 days?": "The percentage of records of colonoscopies that had a diagnosis of stroke within 30 days after it",
		"What percentage of deaths occurred in hospital?":                            "Among people with a record of death, the percentage who died during an inpatient visit",
		"How many inpatient visits were for pneumonia?":                              "The number of inpatient visits with a diagnosis of pneumonia",
		"How many metformin fills were for 90 days?":                                 "The number of exposures to metformin with a supply of exactly 90 days",

		"What fraction of metformin fills were for 3 months?":           "",
		"What fraction of metformin fills were for pneumonia?":          "",
		"What share of inpatient visits were for pneumonia after 2009?": "",
		"How many inpatient visits were for women with asthma?":         "The number of inpatient visits among women who had a diagnosis of asthma",
	})
}
