package read_test

import "testing"

// A place or a prescriber behind "A but not B" is said of both, where they are of one kind.
func TestPlaceBehindWhatWasDenied(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had an HbA1c but no LDL cholesterol during a hospital stay in 2009?":                          "the number who had a measurement of HbA1c at an inpatient visit in 2009 and had no measurement of LDL cholesterol at an inpatient visit in 2009",
		"How many patients had an HbA1c and no LDL cholesterol in the emergency room in 2009?":                           "the number who had a measurement of HbA1c at an emergency room visit in 2009 and had no measurement of LDL cholesterol at an emergency room visit in 2009",
		"How many patients had an HbA1c but neither a creatinine nor an LDL cholesterol during a hospital stay in 2009?": "the number who had a measurement of HbA1c at an inpatient visit in 2009 and had no measurement of creatinine or LDL cholesterol at an inpatient visit in 2009",
		"How many patients were prescribed warfarin but not metformin by a cardiologist?":                                "the number who had an exposure to warfarin by Cardiology and had no exposure to metformin by Cardiology",
		"How many patients were prescribed warfarin and not metformin by a cardiologist in 2009?":                        "the number who had an exposure to warfarin by Cardiology in 2009 and had no exposure to metformin by Cardiology in 2009",
		"How many patients were diagnosed with hypertension but not asthma by a cardiologist in 2009?":                   "the number who had a diagnosis of hypertension by Cardiology in 2009 and had no diagnosis of asthma by Cardiology in 2009",
		"How many patients with asthma were prescribed warfarin but not metformin by a cardiologist?":                    "Among people with a diagnosis of asthma, the number who had an exposure to warfarin by Cardiology and had no exposure to metformin by Cardiology",
		"How many patients were diagnosed with pneumonia but not COPD at an emergency visit in 2009?":                    "the number who had a diagnosis of pneumonia at an emergency room visit in 2009 and had no diagnosis of COPD at an emergency room visit in 2009",
		"How many patients had an HbA1c in 2009 but no LDL cholesterol during a hospital stay?":                          "the number who had a measurement of HbA1c in 2009 and had no measurement of LDL cholesterol at an inpatient visit",
		"How many patients had asthma but no HbA1c during a hospital stay in 2009?":                                      "the number who had a diagnosis of asthma and (had no measurement of HbA1c at an inpatient visit in 2009)",
		"How many patients took warfarin but were not seen by a cardiologist?":                                           "the number who had an exposure to warfarin and had no visit by Cardiology",
		"How many patients had a colonoscopy but no HbA1c during a hospital stay in 2009?":                               "",
	})
}

// An "or" behind an age may stand between the age and what follows.
func TestOrBehindAnAge(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients with COPD, aged over 80 or with asthma, were hospitalised in 2009?":           "",
		"How many patients with COPD, aged over 80, or with asthma, were hospitalised in 2009?":          "",
		"How many women with COPD aged over 80 or on warfarin were hospitalised in 2009?":                "",
		"How many patients died in 2009 aged 80 or over, or with asthma?":                                "",
		"How many patients were hospitalised in 2009, aged over 80 or with asthma?":                      "",
		"What percentage of patients with COPD, aged over 80 or with asthma, were hospitalised in 2009?": "",
		"What is the mean HbA1c of patients with COPD, aged over 80 or with asthma?":                     "",
		"How many patients with COPD who were over 80 or had asthma were hospitalised in 2009?":          "Among people with a first ever diagnosis of COPD who were aged over 80 at the index date or had a diagnosis of asthma, the number who had an inpatient visit in 2009",
		"How many patients with COPD, aged over 80 and with asthma, were hospitalised in 2009?":          "Among people aged over 80 in 2009 with a diagnosis of COPD who had a diagnosis of asthma, the number who had an inpatient visit in 2009",
	})
}
