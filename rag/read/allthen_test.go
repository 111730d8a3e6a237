package read_test

import "testing"

func TestATimeOfAllOfAList(t *testing.T) {
	const both = "the number who had a measurement of HbA1c in 2010 and had a measurement of creatinine in 2010"
	saysBack(t, reader(t), map[string]string{
		"How many people had an HbA1c and a creatinine test both in 2010?":                    both,
		"How many people had an HbA1c and a creatinine test each in 2010?":                    both,
		"How many people had an HbA1c and a creatinine test all in 2010?":                     both,
		"How many people had an HbA1c, a creatinine and an LDL cholesterol test all in 2010?": "the number who had a measurement of HbA1c in 2010 and had a measurement of creatinine in 2010 and had a measurement of LDL cholesterol in 2010",
		"How many patients took warfarin and metformin each in 2009?":                         "the number who had an exposure to warfarin in 2009 and had an exposure to metformin in 2009",
		// one of them has a time of its own, or "all" belongs to something else
		"How many people had an HbA1c in 2009 and a creatinine test both in 2010?":             "",
		"How many people had an HbA1c, a creatinine and an LDL cholesterol test both in 2010?": "",
		"How many people had an HbA1c and a creatinine test all of 2010?":                      "",
	})
}
