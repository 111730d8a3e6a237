package read_test

import "testing"

// A share of things done is one of their records, be what is asked their sex, their age or what they have.
func TestSharesOfThingsDone(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What share of colonoscopies were in people under 65?":             "The percentage of records of colonoscopies that were aged under 65 at the index date",
		"Share of colonoscopies in people under 65":                        "The percentage of records of colonoscopies that were aged under 65 at the index date",
		"What percentage of colonoscopies in 2009 were performed in women": "The percentage of records of colonoscopies in 2009 that were female",
		"What percentage of colonoscopies were in people with asthma?":     "The percentage of records of colonoscopies that had a diagnosis of asthma",
		"What percentage of strokes were in people under 65?":              "",
	})
}

// "Per year" says nothing more where the records of one year are asked for.
func TestPerYearOfOneYear(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What was the mean number of emergency visits per person per year in 2009?":    "The mean number of emergency room visits in 2009 per person",
		"Mean number of emergency visits per person by sex and year in 2009":           "The mean number of emergency room visits in 2009 per person, by sex and year",
		"Mean hospital days per person per year in 2009":                               "The mean total duration in days of inpatient visits in 2009 per person with any",
		"Mean hospital days per person per year in 2008 and 2009":                      "",
		"Emergency visits per patient per year in 2009 among people with asthma":       "The mean number of emergency room visits in 2009 per person of people with a first ever diagnosis of asthma",
		"Emergency visits per patient per year among people with asthma":               "",
		"In which month of 2009 were asthma diagnoses most frequent?":                  "The month of the year with the most diagnoses of asthma in 2009",
		"In what year were emergency visits least common?":                             "The year with the fewest emergency room visits",
		"In which month of 2009 were strokes most frequent?":                           "",
		"What's the sex ratio of asthma?":                                              "The ratio of men to women among people with a diagnosis of asthma",
		"What was the female-to-male ratio of stroke?":                                 "The ratio of women to men among people with a diagnosis of stroke",
		"In which months of 2009 were asthma diagnoses and stroke diagnoses frequent?": "",
	})
}
