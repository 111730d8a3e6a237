package read_test

import (
	"testing"
)

// What each person's records add up to is told apart from what each record has, and from all records together.
func TestTotalsOfEachPerson(t *testing.T) {
	const (
		supply = " total days supply of exposures to metformin with a supply of at most 365 days per person with any"
		stays  = " total duration in days of inpatient visits"
		all    = " total cost of records of any kind"
		inHF   = " per person with or without any of people who had a diagnosis of heart failure (at any date)"
	)
	saysBack(t, reader(t), map[string]string{
		"What is the average total days' supply of metformin per patient?":                      "The mean" + supply,
		"mean cumulative days' supply of metformin per patient":                                 "The mean" + supply,
		"Mean number of days supply of metformin per patient":                                   "The mean" + supply,
		"total days supply of metformin per patient, median and IQR":                            "The quartiles of the" + supply,
		"distribution of total days supply of metformin per patient":                            "The summary of the" + supply,
		"Mean total days supply of metformin per patient by year":                               "The mean" + supply + ", by year",
		"What is the mean days supply of metformin?":                                            "The mean days supply of exposures to metformin, counting only numbers between 1 and 365",
		"Median number of days supply per dispensing of metformin":                              "The median days supply of exposures to metformin, counting only numbers between 1 and 365",
		"Mean total visit cost per person among people with and without heart failure":          "The mean total cost of visits per person with or without any, by group (with heart failure, without heart failure)",
		"mean number of hospital days per patient with heart failure":                           "The mean" + stays + inHF,
		"How many hospital days did patients with heart failure have on average?":               "The mean" + stays + inHF,
		"How many days did patients with heart failure spend in hospital on average?":           "The mean" + stays + inHF,
		"Among patients with heart failure, what was the median total number of hospital days?": "The median" + stays + inHF,
		"What is the median number of days spent in hospital per patient in 2009?":              "The median" + stays + " in 2009 per person with any",
		"total hospital days per patient in 2009":                                               "The mean" + stays + " in 2009 per person with any",
		"What is the mean length of stay of patients with heart failure?":                       "The mean duration in days of inpatient visits with a diagnosis of heart failure",
		"median total amount paid per patient in 2009":                                          "The median" + all + " in 2009 per person with any",
		"average total cost per patient":                                                        "The mean" + all + " per person with any",
		"What is the average out-of-pocket cost per patient by sex?":                            "The mean total out-of-pocket cost of records of any kind per person with any, by sex",
		"mean total charges per patient with heart failure":                                     "The mean total charge of records of any kind" + inHF,
		"How much does the average patient with heart failure cost?":                            "The mean" + all + inHF,
		"average total cost per person for ER visits":                                           "The mean total cost of emergency room visits per person with any",
		"average spending per patient on inpatient care in 2009":                                "The mean total cost of inpatient visits in 2009 per person with any",
		"mean total inpatient cost per patient by year":                                         "The mean total cost of inpatient visits per person with any, by year",
		"What was the 90th percentile of total drug spending per patient in 2009?":              "The 90th percentile of the total cost of prescriptions in 2009 per person with any",
		"On average, how much did each patient pay for drugs in 2009?":                          "The mean total out-of-pocket cost of prescriptions in 2009 per person with any",
		"What is the median cost of an inpatient visit?":                                        "The median cost of inpatient visits",
		"The mean" + all + inHF: "The mean" + all + inHF,
		"The mean total quantity of exposures to metformin per person with or without any, by sex": "The mean total quantity of exposures to metformin per person with or without any, by sex",
		"What is the mean days supply of metformin per patient?":                                   "", // of each record, or in all?
		"What is the median cumulative duration of metformin therapy?":                             "", // exposures overlap
		"What is the mean total healthcare cost per patient?":                                      "The mean" + all + " per person with any",
		"mean total cost of care per patient":                                                      "The mean" + all + " per person with any",
		"mean visit cost per patient with heart failure":                                           "The mean total cost of visits" + inHF,
		"What is the average amount paid for metformin per patient who took it?":                   "The mean total cost of exposures to metformin per person with any",
		"Mean total days supply of metformin per woman":                                            "The mean" + supply + " of women",
		"Mean number of inpatient days per patient in 2009":                                        "The mean" + stays + " in 2009 per person with any",
		"How many days in hospital did people with heart failure accumulate on average?":           "The mean" + stays + inHF,
		"What is the mean per-patient cost of ER visits?":                                          "The mean total cost of emergency room visits per person with any",
		"Average number of hospital days per patient per year":                                     "", // or of a year of observation?
		"What is the average total cost?":                                                          "", // of what?
		"average annual drug cost per patient":                                                     "", // of each year, or a year of observation?
	})
}

// People are told by what their records add up to, where a total or days are said; one record is another thing.
func TestPeopleByWhatTheirRecordsAddUpTo(t *testing.T) {
	const days = "the number who had a total duration in days above 30 of inpatient visits in 2009"
	saysBack(t, reader(t), map[string]string{
		"how many patients had a total of more than 30 hospital days in 2009?":                days,
		"How many patients spent more than 30 days in hospital in 2009?":                      days,
		"Number of patients with more than 30 days in hospital in 2009":                       "The number of people who had a total duration in days above 30 of inpatient visits in 2009",
		"what share of patients with COPD had total drug costs above 1,000 dollars?":          "Among people with a diagnosis of COPD, the percentage who had a total cost above 1000 of prescriptions",
		"what share of patients with COPD had total drug costs above $1,000?":                 "Among people with a diagnosis of COPD, the percentage who had a total cost above 1000 of prescriptions",
		"How many patients had total costs of at least 10,000 dollars in 2009?":               "the number who had a total cost of at least 10000 of records of any kind in 2009",
		"How many patients had more than 5000 dollars in total drug costs in 2009?":           "the number who had a total cost above 5000 of prescriptions in 2009",
		"How many patients incurred total inpatient costs over 20,000?":                       "the number who had a total cost above 20000 of inpatient visits",
		"How many women received a total of at least 180 days' supply of metformin?":          "Among women, the number who had a total days supply of at least 180 of exposures to metformin with a supply of at most 365 days",
		"Among all people, the number who had a total cost above 1000 of records of any kind": "the number who had a total cost above 1000 of records of any kind",
		"How many patients had total drug costs below 100 dollars?":                           "", // those without any, too?
		"How many patients had drug costs above 100 dollars?":                                 "", // of one record?
	})
}

// A time that is counted from what people were diagnosed with is that of the records that add up; people without any
// then count as 0.
func TestTotalsFromAFirstRecordOn(t *testing.T) {
	want := "The mean total cost of records of any kind for which the person had a first ever diagnosis of stroke in the 1 year before or on " +
		"the day of the record per person with or without any of people who had a diagnosis of stroke (at any date)"
	saysBack(t, reader(t), map[string]string{
		"Mean total cost per patient in the year after the first stroke diagnosis":        want,
		"Mean total cost per patient with stroke in the year after their first diagnosis": want,
		"Mean total cost per stroke patient in the year after their first diagnosis":      want,
	})
}
