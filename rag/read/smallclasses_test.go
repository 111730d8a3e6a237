package read_test

import "testing"

// Ages from which groups are told leave out who is younger.
func TestAgesFromWhichGroupsAreTold(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Prevalence of stroke on 1 July 2010 by five-year age band from 65 upwards": "The point prevalence of stroke among people aged 65 or older in 2010 on 2010-07-01, by 5-year age group",
		"Number of asthma patients by 10-year age group, 50 or older":               "The number of people with a diagnosis of asthma at age 50 or older, by 10-year age group",
		"Number of people by age group (under 65, 65 and over)":                     "The number of people, by age group (under 65, 65 or older) at the end of the data",
		"Median HbA1c by age decade from the 50s upward":                            "The median HbA1c at age 50 or older, by 10-year age group",
		"Period prevalence of stroke in 2010 in those 60 and over":                  "The prevalence of stroke among people aged 60 or older in 2010 in 2010",
		"Incidence of stroke in those 65+":                                          "The incidence rate of stroke per 1000 person-years among people while aged 65 or older",
		"Number of patients by age group from 2009 upwards":                         "",
		"How many of those 3 or more times had a stroke?":                           "",
	})
}

// Hours are counted in whole days, as dates have no time of the day.
func TestHoursAreDays(t *testing.T) {
	r := reader(t)
	saysBack(t, r, map[string]string{
		"How many people died within 48 hours of admission?":        "Among people with an inpatient visit, the number who died within 2 days after the start of it",
		"How many people had a stroke within 24 hours of warfarin?": "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke within 1 day after it",
		"How many people died within 36 hours of admission?":        "",
		"How many people died within 30 minutes of admission?":      "",
		"Mean time in hours from asthma to stroke":                  "",
	})
	got, err := r.Read(t.Context(), "How many people died within 48 hours of admission?")
	if err != nil || len(got.Notes) != 1 {
		t.Errorf("notes are %q, %v; want that hours are days", got.Notes, err)
	}
}

// Who came back had another visit, not the same.
func TestBackAtTheSameKindOfVisit(t *testing.T) {
	const again = " who had an emergency room visit within 3 days after the start of it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"How many ER patients were back in the ER within 72 hours?":          "Among people with an emergency room visit, the number" + again,
		"How many people with an ER visit returned to the ER within 3 days?": "The number of people with an emergency room visit" + again,
		"How many people came back to the ER within 3 days of an ER visit?":  "Among people with an emergency room visit, the number" + again,
		"Number of ED patients by sex":                                       "The number of people with an emergency room visit, by sex",
		"How many ER patients had an ER visit within 3 days?":                "",
		"How many people were back in the ER within 3 days?":                 "",
	})
}

// A drug that was switched to, or from, may be one of several.
func TestSwitchedToOneOfSeveral(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people switched from warfarin to lisinopril or metformin in 2010?": "The number of people with a first ever exposure to lisinopril or metformin in 2010 for which the person had a last ever exposure to warfarin before the record",
		"How many people switched from lisinopril or metformin to warfarin?":         "The number of people with a first ever exposure to warfarin for which the person had a last ever (exposure to lisinopril or metformin) before the record",
		"How many people switched from warfarin to lisinopril and metformin?":        "",
		"How many people switched from warfarin to lisinopril or had a stroke?":      "",
		"Do we have anyone with asthma who's on warfarin but never had a stroke?":    "The number of people with a diagnosis of asthma who had an exposure to warfarin and had no diagnosis of stroke",
		"The ten drugs (ingredient level) with the most users":                       "The 10 most common drug ingredients",
		"Top 10 drugs, ingredient level":                                             "The 10 most common drug ingredients",
	})
}

// How many rows and whose numbers are shown may stand behind the groups.
func TestRowsAndSexBehindTheGroups(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Total cost of hospital stays in 2010 by state (top 10 states only)": "The total cost of inpatient visits in 2010, by state, the highest 10",
		"Total cost of hospital stays in 2010, by state (top 10)":            "The total cost of inpatient visits in 2010, by state, the highest 10",
		"Mean length of stay by state (top five)":                            "The mean duration in days of inpatient visits, by state, the highest 5",
		"Number of warfarin users by state, top 5 states only":               "The 5 states with the most people with an exposure to warfarin",
		"Number of people with stroke, men only, by year":                    "The number of men with a diagnosis of stroke, by year",
		"In people over 75, top 10 drugs":                                    "The 10 most common drugs at age over 75",
		"Mean HbA1c (top 10)":                                                "",
		"Number of people with stroke, men only taking warfarin, by year":    "",
	})
}
