package pipeline

import "testing"

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
		"How many patients have gout?":                                             {"", "How many patients have gout?"},
		"How many patients in [cohort@statin-users] and in [cohort@gout] are men?": {"statin-users", "How many patients and in [cohort@gout] are men?"}, // refused by the reader
	} {
		name, rest, err := splitNamedCohort(question, kept)
		if err != nil || name != want[0] || rest != want[1] {
			t.Errorf("%q: %q, %q, %v", question, name, rest, err)
		}
	}
}
