package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// People who are grouped by the time of their first record count once, at its time.
func TestTheTimeOfAFirstRecordIsOneForEach(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many people with heart failure are there by year of first diagnosis?":       "The number of people with a first ever diagnosis of heart failure, by year",
		"How many people with heart failure are there by year of their first diagnosis?": "The number of people with a first ever diagnosis of heart failure, by year",
		"How many people had a stroke, by month of first diagnosis?":                     "Among all people, the number who had a first ever diagnosis of stroke, by month",
		"Number of people with heart failure by year of diagnosis":                       "The number of people with a diagnosis of heart failure, by year",
		"Number of metformin users by year of first metformin":                           "The number of people with a first ever exposure to metformin, by year",
		"Number of metformin users, split by year of their first metformin record":       "The number of people with a first ever exposure to metformin, by year",
		"Number of metformin users by year of first warfarin":                            "",
		"Number of people with a stroke in 2009 by year of first diagnosis":              "",
		"Number of metformin prescriptions by year of first prescription":                "",
		"Number of warfarin starters by year of initiation":                              "The number of people with a first ever exposure to warfarin, by year",
	} {
		readBack(t, r, question, want)
	}
}

// A limit of a concentration behind a substance is of the test of its level.
func TestALimitOfASubstanceIsOfItsLevel(t *testing.T) {
	n := readerNames(t)
	n["vitamin d"], n["vitamin d level"] = []string{"drug"}, []string{"measurement"}
	r := read.New(n)
	for question, want := range map[string]string{
		"How many people have vitamin D under 20 ng/mL?":               "Among all people, the number who had a measurement of vitamin D level below 20 ng/mL",
		"How many people took vitamin D?":                              "Among all people, the number who had an exposure to vitamin D",
		"How many people took metformin over 20 mg/dL?":                "",
		"How many women took vitamin D at least 3 times?":              "Among women, the number who had at least 3 exposures to vitamin D",
		"Of people with vitamin D of 30 ng/mL or more, how many died?": "Among people with a measurement of vitamin D level of at least 30 ng/mL, the number who died",
	} {
		readBack(t, r, question, want)
	}
}
