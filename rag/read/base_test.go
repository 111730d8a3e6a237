package read_test

import "testing"

// The base of a number may stand in front of it, or once more behind it with what is said of it.
func TestTheBaseOfANumber(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Across all hospital stays in 2009, what is the mean length of stay?":         "The mean duration in days of inpatient visits in 2009",
		"Over all emergency room visits, what was the median total paid?":             "The median cost of emergency room visits",
		"Across all prescriptions of warfarin, what is the mean days of supply?":      "The mean days supply of exposures to warfarin, counting only numbers between 1 and 365",
		"For stays with a stroke diagnosis: what was the median length of stay?":      "The median duration in days of inpatient visits with a diagnosis of stroke",
		"Median length of stay in days over all inpatient stays":                      "The median duration in days of inpatient visits",
		"Mean total paid per hospital stay, for stays with a stroke diagnosis":        "The mean cost of inpatient visits with a diagnosis of stroke",
		"Mean age at admission of inpatient stays starting in 2005-2008, by sex":      "The mean age at an inpatient visit between 2005 and 2008, by sex",
		"Median age at admission for hospital stays with pneumonia":                   "The median age at an inpatient visit with a diagnosis of pneumonia",
		"In all hospital stays in 2009, what percentage had a diagnosis of pneumonia": "The percentage of inpatient visits in 2009 that had a diagnosis of pneumonia at the same visit as it",
		"Over everyone with a stroke, what was the mean age at the first stroke?":     "The mean age at a first ever diagnosis of stroke",
		"Looking only at women with asthma: how many had a stroke in 2009?":           "Among women with a diagnosis of asthma, the number who had a diagnosis of stroke in 2009",
		"Mean length of all hospital stays of patients with asthma":                   "The mean duration in days of inpatient visits of people who had a diagnosis of asthma",

		// as before
		"Mean length of hospital stays of patients with asthma":                "The mean duration in days of inpatient visits with a diagnosis of asthma",
		"Mean length of stay among patients with asthma":                       "The mean duration in days of inpatient visits of people who had a diagnosis of asthma",
		"Across all patients with pneumonia, what was the mean length of stay": "The mean duration in days of inpatient visits of people who had a diagnosis of pneumonia",

		// another kind of records, or a time of each
		"Mean age at admission of emergency room visits in 2009":                   "",
		"Mean cost per emergency room visit for inpatient stays":                   "",
		"Mean age at first admission of inpatient stays in 2009":                   "",
		"Mean cost per visit for emergency room visits and inpatient stays":        "",
		"Mean length of stay in 2009 for stays with pneumonia in 2010":             "",
		"Across all inpatient stays, what is the mean age of patients?":            "",
		"What is the mean length of stay of hospital stays and the median cost?":   "",
		"Mean cost of emergency room visits in 2009 and the median length of stay": "",
	})
}

// Whose averages are asked for stands behind what each of them has.
func TestWhoHasAnyBehindAnAverage(t *testing.T) {
	const with = "The mean number of inpatient visits per person"
	saysBack(t, reader(t), map[string]string{
		"On average, how many inpatient stays has a patient had, among those with at least one?":       with + " with any",
		"How many inpatient stays does a patient have on average who had at least one?":                with + " with any",
		"On average, how many hospital admissions does a patient have who was admitted at least once?": with + " of people who had at least 1 inpatient visits",
		"On average, how many hospital stays does a patient have who has asthma?":                      with + " of people with a first ever diagnosis of asthma",
		"Per patient with asthma, what was the mean number of inpatient stays in 2009?":                "The mean number of inpatient visits in 2009 per person of people with a first ever diagnosis of asthma",
		"For each patient with asthma, what was the mean number of inpatient stays in 2009?":           "The mean number of inpatient visits in 2009 per person of people with a first ever diagnosis of asthma",
		"On average, how many procedures did a patient undergo, among those who underwent any?":        "The mean number of procedures per person with any",
		"Mean number of different drugs per patient, among those who took any":                         "The mean number of different drugs per person with any",
		"Mean number of emergency room visits per patient, among those who took any":                   "",
		"Per patient with asthma, what percentage had a stroke?":                                       "",
	})
}

// What was paid is a clause, a total of several stays, a list of ages.
func TestCostsInOtherWords(t *testing.T) {
	const paid = "the number who had a total cost above 30000 of inpatient visits in 2009"
	saysBack(t, reader(t), map[string]string{
		"How much did patients themselves pay, all together, for prescriptions in 2009?":                                                   "The total out-of-pocket cost of prescriptions in 2009",
		"The 75th percentile of what was paid in total for an inpatient stay":                                                              "The 75th percentile of the cost of inpatient visits",
		"The mean of what the payer paid for an inpatient stay":                                                                            "The mean cost to the payer of inpatient visits",
		"How many people had a total of more than 30,000 dollars paid for their inpatient stays of 2009, all stays of the year added up?":  paid,
		"How many people had inpatient stays in 2009 for which the total paid adds up to more than 30,000 dollars?":                        paid,
		"How many people had inpatient stays in 2009 for which the total paid comes to more than 30,000 dollars?":                          "", // of each?
		"What did the payer pay on average for an inpatient stay, for patients under 70, 70 to 79 and 80 or older at the time of the stay": "The mean cost to the payer of inpatient visits, by age group (under 70, 70 to 79, 80 or older)",
		"Mean cost of an inpatient stay for those under 70, 70-79 year olds and those 80 or older":                                         "The mean cost of inpatient visits, by age group (under 70, 70 to 79, 80 or older)",
		"Mean cost of an inpatient stay for those under 70, 75 to 79 and 80 or older":                                                      "",
		"Top 3 conditions recorded at emergency room visits in 2009, by number of people":                                                  "The 3 most common conditions at an emergency room visit in 2009",
		"Top 3 conditions recorded at emergency room visits in 2009":                                                                       "The 3 most common conditions at the same visit as an emergency room visit in 2009 by number of visits",
		"How many women were taking a product with warfarin on 1 June 2009?":                                                               "Among women, the number who had an exposure to warfarin that covers 2009-06-01",
		"How many women took a combination product with warfarin?":                                                                         "",
	})
}
