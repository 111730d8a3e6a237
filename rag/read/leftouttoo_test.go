package read_test

import "testing"

// Several kinds of people that are left out are left out one by one.
func TestEachKindOfPeopleIsLeftOut(t *testing.T) {
	both := "Among people with a diagnosis of asthma who had no diagnosis of pneumonia and had no diagnosis of COPD, the number who had an exposure to warfarin"
	died := "Among people with a diagnosis of asthma who had no diagnosis of COPD and did not die, the number who had an exposure to warfarin"
	second := "Among people who had no diagnosis of asthma and (had no exposure to warfarin in 2008), the number who had a diagnosis of stroke in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many patients with asthma, excluding those with pneumonia and those with COPD, took warfarin?":           both,
		"How many patients with asthma, excluding those with pneumonia or those with COPD, took warfarin?":            both,
		"How many patients with asthma, excluding those with pneumonia and excluding those with COPD, took warfarin?": both,
		"How many patients with asthma, excluding those with COPD and those who died, took warfarin?":                 died,
		"How many patients had a stroke in 2009? Exclude those with asthma and those who took warfarin in 2008.":      second,
		"How many patients had a stroke in 2009? Exclude those with asthma or COPD.":                                  "Among people who had no diagnosis of asthma or COPD, the number who had a diagnosis of stroke in 2009",
		"How many patients with asthma, excluding those with pneumonia and COPD, took warfarin?":                      "", // those with both?
		"How many patients had a stroke in 2009? Exclude those with asthma and COPD.":                                 "",
		"How many patients with asthma who do not have pneumonia and those with COPD took warfarin?":                  "",
	})
}
