package read_test

import "testing"

// Who is followed after a discharge or a stay is followed from its end, where they were alive on the day after it;
// after an admission, and people who were hospitalised, from its start.
func TestFollowedFromTheEndOfAStay(t *testing.T) {
	const (
		ended = "a first ever inpatient visit dated by its end"
		alive = " who did not die before or on the day of its end"
	)
	saysBack(t, reader(t), map[string]string{
		"One-year mortality after hospital discharge":                                "The Kaplan-Meier mortality of people with " + ended + alive + " at 1 year",
		"30-day mortality after a hospital stay":                                     "The Kaplan-Meier mortality of people with " + ended + alive + " at 30 days",
		"One-year mortality after hospitalisation":                                   "The Kaplan-Meier mortality of people with " + ended + alive + " at 1 year",
		"One-year mortality after hospitalisation for asthma":                        "The Kaplan-Meier mortality of people with the first such inpatient visit dated by its end with a diagnosis of asthma" + alive + " at 1 year",
		"One-year mortality after admission to hospital":                             "The Kaplan-Meier mortality of people with a first ever inpatient visit at 1 year",
		"30-day mortality after being hospitalised":                                  "The Kaplan-Meier mortality of people with a first ever inpatient visit at 30 days",
		"One-year mortality of people hospitalised for asthma":                       "The Kaplan-Meier mortality of people with the first such inpatient visit with a diagnosis of asthma at 1 year",
		"One-year mortality of people discharged in 2009":                            "The Kaplan-Meier mortality of people with the first such inpatient visit ending in 2009 dated by its end" + alive + " at 1 year",
		"One-year mortality after a hospital stay in 2009":                           "",
		"Kaplan-Meier survival at 1 year after hospital discharge":                   "The Kaplan-Meier survival of people with " + ended + alive + " at 1 year",
		"Incidence rate of stroke after discharge":                                   "The incidence rate of stroke per 1000 person-years among people with " + ended,
		"What is the mortality rate after a hospital stay?":                          "The mortality rate per 1000 person-years among people with " + ended + alive,
		"Rate of emergency room visits after a hospital stay":                        "The number of emergency room visits per 1000 person-years among people with " + ended,
		"Cumulative incidence of stroke within a year of hospital discharge":         "The cumulative incidence of stroke among people with " + ended + " at 1 year, with death as competing event",
		"30-day mortality after a stroke during a hospital stay":                     "The Kaplan-Meier mortality of people with a first ever diagnosis of stroke among those at an inpatient visit at 30 days",
		"Incidence of stroke within 1 year after discharge among people with asthma": "",
		"Incidence rate of stroke after an emergency room visit":                     "The incidence rate of stroke per 1000 person-years among people with a first ever emergency room visit",
	})
}
