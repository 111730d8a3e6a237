package read_test

import "testing"

// Brackets, second sentences and tails that say again what the question says already, or what is done anyway, agree
// with it; those that say something else are refused.
func TestWhatIsMeasuredSaidAgain(t *testing.T) {
	const (
		stays     = "Average length of stay of inpatient visits in 2009"
		paid      = "Average amount paid for inpatient visits in 2009"
		fills     = "Average days supply of warfarin prescriptions in 2009"
		summed    = "How many people had more than 90 days of warfarin in 2009"
		statin    = "How many people took more than one statin"
		values    = "What is the mean HbA1c of patients with asthma"
		change    = "Mean change in HbA1c from the last value before to the first value after starting metformin"
		inPercent = "Mean change in HbA1c in percent from the last value before to the first value after starting metformin"
		day       = "Prevalence of warfarin use on 1 July 2009"
		new       = "Incidence proportion of stroke in 2009"
		rate      = "Incidence rate of stroke after starting warfarin per 1,000 person-years"
		race      = "How many Asian patients had a stroke in 2009"
		old       = "How many women older than 70 in 2009 had a stroke"
	)
	r := reader(t)
	for core, remarks := range map[string]map[string]string{
		stays: {
			" (mean length of stay in days)":    stays,
			" (mean per stay)":                  stays,
			" (mean, for each inpatient visit)": stays,
			" (median per stay)":                "",
			" (mean per patient)":               "",
			" (mean per prescription)":          "",
			" (mean length of stay in weeks)":   "",
			" (mean amount paid)":               "",
		},
		paid: {
			" (mean per stay)":     paid,
			" (mean total paid)":   paid,
			" (mean charges)":      "",
			" (mean per ER visit)": "",
		},
		fills: {
			" (mean per prescription)":          fills,
			" (mean days supply, per fill)":     fills,
			" (mean days supply per fill)":      fills,
			" (mean days supply per patient)":   "",
			" (mean quantity per prescription)": "",
		},
		summed: {
			" (days supply, all fills added up)?":      summed,
			"? Days supply, summed over all fills.":    summed,
			" (all prescriptions summed)?":             summed,
			" (quantity, all fills added up)?":         "",
			" (days supply of at least one fill)?":     "",
			" (days supply, all fills ever added up)?": "",
		},
		"How many people had a warfarin prescription in 2009": {
			" (all fills added up)?": "",
		},
		statin: {
			" (different ones, not repeat fills)?":      statin,
			" (different substances)?":                  statin,
			" (distinct drugs, not just more refills)?": statin,
			" (not different ones but repeat fills)?":   "",
			" (different ones in the same month)?":      "",
			" (different ones, both within 30 days)?":   "",
		},
		"Mean number of ER visits in 2009 per person": {
			" (mean visits per person)":           "Mean number of ER visits in 2009 per person",
			" (mean number of visits per person)": "Mean number of ER visits in 2009 per person",
			" (mean prescriptions per person)":    "",
			" (mean visits per month)":            "",
		},
		"Mean charge of inpatient visits in 2009": {
			" (charges, not payments)": "Mean charge of inpatient visits in 2009",
			" (not charges)":           "",
			" (not paid)":              "",
		},
		"What percentage of inpatient stays lasted longer than 7 days": {
			" (length of stay > 7 days)?":  "What percentage of inpatient stays lasted longer than 7 days",
			" (length of stay > 14 days)?": "",
			" (more than 7 days)?":         "What percentage of inpatient stays lasted longer than 7 days",
		},
		"How many people took a statin": {
			" (different ones, not repeat fills)?": "",
		},
		values: {
			"? Use all of their results, in percent.": "What is the mean HbA1c in percent of patients with asthma",
			"? Take every result.":                    values,
			"? In percent.":                           "What is the mean HbA1c in percent of patients with asthma",
			"? Use all of their results in 2009.":     "",
			"? Use all of their warfarin results.":    "",
		},
		"What is the mean last HbA1c of patients with asthma": {
			"? Use all of their results.": "",
		},
		change: {
			" (percentage points)":    inPercent,
			" (in percentage points)": inPercent,
			" (mean days)":            "",
		},
		"How many people had an HbA1c above 9 percent": {
			" (percentage points)?": "",
		},
		day: {
			" (people with an exposure covering that day)":        day,
			" (patients whose prescription covers that date)":     day,
			" (people with two exposures covering that day)":      "",
			" (people with an exposure covering 1 August 2009)":   "",
			" (people with an exposure in the 30 days before it)": "",
		},
		new: {
			", people at risk on the first day as denominator":     new,
			" (denominator: those at risk at the start)":           new,
			", of those at risk":                                   new,
			", people at risk in 2008 as denominator":              "",
			", people with asthma on the first day as denominator": "",
		},
		"Prevalence of stroke in 2009": {
			", people at risk on the first day as denominator": "",
		},
		rate: {
			". Anyone with a stroke on or before the first warfarin is not at risk.": rate,
			". Those with a stroke before the first warfarin are not at risk.":       rate,
		},
		race: {
			" (race)?":      race,
			" (ethnicity)?": "",
			" (not race)?":  "",
		},
		"How many patients had a stroke in 2009": {
			" (race)?": "",
		},
		"How many women older than 70 in 2009 (by year of birth) had a stroke": {
			"?": old,
		},
		"How many women older than 70 by year of birth in 2009 had a stroke": {
			"?": old,
		},
		old: {
			" (age by year of birth)?": old,
		},
		"How many women had a stroke": {
			" (age by year of birth)?": "",
		},
	} {
		for remark, same := range remarks {
			readsAs(t, r, core+remark, same)
		}
	}
}

// The age behind those who are under observation on a day that is said before them is theirs on it.
func TestAgesOfThoseUnderObservation(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"On 1 July 2009, what percentage of women under observation aged 18 to 44 were taking warfarin?": "The point " +
			"prevalence of exposures to warfarin that cover 2009-07-01 among women aged 18 to 44 in 2009",
		"On 1 July 2009, what percentage of women under observation over 65 were taking warfarin (any product)?": "The " +
			"point prevalence of exposures to warfarin that cover 2009-07-01 among women aged over 65 in 2009",
	})
}
