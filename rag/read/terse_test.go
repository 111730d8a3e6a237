package read_test

import (
	"slices"
	"testing"
)

// Fragments, as an analyst types them.
func TestTerseLines(t *testing.T) {
	const tested = "Among people with a measurement of HbA1c, the percentage who had a measurement of HbA1c above 9"
	saysBack(t, reader(t), map[string]string{
		"asthma pts on warfarin ever, count + %":            "Among people with a diagnosis of asthma, the percentage who had an exposure to warfarin",
		"sex split, n and %":                                "The percentage distribution of people, by sex",
		"top 5 drugs by n persons, 2009 only":               "The 5 most common drugs in 2009",
		"bottom 3 ingredients by n persons":                 "The 3 least common drug ingredients",
		"max n of metformin exposures for one pt":           "The maximum number of exposures to metformin per person",
		"pts with obs time < 180 d, n":                      "The number of people who not (were observed for at least 180 days)",
		"pneumonia pts w/ asthma, any order, n":             "The number of people with a diagnosis of pneumonia who had a diagnosis of asthma",
		"HbA1c > 9, women, n distinct":                      "The number of women with a measurement of HbA1c above 9",
		"HbA1c > 9, % of persons tested":                    tested,
		"HbA1c > 9, pct of pts tested, by sex":              tested + ", by sex",
		"asthma: records per yr 2008-2010":                  "The number of diagnoses of asthma between 2008 and 2010, by year",
		"male / female ratio, asthma pts":                   "The ratio of men to women among people with a diagnosis of asthma",
		"median HbA1c, warfarin users vs never users":       "The median HbA1c, by group (with warfarin, without warfarin)",
		"pneumonia pts, metformin yes/no, n":                "The number of people with a diagnosis of pneumonia, by group (with metformin, without metformin)",
		"asthma pts 2009, age bands 10y":                    "The number of people with a diagnosis of asthma in 2009, by 10-year age group",
		"pneumonia followed by asthma, any order, n pts":    "",
		"distinct concepts used: conditions, drugs":         "",
		"top 5 drugs by n persons, only 2009 asthma":        "",
		"max n of metformin exposures for a single visit":   "",
		"HbA1c > 9, % of persons tested elsewhere":          "",
		"bottom 3 warfarin":                                 "",
		"asthma yes/no, warfarin yes/no":                    "",
		"pts with obs time < 180 d before stroke or asthma": "",
	})
}

// Two groups, or two years, held against each other.
func TestTwoGroupsHeldAgainstEachOther(t *testing.T) {
	const (
		stay  = "The median duration in days of inpatient visits"
		sides = stay + " with a diagnosis of pneumonia; beside it, the median duration in days of inpatient visits with a diagnosis of asthma"
		took  = "the percentage who had an exposure to warfarin in 2009, by group (with asthma, without asthma)"
	)
	saysBack(t, reader(t), map[string]string{
		"How does the median length of stay for stays with pneumonia compare with that for stays with asthma?": sides,
		"Median length of stay for stays with pneumonia and for stays with asthma":                             sides,
		"Median length of stay of stays with pneumonia versus stays with asthma":                               sides,
		"Mean number of prescriptions per person, compared between men and women":                              "The mean number of prescriptions per person, by sex",
		"Compare patients with and without asthma: what percentage of each group took warfarin in 2009?":       took,
		"For women and men separately, what percentage had asthma?":                                            "the percentage who had a diagnosis of asthma, by sex",
		"Compare Texas with Florida: number of patients with asthma":                                           "The number of people with a diagnosis of asthma, by group (in TX, in FL)",
		"How many people were under observation on 1 July of each of the years 2008 and 2010?":                 "the number who were under observation, by year (on 1 July of 2008 and 2010)",
		"How many people were admitted once, twice and three or more times in 2009?":                           "The number of people, by group (exactly 1 inpatient visits in 2009, exactly 2 inpatient visits in 2009, at least 3 inpatient visits in 2009)",
		"How many people had 0, 1, or 2 and more inpatient visits?":                                            "The number of people, by group (no inpatient visit, exactly 1 inpatient visits, at least 2 inpatient visits)",
		"Distribution of the number of inpatient visits per person: how many people had 0, 1, or 2 and more?":  "The number of people, by group (no inpatient visit, exactly 1 inpatient visits, at least 2 inpatient visits)",
		"Mean number of inpatient visits in the 90 days before death":                                          "The mean number of inpatient visits for which the person died within 90 days after the start of the record, not on the day itself per person of people with a record of death",
		"How many people had one, two or three strokes?":                                                       "",
		"Number of visits for pneumonia and for asthma":                                                        "",
		"Mean age of asthma patients in 2008 compared with pneumonia patients in 2009":                         "",
		"Mean number of inpatient visits in the 90 days before a stroke":                                       "",
		"Compare patients with and without asthma: what percentage of each group?":                             "",
		"How does the median length of stay for stays with pneumonia compare with that of last year?":          "",
	})
}

// A figure of all records stands beside the number of some of them, and is not of these.
func TestAFigureOfAllBesideSomeRecords(t *testing.T) {
	r := reader(t)
	for question, want := range map[string][]string{
		"mean length of stay and how many stays lasted more than 10 days": {
			"The mean duration in days of inpatient visits", "The number of inpatient visits lasting more than 10 days"},
		"What was the mean length of stay in 2008 compared with 2010?": {
			"The mean duration in days of inpatient visits in 2008", "The mean duration in days of inpatient visits in 2010"},
		"What is the longest stay in 2009, and how many stays lasted more than 10 days?": nil,
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		if got.Question != nil {
			said = append(said, got.Question.String())
		}
		for _, o := range got.Others {
			if o.Asked {
				said = append(said, o.Question.String())
			}
		}
		if !slices.Equal(said, want) {
			t.Errorf("%q is read as %q, not %q", question, said, want)
		}
	}
}
