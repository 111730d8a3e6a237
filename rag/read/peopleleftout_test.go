package read_test

import "testing"

// Each group of people behind "excluding" is left out, and nothing of it is asked of the others.
func TestGroupsOfPeopleLeftOut(t *testing.T) {
	const (
		none  = "the number who had an exposure to warfarin and had no diagnosis of asthma and had no diagnosis of COPD"
		told  = "Among people who had no diagnosis of asthma and had no diagnosis of COPD, the number who had an exposure to warfarin"
		alive = "the number who had an exposure to warfarin and had no diagnosis of asthma and did not die"
		both  = "the number who had an exposure to warfarin and not (had a diagnosis of asthma and died)"
		// those with both are kept
		notBoth = "the number who had an exposure to warfarin and not (had a diagnosis of asthma and had no diagnosis of COPD)"
	)
	saysBack(t, reader(t), map[string]string{
		"How many patients took warfarin, excluding those with asthma and those with COPD?":                    none,
		"How many patients took warfarin, excluding those with asthma or those with COPD?":                     none,
		"How many patients took warfarin, except those with asthma and those with COPD?":                       none,
		"How many patients took warfarin, not counting those with asthma as well as those with COPD?":          none,
		"How many patients took warfarin, other than patients with asthma and patients with COPD?":             none,
		"How many patients took warfarin but not those with asthma and those with COPD?":                       none,
		"How many patients took warfarin, excluding asthma patients and COPD patients?":                        none,
		"How many patients took warfarin, excluding those with asthma and excluding those with COPD?":          none,
		"Excluding those with asthma and those with COPD, how many patients took warfarin?":                    none,
		"How many patients other than those with asthma and those with COPD took warfarin?":                    told,
		"How many patients took warfarin? Exclude those with asthma and those with COPD.":                      told,
		"How many patients took warfarin? Exclude all those with asthma and all those with COPD.":              told,
		"How many patients took warfarin? Patients with asthma and patients with COPD are to be left out.":     told,
		"How many patients took warfarin, excluding those who had asthma and those who died?":                  alive,
		"How many patients took warfarin, excluding those who had asthma and died?":                            both,
		"How many patients took warfarin, excluding those who had asthma or died?":                             "the number who had an exposure to warfarin and not (had a diagnosis of asthma or died)",
		"How many patients took warfarin, excluding those with asthma, those with COPD and those who died?":    none + " and did not die",
		"How many patients took warfarin or had a stroke, excluding those with asthma?":                        "the number who (had an exposure to warfarin or had a diagnosis of stroke) and had no diagnosis of asthma",
		"How many patients had a stroke in 2009, excluding those with asthma and those on warfarin in 2008?":   "the number who had a diagnosis of stroke in 2009 and had no diagnosis of asthma and (had no exposure to warfarin in 2008)",
		"How many patients took warfarin, excluding women and those with asthma?":                              "the number who had an exposure to warfarin and not (were female) and had no diagnosis of asthma",
		"How many patients took warfarin in 2009? Exclude women and those over 80.":                            "Among people who not (were female), the number who had an exposure to warfarin in 2009 at age 80 or younger",
		"What percentage of patients with asthma took warfarin, excluding those with COPD and those who died?": "Among people with a diagnosis of asthma, the percentage who had an exposure to warfarin and had no diagnosis of COPD and did not die",
		"What is the mean HbA1c of patients with asthma, excluding those with COPD and those on metformin?":    "The mean HbA1c of people who had a diagnosis of asthma and had no diagnosis of COPD and had no exposure to metformin",
		"What is the mean HbA1c of patients with asthma? Exclude those with COPD and those on metformin.":      "The mean HbA1c of people who had a diagnosis of asthma and had no diagnosis of COPD and had no exposure to metformin",
		// with both of them, or with each of them?
		"How many patients took warfarin, excluding those with asthma and COPD?": "",
		"How many patients took warfarin? Exclude those with asthma and COPD.":   "",
		// left out, too, or kept?
		"How many patients took warfarin, excluding those with asthma and not those with COPD?": "",
		"How many patients took warfarin? Exclude those with asthma and not those with COPD.":   "",
		"What is the mean HbA1c of patients with asthma, except those with COPD or not women?":  "",
		"How many patients took warfarin, excluding asthma but not COPD?":                       "",
		"How many patients took a statin, excluding simvastatin but not atorvastatin?":          "",
		"How many patients without asthma and not without COPD took warfarin?":                  "",
		"How many patients took warfarin, excluding those with asthma but not those with COPD?": notBoth,
		"How many patients took warfarin, excluding those with asthma but not COPD?":            notBoth,
		"How many patients, excluding those with asthma, took warfarin and not metformin?":      "Among people who had no diagnosis of asthma, the number who had an exposure to warfarin and had no exposure to metformin",
		// people of two groups are not people of both
		"How many of those with asthma and those with COPD took warfarin?":                            "",
		"How many patients took warfarin? Include only those with asthma and those with COPD.":        "",
		"How many patients took warfarin, excluding those with asthma and those who bled so heavily?": "",
	})
}
