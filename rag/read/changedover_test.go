package read_test

import "testing"

// How a figure changed is told by its values of the years.
func TestHowAFigureChanged(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How did average HbA1c change from 2008 to 2010?":                                     "The mean HbA1c between 2008 and 2010, by year",
		"Has mean HbA1c gone up or down from year to year?":                                   "The mean HbA1c, by year",
		"How did the percentage of people on warfarin change between 2008 and 2010?":          "The prevalence of warfarin between 2008 and 2010, by year",
		"How has the incidence rate of stroke per 1,000 person-years changed over the years?": "The incidence rate of stroke per 1000 person-years, by year",
		"Did the median length of stay of inpatient visits change over time?":                 "The median duration in days of inpatient visits, by year",
		"Has the number of new stroke diagnoses changed from year to year?":                   "The number of first ever diagnoses of stroke, by year",

		"Did the mean HbA1c change after starting metformin?": "",
		"How did average HbA1c change?":                       "",
	})
}

// Events on both sides of another, people without a disease by an adjective, and coming back to hospital.
func TestBothSidesWithoutAndBack(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people had HbA1c measured both before and after starting warfarin?":              "Among people with a first ever exposure to warfarin, the number who had a measurement of HbA1c before it and had a measurement of HbA1c after it",
		"How many non-hypertensive patients take warfarin?":                                        "Among people who had no diagnosis of hypertension, the number who had an exposure to warfarin",
		"What percentage of non-asthmatic women had a stroke?":                                     "Among women who had no diagnosis of asthma, the percentage who had a diagnosis of stroke",
		"How many people came back to the ER within 30 days after being discharged from hospital?": "Among people with an inpatient visit, the number who had an emergency room visit within 30 days after the end of it",
		"How many people returned to the hospital within 30 days of discharge?":                    "Among people with an inpatient visit, the number who had an inpatient visit within 30 days after the end of it, not on the day itself",

		"How many people had an HbA1c both before and after 2009?":         "",
		"How many people returned to the ER within 3 days of an ER visit?": "Among people with an emergency room visit, the number who had an emergency room visit within 3 days after the start of it, not on the day itself",
	})
}

// What is counted by a specialty's prescribing are prescriptions; those who have a thing several times are some of
// those who have it.
func TestPrescribingAndHavingItMoreOften(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Which specialty prescribes the most warfarin?":                                                              "The specialty with the most exposures to warfarin",
		"Which specialty prescribes the fewest statins?":                                                             "The specialty with the fewest exposures to statins",
		"How many people had three or more episodes of pneumonia, and what share of all pneumonia patients is that?": "Among people with a diagnosis of pneumonia, the percentage who had at least 3 diagnoses of pneumonia",

		"How many people had an episode of stroke, and what share of all pneumonia patients is that?": "",
	})
}
