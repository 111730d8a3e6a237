package read_test

import "testing"

func TestTheFirstAndLastDayOfATimeAreDates(t *testing.T) {
	r := reader(t)
	for question, same := range map[string]string{
		"How many patients were under observation on the last day of 2010?":               "How many patients were under observation on 2010-12-31?",
		"How many members were still under observation on the last day of February 2008?": "How many members were under observation on 2008-02-29?",
		"How many patients were enrolled on the first day of the third quarter of 2009?":  "How many patients were enrolled on 2009-07-01?",
		"How many patients were enrolled on the last day of 2010-12-31?":                  "",
	} {
		readsAs(t, r, question, same)
	}
}

func TestPrescriptionsOfADrugsUsersAreOfThatDrug(t *testing.T) {
	r := reader(t)
	for question, same := range map[string]string{
		"Among people given metformin, average number of prescriptions per person":         "Average number of metformin prescriptions per person who had one",
		"Among people given metformin, average number of drug prescriptions per person":    "",
		"Among people given metformin in 2009, average number of prescriptions per person": "",
		"Among people with type 2 diabetes, average number of prescriptions per person":    "",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if same == "" {
			if q := got.Question; q != nil && q.Measure.Event != nil && len(q.Measure.Event.Concepts) > 0 {
				t.Errorf("%s is read as of one drug: %s", question, q)
			}
			continue
		}
		readsAs(t, r, question, same)
		if len(got.Others) != 1 || !got.Others[0].Always {
			t.Errorf("%s: all their prescriptions are not told beside: %+v", question, got.Others)
		}
	}
}

// "At the end of 2009" is its last day for what people have, take and are; what happened then may be of December.
func TestTheEndOfAYearIsItsLastDay(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"At the end of 2009, how many people were on warfarin?":                         "the number who had an exposure to warfarin that covers 2009-12-31",
		"How many people had asthma at the end of 2009?":                                "Among people with an observation period that covers 2009-12-31, the number who had a diagnosis of asthma until 2009-12-31",
		"How many people with asthma were alive at the end of 2009?":                    "Among people with a diagnosis of asthma, the number who did not die until 2009-12-31",
		"How many people were alive on 31 December 2009?":                               "the number who did not die until 2009-12-31",
		"How many people were under observation at the start of March 2009?":            "the number who were under observation on 2009-03-01",
		"What was the prevalence of asthma at the end of 2009?":                         "The point prevalence of asthma on 2009-12-31",
		"How many people had a stroke by the end of 2009?":                              "the number who had a diagnosis of stroke until 2009-12-31",
		"How many people had died by 31 December 2009?":                                 "the number who died until 2009-12-31",
		"How many people had a stroke at the end of 2009?":                              "",
		"How many emergency visits were there at the end of 2009?":                      "",
		"What percentage of people with asthma had had a stroke by the end of 2009?":    "Among people with a diagnosis of asthma, the percentage who had a diagnosis of stroke until 2009-12-31",
		"How many women over 65 at the end of 2009 had a stroke in 2009?":               "Among women aged over 65 on 2009-12-31, the number who had a diagnosis of stroke in 2009",
		"How many people were diagnosed with asthma or had a stroke at the end of 2009": "",
	})
}
