package read_test

import "testing"

// A readmission rate is a share of stays within so many days, however it is worded, and no rate of visits.
func TestReadmissionRates(t *testing.T) {
	r := reader(t)
	const of = "What percentage of inpatient visits was followed by a readmission within 30 days?"
	for _, tc := range []struct{ question, same string }{
		{"What is our all-cause 30-day inpatient readmission rate?", of},
		{"Hospital readmission rate within 30 days of discharge", of},
		{"Rate of readmission at 30 days", of},
		{"Readmission rate within 30 days after pneumonia admissions",
			"What percentage of inpatient visits with pneumonia was followed by a readmission within 30 days?"},
		{"What is the hospital readmission rate?", ""},
		{"What is the average number of days from hospital admission to readmission?", ""},
		{"Readmission rate after pneumonia admissions", ""},
		{"Readmission rate per 1,000 person-years", ""},
		{"Of all inpatient discharges, how many were followed by another inpatient admission of the same patient within 30 days?",
			"How many inpatient visits were followed by another inpatient visit within 30 days?"},
	} {
		readsAs(t, r, tc.question, tc.same)
	}
}
