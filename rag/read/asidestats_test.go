package read_test

import "testing"

// What is told of a quantity may stand in brackets, and percentiles without the word where they are among others.
func TestStatisticsInBrackets(t *testing.T) {
	const bmi = " of the HbA1c of people who had a diagnosis of asthma"
	saysBack(t, reader(t), map[string]string{
		"Distribution (median and IQR) of HbA1c among people with asthma":        "The quartiles" + bmi,
		"Distribution (min, 25th, 50th, 75th, max) of HbA1c in asthma patients":  "The summary" + bmi,
		"Distribution (mean, SD) of length of stay by year":                      "The mean duration in days of inpatient visits, by year",
		"Percentiles (10th, 50th, 80th) of length of stay":                       "The 10th, 50th and 80th percentile of the duration in days of inpatient visits",
		"Age at first stroke: min, 25th, 50th, 75th, max":                        "The summary of the age at a first ever diagnosis of stroke",
		"Distribution (5th, 10th and 15th visits) of HbA1c":                      "",
		"Distribution (by sex) of HbA1c":                                         "",
		"How long, in days, does it take from stroke to warfarin (median, IQR)?": "The quartiles of the number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin",
		"How long in weeks did it take on average from stroke to warfarin?":      "The mean number of weeks from a first ever diagnosis of stroke to a first ever exposure to warfarin",
		"How long does it not take from stroke to warfarin?":                     "",
	})
}

// Which of each person's values counts may stand behind the test or behind the people; it is of the test.
func TestWhichValueBesideTheTest(t *testing.T) {
	const last = "The mean last HbA1c of people who had a diagnosis of asthma"
	saysBack(t, reader(t), map[string]string{
		"Mean HbA1c, most recent reading per patient with asthma, by race":       last + ", by race",
		"Mean HbA1c (latest value per patient) in people with asthma":            last,
		"Mean HbA1c, last value per patient, in people with asthma":              last,
		"Mean HbA1c in people with asthma, last value per patient":               last,
		"Mean HbA1c in people with asthma (most recent value)":                   last,
		"Mean HbA1c in people with asthma. Use the latest value per patient.":    last,
		"Mean HbA1c, last value, of people with asthma":                          last,
		"Mean HbA1c, first result per person, by sex":                            "The mean first ever HbA1c, by sex",
		"Mean HbA1c, last value before starting warfarin, of people with asthma": "",
		"Mean HbA1c, last value per visit":                                       "",
		"Mean HbA1c, last or first value per patient":                            "",
		"Mean HbA1c, last visit per patient, by sex":                             "",
		"Mean LDL cholesterol of people with an HbA1c above 9 (last value)":      "",
		"Number of people with asthma (first value)":                             "",
	})
}

// "n (%)" asks for a percentage, with its number; names in brackets say what the name before them is, in any order.
func TestNumberAndPercentage(t *testing.T) {
	const share = "Among people with a diagnosis of stroke, the percentage who had an exposure to "
	const named = "Among people with a diagnosis of Stroke, the percentage who had an exposure to "
	saysBack(t, reader(t), map[string]string{
		"n (%) of stroke patients on warfarin":                                                 share + "warfarin",
		"Number (%) of stroke patients on warfarin":                                            share + "warfarin",
		"Stroke patients on warfarin: n (%)":                                                   named + "warfarin",
		"Stroke patients on warfarin, n and %.":                                                named + "warfarin",
		"Stroke patients on warfarin (n, %)":                                                   named + "warfarin",
		"n (%) of inpatient stays longer than a week":                                          "The percentage of inpatient visits that lasted more than 7 days",
		"n (%) of patients per race":                                                           "The percentage distribution of people, by race",
		"Stroke patients on an ACE inhibitor (lisinopril): n (%)":                              named + "lisinopril",
		"How many people aged 80 or older took warfarin and then had a stroke within 14 days?": "Among people with a first ever exposure to warfarin at age 80 or older, the number who had a diagnosis of stroke within 14 days after it",
	})
}
