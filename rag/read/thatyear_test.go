package read_test

import "testing"

// An age said of people who did something in one year, and are told by what they had at any time, is that of the year,
// in whatever sentence it stands.
func TestAgesOfTheYearThatIsAskedAbout(t *testing.T) {
	const took = "the number who had an exposure to metformin in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many people with asthma took metformin in 2009? Count only women under 70.":               "Among women aged under 70 in 2009 with a diagnosis of asthma, " + took,
		"How many people with asthma took metformin in 2009? Leave out those aged 70 or over.":         "Among people aged under 70 in 2009 with a diagnosis of asthma, " + took,
		"How many people with asthma took metformin in 2009 and were under 70?":                        "Among people with a diagnosis of asthma, " + took + " and were aged under 70 in 2009",
		"How many people with asthma were under 70 and took metformin in 2009?":                        "Among people with a diagnosis of asthma, the number who were aged under 70 in 2009 and had an exposure to metformin in 2009",
		"How many people took metformin in 2009? Only people under 70.":                                took + " at age under 70",
		"How many people with asthma had a stroke in 2009 and were 70 or older at diagnosis?":          "Among people with a first ever diagnosis of asthma, the number who had a diagnosis of stroke in 2009 and were aged 70 or older at the index date",
		"How many people first diagnosed with asthma took metformin in 2009? Only women under 70.":     "Among women with a first ever diagnosis of asthma at age under 70, " + took,
		"How many people with asthma took metformin between 2008 and 2010? Count only women under 70.": "Among women aged under 70 in 2008 with a diagnosis of asthma, the number who had an exposure to metformin between 2008 and 2010",
	})
}

// Fills, prescriptions or diagnoses of a remark, of nothing that is named, are those of what the question names.
func TestRecordsOfARemarkAreThoseOfTheQuestion(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people with asthma took metformin? Count only those with two or more fills in 2009.": "Among people with a diagnosis of asthma who had at least 2 exposures to metformin in 2009, the number who had an exposure to metformin",
		"How many people took metformin in 2009? Exclude those with fewer than 3 fills.":               "Among people who not (had none or fewer than 3 exposures to metformin in 2009), the number who had an exposure to metformin in 2009",
		"How many people on warfarin took metformin? Count only those with two or more fills in 2009.": "",
	})
}
