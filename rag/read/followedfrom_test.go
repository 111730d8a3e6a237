package read_test

import "testing"

// People with something in a time may have had it before: they are followed from the first of it then, and a rate or a
// prevalence of that time is of all who have it.
func TestFollowedFromTheFirstInATime(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the one-year mortality of patients taking warfarin in 2009?":                   "The Kaplan-Meier mortality of people with the first such exposure to warfarin in 2009 at 1 year",
		"What is the 90-day mortality of patients over 85 hospitalised in 2009?":                "The Kaplan-Meier mortality of people with the first such inpatient visit in 2009 at age over 85 at 90 days",
		"What is the 1-year survival of new users of warfarin in 2009?":                         "The Kaplan-Meier survival of people with a first ever exposure to warfarin in 2009 at 1 year",
		"What is the 1-year survival after a first stroke in 2009?":                             "The Kaplan-Meier survival of people with a first ever diagnosis of stroke in 2009 at 1 year",
		"What is the 1-year mortality after a stroke in 2009?":                                  "The Kaplan-Meier mortality of people with the first such diagnosis of stroke in 2009 at 1 year",
		"What is the 1-year mortality after a stroke?":                                          "The Kaplan-Meier mortality of people with a first ever diagnosis of stroke at 1 year",
		"What is the prevalence of asthma in 2009 among those hospitalised in 2009?":            "The prevalence of asthma in 2009 among people with the first such inpatient visit in 2009",
		"What is the incidence rate of stroke in men with asthma in 2009?":                      "The incidence rate of stroke per 1000 person-years in 2009 among men with a first ever diagnosis of asthma",
		"What is the incidence rate of stroke in patients with asthma in 2009?":                 "The incidence rate of stroke per 1000 person-years in 2009 among people with a first ever diagnosis of asthma",
		"What is the incidence of stroke in women over 75 with asthma in 2009?":                 "The incidence rate of stroke per 1000 person-years in 2009 among women with a first ever diagnosis of asthma while aged over 75",
		"What is the incidence rate of stroke in men newly diagnosed with asthma in 2009?":      "The incidence rate of stroke per 1000 person-years among men with a first ever diagnosis of asthma in 2009",
		"What is the prevalence of pneumonia among women with asthma in 2009?":                  "The prevalence of pneumonia in 2009 among women with a first ever diagnosis of asthma",
		"What is the cumulative incidence of stroke at 1 year in patients with asthma in 2009?": "The cumulative incidence of stroke among people with the first such diagnosis of asthma in 2009 at 1 year, with death as competing event",
		"What is the prevalence of warfarin use among patients with asthma on 1 July 2009?":     "The point prevalence of exposures to warfarin that cover 2009-07-01 among people with a first ever diagnosis of asthma until 2009-07-01",
		"What is the prevalence of warfarin use on 1 July 2009?":                                "The point prevalence of exposures to warfarin that cover 2009-07-01",
		"What is the prevalence of warfarin prescriptions on 1 July 2009?":                      "The point prevalence of ever having had an exposure to warfarin on 2009-07-01",
		"What is the point prevalence of pneumonia among patients with asthma on 1 July 2009?":  "The point prevalence of pneumonia on 2009-07-01 among people with a first ever diagnosis of asthma until 2009-07-01",
	})
	for question, same := range map[string]string{
		"What percentage of patients hospitalised in 2009 died within 90 days?":             "",
		"What percentage of patients taking warfarin in 2009 died within 90 days after it?": "The Kaplan-Meier mortality of people with the first such exposure to warfarin in 2009 at 90 days",
	} {
		got, err := reader(t).Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Fatal(err, got.Refusal)
		}
		said := ""
		for _, o := range got.Others {
			if o.Always {
				said = o.Question.String()
			}
		}
		if said != same {
			t.Errorf("%s: Kaplan and Meier's estimate is of %q", question, said)
		}
	}
	saysBack(t, reader(t), map[string]string{
		"What is the 30-day mortality after discharge from hospital in 2009?":            "The Kaplan-Meier mortality of people with the first such inpatient visit ending in 2009 dated by its end who did not die before or on the day of its end at 30 days",
		"What is the incidence rate of stroke after discharge from hospital in 2009?":    "The incidence rate of stroke per 1000 person-years among people with the first such inpatient visit ending in 2009 dated by its end",
		"What percentage of patients discharged in 2009 died within 30 days?":            "Among people with an inpatient visit ending in 2009, the percentage who died within 30 days after the end of it, whatever the follow-up",
		"What are the most common drugs taken on the day of a stroke?":                   "",
		"What are the most common drugs of patients while in hospital?":                  "",
		"What share of emergency visits were by the patients with three or more visits?": "",
	})
}
