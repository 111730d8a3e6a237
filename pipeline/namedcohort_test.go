package pipeline

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

func TestACohortThatIsNamedInsideAQuestionIsTakenOut(t *testing.T) {
	kept := func(name string) (bool, error) { return name == "statin-users", nil }
	for question, want := range map[string][2]string{
		"How many women in [cohort@statin-users] had a stroke?":                    {"statin-users", "How many women had a stroke?"},
		"How many people in [cohort@statin-users]?":                                {"statin-users", "How many people?"},
		"Among patients in [cohort@Statin-Users], what percentage took warfarin?":  {"statin-users", "what percentage took warfarin?"},
		"How many patients who are in the cohort [cohort@x-y] are women?":          {"x-y", "How many patients are women?"},
		"How many women in cohort statin-users had a stroke?":                      {"statin-users", "How many women had a stroke?"},
		"How many women in the cohort of patients with gout had a stroke?":         {"", "How many women in the cohort of patients with gout had a stroke?"},
		"How many women in cohort unknown had a stroke?":                           {"", "How many women in cohort unknown had a stroke?"},
		"Of the statin-users cohort, what share had a stroke?":                     {"statin-users", "what share had a stroke?"},
		"How many women in our statin-users cohort had a stroke?":                  {"statin-users", "How many women had a stroke?"},
		"How many women in my cohort statin-users had a stroke?":                   {"statin-users", "How many women had a stroke?"},
		"How many women of the birth cohort had a stroke?":                         {"", "How many women of the birth cohort had a stroke?"},
		"How many patients have gout?":                                             {"", "How many patients have gout?"},
		"How many patients in [cohort@statin-users] and in [cohort@gout] are men?": {"statin-users", "How many patients and in [cohort@gout] are men?"}, // refused by the reader
	} {
		got, err := splitNamedCohort(question, kept)
		if err != nil || got.name != want[0] || got.rest != want[1] {
			t.Errorf("%q: %q, %q, %v", question, got.name, got.rest, err)
		}
	}
}

func TestACohortInAQuestionIsAnEventThatItsPeopleHad(t *testing.T) {
	for question, want := range map[string]string{
		"How many women in [cohort@statin-users] had a stroke?":            "How many women with [cohort@statin-users] had a stroke?",
		"In [cohort@x], how many died within 1 year?":                      "Among patients with [cohort@x], how many died within 1 year?",
		"One-year mortality of [cohort@x]":                                 "One-year mortality of patients with [cohort@x]",
		"How many patients from [cohort@x]?":                               "How many patients with [cohort@x]?",
		"How many patients in [cohort@x] and in [cohort@y] are men?":       "How many patients with [cohort@x] and with [cohort@y] are men?",
		"Among patients in [cohort@x], what percentage took warfarin?":     "Among patients with [cohort@x], what percentage took warfarin?",
		"Incidence rate of [cohort@x] per 1,000 person-years":              "Incidence rate of [cohort@x] per 1,000 person-years",
		"How many patients with stroke died within 30 days of gout?":       "",
		"How many patients with stroke were in cohort gout before stroke?": "",
	} {
		got, err := splitNamedCohort(question, func(string) (bool, error) { return false, nil })
		if err != nil || got.inline != want {
			t.Errorf("%q: %q, %v, want %q", question, got.inline, err, want)
		}
	}
	got, err := splitCohort("In cohort statin-users, how many women had a stroke?", nil)
	if want := "Among patients with [cohort@statin-users], how many women had a stroke?"; err != nil || got.inline != want {
		t.Errorf("%q, %v", got.inline, err)
	}
}

func TestAnUnknownCohortIsNamed(t *testing.T) {
	for question, want := range map[string]string{
		"How many women in cohort statn-users had a stroke?":     "statn-users",
		"Of the statn-users cohort, what share had a stroke?":    "statn-users",
		"How many women took statn-users in 2009?":               "",
		"How many women in the cohort of patients had a stroke?": "",
	} {
		if got := unknownCohort(question, []read.Span{{Text: "statn-users"}}); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
