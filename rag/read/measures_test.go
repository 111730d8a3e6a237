package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// TestMeasuresAreReadAndReadBack holds how questions of rates and drug use are understood, and that the sentence
// said back is read as the same question.
func TestMeasuresAreReadAndReadBack(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"incidence rate of stroke by calendar year among adults aged 40 to 79":                                               "The incidence rate of stroke per 1000 person-years among people while aged 40 to 79, by year",
		"incidence rate of stroke in women aged 20 to 39 between 2008 and 2010":                                              "The incidence rate of stroke per 1000 person-years among women while aged 20 to 39 between 2008 and 2010",
		"incidence rate of stroke per 1000 person-years among people aged 40 to 79 in 2009":                                  "The incidence rate of stroke per 1000 person-years among people while aged 40 to 79 in 2009",
		"incidence rate of stroke by year among people under 60 at baseline":                                                 "The incidence rate of stroke per 1000 person-years among people aged under 60 at the start of time at risk, by year",
		"incidence rate of stroke by age group at the start of follow-up (40 to 59, 60 to 79)":                               "The incidence rate of stroke per 1000 person-years, by age group (40 to 59, 60 to 79) at the start of time at risk",
		"person-years of observation by sex in people aged 65 and over":                                                      "The number of person-years of observation of people while aged 65 or older, by sex",
		"prevalence of stroke by year among men aged 65 and over":                                                            "The prevalence of stroke among men while aged 65 or older, by year",
		"incidence rate of stroke after atrial fibrillation among people aged 65 to 79":                                      "The incidence rate of stroke per 1000 person-years among people with a first ever diagnosis of atrial fibrillation at age 65 to 79",
		"drug restart of warfarin within 90 and 180 days of discontinuation, with switch to metformin":                       "The restart of the drug by people with a first ever exposure to warfarin, within 90 days and 180 days of stopping, with a switch to metformin",
		"restart of new users of warfarin, bridging gaps of 60 days":                                                         "The restart of the drug by people with a first ever exposure to warfarin, bridging gaps of 60 days",
		"indications of new users of warfarin in the 30 days up to the start: stroke, atrial fibrillation or hypertension":   "The indications of people with a first ever exposure to warfarin from 30 days before to day 0: stroke, atrial fibrillation and hypertension",
		"indication of warfarin on the start date and in the year before the start: stroke":                                  "The indications of people with a first ever exposure to warfarin on day 0 and from 365 to 1 days before: stroke",
		"treatments received from day 0 to 30 and from day 31 to 365 after a first diagnosis of stroke: warfarin, metformin": "The treatments of people with a first ever diagnosis of stroke from day 0 to 30 and from day 31 to 365: warfarin and metformin",
		"proportion of patients covered by warfarin at 90 and 180 days after initiation by sex":                              "The proportion of patients covered among people with a first ever exposure to warfarin at 90 days and 180 days, by sex",
		"treatment pathways after a first diagnosis of stroke with the drugs warfarin and metformin by year":                 "The treatment pathways of people with a first ever diagnosis of stroke with the drugs warfarin and metformin, by year",
		"treatment pathways of stroke with warfarin and metformin by sex, up to two lines":                                   "The treatment pathways of people with a first ever diagnosis of stroke with the drugs warfarin and metformin, of 2 lines, by sex",
		"percentage still on warfarin at 90 and 180 days after starting":                                                     "The Kaplan-Meier persistence with warfarin at 90 days and 180 days",
		"probability of remaining free of stroke at 30 and 90 days after starting warfarin":                                  "The Kaplan-Meier survival without stroke of people with a first ever exposure to warfarin at 30 days and 90 days",
		"indications of new users of warfarin in the 30 days before":                                                         "",
		"prevalence of stroke by year by age group at baseline":                                                              "",
	} {
		readBack(t, r, question, want)
	}
}

// readBack holds how a question is understood, and that the sentence said back is read as the same question; "" is a
// refusal.
func readBack(t *testing.T, r *read.Reader, question, want string) {
	t.Helper()
	got, err := r.Read(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	if got.Question == nil {
		if want != "" {
			t.Errorf("%s is not read: %v", question, got.Refusal)
		}
		return
	}
	if said := got.Question.String(); said != want {
		t.Errorf("%s: %q", question, said)
		return
	}
	again, err := r.Read(t.Context(), want)
	if err != nil {
		t.Fatal(err)
	}
	if again.Question == nil || again.Question.String() != want {
		t.Errorf("%s is not read back: %v", want, again.Refusal)
	}
}
