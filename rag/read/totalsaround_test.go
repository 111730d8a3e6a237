package read_test

import "testing"

// People who are named in front are those of "per person"; a time around their death is that of what is added up.
func TestTotalsOfPeopleNamedInFront(t *testing.T) {
	const (
		with  = " per person with or without any of people who had a diagnosis of heart failure (at any date)"
		dying = "for which the person died within 90 days after the start of the record, not on the day itself per person with or without any of "
	)
	saysBack(t, reader(t), map[string]string{
		"Among people with heart failure, what was the average out-of-pocket drug cost per person in 2009?":        "The mean total out-of-pocket cost of prescriptions in 2009" + with,
		"Among people with heart failure, what was the average cost per person in 2009?":                           "The mean total cost of records of any kind in 2009" + with,
		"Among people with heart failure, what was the average total cost of inpatient visits per person in 2009?": "The mean total cost of inpatient visits in 2009" + with,
		"Among women, what was the average drug cost per person in 2009?":                                          "The mean total cost of prescriptions in 2009 per person with any of women",
		"In 2008, among women, what was the average drug cost per person in 2009?":                                 "",
		"What was the average inpatient spending per person in the 90 days before death?":                          "The mean total cost of inpatient visits " + dying + "people who died (at any date)",
		"Average number of hospital days in the 90 days before death":                                              "The mean total duration in days of inpatient visits " + dying + "people who died (at any date)",
		"Average inpatient spending per woman in the 90 days before death":                                         "The mean total cost of inpatient visits " + dying + "women who died (at any date)",
		"Among patients with heart failure, what was the average inpatient spending per person in the 90 days before death?": "The mean total cost of inpatient visits " + dying +
			"people who had a diagnosis of heart failure and died (at any date)",
		// any of their strokes, or the first?
		"What was the average inpatient spending per person in the 90 days before a stroke?": "",
		"Average inpatient spending per person in 2009 and 2010 before death":                "",
	})
}
