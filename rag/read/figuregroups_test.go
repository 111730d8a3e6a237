package read_test

import "testing"

func TestSeveralFiguresOfTheSameGroups(t *testing.T) {
	r := reader(t)
	saysBack(t, r, map[string]string{ // an answer that has both figures
		"Number of deaths per year and mean age at death":                                            "The mean age at death, by year",
		"How many died in each year, and what was their mean age?":                                   "The mean age at death, by year",
		"Number of patients with asthma and average age by sex":                                      "The mean age at a first ever diagnosis of asthma, by sex",
		"For each sex, how many patients have asthma and how old were they on average at diagnosis?": "The mean age at a first ever diagnosis of asthma, by sex",
		"How many people are there in each race group, and what is the average age in each?":         "The mean age of all people at the end of the data, by race",
		"How many inpatient visits were there in each year, and how long did they last?":             "The mean duration in days of inpatient visits, by year",
		"How many stroke patients are there by sex, and what percentage took warfarin?":              "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin, by sex",
		"Number of new asthma diagnoses per year and average age at diagnosis":                       "The mean age at a first ever diagnosis of asthma, by year",
		"Count and mean age of patients with asthma by race":                                         "The mean age at a first ever diagnosis of asthma, by race",
		"Average age and number of patients with asthma":                                             "The mean age at a first ever diagnosis of asthma",
	})
	for question, also := range map[string]string{ // the first figure's own number stands beside
		"Number of warfarin prescriptions and total cost by year":              "The number of exposures to warfarin, by year",
		"Number of HbA1c tests per year and their mean value":                  "The number of measurements of HbA1c, by year",
		"Total and mean cost of inpatient visits by year":                      "The total cost of inpatient visits, by year",
		"How many patients had a stroke, by sex, and how many of them died?":   "Among people who had a diagnosis of stroke (at any date), the number who died, by sex",
		"How many patients had a stroke, by sex, and how many died in total?":  "", // of whom?
		"How many patients had asthma in each year, and what is the mean age?": "", // at a record of the year, or at the first?
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if got.Question != nil && len(got.Others) > 0 && got.Others[0].Asked {
			said = got.Others[0].Question.String()
		}
		if said != also {
			t.Errorf("%s:\n got %q\nwant %q (%v)", question, said, also, got.Refusal)
		}
	}
}
