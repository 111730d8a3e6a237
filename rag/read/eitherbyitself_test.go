package read_test

import "testing"

// An alternative that hangs on nothing is asked of everybody, not only of those with what the other one is counted
// from.
func TestAlternativesByThemselves(t *testing.T) {
	const (
		after = "a diagnosis of stroke for which the person had a diagnosis of pneumonia in the 30 days before or on the day of the record"
		all   = "the number who "
	)
	saysBack(t, reader(t), map[string]string{
		"How many patients had a stroke within 30 days after a pneumonia or died in 2009?":                   all + "(had " + after + ") or (died in 2009)",
		"How many patients had a stroke within 30 days after a pneumonia or had asthma?":                     all + "(had " + after + ") or had a diagnosis of asthma",
		"How many patients took warfarin in 2009 or had a stroke within 30 days after a pneumonia?":          all + "had an exposure to warfarin in 2009 or had " + after,
		"How many patients had a stroke after starting warfarin or had asthma?":                              all + "(had a diagnosis of stroke for which the person had a first ever exposure to warfarin before the record) or had a diagnosis of asthma",
		"What percentage of patients with COPD had a stroke within 30 days after a pneumonia or had asthma?": "Among people with a diagnosis of COPD, the percentage who (had " + after + ") or had a diagnosis of asthma",
		"How many patients who had a stroke within 30 days after a pneumonia or had asthma took warfarin?":   "Among people who (had " + after + ") or had a diagnosis of asthma (at any date), the number who had an exposure to warfarin",
		"How many patients had a stroke or died within 30 days after a pneumonia?":                           "Among people with any one diagnosis of pneumonia, the number who (had a diagnosis of stroke within 30 days after it) or (died within 30 days after it)",
		"How many patients had a stroke within 30 days after a pneumonia or died within 30 days after it?":   "Among people with a first ever diagnosis of pneumonia, the number who (had a diagnosis of stroke within 30 days after it) or (died within 30 days after it)",
		"How many patients had a stroke within 30 days after a pneumonia and died in 2009?":                  "Among people with any one diagnosis of pneumonia, the number who had a diagnosis of stroke within 30 days after it and (died in 2009)",
		"Among patients with pneumonia, how many had a stroke within 30 days after it or died in 2009?":      "Among people with a first ever diagnosis of pneumonia, the number who (had a diagnosis of stroke within 30 days after it) or (died in 2009)",
		"How many patients had no stroke within 30 days after a pneumonia or died in 2009?":                  "",
	})
}
