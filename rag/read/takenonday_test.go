package read_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// Who is taking drugs on a day, of which none is named, has exposures that cover it: 1,811 people were on three or
// more, while fewer than five began as many that day. Ages in a share are those of the day.
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

// What people are said to be on beside a day on which they were on something is of that day, with any time beside it.
// What they took, had been on or were never on is of any.
func TestWhatElsePeopleAreOnThatDay(t *testing.T) {
	const (
		who, day = "people with an exposure to warfarin that covers 2009-03-01", " that covers 2009-03-01"
		other    = "At any time, not only on that day"
	)
	for question, want := range map[string]string{
		"How many of the people on warfarin on 1 March 2009 were not on metformin?":         "The number of " + who + " who had no exposure to metformin" + day,
		"How many women taking warfarin on 1 March 2009 were not using metformin?":          "The number of women" + who[6:] + " who had no exposure to metformin" + day,
		"How many people taking warfarin on 1 March 2009 without metformin were women?":     "Among " + who + " who had no exposure to metformin" + day + ", the number who were female",
		"What percentage of people on warfarin on 1 March 2009 were taking a statin?":       "Among " + who + ", the percentage who had an exposure to statin" + day,
		"What is the mean age of people on warfarin on 1 March 2009 not on metformin?":      "The mean age at the first such exposure to warfarin" + day + " of people who had no exposure to metformin" + day,
		"How many of the people with asthma on 1 March 2009 were not on a statin?":          "The number of people with a diagnosis of asthma until 2009-03-01 who had no exposure to statin" + day + " and were under observation on 2009-03-01",
		"How many people were on warfarin on 1 March 2009 but not on metformin?":            "Among all people, the number who had an exposure to warfarin" + day + " and had no exposure to metformin" + day,
		"How many people were taking warfarin on 1 March 2009 and were taking a statin?":    "Among all people, the number who had an exposure to warfarin" + day + " and had an exposure to statin" + day,
		"How many people were on warfarin on 1 March 2009 but had never been on metformin?": "-Among all people, the number who had an exposure to warfarin" + day + " and had no exposure to metformin",
		"How many people were on warfarin on 1 March 2009 or on metformin?":                 "Among all people, the number who had an exposure to warfarin" + day + " or had an exposure to metformin" + day,
		"How many people were on warfarin on 1 March 2009 or had ever been on metformin?":   "-Among all people, the number who had an exposure to warfarin" + day + " or (had an exposure to metformin until 2009-03-01)",
		"How many people were on warfarin on 1 March 2009 or took metformin?":               "-Among all people, the number who had an exposure to warfarin" + day + " or had an exposure to metformin",
		"How many of the people on warfarin on 1 March 2009 were not in hospital?":          "The number of " + who + " who had no inpatient visit" + day,
		"How many of the people on warfarin on 1 March 2009 were on at least five drugs?":   "Among " + who + ", the number who had at least 5 different drugs that cover 2009-03-01",
		"Of people under observation on 1 March 2009, how many were not on warfarin?":       "Among people with an observation period" + day + ", the number who had no exposure to warfarin" + day,
		"On 1 March 2009, how many of the people on warfarin were not on metformin?":        "-The number of " + who + " who had no exposure to metformin" + day,
		"How many of the people on warfarin on 1 March 2009 had never been on metformin?":   "-Among " + who + ", the number who had no exposure to metformin",
		"How many of the people on warfarin on 1 March 2009 had been on metformin?":         "-Among " + who + ", the number who had an exposure to metformin",
		"How many of the people on warfarin on 1 March 2009 took metformin?":                "-Among " + who + ", the number who had an exposure to metformin",
		"How many of the people on warfarin on 1 March 2009 started metformin?":             "-Among " + who + ", the number who had a first ever exposure to metformin",
		"How many of the people on warfarin on 1 March 2009 were hospitalised?":             "-Among " + who + ", the number who had an inpatient visit",
		"How many of the people on warfarin on 1 March 2009 were not on metformin in 2010?": "-The number of " + who + " who had no exposure to metformin in 2010",
	} {
		got, err := reader(t).Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Errorf("%s: %v %v", question, got.Refusal, err)
			continue
		}
		want, alone := strings.CutPrefix(want, "-")
		beside := slices.ContainsFunc(got.Others, func(o read.Other) bool { return o.What == other })
		if said := got.Question.String(); said != want || beside == alone {
			t.Errorf("%s:\n got %q (any time beside it: %t)\nwant %q", question, said, beside, want)
		}
	}
	saysBack(t, reader(t), map[string]string{ // the exposure may have begun long before the day
		"Rate of stroke among people on warfarin on 1 March 2009":           "",
		"Mortality rate among people in hospital on 1 March 2009":           "",
		"One-year mortality of people on warfarin on 1 March 2009":          "",
		"Prevalence of statin use among people on warfarin on 1 March 2009": "",
	})
}
