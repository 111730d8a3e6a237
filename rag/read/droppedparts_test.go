package read_test

import "testing"

// A group behind "who had any" and its like stays the group that is asked about.
func TestPeopleWhoHadAnyAreThoseNamed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the average number of HbA1c tests among women who had any?":          "The mean number of measurements of HbA1c per person with any of women",
		"Mean number of warfarin prescriptions among men with at least one":           "The mean number of exposures to warfarin per person with any of men",
		"Average number of HbA1c tests per woman who had any":                         "The mean number of measurements of HbA1c per person with any of women",
		"Average number of HbA1c tests among women over 80 who had at least one":      "The mean number of measurements of HbA1c per person with any of women aged over 80 at the end of the data",
		"After how many days on average do women with stroke start warfarin?":         "",
		"Among women with pneumonia, how many episodes did they have on average?":     "",
		"How many different drugs does the median patient with diabetes take?":        "",
		"What is the average number of HbA1c tests among people who had at least one": "The mean number of measurements of HbA1c per person with any",
	})
}

// Hardly any prescription is recorded with a stay: a drug meets it by its dates.
func TestDrugsMeetStaysByDates(t *testing.T) {
	const people = "the number who had an exposure to warfarin "
	saysBack(t, reader(t), map[string]string{
		"How many people took warfarin during a hospital stay?":             people + "at the same time as an inpatient visit",
		"How many people were given warfarin during an inpatient stay?":     people + "within the dates of an inpatient visit",
		"How many people were on warfarin when they were admitted?":         people + "in whose time lies an inpatient visit",
		"How many people were on warfarin at admission?":                    people + "in whose time lies an inpatient visit",
		"How many people had an exposure to warfarin at an inpatient visit": people + "at an inpatient visit",
		"How many people took warfarin on the day of their stroke?":         people + "in whose time lies a diagnosis of stroke",
		"How many people filled warfarin on the day of their stroke?":       "The number of people with an exposure to warfarin on the same day as a diagnosis of stroke",
		"How many people took warfarin on the same day as metformin?":       people + "on the same day as an exposure to metformin",
		"How many people were on warfarin when they were admitted in 2010?": people + "in whose time lies an inpatient visit in 2010",
		"How many people had pneumonia during an inpatient stay?":           "the number who had a diagnosis of pneumonia at an inpatient visit",
	})
}

// What is excluded behind a ranking is left out of the list where it could stand in it; so is what all of them have.
func TestExcludedThingsLeaveTheList(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Top 5 drugs of people with stroke, excluding warfarin":                   "The 5 most common drugs other than warfarin of people with a diagnosis of stroke",
		"Top 5 conditions of people with stroke, excluding hypertension":          "The 5 most common conditions other than hypertension and stroke of people with a diagnosis of stroke",
		"Top 5 conditions of people with stroke, excluding those with asthma":     "The 5 most common conditions of people with a diagnosis of stroke who had no diagnosis of asthma",
		"Which comorbidities besides hypertension do people with stroke have?":    "The 10 most common conditions other than hypertension and stroke of people with a diagnosis of stroke",
		"What are the 5 most common conditions of women, excluding hypertension?": "The 5 most common conditions other than hypertension of women",
	})
}

// What was measured is no drug, a value is no age, one drug is no record, and another statin is another one.
func TestWordsThatTellOneThingFromAnother(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke under 50?":                                        "the number who had a diagnosis of stroke at age under 50",
		"How many people had a stroke under 125?":                                       "",
		"How many people with asthma above 39 had a stroke?":                            "",
		"How many people with asthma over 65 had a stroke?":                             "Among people with a diagnosis of asthma at age over 65, the number who had a diagnosis of stroke",
		"How many people took only one drug in 2009?":                                   "the number who had exactly 1 different drugs in 2009",
		"How many people had more than one condition in 2009?":                          "the number who had more than 1 different conditions in 2009",
		"Of patients with stroke, what share of men and what share of women had asthma": "Among people with a diagnosis of stroke, the percentage who had a diagnosis of asthma, by sex",
		"How many patients got warfarin within 30 days after their first stroke hospitalization?": "Among people with an inpatient visit with a diagnosis of stroke for which the person had no " +
			"inpatient visit with a diagnosis of stroke before the day of the record, the number who had an exposure to warfarin within 30 days after the end of it",
		"How many patients had their second stroke hospitalization in 2010?": "",
	})
}

// Of a stay that cost most, one is asked for; "the diagnosis" is the first; and the last of all is not any of them.
func TestOneOfSeveralRecordsIsThatOne(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What was the most expensive hospital stay?":                                             "The maximum cost of inpatient visits",
		"What are the most expensive hospital stays?":                                            "",
		"How many patients had asthma and a warfarin fill in the year before the diagnosis?":     "Among people with a first ever diagnosis of asthma, the number who had an exposure to warfarin in the 1 year before it",
		"How many patients had their last hospitalization more than 180 days before death?":      "",
		"How many patients had their last warfarin fill more than 90 days before a stroke?":      "",
		"What is the mean of the last HbA1c before starting warfarin, by sex?":                   "The mean last such HbA1c for which the person had a first ever exposure to warfarin after the record, by sex",
		"How many people had their last warfarin fill before their first stroke?":                "Among people with a first ever diagnosis of stroke, the number who had a last ever exposure to warfarin before it",
		"Among people with a first ever exposure to warfarin, how many had a stroke afterwards?": "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke after it",
	})
}

// Another drug of a class is another one, wherever the first stands.
func TestAnotherOfAClassIsNotTheOneNamed(t *testing.T) {
	const after = "Among people with a first ever exposure to atorvastatin, the number who had an exposure to statin other than atorvastatin after it"
	saysBack(t, reader(t), map[string]string{
		"How many people took atorvastatin and then another statin?":             after,
		"How many people took atorvastatin and later another statin?":            after,
		"How many people took another statin after atorvastatin?":                after,
		"How many patients on atorvastatin later took another statin?":           after,
		"How many people took atorvastatin followed by another statin?":          after,
		"How many people took atorvastatin and another statin?":                  "the number who had an exposure to atorvastatin and had an exposure to statin other than atorvastatin",
		"How many people took atorvastatin and another statin at the same time?": "the number who had an exposure to atorvastatin at the same time as an exposure to statin other than atorvastatin",
	})
}
