package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// Turns of phrase that are read, and neighbours that mean something else.
func TestTersePhrasesAndCourtesies(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"We would be grateful if you could provide the prevalence of hypertension in 2010.":                        "The prevalence of hypertension in 2010",
		"I have been asked by the ethics board how many people had a stroke in 2009. Could you let me know?":       "the number who had a diagnosis of stroke in 2009",
		"Sensitivity question: how many asthmatics remain if we require two diagnoses instead of one?":             "Among people with a diagnosis of asthma, the number who had at least 2 diagnoses of asthma",
		"How many asthmatics remain if we require two diagnoses instead of three?":                                 "",
		"Number of colonoscopies per year, please (count procedures, not people).":                                 "The number of records of colonoscopies, by year",
		"Number of people with a colonoscopy per year (count procedures, not people).":                             "",
		"Number of colonoscopy procedures and number of hemodialysis procedures in 2009":                           "The number of records of colonoscopy in 2009; beside it, the number of records of hemodialysis in 2009",
		"Number of patients with asthma, number with pneumonia, and number with both":                              "The number of people, by group (had a diagnosis of asthma, had a diagnosis of pneumonia, had a diagnosis of asthma and had a diagnosis of pneumonia)",
		"Number of patients with asthma, number with pneumonia":                                                    "",
		"Of people with a first stroke in 2009, what proportion were alive one year later?":                        "Among people with a first ever diagnosis of stroke in 2009, the percentage who did not die within 1 year after it, whatever the follow-up",
		"Of people with a first stroke in 2009, what proportion were dead one year later?":                         "Among people with a first ever diagnosis of stroke in 2009, the percentage who died within 1 year after it, whatever the follow-up",
		"How many new stroke diagnoses were there by year? A person counts once, in the year of the first record.": "The number of first ever diagnoses of stroke, by year",
	})
}

// A list behind a colon stands for the words that announce it.
func TestTheFollowing(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients took each of these drugs in 2009: warfarin, metformin, lisinopril?": "The number of people, by group (had an exposure to warfarin in 2009, had an exposure to metformin in 2009, had an exposure to lisinopril in 2009)",
		"How many patients had all of the following: asthma, COPD and pneumonia?":              "the number who had a diagnosis of asthma and had a diagnosis of COPD and had a diagnosis of pneumonia",
		"How many patients had any of the following in 2009: asthma, COPD, pneumonia?":         "the number who had a diagnosis of asthma, COPD or pneumonia in 2009",
		"How many patients had each of the following: asthma, blorbs?":                         "",
		"How many people with each of the following took warfarin: asthma, COPD?":              "",
		"How many patients had each of the following: asthma?":                                 "",
		"How many patients had each of the following: asthma, COPD in 2009, pneumonia?":        "",
	})
}

// Months in brackets say what a season is, or contradict it.
func TestMonthsOfASeason(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke in autumn 2009 (September to November)?":             "the number who had a diagnosis of stroke between 2009-09-01 and 2009-11-30",
		"How many people had a stroke in spring 2009 (March-May)?":                         "the number who had a diagnosis of stroke between 2009-03-01 and 2009-05-31",
		"How many people had a stroke in autumn 2009 (September to December)?":             "",
		"How many people had a stroke in spring 2009 (March and May)?":                     "",
		"How many people had a stroke in 2009 (September to December)?":                    "",
		"How many people had a stroke (September to December)?":                            "",
		"How many people had a stroke in the second quarter of 2009 (April through June)?": "the number who had a diagnosis of stroke between 2009-04-01 and 2009-06-30",
	})
}

// Discharges for something are dated by the end of the stay, as all discharges are.
func TestDischargesForSomethingAreDatedByTheirEnd(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many stroke inpatient discharges were there in 2009?":                       "The number of inpatient visits ending in 2009 with a diagnosis of stroke",
		"How many stroke discharges were there in 2009?":                                 "The number of inpatient visits ending in 2009 with a diagnosis of stroke",
		"How many stroke hospital stays were there in 2009?":                             "The number of inpatient visits in 2009 with a diagnosis of stroke",
		"Mean length of stay of pneumonia discharges in 2009":                            "The mean duration in days of inpatient visits ending in 2009 with a diagnosis of pneumonia",
		"Percentage of heart failure discharges with an outpatient visit within 14 days": "The percentage of inpatient visits with a diagnosis of heart failure that had an outpatient visit within 14 days after the end of it",
	})
}

// The common part of two names may be said once.
func TestNamesThatShareTheirBeginning(t *testing.T) {
	n := readerNames(t)
	for _, name := range []string{"chronic kidney disease stage 3", "chronic kidney disease stage 4"} {
		n[vocab.Normalize(name)] = []string{"Condition"}
	}
	saysBack(t, read.New(n), map[string]string{
		"Mean number of days from chronic kidney disease stage 3 to stage 4": "The mean number of days from a first ever diagnosis of chronic kidney disease stage 3 to a first ever diagnosis of chronic kidney disease stage 4",
		"Mean number of days from chronic kidney disease stage 3 to stage 5": "",
		"Difference in mean age at first stroke between men and women":       "The mean age at a first ever diagnosis of stroke, by sex",
	})
}
