package read_test

import "testing"

// Ways of asking that are others in disguise are read as these, and their neighbours that mean something else are
// refused.
func TestDisguisedQuestionsAreReadAsWhatTheyAre(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{"lisinopril-to-warfarin user ratio", "Ratio of lisinopril users to warfarin users"},
		{"What do lisinopril prescriptions cost on average?", "Average cost of lisinopril prescriptions"},
		{"Mean age at which people died", "Mean age at death"},
		{"Mean age at which women died", ""},
		{"Warfarin prescriptions per warfarin user, mean", "Warfarin prescriptions per user, mean"},
		{"Warfarin prescriptions per lisinopril user, mean", "Mean number of Warfarin prescriptions per patient who took lisinopril"},
		{"Percent change in people with stroke, 2008 vs 2009", "Percent change in number of people with stroke from 2008 to 2009"},
		{"One-year risk (crude %) of stroke after warfarin initiation", "What percentage of people starting warfarin had a stroke within one year after it?"},
		{"One-year risk of stroke after hypertension", ""},
		{"5-year cumulative incidence of stroke after starting warfarin", "Cumulative incidence of stroke at 5 years after starting warfarin"},
		{"Same-day stroke and heart failure diagnoses: how many persons?", "Number of people with stroke and heart failure on the same day"},
		{"stroke and hypertension: how many people have both?", "Number of people with stroke and hypertension"},
		{"People exposed to warfarin but never to lisinopril", "People exposed to warfarin but never exposed to lisinopril"},
		{"Patients whose HbA1c was measured three times or more", "Patients whose HbA1c was measured at least three times"},
		{"How many were younger than 60 when stroke was first recorded?", "How many were younger than 60 at first diagnosis of stroke?"},
		{"How old are people, on average, when they start warfarin?", "How old are people on average when they start warfarin?"},
		{"Warfarin uptake: % of people with stroke who took warfarin", "% of people with stroke who took warfarin"},
		{"Rural uptake: % of people with stroke who took warfarin", ""},
		{"Lisinopril uptake: % of people with stroke who took warfarin", ""},
		{"Repeat stroke: number of people with a second stroke", "Number of people with a second stroke"},
		{"Repeat stroke: number of people with a stroke", ""},
		{"Women, warfarin use: number of people with warfarin", ""},
		{"How many inpatient visits lasted two days or more (discharge date minus admission date)?", "How many inpatient visits lasted two days or more?"},
		{"How many inpatient visits lasted two days or more (admission date minus discharge date)?", ""},
		{"How many patients with hypertension who had a hip fracture took warfarin after the fracture?", "How many patients with hypertension who had a hip fracture took warfarin after hip fracture?"},
		{"How many patients with hip fracture took warfarin after the fracture?", "How many patients with hip fracture took warfarin after it?"},
		{"HbA1c tests per calendar year, counts of records", "HbA1c tests per calendar year"},
		{"People with stroke per calendar year, counts of records", ""},
		{"After a first stroke, how many days of follow-up do we have on average?", "Mean follow-up in days after a first stroke"},
		{"Mean number of drug prescriptions per hypertension patient", "Mean number of drug prescriptions per patient with hypertension"},
		{"Average count of distinct drugs a patient has been exposed to", "Average count of distinct drugs per patient"},
		{"stroke: what fraction of all patients ever had one?", "What fraction of all patients ever had stroke?"},
		{"stroke and hypertension: what fraction of all patients ever had one?", ""},
		{"warfarin prescriptions - number of people", "Number of people with warfarin prescriptions"},
		{"Post-stroke warfarin use: percent of stroke patients with warfarin after it", "Percent of stroke patients with warfarin after it"},
		{"Post-stroke warfarin use: percent of stroke patients with warfarin before it", ""},
		{"inpatient spend per year (amount paid)", "Total cost of inpatient visits per year"},
		{"How many patients with hip fracture took warfarin within a year of the fracture diagnosis?", "How many patients with hip fracture took warfarin within a year of the hip fracture diagnosis?"},
		{"Is warfarin the reason these stroke patients bled?", ""},
	} {
		got, err := r.Read(t.Context(), tc[0])
		if err != nil {
			t.Fatal(err)
		}
		if tc[1] == "" {
			if got.Question != nil {
				t.Errorf("%s is read as: %s", tc[0], got.Question)
			}
			continue
		}
		want, err := r.Read(t.Context(), tc[1])
		if err != nil || want.Question == nil {
			t.Errorf("%s: %v, %+v", tc[1], err, want.Refusal)
			continue
		}
		if got.Question == nil {
			t.Errorf("%s: %+v", tc[0], got.Refusal)
		} else if !got.Question.Equal(want.Question) {
			t.Errorf("%s is read as: %s\nnot: %s", tc[0], got.Question, want.Question)
		}
	}
}
