package read_test

import "testing"

// A readmission is counted from the stay that is named right before it, and from any stay where none is.
func TestReadmissionsAreCountedFromTheStayThatIsNamed(t *testing.T) {
	const again = ", the number who had an inpatient visit within 30 days after the end of it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"How many people were hospitalised for stroke and were readmitted within 30 days?":                               "Among people with an inpatient visit with a diagnosis of stroke" + again,
		"How many people were hospitalised for stroke and readmitted within 30 days by sex?":                             "Among people with an inpatient visit with a diagnosis of stroke" + again + ", by sex",
		"How many people were admitted in 2009 and were readmitted within 30 days?":                                      "Among people with an inpatient visit in 2009" + again,
		"How many people had a stroke diagnosed during a hospital stay and were readmitted within 30 days of discharge?": "", // from which stay?
		"How many people had a colonoscopy during a hospital stay and filled warfarin within 7 days of discharge?":       "",
		"How many people were readmitted within 30 days?":                                                                "Among people with an inpatient visit" + again,
		"How many people with an inpatient stay for stroke were readmitted within 30 days?":                              "Among people with an inpatient visit with a diagnosis of stroke" + again,
		"How many people had asthma, were hospitalised and were readmitted within 30 days?":                              "Among people with an inpatient visit, the number who had a diagnosis of asthma and had an inpatient visit within 30 days after the end of it, not on the day itself",
	})
}
