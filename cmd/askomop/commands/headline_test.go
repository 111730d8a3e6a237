package commands_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
)

// The first line of an answer says what its number is of.
func TestHeadlinesSayWhatTheNumberIs(t *testing.T) {
	for question, want := range map[string]string{
		"What is the attrition of women with type 2 diabetes who took metformin?": "Of 5,000 patients 455 are left after 3 steps.",
		"How many patients had gout by year?":                                     "2008 had the most: 155 patients.",
		"What is the incidence rate of gout per 1000 person-years?":               "17.3 per 1,000 person-years (95 % CI 15.13–19.70; 228 new patients in 13,177.9 person-years).",
		"Table 1 of new users of warfarin":                                        "369 patients; median age at index 77 (quartiles 68 to 86).",
		"drug use of metformin":                                                   "871 patients; median prescriptions 11 (quartiles 6 to ",
		"What percentage of patients with gout took aspirin, by sex?":             "MALE is the highest: 25 % (95 % CI 18.64–32.66).",
		"What percentage of women had gout?":                                      "3.1 % (95 % CI 2.51–3.83; 84 of 2,707 patients).",
		"What is the average age at first diagnosis of gout by sex?":              "MALE is the highest: average age 73.9 years (95 % CI 71.70–76.15).",
		"Average time in years from first hypertension to first stroke":           "Average years: 1.24 (95 % CI 1.08–1.40; sd 0.83 years, 104 patients).",
		"Median time in weeks from first hypertension to first stroke":            "Median weeks: 61.7857 (lower quartile 28.0357 weeks, upper",
		"Which condition is most common?":                                         "Essential hypertension: 3,267 patients.",
		"What is the distribution of creatinine in mg/dL?":                        "Of what is shown, 0.93 is the most frequent: 163 measurements.",
		"What is the date range of prescriptions of warfarin?":                    "From 2008-01-01 to 2010-12-30 (5,035 prescriptions, 369 patients).",
		"Should patients with gout take aspirin?":                                 "I can't answer this. This question asks for advice",
		"How many patients without a stroke had a stroke?":                        "I can't answer this. It asks for people with and without stroke.",
	} {
		got := cmdtest.OnDemo(t, "ask", question)
		line, _, _ := strings.Cut(got.Out, "\n")
		if !strings.HasPrefix(line, want) {
			t.Errorf("%q: %s\nwant %s", question, line, want)
		}
	}
}

// A survival at a time that nobody is followed to is not known: it is not that of the last day on which somebody was.
func TestASurvivalBeyondAllFollowUpIsNotKnown(t *testing.T) {
	for question, want := range map[string]struct {
		code int
		said string
	}{
		"What is the 5-year survival of patients with heart failure?":                                  {3, "Nobody in this database is followed so long"},
		"What is the 5-year mortality of patients with heart failure by sex?":                          {3, "Nobody in this database is followed so long"},
		"What is the 1-year survival of patients with heart failure?":                                  {0, "still at risk"},
		"What is the survival of patients with heart failure after 1 and 5 years?":                     {0, "1826 days: not known, as nobody is followed so long"},
		"What is the cumulative incidence of stroke within 5 years after a first diagnosis of asthma?": {3, "Nobody in this database is followed so long"},
	} {
		if got := cmdtest.OnDemo(t, "ask", question); got.Code != want.code || !strings.Contains(got.Out, want.said) {
			t.Errorf("%q: exit code %d: %s", question, got.Code, got.Out)
		}
	}
}

// A second number that is asked for says what it is, of which dates and in which unit; the whole beside its parts needs no more than its name.
func TestASecondNumberSaysWhatItIs(t *testing.T) {
	for question, want := range map[string]string{
		"How many people with type 2 diabetes took metformin, and how long after diagnosis did they begin?": "how long after diagnosis did they begin (The summary of the number of " +
			"days from a first ever diagnosis of type 2 diabetes to a first ever exposure to metformin): minimum 0, ",
		"What share of heart failure patients took furosemide, overall and by sex?": "Overall: percentage ",
	} {
		if got := cmdtest.OnDemo(t, "ask", question); got.Code != 0 || !strings.Contains(got.Out, "\n"+want) {
			t.Errorf("%q: exit code %d: %s\nwant %s", question, got.Code, got.Out, want)
		}
	}
}
