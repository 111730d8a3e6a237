package read_test

import "testing"

func TestAliveOnADayAndWhatTheyHad(t *testing.T) {
	const had = "Among people with an observation period that covers 2009-12-31, the number who did not die until 2009-12-31 and had a diagnosis of asthma until 2009-12-31"
	saysBack(t, reader(t), map[string]string{
		"How many patients were alive at the end of 2009 and had asthma?":  had,
		"How many patients were alive on 31 December 2009 and had asthma?": had,
		"How many patients were alive and had asthma at the end of 2009?":  had,
		"How many women were alive at the end of 2009 and took warfarin?":  "Among women, the number who did not die until 2009-12-31 and had an exposure to warfarin",
		"How many were alive at the end of 2009 and had a stroke in 2008?": "the number who did not die until 2009-12-31 and had a diagnosis of stroke in 2008",
		"How many patients with asthma were alive at the end of 2009?":     "Among people with a diagnosis of asthma, the number who did not die until 2009-12-31",
		"How many patients were alive and had asthma?":                     "the number who did not die and had a diagnosis of asthma",
		"How many patients were alive at the end of 2009 or had asthma?":   "",
	})
}
