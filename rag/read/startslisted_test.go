package read_test

import "testing"

// What is ranked by being started counts a person's first record of each drug, not every refill, wherever the verb
// stands.
func TestARankingOfStartsCountsTheFirstRecordOfEach(t *testing.T) {
	const (
		first    = "The 10 most common drugs first recorded for the person "
		after    = first + "between 0 and 30 days after a diagnosis of stroke"
		anyDrugs = "The 10 most common drugs between 0 and 30 days after a diagnosis of stroke"
	)
	saysBack(t, reader(t), map[string]string{
		"Which drugs were most frequently started within 30 days after a diagnosis of stroke?":     after,
		"Which drugs are most often newly prescribed within 30 days after a diagnosis of stroke?":  after,
		"Which drugs were newly prescribed most often within 30 days after a diagnosis of stroke?": after,
		"Which drugs were most often initiated in the 30 days after a diagnosis of stroke?":        after,
		"Which drugs do people with stroke most often start within 30 days after diagnosis?":       first + "between 0 and 30 days after a first ever diagnosis of stroke",
		"10 most common drugs started within 30 days after a diagnosis of stroke":                  after,
		"Which drugs were begun by the most patients within 30 days after a diagnosis of stroke?":  after,
		"Which drugs were most often prescribed within 30 days after a diagnosis of stroke?":       anyDrugs,
		"Top drugs started in 2009":                                                                                   first + "in 2009",
		"Top drugs by number of patients who started them in 2009":                                                    first + "in 2009",
		"Top 3 drugs started in 2009 by sex":                                                                          "The 3 most common drugs first recorded for the person in 2009, by sex, the highest 3 of each",
		"Which conditions were most often newly diagnosed within 90 days after starting warfarin?":                    "The 10 most common conditions first recorded for the person between 1 and 90 days after a first ever exposure to warfarin",
		"Which drug ingredients were most often started within 30 days after a diagnosis of stroke?":                  "The 10 most common drug ingredients first recorded for the person between 0 and 30 days after a diagnosis of stroke",
		"Which drugs were most often taken by people who started warfarin?":                                           "The 10 most common drugs of people with a first ever exposure to warfarin",
		"What are the 5 most common conditions within 90 days after starting warfarin?":                               "The 5 most common conditions between 1 and 90 days after a first ever exposure to warfarin",
		"What are the 5 most common conditions after starting warfarin?":                                              "The 5 most common conditions after a first ever exposure to warfarin",
		"Which drugs were most often started or stopped within 30 days after a stroke?":                               "",
		"Which drugs were most often started within 30 days after a diagnosis of stroke, by number of prescriptions?": "",
	})
}
