package read_test

import "testing"

// TestMeasuresAreReadAndReadBack holds how questions of rates and drug use are understood, and that the sentence said back is read as the
// same question.
func TestMeasuresAreReadAndReadBack(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"incidence rate of stroke by calendar year among adults aged 40 to 79":                 "The incidence rate of stroke per 1000 person-years among people while aged 40 to 79, by year",
		"incidence rate of stroke in women aged 20 to 39 between 2008 and 2010":                "The incidence rate of stroke per 1000 person-years among women while aged 20 to 39 between 2008 and 2010",
		"incidence rate of stroke per 1000 person-years among people aged 40 to 79 in 2009":    "The incidence rate of stroke per 1000 person-years among people while aged 40 to 79 in 2009",
		"incidence rate of stroke by year among people under 60 at baseline":                   "The incidence rate of stroke per 1000 person-years among people aged under 60 at the start of time at risk, by year",
		"incidence rate of stroke by age group at the start of follow-up (40 to 59, 60 to 79)": "The incidence rate of stroke per 1000 person-years, by age group (40 to 59, 60 to 79) at the start of time at risk",
		"person-years of observation by sex in people aged 65 and over":                        "The number of person-years of observation of people while aged 65 or older, by sex",
		"prevalence of stroke by year among men aged 65 and over":                              "The prevalence of stroke among men while aged 65 or older, by year",
		"incidence rate of stroke after atrial fibrillation among people aged 65 to 79":        "The incidence rate of stroke per 1000 person-years among people with a first ever diagnosis of atrial fibrillation at age 65 to 79",
		"prevalence of stroke by year by age group at baseline":                                "",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question == nil {
			if want != "" {
				t.Errorf("%s is not read: %v", question, got.Refusal)
			}
			continue
		}
		if said := got.Question.String(); said != want {
			t.Errorf("%s: %q", question, said)
			continue
		}
		again, err := r.Read(t.Context(), want)
		if err != nil {
			t.Fatal(err)
		}
		if again.Question == nil || again.Question.String() != want {
			t.Errorf("%s is not read back: %v", want, again.Refusal)
		}
	}
}
