package read_test

import "testing"

// Where a record was made may be a visit for something: what is told of the visit is not told of the record. "Diagnoses
// at emergency visits for a stroke" were read as those of stroke.
func TestRecordsOfVisitsForSomething(t *testing.T) {
	const stays = "an inpatient visit with a diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"What are the top 3 drugs during inpatient stays for stroke?":                                            "The 3 most common drugs during " + stays + " by number of visits",
		"What are the most common diagnoses at emergency visits for stroke?":                                     "The 10 most common conditions at the same visit as an emergency room visit with a diagnosis of stroke by number of visits",
		"What are the top 3 conditions recorded during an inpatient stay for stroke?":                            "The 3 most common conditions at the same visit as " + stays + " by number of visits",
		"How many people had an HbA1c measured during an inpatient stay for stroke?":                             "the number who had a measurement of HbA1c at the same visit as " + stays,
		"How many people with asthma were diagnosed with pneumonia during a hospital stay for stroke in 2009?":   "Among people with a diagnosis of asthma, the number who had a diagnosis of pneumonia at the same visit as an inpatient visit in 2009 with a diagnosis of stroke",
		"How many people took warfarin during an inpatient stay for stroke?":                                     "the number who had an exposure to warfarin at the same time as " + stays,
		"How many people filled warfarin during an inpatient stay for stroke?":                                   "The number of people with an exposure to warfarin within the dates of " + stays,
		"How many people died during an inpatient stay for stroke?":                                              "the number who died during " + stays,
		"How many HbA1c tests were done during inpatient stays for stroke?":                                      "The number of measurements of HbA1c at the same visit as " + stays,
		"How many prescriptions were written at emergency visits for asthma patients?":                           "The number of prescriptions at an emergency room visit among people who had a diagnosis of asthma",
		"How many inpatient stays for stroke included an HbA1c test?":                                            "The number of inpatient visits with a diagnosis of stroke with a measurement of HbA1c",
		"What percentage of inpatient stays with a stroke diagnosis ended in death within 30 days of discharge?": "The percentage of inpatient visits with a diagnosis of stroke that died within 30 days after the end of it",
		"How many stroke stays ended in death?":                                                                  "The number of inpatient visits with a diagnosis of stroke, counted where they died during it",
		"Of inpatients whose stay carried a stroke diagnosis, how many were readmitted within 30 days?":          "Among people with " + stays + ", the number who had an inpatient visit within 30 days after the end of it, not on the day itself",
		"How many people whose last stay carried a stroke diagnosis died?":                                       "",
		"How many patients whose stay carried a stroke diagnosis or an asthma diagnosis died?":                   "Among people with an inpatient visit with a diagnosis of stroke or asthma, the number who died",
	})
}
