package read_test

import "testing"

// Who is taking drugs on a day, of which none is named, has exposures that cover it: 1,811 people were on three or more,
// while fewer than five began as many that day. Ages in a share are those of the day.
func TestDrugsThatAreTakenOnADay(t *testing.T) {
	const all, on = "the number who had ", " that cover 2009-07-01"
	saysBack(t, reader(t), map[string]string{
		"How many patients were taking five or more drugs on 1 July 2009?":                   all + "at least 5 different drugs" + on,
		"How many patients were on at least three different drugs on 1 July 2009?":           all + "at least 3 different drugs" + on,
		"How many patients were exposed to five or more ingredients on 1 July 2009?":         all + "at least 5 different ingredients of prescriptions" + on,
		"How many women were taking two or more statins on 1 July 2009?":                     "Among women, the number who had at least 2 different ingredients of exposures to statins" + on,
		"How many patients were taking any medication on 1 July 2009?":                       all + "a drug that covers 2009-07-01",
		"How many patients were on no drugs on 1 July 2009?":                                 all + "no drug that covers 2009-07-01",
		"How many patients were on a warfarin prescription on 1 July 2009?":                  all + "an exposure to warfarin that covers 2009-07-01",
		"How many patients were on 5 prescriptions on 1 July 2009?":                          "",
		"How many patients were prescribed five or more drugs on 1 July 2009?":               all + "at least 5 different drugs on 2009-07-01",
		"How many patients were given five or more drugs on 1 July 2009?":                    all + "at least 5 different drugs on 2009-07-01",
		"How many different drugs were patients taking on average on 1 July 2009?":           "The mean number of different drugs" + on + " per person",
		"How many drugs was each patient taking on average on 1 July 2009?":                  "The mean number of different drugs" + on + " per person",
		"How many different ingredients were patients taking on average on 1 July 2009?":     "",
		"How many drugs were prescribed per patient on 1 July 2009?":                         "The mean number of prescriptions on 2009-07-01 per person",
		"Which drugs were most commonly being taken on 1 July 2009?":                         "The 10 most common drugs" + on,
		"Which statin were most patients on on 1 July 2009?":                                 "The 1 most common exposures to statin" + on,
		"Which drugs were most often prescribed on 1 July 2009?":                             "The 10 most common drugs on 2009-07-01",
		"What percentage of patients over 65 were taking metformin on 1 July 2009?":          "Among people aged over 65 on 2009-07-01, the percentage who had an exposure to metformin that covers 2009-07-01",
		"What percentage of patients over 65 were taking five or more drugs on 1 July 2009?": "Among people aged over 65 on 2009-07-01, the percentage who had at least 5 different drugs" + on,
		"What percentage of patients over 65 were on no drugs on 1 July 2009?":               "Among people aged over 65 on 2009-07-01, the percentage who had no drug that covers 2009-07-01",
		"What percentage of patients over 65 filled metformin in March 2009?":                "Among people aged over 65 in 2009, the percentage who had an exposure to metformin between 2009-03-01 and 2009-03-31",
	})
}
