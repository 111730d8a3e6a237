package read_test

import "testing"

// Who was discharged in a year had a stay that ended in it, whenever it began.
func TestDischargedInAYear(t *testing.T) {
	const in2010, again = "Among people with an inpatient visit ending in 2010", " who had an inpatient visit within 45 days after the end of it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"Of those discharged from hospital in 2010, what proportion were readmitted within 45 days?":        in2010 + ", the percentage" + again,
		"What percentage of patients who were discharged in 2010 were readmitted within 45 days?":           in2010 + ", the percentage" + again,
		"Among asthma patients discharged in 2010, how many were readmitted within 45 days?":                in2010 + " who had a diagnosis of asthma, the number" + again,
		"Patients discharged from the hospital in 2010 and readmitted within 45 days: how many?":            "The number of people with an inpatient visit ending in 2010" + again,
		"How many people discharged with pneumonia in 2010 died within 45 days?":                            "Among people with an inpatient visit ending in 2010 with a diagnosis of pneumonia, the number who died within 45 days after the end of it",
		"How many people were discharged from an inpatient stay in 2010?":                                   "the number who had an inpatient visit ending in 2010",
		"How many patients were never discharged from hospital?":                                            "the number who had no inpatient visit",
		"Number of hospital discharges for asthma in 2010":                                                  "The number of inpatient visits ending in 2010 with a diagnosis of asthma",
		"What proportion of hospital discharges in 2010 were followed by another admission within 45 days?": "The percentage of inpatient visits ending in 2010 that had an inpatient visit within 45 days after the end of it, not on the day itself",
		"Mean length of stay of hospital discharges in 2010":                                                "The mean duration in days of inpatient visits ending in 2010",
		"In 2010, how many people were discharged from hospital?":                                           "",
		"How many people were discharged in 2010, by month?":                                                "",
		"How many people were admitted in 2009 and discharged in 2010?":                                     "",
		"How many people started warfarin and were discharged in 2010?":                                     "",
		"How many people discharged on warfarin had a stroke within 45 days?":                               "",
		"How many people discharged with warfarin had a stroke within 45 days?":                             "",
		"How many people discharged after a stroke were readmitted within 45 days?":                         "",
		"How many people discharged home in 2010 were readmitted within 45 days?":                           "",
		"How many people discharged alive in 2010 were readmitted within 45 days?":                          "",
		"How many people discharged within 3 days of admission were readmitted within 45 days?":             "",
		"How many people discharged from the emergency room in 2010 were hospitalised within 45 days?":      "",
		"How many people first discharged in 2010 died within 45 days?":                                     "",
	})
}
