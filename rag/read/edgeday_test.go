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
