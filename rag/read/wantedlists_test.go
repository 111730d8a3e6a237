package read_test

import (
	"os"
	"strings"
	"testing"
)

// Each turn of plainfirst.tsv has an example, which is read as the same in plain words.
func TestTurnsThatArePutIntoPlainWordsFirst(t *testing.T) {
	data, err := os.ReadFile("plainfirst.tsv")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for line := range strings.Lines(string(data)) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if line[0] == '#' || len(cols) != 4 {
			continue
		}
		got, err := r.Read(t.Context(), cols[2])
		if err != nil || got.Question == nil {
			t.Errorf("%s is refused: %+v", cols[2], got.Refusal)
			continue
		}
		want, err := r.Read(t.Context(), cols[3])
		if err != nil || want.Question == nil || want.Question.String() != got.Question.String() {
			t.Errorf("%s is read as %s, in plain words as %s", cols[2], got.Question, want.Question)
		}
	}
}

// What is wanted of people may be listed behind words that lead to it; whom a share is of may stand behind it.
func TestListsAndDenominators(t *testing.T) {
	const twice = "Among people with an exposure to warfarin, the percentage who had at least 2 exposures to warfarin"
	saysBack(t, reader(t), map[string]string{
		"Describe the people starting metformin: number, median age at start, percentage of men":          "The median age at a first ever exposure to metformin",
		"Characteristics of new metformin users: n, mean age at first exposure, % women":                  "The mean age at a first ever exposure to metformin",
		"LDL cholesterol > 160 mg/dL in 2009, % of patients tested":                                       "Among people with a measurement of LDL cholesterol in 2009, the percentage who had a measurement of LDL cholesterol above 160 mg/dL in 2009",
		"HbA1c > 9 in 2008, % of persons tested in 2009":                                                  "",
		"HbA1c > 9 in 2008, % of persons":                                                                 "",
		"Number of women by their first ever statin":                                                      "The number of women with a first ever drug era of statin, by concept",
		"Number of women by their first ever stroke":                                                      "",
		"Number of inpatient stays in 2009 with pneumonia recorded at the stay":                           "The number of inpatient visits in 2009 with a diagnosis of pneumonia",
		"How many people with a stay in 2009 had pneumonia recorded at the stay?":                         "",
		"Of women under observation on 1 July 2009, how many had taken metformin by then?":                "Among women with an observation period that covers 2009-07-01, the number who had an exposure to metformin until 2009-07-01",
		"Of women with a stroke, how many had taken metformin by then?":                                   "",
		"What share of recipients of warfarin got at least two doses?":                                    twice,
		"What share of recipients got at least two doses?":                                                "",
		"From first stroke to first warfarin: mean follow-up in years":                                    "",
		"Incidence rate of pneumonia in new users of metformin in the first 90 days per 100 person-years": "The incidence rate of pneumonia per 100 person-years within 90 days after a first ever exposure to metformin",
		"Causes of death by race (number of deaths each)":                                                 "the number who died, by cause of death and race",
		"How many stroke patients took warfarin (with 95% CI, Wilson)?":                                   "",
		"What share of stroke patients took warfarin (with 90% CI, Wilson)?":                              "",
		"Number of men with a stroke, 2008 versus 2010":                                                   "The number of men, by group (had stroke in 2008, in 2010)",
	})
}

// What could be read in two ways, of which one was taken, is refused.
func TestWhatLeavesOpenOfWhomItIs(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"10 most common conditions in 2009 (number of men each)":                                       "",
		"Mean age at the start of a drug exposure to metformin":                                        "",
		"Mean age at the start of metformin":                                                           "The mean age at a first ever exposure to metformin",
		"What share of people whose first stroke came within 30 days after their first warfarin?":      "",
		"What share of people whose first stroke came within 30 days after their first warfarin died?": "Among people with a first ever exposure to warfarin who had a first ever diagnosis of stroke within 30 days after it, the percentage who died",
		"How many people got 5 ingredients in 2009?":                                                   "the number who had at least 5 different ingredients of prescriptions in 2009",
	})
}
