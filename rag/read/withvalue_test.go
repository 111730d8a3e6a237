package read_test

import "testing"

// People with a result have a number, those with a test need not; what a verb says of the value is what is asked of
// them.
func TestOfThoseWithAResult(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Of patients with an HbA1c result, what percentage had one above 9?": "Among people with a measurement of HbA1c with a value, the " +
			"percentage who had a measurement of HbA1c above 9",
		"What percentage of patients with an HbA1c result were above 9?": "Among people with a measurement of HbA1c with a value, the " +
			"percentage who had a measurement of HbA1c above 9",
		"What percentage of asthma patients with an HbA1c result had a value above 9?": "Among people with a diagnosis of asthma who had a " +
			"measurement of HbA1c with a value, the percentage who had a measurement of HbA1c above 9",
		"Of patients with an HbA1c test, what percentage had one above 9?": "Among people with a measurement of HbA1c, the percentage who " +
			"had a measurement of HbA1c above 9",
		"Of asthma patients who have an HbA1c result, what percentage had their last HbA1c above 9?": "Among people with a diagnosis of " +
			"asthma who had a measurement of HbA1c with a value, the percentage who had a last measurement of HbA1c above 9",
		"What percentage of asthma patients with a measured HbA1c had an HbA1c above 9?": "Among people with a diagnosis of asthma who had a " +
			"measurement of HbA1c with a value, the percentage who had a measurement of HbA1c above 9",
		"What percentage of patients with an HbA1c above 9?":   "the percentage who had a measurement of HbA1c above 9",
		"How many patients with an HbA1c result were above 9?": "The number of people with a measurement of HbA1c above 9",
	})
}

// A remark that says what makes a case is that, and never left out.
func TestACaseAsItIsDefined(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had a stroke, i.e. at least two diagnoses on different days?": "the number who had at least 2 diagnoses of stroke " +
			"on different days",
		"How many patients with asthma, defined as two or more diagnosis records, took warfarin?": "Among people who had at least 2 diagnoses " +
			"of asthma, the number who had an exposure to warfarin",
		"How many patients had pneumonia, meaning a diagnosis recorded on an inpatient stay?": "the number who had a diagnosis of pneumonia " +
			"at an inpatient visit",
		"How many patients had pneumonia (defined as at least one hospital admission with pneumonia)?": "the number who had an inpatient " +
			"visit with a diagnosis of pneumonia",
		"How many patients had resistant hypertension, meaning three or more drugs?": "",
		"How many patients had hypertension, meaning zorblatt?":                      "",
	})
}
