package read_test

import "testing"

// A further figure is the first one of another thing, whose words stand in the place of what has their shape there.
func TestAFigureOfAnotherThing(t *testing.T) {
	const twoShares = "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke within 1 year after it; beside it, among people with a first ever exposure to metformin, the percentage who had a diagnosis of stroke within 1 year after it"
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke after starting warfarin, and how many after starting metformin?": "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke after it; beside it, among people with a first ever exposure to metformin, the number who had a diagnosis of stroke after it",
		"How many people on warfarin had a stroke, and how many on metformin?":                         "", // of those, perhaps
		"What percentage of people with asthma took warfarin, and what percentage with hypertension?":  "", // of those, perhaps
		"How many women had a stroke, and how many men?":                                               "the number who had a diagnosis of stroke, by sex",
		"How many inpatient visits were there in men and how many in women?":                           "The number of inpatient visits, by sex",
		"How many inpatient visits were there in 2008, and how many in 2009?":                          "The number of inpatient visits in 2008",

		"How many people with stroke took warfarin, and how many did not?":                            "The number of people with a diagnosis of stroke, by group (took warfarin, did not)",
		"What percentage of stroke patients took warfarin or metformin, and what percentage neither?": "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin or metformin",

		"What percentage of warfarin starters had a stroke within a year, and what percentage of metformin starters?":     twoShares,
		"What percentage of warfarin starters had a stroke within a year, and what is the figure for metformin starters?": twoShares,
		"What percentage of warfarin starters had a stroke within a year, and what percentage of people with asthma?":     "",
		"What share of people with asthma had a stroke, and what share of people with pneumonia?":                         "Among people with a diagnosis of asthma, the percentage who had a diagnosis of stroke; beside it, among people with a diagnosis of pneumonia, the percentage who had a diagnosis of stroke",
		"How many warfarin fills were for 30 days and how many for 90 days?":                                              "The number of exposures to warfarin with a supply of exactly 30 days",
		"How many people over 65 took warfarin, and how many over 80?":                                                    "The number of people, by group (had an exposure to warfarin at age over 65, had an exposure to warfarin at age over 80)",

		"How many people took warfarin in 2009, and how many took metformin?":                             "",
		"How many men with a stroke took warfarin, and how many women did not?":                           "",
		"How many people on warfarin had a stroke, and what percentage on metformin?":                     "",
		"How many people on warfarin with a stroke had pneumonia, and how many with asthma on metformin?": "",
	})
}

// A figure that asks once more of each of the groups adds nothing, and one that tells the share has the first in it.
func TestAFigureOfTheSameOnceMore(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Is stroke more common in women than in men, and what percentage of each has it?":       "the percentage who had a diagnosis of stroke, by sex",
		"How many people with stroke took warfarin, and what share of stroke patients is that?": "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
		"How many people with stroke took warfarin, and what share of asthma patients is that?": "",
		"How many people had a stroke, and what percentage of each has it?":                     "",
		"How many people took warfarin and how many took metformin, year by year?":              "the number who had an exposure to warfarin, by year",
	})
}

func TestTheRecordsOfThoseWhoWereCounted(t *testing.T) {
	r := reader(t)
	const total, mean = "The number of inpatient visits in 2009", "The mean number of inpatient visits in 2009 per person of people with the first such inpatient visit in 2009"
	for said, want := range map[string]string{
		"how many times in total":                            total,
		"how many stays did they have":                       total,
		"how many inpatient visits did they make altogether": total,
		"how many times on average":                          mean,
		"how many stays did each have on average":            mean,
		"how many stays did each have":                       mean,
		"how many ER visits did they have in total":          "",
		"how many warfarin fills did they have":              "",
		"how many of them were hospitalised":                 "",
		"how many stays did they have in 2008":               "",
	} {
		got, err := r.Read(t.Context(), "How many people were hospitalised in 2009, and "+said+"?")
		if err != nil {
			t.Fatal(err)
		}
		second := ""
		if got.Question != nil {
			for _, o := range got.Others {
				if o.Asked {
					second = o.Question.String()
				}
			}
		}
		if second != want {
			t.Errorf("%s:\n got %q\nwant %q (%v)", said, second, want, got.Refusal)
		}
	}
}
