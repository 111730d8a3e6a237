package read_test

import (
	"strings"
	"testing"
)

// What does not say of what it is a number is refused, and what is said of one thing is not taken of another.
func TestWhatIsCountedIsSaid(t *testing.T) {
	const within = "The number of diagnoses of stroke, counted where they had an exposure to warfarin within 30 days after it"
	const asthma = "the number who had a diagnosis of asthma and had a diagnosis of stroke"
	const started = "Among people with any one exposure to warfarin for which the person had no exposure to warfarin in the " +
		"90 days before the record who were observed for at least 90 days before it, the percentage who were female"
	saysBack(t, reader(t), map[string]string{
		// the first of two is counted
		"How often was a stroke followed by warfarin within 30 days?":                      within,
		"How many strokes were followed by warfarin within 30 days?":                       strings.Replace(within, "stroke", "strokes", 1),
		"How often was metformin prescribed to patients with asthma?":                      "The number of exposures to metformin among people who had a diagnosis of asthma",
		"How often were people with asthma followed by warfarin within 30 days?":           "",
		"How many patients had asthma and a stroke, in any order?":                         asthma,
		"How many patients had asthma and a stroke, either order?":                         asthma,
		"How many patients had asthma and a stroke, any order":                             asthma,
		"Concepts: conditions, drugs":                                                      "",
		"Conditions and procedures":                                                        "",
		"Patients with conditions and procedures":                                          "The number of people with a condition who had a procedure",
		"HbA1c above 9, women, n distinct":                                                 "The number of women with a measurement of HbA1c above 9",
		"How many people are in each age band (bands 30, 40, ..., deaths not considered)?": "",
		"Asthma, n distinct": "",
		"Mean number of different drugs started in 2009 per person":                "",
		"How many different drug ingredients did each patient start in 2009?":      "",
		"Mean number of different drugs in 2009 per person who started metformin?": "The mean number of different drugs in 2009 per person of people with a first ever exposure to metformin",
		"How many people were taking warfarin on at least two days of 2009?":       "",
		"How many people filled warfarin on at least two days of 2009?":            "The number of people who had at least 2 exposures to warfarin in 2009 on different days",
		"How many people were on metformin or warfarin on 1 July 2009?":            "the number who had an exposure to metformin or warfarin that covers 2009-07-01",
		// no record of the drug has observation before it: the people have
		"How many new users of warfarin (no exposure in the previous 90 days, with at least 90 days of prior observation) are there, and how many of them are women?": started,
	})
}
